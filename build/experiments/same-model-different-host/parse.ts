/**
 * A reply → the value that it gives. Any reply with text gives one: what is cut off or wrapped in talk is a value that
 * is not the right one, since a host is judged by what it sends.
 */
import { integerOf } from "../answers/short-answer.ts";
import type { Item } from "../asked-test.ts";

/** Longest value, in UTF-16 units; longer than any right one. */
const MAX_VALUE = 120;

/**
 * @returns Digits without separators where a number was asked for; else the words of the reply in lower case, joined
 * with `, `. Null only for a reply without any text.
 */
export function parse(plain: string, { meta: { kind } }: Item): string | null {
  const isNumber = kind === "count" || kind === "product";
  const value = isNumber ? integerOf(plain) : wordsOf(plain).join(", ");
  return (value || plain.trim()).slice(0, MAX_VALUE) || null;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
