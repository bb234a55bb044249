/** Search over everything: a prebuilt MiniSearch index, then our own order: exact, beginning, words, typing errors. */
import MiniSearch, { type Options, type SearchResult } from "minisearch";
import { SEARCH_TYPES, type SearchDocument, type SearchType } from "./documents.ts";
import { fold, toKey, toTerms } from "./tokens.ts";

interface SearchHit extends Omit<SearchDocument, "words"> {
  /** Larger is better; comparable within one answer only. */
  score: number;
}

interface SearchOutcome {
  hits: SearchHit[];
  /** All matches of the type asked for, before the limit. */
  total: number;
  counts: Record<SearchType, number>;
}

export interface Search {
  find(query: string, options: { type?: SearchType | undefined; limit: number }): SearchOutcome;
}

/** A name that people mean more often comes first among equals. */
const TYPE_WEIGHT: Record<SearchType, number> = {
  model: 3,
  provider: 2.5,
  benchmark: 2.2,
  glossary: 1.6,
  agent: 1.6,
  mcp: 1,
  skill: 0.9,
};
/** How much a better kind of match outweighs the index's own score, which stays far below it. */
const TIER_WEIGHT = 1000;

const OPTIONS: Options<SearchDocument & { id: string }> = {
  fields: ["name", "slug", "words"],
  storeFields: ["type", "slug", "name", "summary", "url"],
  tokenize: toTerms,
  processTerm: (term) => term,
};

/** The index as text, for a file that is parsed when the first search comes. */
export function toSearchIndex(documents: readonly SearchDocument[]): string {
  const index = new MiniSearch(OPTIONS);
  index.addAll(
    documents.map((document) => ({ ...document, id: `${document.type}:${document.slug}` })),
  );
  return JSON.stringify(index);
}

/** @param index Text made by `toSearchIndex`; parsed at the first question. */
export function toSearch(index: () => string): Search {
  let loaded: MiniSearch | undefined;
  return {
    find(query, { type, limit }) {
      loaded ??= MiniSearch.loadJSON(index(), OPTIONS);
      const hits = rank(loaded, query);
      const counts = Object.fromEntries(SEARCH_TYPES.map((name) => [name, 0])) as Record<
        SearchType,
        number
      >;
      for (const hit of hits) counts[hit.type]++;
      const chosen = type === undefined ? hits : hits.filter((hit) => hit.type === type);
      return { hits: chosen.slice(0, limit), total: chosen.length, counts };
    },
  };
}

/** More terms than any name has; the rest of a pasted page would only cost time. */
const MAX_TERMS = 12;

function rank(index: MiniSearch, query: string): SearchHit[] {
  const terms = toTerms(query).slice(0, MAX_TERMS);
  if (terms.length === 0) return [];
  const text = terms.join(" ");
  const options = {
    boost: { name: 3, slug: 2, words: 1 },
    prefix: (_: string, position: number) => position === terms.length - 1,
    fuzzy: (term: string) => (term.length < 4 || /^\d/.test(term) ? false : 0.25),
    maxFuzzy: 2,
  };
  const strict = index.search(text, { ...options, combineWith: "AND" });
  const found = strict.length > 0 ? strict : index.search(text, { ...options, combineWith: "OR" });
  const asked = { text: fold(query.trim()), key: terms.join(""), terms };
  return found
    .map((result) => toHit(result, asked))
    .sort((a, b) => b.score - a.score || compare(a.type, b.type) || compare(a.slug, b.slug));
}

interface Asked {
  text: string;
  key: string;
  terms: readonly string[];
}

function toHit(result: SearchResult, asked: Asked): SearchHit {
  const { type, slug, name, summary, url } = result as unknown as SearchDocument;
  const score = TIER_WEIGHT * tier(name, slug, asked) + result.score * TYPE_WEIGHT[type];
  return { type, slug, name, summary, url, score: Math.round(score * 100) / 100 };
}

/**
 * 4: the name as it is written. 3: the name but for its punctuation (`opt-13b` is not `opt-1.3b`). 2: the name
 * begins so. 1: has every word. 0: near enough, a typing error or another word.
 */
function tier(name: string, slug: string, { text, key, terms }: Asked): number {
  if (slug === text || fold(name) === text) return 4;
  const keys = [toKey(name), toKey(slug)];
  if (keys.includes(key)) return 3;
  if (keys.some((own) => own.startsWith(key))) return 2;
  const words = fold(`${name} ${slug}`);
  return terms.every((term) => words.includes(term)) ? 1 : 0;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
