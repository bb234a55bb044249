/** A model's answer → the words it gives the reader. */

/** Longer answers than any test asks for, in UTF-16 units: they are not read. */
export const MAX_ANSWER = 20_000;

/** Some hosts leave the reasoning in the answer; one that never ends leaves no answer. */
const REASONING = /<(think|thinking|reasoning)>[\s\S]*?(<\/\1>|$)/gi;
/** Tags, code fences, headings, emphasis, list marks at the start of a line. */
const MARKUP = /<\/?[a-z][^<>]{0,200}>|```[a-z]*|[*_`~]+|^[ \t]*(#{1,6}|[>•])[ \t]+/gim;

/**
 * Without reasoning, markup and needless space; one form for each letter (NFKC).
 *
 * @returns "" for an answer that says nothing or is longer than `MAX_ANSWER`.
 */
export function toPlain(raw: string): string {
  if (raw.length > MAX_ANSWER) return "";
  return raw
    .toWellFormed()
    .normalize("NFKC")
    .replace(REASONING, " ")
    .replace(MARKUP, " ")
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
