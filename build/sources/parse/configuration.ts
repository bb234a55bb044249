/** What tells two runs of one model apart (`2024-08-06, high, openhands`), spelt one way for all upstreams. */

/** Joins the parts that say something, each once; null when none does. */
export function joinConfiguration(...parts: readonly (string | null)[]): string | null {
  const words = parts
    .flatMap((part) => (part ?? "").split(","))
    .map((part) => respell(part.trim().replace(/\s+/g, " ").toLowerCase()))
    .filter((part) => part !== "");
  return words.length === 0 ? null : [...new Set(words)].join(", ");
}

/** Days and thinking budgets, which upstreams write in several ways. */
const SPELLINGS: readonly [pattern: RegExp, spelling: string][] = [
  [/^(20\d{2})(\d{2})(\d{2})$/, "$1-$2-$3"],
  [/^(\d{2})-(20\d{2})$/, "$2-$1"],
  [/^((?:\d+k|no|default) )think(?:ing)?(?: tokens)?$/, "$1thinking"],
];

function respell(part: string): string {
  return SPELLINGS.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), part);
}
