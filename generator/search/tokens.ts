/** How names are cut into terms: no case, no diacritics, letters apart from digits, so that `GPT4o` is `gpt-4o`. */
const TERM = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;

export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

export function toTerms(text: string): string[] {
  return fold(text).match(TERM) ?? [];
}

/** Equal for every spelling of one name: `Claude Sonnet 4.5`, `claude-sonnet-4-5`, `claudesonnet45`. */
export const toKey = (text: string): string => toTerms(text).join("");
