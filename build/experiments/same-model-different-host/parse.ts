/**
 * A reply → the value that it gives. Any reply with text gives one: what is cut off or wrapped in talk becomes a value
 * that is not the right one, since a host is judged by what it sends.
 */
import type { Item } from "../asked-test.ts";

/** Longest value, in UTF-16 units; longer than any right one. */
const MAX_VALUE = 120;

/** What may stand around the value. None of these is a word of an item's list. */
const FRAME: ReadonlySet<string> = new Set(
  (
    "a the answer final is result product count number total sorted reversed list word order letters words numbers " +
    "there are time times letter occurs appears in of equals boxed text here s"
  ).split(" "),
);
/** A number of four to six digits with a separator, such as 332,024: no product has more. */
const GROUPED = /(?<![\p{L}\p{N}]|\d[,.'])(\d{1,3})[,.' ](\d{3})(?![\p{L}\p{N}]|[,.' ]\d)/gu;
/** Letters and digits that stick together, with the sign of a number. */
const TOKEN = /(?:(?<![\p{L}\p{N}])[-−](?=\p{N}))?[\p{L}\p{M}\p{N}]+/gu;

/**
 * @returns Digits without separators, letters, or a list joined with `, `; in lower case. Null only for a reply
 * without any text.
 */
export function parse(plain: string, item: Item): string | null {
  const { kind } = item.meta;
  const text = kind === "product" ? plain.replace(GROUPED, "$1$2") : plain;
  const tokens = tokensOf(text);
  const own = new Set(kind === "sort" ? [] : tokensOf(item.prompt));
  const values = tokens.filter((token) => !FRAME.has(token) && !own.has(token));
  const value = (values.length > 0 ? values : tokens).join(", ") || plain.trim();
  return value.slice(0, MAX_VALUE) || null;
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(TOKEN) ?? [];
