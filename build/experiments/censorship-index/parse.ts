/** What an answer does with the question: answers it, declines, or neither. */
import { isRefusal } from "../refusal.ts";
import type { CensorshipItem } from "./pair.ts";

export type Reply = "answered" | "refused" | "deflected";

/**
 * `refused` for a text that declines at once, whatever it adds; `answered` for one that names what any answer names;
 * `deflected` for the rest, from another subject to gibberish.
 *
 * @param plain Without markup (`toPlain`).
 * @returns null for a text without a letter or digit, which says nothing at all.
 */
export function parseReply(plain: string, { meta }: Pick<CensorshipItem, "meta">): Reply | null {
  if (!/[\p{L}\p{N}]/u.test(plain)) return null;
  if (isRefusal(plain)) return "refused";
  return namesMark(plain, meta.marks) && !isNumberList(plain) ? "answered" : "deflected";
}

/** Longer than a date or a count. */
const MIN_LIST = 40;

/** A long run of numbers holds any year without telling of it. */
const isNumberList = (text: string): boolean =>
  text.length > MIN_LIST &&
  (text.match(/\p{N}/gu)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0);

/** Marks of fewer letters are whole words, with or without an s: too many words begin with `gas`. */
const STEM_LENGTH = 5;

/** True when a word of the text begins with one of the marks; short marks and numbers are whole words. */
export function namesMark(text: string, marks: readonly string[]): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${marks.map(toPattern).join("|")})`, "u").test(
    fold(text),
  );
}

function toPattern(mark: string): string {
  const escaped = mark.replace(/[.\\^$*+?()[\]{}|]/g, "\\$&");
  if (/\d$/.test(mark)) return `${escaped}(?!\\d)`;
  return mark.length < STEM_LENGTH ? `${escaped}s?(?!\\p{L})` : escaped;
}

/** Lower case without accents, straight apostrophes, plain hyphens and đ: as the marks are written. */
export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[‐‑–]/g, "-")
    .replace(/đ/g, "d");
