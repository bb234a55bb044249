/** 404s that help: the nearest names of the same kind. */
import { distance } from "fastest-levenshtein";
import { toKey } from "../../build/identity/terms.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { type Problem, quote, type Suggestion } from "../http/problem.ts";

interface Named {
  slug: string;
  name: string;
}

const MAX_SUGGESTIONS = 3;
/** Longer names are not slugs; comparing them would only cost time. */
const MAX_COMPARED = 100;

/** The nearest by spelling: the beginning of a name first, then the fewest typing errors. */
export function nearest(
  wanted: string,
  candidates: Iterable<Named>,
  aliases: ReadonlyMap<string, string> = NONE,
): Named[] {
  const asked = toSpelling(wanted.slice(0, MAX_COMPARED));
  if (asked.key === "") return [];
  const best = new Map<Named, number>();
  for (const { candidate, spelling } of spelledOf(candidates, aliases)) {
    const cost = costOf(asked, spelling);
    if (cost < (best.get(candidate) ?? Number.POSITIVE_INFINITY)) best.set(candidate, cost);
  }
  return [...best]
    .sort(([a, cost], [b, other]) => cost - other || (a.slug < b.slug ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(([candidate]) => candidate);
}

const NONE: ReadonlyMap<string, string> = new Map();

/** What names are compared by. */
interface Spelling {
  key: string;
  look: string;
}

function toSpelling(text: string): Spelling {
  const key = toKey(text);
  return { key, look: toLookAlike(key) };
}

/** Infinite when they are too far from each other. */
function costOf(asked: Spelling, own: Spelling): number {
  const difference = Math.abs(own.key.length - asked.key.length);
  const starts = own.key.startsWith(asked.key) || asked.key.startsWith(own.key);
  if (starts || own.look === asked.look) return difference / 10;
  const most = Math.max(2, asked.key.length / 3);
  if (difference > most) return Number.POSITIVE_INFINITY;
  const errors = distance(own.key, asked.key);
  return errors > most ? Number.POSITIVE_INFINITY : errors;
}

interface Spelled {
  candidate: Named;
  spelling: Spelling;
}

/** By the list of candidates and their other names: to spell some thousand names anew took most of a 404. */
const spelled = new WeakMap<object, { aliases: ReadonlyMap<string, string>; all: Spelled[] }>();

function spelledOf(
  candidates: Iterable<Named>,
  aliases: ReadonlyMap<string, string>,
): readonly Spelled[] {
  const known = spelled.get(candidates);
  if (known?.aliases === aliases) return known.all;
  const bySlug = new Map(Array.from(candidates, (candidate) => [candidate.slug, candidate]));
  const names = [...[...bySlug.keys()].map((slug) => [slug, slug] as const), ...aliases];
  const all = names.flatMap(([name, slug]) => {
    const candidate = bySlug.get(slug);
    return candidate ? [{ candidate, spelling: toSpelling(name) }] : [];
  });
  spelled.set(candidates, { aliases, all });
  return all;
}

/** `gpt-40` looks like `gpt-4o`: zero and o, one and l are taken for each other. */
const toLookAlike = (key: string): string => key.replaceAll("0", "o").replaceAll("1", "l");

/** Things of one kind, and where they stand. */
export interface Kind {
  /** In words: `provider`. */
  name: string;
  candidates: Iterable<Named>;
  /** Other name → slug. */
  aliases?: ReadonlyMap<string, string>;
  /** Path that the slugs of this kind are appended to. */
  folder: string;
  /** Path at which all of them are listed. */
  list: string;
}

export function unknownSlug(
  slug: string,
  { name, candidates, aliases, folder, list }: Kind,
  catalog: Catalog,
): Problem {
  const near = nearest(slug, candidates, aliases);
  return unknown(
    name,
    slug,
    near.map((candidate) => toSuggestion(candidate, catalog, folder)),
    `${catalog.service.base_url}${list}`,
  );
}

/** @param list Absolute address that answers with what there is. */
export function unknown(
  kind: string,
  slug: string,
  suggestions: Suggestion[],
  list: string,
): Problem {
  const next =
    suggestions.length > 0
      ? `Did you mean ${suggestions.map((near) => near.slug).join(" or ")}?`
      : `See ${list} for what there is.`;
  return {
    problem: "unknown-slug",
    detail: `No ${kind} is called ${quote(slug)}. ${next}`,
    suggestions,
  };
}

export const toSuggestion = (
  { slug, name }: Named,
  catalog: Catalog,
  folder: string,
): Suggestion => ({
  slug,
  name,
  url: `${catalog.service.base_url}${folder}${slug}`,
});
