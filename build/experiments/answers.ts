/** A model's reply → the short answer in it: a name, a number, a month. Nothing is picked out of a longer text. */

/** Longer replies than any test wants, in UTF-16 units: they are not read. */
export const MAX_ANSWER = 20_000;
/** Longer than any number or month, with what may be around it. */
const MAX_VALUE = 40;

/** Some hosts leave the reasoning in the reply; one that never ends leaves no answer. */
const REASONING = /<(think|thinking|reasoning)>[\s\S]*?(<\/\1>|$)/gi;
/** Tags, code fences, headings, emphasis, list marks at the start of a line. */
const MARKUP = /<\/?[a-z][^<>]{0,200}>|```[a-z]*|[*_`~]+|^[ \t]*(#{1,6}|[>•])[ \t]+/gim;

/**
 * Without reasoning, markup and needless space; one form for each letter (NFKC).
 *
 * @returns "" for a reply without text, or one longer than `MAX_ANSWER`.
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

/**
 * One form for spellings that mean the same: lower case, without accents of Latin letters, punctuation and an article
 * before it; one space between words.
 */
export const foldAnswer = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’‘ʻʼ`´]/g, "")
    .replaceAll("đ", "d")
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .replace(/^the (?=.)/, "");

/** Whether an answer is one of these names, and nothing else. @param folded By `foldAnswer`. */
export const isOneOf = (folded: string, names: readonly string[]): boolean =>
  folded !== "" && names.some((name) => foldAnswer(name) === folded);

/** The word that our prompts offer to a model that does not know, in each of their languages. */
const UNKNOWN = ["unknown", "inconnu", "desconocido", "unbekannt", "未知", "不明", "مجهول"];

/** @param folded By `foldAnswer`. */
export const isUnknown = (folded: string): boolean => isOneOf(folded, UNKNOWN);

/** 332024, 332,024, 332 024, −7: the separators are between thousands. */
const INTEGER = /^[-−]?(?:\d{1,3}(?:[,.' ]\d{3})+|\d+)$/;

/** @returns The whole number that the answer is, in plain digits; null for anything else. */
export function integerOf(plain: string): string | null {
  const text = withoutFrame(plain.slice(0, MAX_VALUE));
  if (plain.length > MAX_VALUE || !INTEGER.test(text)) return null;
  return String(BigInt(text.replace(/[,.' ]/g, "").replace("−", "-")));
}

/** @returns The month that the answer is, as YYYY-MM; null for anything else. */
export function monthOf(plain: string): string | null {
  const text = withoutFrame(plain.slice(0, MAX_VALUE));
  return plain.length <= MAX_VALUE && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}

/** Without quotation marks and brackets around it, and without a full stop after it. @param short Some words. */
export const withoutFrame = (short: string): string =>
  short.replace(/^[\s"'“”«»()[\]]+/u, "").replace(/[\s"'“”«»()[\].!。]+$/u, "");
