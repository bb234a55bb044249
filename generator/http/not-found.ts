/** 404s that help: the nearest names of the same kind. */
import { distance } from "fastest-levenshtein";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { toKey } from "../search/tokens.ts";
import { type Problem, quote, type Suggestion } from "./problem.ts";

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
  aliases?: ReadonlyMap<string, string>,
): Named[] {
  const key = toKey(wanted.slice(0, MAX_COMPARED));
  if (key === "") return [];
  const look = toLookAlike(key);
  const best = new Map<string, { candidate: Named; cost: number }>();
  const consider = (candidate: Named, { key: own, look: ownLook }: Spelling) => {
    const starts = own.startsWith(key) || key.startsWith(own);
    const looksAlike = ownLook === look;
    const cost = looksAlike || starts ? Math.abs(own.length - key.length) / 10 : distance(own, key);
    if (!looksAlike && !starts && cost > Math.max(2, key.length / 3)) return;
    const before = best.get(candidate.slug);
    if (!before || cost < before.cost) best.set(candidate.slug, { candidate, cost });
  };
  const bySlug = new Map<string, Named>();
  for (const candidate of candidates) {
    bySlug.set(candidate.slug, candidate);
    consider(candidate, spellingOf(candidate));
  }
  for (const [slug, spelling] of aliases ? spellingsOf(aliases) : []) {
    const candidate = bySlug.get(slug);
    if (candidate) consider(candidate, spelling);
  }
  return [...best.values()]
    .sort((a, b) => a.cost - b.cost || (a.candidate.slug < b.candidate.slug ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** What names are compared by. To make it for 6,000 names took half of the time of a 404. */
interface Spelling {
  key: string;
  look: string;
}

const spellings = new WeakMap<Named, Spelling>();
const aliasSpellings = new WeakMap<ReadonlyMap<string, string>, [slug: string, Spelling][]>();

function toSpelling(text: string): Spelling {
  const key = toKey(text);
  return { key, look: toLookAlike(key) };
}

function spellingOf(candidate: Named): Spelling {
  const spelling = spellings.get(candidate) ?? toSpelling(candidate.slug);
  spellings.set(candidate, spelling);
  return spelling;
}

function spellingsOf(aliases: ReadonlyMap<string, string>): [slug: string, Spelling][] {
  const known = aliasSpellings.get(aliases);
  if (known) return known;
  const made = Array.from(aliases, ([alias, slug]): [string, Spelling] => [
    slug,
    toSpelling(alias),
  ]);
  aliasSpellings.set(aliases, made);
  return made;
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
