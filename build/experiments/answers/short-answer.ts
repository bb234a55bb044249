/** Short answers as they are compared: a name, a word, a number, a month. Nothing is picked out of a longer text. */

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

/** Longer than any number or month that is asked for, with what may stand around it. */
const MAX_LENGTH = 40;
/** 332024, 332,024, 332 024, −7: the separators stand between thousands. */
const INTEGER = /^[-−]?(?:\d{1,3}(?:[,.' ]\d{3})+|\d+)$/;

/** @returns The whole number that the answer is, in plain digits; null for anything else. */
export function integerOf(plain: string): string | null {
  const text = withoutFrame(plain.slice(0, MAX_LENGTH));
  if (plain.length > MAX_LENGTH || !INTEGER.test(text)) return null;
  return String(BigInt(text.replace(/[,.' ]/g, "").replace("−", "-")));
}

/** @returns The month that the answer is, as YYYY-MM; null for anything else. */
export function monthOf(plain: string): string | null {
  const text = withoutFrame(plain.slice(0, MAX_LENGTH));
  return plain.length <= MAX_LENGTH && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}

/** Without quotation marks and brackets around it, and without a full stop after it. @param short Some words. */
export const withoutFrame = (short: string): string =>
  short.replace(/^[\s"'“”«»()[\]]+/u, "").replace(/[\s"'“”«»()[\].!。]+$/u, "");
