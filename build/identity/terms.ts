/**
 * How names are cut into terms: no case, no diacritics, letters apart from digits, so that `GPT4o` is `gpt-4o`, and
 * scripts that write without spaces apart from those that do, so that `通义千问max` is two words.
 */
const JOINED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\u3099\u309a`;
const TERM = new RegExp(`[${JOINED}]+|(?:(?![${JOINED}])[\\p{L}\\p{M}])+|\\p{N}+`, "gu");
/** Latin and Cyrillic accents, Arabic vowel signs: people leave them out. */
const MARKS = /[\u0300-\u036f\u064b-\u065f]/g;

/** Most texts have nothing but these, and then neither accents nor other scripts: three times faster. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_TERM = /[a-z]+|[0-9]+/g;

export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(MARKS, "").toLowerCase();
}

export function toTerms(text: string): string[] {
  const folded = fold(text);
  return folded.match(ASCII.test(folded) ? ASCII_TERM : TERM) ?? [];
}

/** Equal for every spelling of one name: `Claude Sonnet 4.5`, `claude-sonnet-4-5`, `claudesonnet45`. */
export const toKey = (text: string): string => toTerms(text).join("");
