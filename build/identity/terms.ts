/** Comparing names: their terms, the key that all spellings share, and the lookup by a list of rules. Pure. */
import { createLazyValue, groupBy } from "../schema/collections.ts";

/** Scripts without spaces are split from scripts with spaces: `通义千问max` is two words. */
const JOINED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\u3099\u309a`;
const TERM = new RegExp(`[${JOINED}]+|(?:(?![${JOINED}])[\\p{L}\\p{M}])+|\\p{N}+`, "gu");
/** Latin and Cyrillic accents and Arabic vowel signs, which people leave out. */
const MARKS = /[\u0300-\u036f\u064b-\u065f]/g;

/** Most texts are ASCII and have neither accents nor other scripts; treating them separately is three times faster. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_TERM = /[a-z]+|[0-9]+/g;

export function removeCaseAndAccents(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(MARKS, "").toLowerCase();
}

/** Splits a name into terms, with letters separate from digits: `GPT4o` is `gpt-4o`. */
export function splitNameTerms(text: string): string[] {
  const folded = removeCaseAndAccents(text);
  return folded.match(ASCII.test(folded) ? ASCII_TERM : TERM) ?? [];
}

/** The same for every spelling of a name: `Claude Sonnet 4.5`, `claude-sonnet-4-5`, `claudesonnet45`. */
export const toNameComparisonKey = (text: string): string => splitNameTerms(text).join("");

/** What a rule finds under a name; empty when it does not know the name. */
export type NameLookupFunction<Names, Found> = (name: string, names: Names) => readonly Found[];

/** The first rule that knows the name decides, so a rule must not guess: a wrong match is worse than none. */
export function findByFirstNameLookup<Names, Found>(
  ladder: readonly NameLookupFunction<Names, Found>[],
  name: string,
  names: Names,
): readonly Found[] {
  for (const rule of ladder) {
    const found = rule(name, names);
    if (found.length > 0) return found;
  }
  return [];
}

export interface RowFinderByName<Row> {
  /** @returns undefined too for a name that several rows have. */
  find(name: string): Row | undefined;
  /** Other name in lower case → slug. */
  others(): ReadonlyMap<string, string>;
}

interface Named {
  name: string;
  slug: string;
}

/** Finds the row that a person means by a name in any spelling. @param read Called at the first look-up. */
export function createRowFinderByName<Row extends Named>(
  read: () => { rows: readonly Row[]; otherNames: readonly Named[] },
): RowFinderByName<Row> {
  const index = createLazyValue(() => {
    const { rows, otherNames } = read();
    const slugs = rows.map(({ slug }) => ({ slug, name: slug }));
    return {
      bySlug: new Map(rows.map((row) => [row.slug, row])),
      byName: new Map(rows.map((row) => [row.name.toLowerCase(), row])),
      others: new Map(otherNames.map(({ name, slug }) => [name, slug])),
      ladder: [slugs, otherNames, rows].map((names: readonly Named[]) => {
        const byKey = groupBy(names, ({ name }) => toNameComparisonKey(name));
        return (key: string) => byKey.get(key) ?? [];
      }),
    };
  });
  return {
    others: () => index().others,
    find(name) {
      const { bySlug, byName, others, ladder } = index();
      const text = name.trim().toLowerCase();
      const exact = bySlug.get(text) ?? byName.get(text) ?? bySlug.get(others.get(text) ?? "");
      const key = toNameComparisonKey(text);
      if (exact || key === "") return exact;
      const [slug = "", ...more] = new Set(
        findByFirstNameLookup(ladder, key, null).map((found) => found.slug),
      );
      return more.length > 0 ? undefined : bySlug.get(slug);
    },
  };
}

/**
 * `qwen3-7-max` → version 3.7 of the family `max qwen`, the sorted words of the slug without its version. A size
 * (`70b`) or a date is part of the family. The line is the lab and the first word: `anthropic claude`.
 */
export function parseModelFamilyAndVersion({ slug, lab }: { slug: string; lab: string }) {
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

export function isHigherVersion(a: readonly number[], b: readonly number[]): boolean {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
