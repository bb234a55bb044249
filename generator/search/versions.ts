/** Which models stand for the same one in another version, read from their slugs. */
import type { ModelRow } from "../../build/model/catalog/rows.ts";

interface Version {
  /** What is left of the slug without its version: `claude-3-5-sonnet` and `claude-sonnet-4-5` are `claude sonnet`. */
  family: string;
  /** Lab and first word: all of `anthropic claude`. */
  line: string;
  version: readonly number[];
}

/** `qwen3-7-max` → max qwen, 3.7; a size (`70b`) or a date is part of the family. */
export function toVersion({ slug, lab }: ModelRow): Version {
  const words: string[] = [];
  const version: number[] = [];
  for (const part of slug.split("-")) {
    const [, word = part, digits] = /^([a-z]*)(\d{1,2})$/.exec(part) ?? [];
    if (digits !== undefined) version.push(Number(digits));
    if (word !== "") words.push(word);
  }
  const line = `${lab} ${words[0]}`;
  return { family: words.sort().join(" "), line, version };
}

export function isHigher(a: readonly number[], b: readonly number[]): boolean {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** `kimi-latest`, `openrouter-auto`, `model-router`: another model each time. */
export const isPointer = (slug: string): boolean => /(^|-)(latest|auto|router)(-|$)/.test(slug);
