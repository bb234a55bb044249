/** Search over everything: a prebuilt MiniSearch index, then our own order: exact, beginning, words, typing errors. */
import MiniSearch, { type AsPlainObject, type Options, type SearchResult } from "minisearch";
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

const BOOST = { name: 3, slug: 2, words: 1 };

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
  let ranker: Ranker | undefined;
  return {
    find(query, { type, limit }) {
      ranker ??= new Ranker(JSON.parse(index()) as AsPlainObject);
      const hits = ranker.rank(query);
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

/** Ways to match, the strict ones first; the first that finds anything decides. */
const PASSES = [
  { combineWith: "AND", forgives: false },
  { combineWith: "AND", forgives: true },
  { combineWith: "OR", forgives: true },
] as const;

/** Short words and numbers have too many neighbours for a typing error to mean anything. */
const canBeMistyped = (term: string): boolean => term.length >= 4 && !/^\d/.test(term);

/** Words that say something alone: a `3` or a `b` stands in thousands of names. All, when there are no others. */
function telling(terms: readonly string[]): readonly string[] {
  const words = terms.filter((term) => term.length > 2 && !/^\d/.test(term));
  return words.length > 0 ? words : terms;
}

/** What is asked, and what a document is called, in the forms that are compared. */
interface Asked {
  text: string;
  key: string;
  terms: readonly string[];
}
interface Names {
  texts: readonly string[];
  keys: readonly string[];
}

class Ranker {
  readonly #index: MiniSearch;
  /** Every word of the index: none of them is a typing error. */
  readonly #vocabulary: ReadonlySet<string>;
  readonly #names = new Map<string, Names>();

  constructor(index: AsPlainObject) {
    this.#index = MiniSearch.loadJS(index, OPTIONS);
    this.#vocabulary = new Set(index.index.map(([term]) => term));
  }

  /** Everything that matches, the best first. */
  rank(query: string): SearchHit[] {
    const terms = toTerms(query).slice(0, MAX_TERMS);
    if (terms.length === 0) return [];
    const asked = { text: fold(query.trim()), key: terms.join(""), terms };
    return this.#match([...new Set(terms)])
      .map((result) => this.#toHit(result, asked))
      .sort((a, b) => b.score - a.score || compare(a.type, b.type) || compare(a.slug, b.slug));
  }

  #match(terms: readonly string[]): SearchResult[] {
    const last = terms.length - 1;
    const prefix = (term: string, position: number) =>
      position === last && term.length > 1 && !/^\d/.test(term);
    const fuzzy = (term: string) =>
      canBeMistyped(term) && !this.#vocabulary.has(term) ? 0.25 : false;
    for (const { combineWith, forgives } of PASSES) {
      const asked = combineWith === "OR" ? telling(terms) : terms;
      const options = { combineWith, fuzzy: forgives && fuzzy, maxFuzzy: 2, prefix, boost: BOOST };
      const found = this.#index.search(asked.join(" "), options);
      if (found.length > 0) return found;
    }
    return [];
  }

  #toHit(result: SearchResult, asked: Asked): SearchHit {
    const { type, slug, name, summary, url } = result as unknown as SearchDocument;
    const score =
      TIER_WEIGHT * tier(this.#namesOf(result.id, name, slug), asked) +
      result.score * TYPE_WEIGHT[type];
    return { type, slug, name, summary, url, score: Math.round(score * 100) / 100 };
  }

  #namesOf(id: string, name: string, slug: string): Names {
    const known = this.#names.get(id) ?? {
      texts: [slug, fold(name)],
      keys: [toKey(name), toKey(slug)],
    };
    this.#names.set(id, known);
    return known;
  }
}

/**
 * 4: the name as it is written. 3: the name but for its punctuation (`opt-13b` is not `opt-1.3b`). 2: the name
 * begins so. 1: has every word. 0: near enough, a typing error or another word.
 */
function tier({ texts, keys }: Names, { text, key, terms }: Asked): number {
  if (texts.includes(text)) return 4;
  if (keys.includes(key)) return 3;
  if (keys.some((own) => own.startsWith(key))) return 2;
  return terms.every((term) => texts.some((own) => own.includes(term))) ? 1 : 0;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
