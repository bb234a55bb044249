/** Searches everything by names and words, and parses the meaning of a text: its conditions and its names. */
import { createLazyValue, getItemAt } from "../../build/schema/collections.ts";
import { parseSearchText } from "./parse-query.ts";
import { parseVocabularyMeaning, type SearchLexicon, toSearchVocabulary } from "./query-items.ts";
import { SearchRanker } from "./ranker.ts";
import type { ParsedSearch } from "./search-draft.ts";
import {
  type IndexedDocument,
  removeSpaces,
  type SearchHitType,
  type SearchIndex,
} from "./search-index.ts";

export interface SearchHit extends Omit<IndexedDocument, "prominence" | "ofVersion"> {
  /** Larger is better. Scores are comparable only within one answer. */
  score: number;
}

export interface SearchResults {
  hits: SearchHit[];
  /** No document contains all the words; these contain some of them. */
  isPartial: boolean;
  /** The query with its spelling corrected. */
  read: string;
}

export type SearchEngine = ReturnType<typeof createSearchEngine>;

/** Replaces `lg` by `large` in `jamba lg 1.7`; in `lg 4b`, LG is the lab. */
const SHORT_LARGE = /(?<=\p{L}[\w.-]* )lr?g(?= v?\d[\d.]*(?: |$))/giu;
/** Replaces `chatgpt 4` by `gpt 4`; `chatgpt 4o latest` is a name. */
const CHAT_GPT = /\bchat ?gpt(?=[ -]?\d)(?!.4o.latest)/gi;

/** @param index Text made by `buildSearchIndex`; parsed at the first search. */
export function createSearchEngine(index: () => string) {
  const parts = createLazyValue(() => {
    const parsed = JSON.parse(index()) as SearchIndex;
    const places = parsed.documents.map(({ type, slug }, at) => [`${type}:${slug}`, at] as const);
    const ranker = new SearchRanker(parsed);
    return { ranker, names: toLexicon(parsed), placeOf: new Map(places) };
  });
  return {
    /** The best first: exact names, beginnings of names, names with the words, other text, spelling errors. */
    find(
      query: string,
      { type, limit }: { type?: SearchHitType; limit?: number } = {},
    ): SearchResults {
      const { ranker } = parts();
      const { documents } = ranker;
      const { scores, isPartial, read } = ranker.rank(query);
      const hits = Array.from(scores, ([at, score]) => ({ at, score: roundSearchScore(score) }))
        .filter(({ at }) => type === undefined || getItemAt(documents, at).type === type)
        .sort((a, b) => b.score - a.score || a.at - b.at)
        .slice(0, limit)
        .map(({ at, score }) => toHit(getItemAt(documents, at), score));
      return { hits, isPartial, read };
    },
    /** Providers, benchmarks, agents and terms with this name or alias in any spelling, with a score of 0. */
    called: (text: string): SearchHit[] =>
      parts()
        .ranker.documentsCalled(text)
        .map((document) => toHit(document, 0)),
    /** A single document, with a score of 0. */
    get(type: SearchHitType, slug: string): SearchHit | undefined {
      const { ranker, placeOf } = parts();
      const document = ranker.documents[placeOf.get(`${type}:${slug}`) ?? -1];
      return document && toHit(document, 0);
    },
    parse(text: string): ParsedSearch {
      const { names, ranker } = parts();
      const whole = text.replaceAll(SHORT_LARGE, "large").replaceAll(CHAT_GPT, "gpt");
      return parseSearchText(ranker.replaceNonLatinNames(whole) ?? whole, names);
    },
    /** Whether a model or a benchmark has this name. */
    isOwnName: (text: string): boolean => parts().ranker.isOwnName(text),
  };
}

export const roundSearchScore = (score: number): number => Math.round(score * 100) / 100;

const toHit = (
  { prominence: _, ofVersion: __, ...document }: IndexedDocument,
  score: number,
): SearchHit => ({
  ...document,
  score,
});

function toLexicon({ names, owners, nameKinds, documents, ...index }: SearchIndex): SearchLexicon {
  const typeOf = (at: number) => getItemAt(documents, getItemAt(owners, at)).type;
  const own = names.filter((_, at) => typeOf(at) === "model" && nameKinds[at] !== "other");
  const withoutFirst = own.flatMap((name) => {
    const rest = name.slice(name.indexOf(" ") + 1);
    return rest !== name && /^[^\d ]{2,} /.test(rest) ? [rest] : [];
  });
  const phrases = new Map(
    Object.entries(index.phrases).flatMap(([meaning, all]) => {
      const parsed = parseVocabularyMeaning(meaning);
      return all.map((phrase) => [phrase, parsed] as const);
    }),
  );
  const providers = index.providers
    .toReversed()
    .flatMap((provider) => provider.names.map((name) => [name, provider] as const));
  const modelNames = [...new Set([...own, ...withoutFirst])].sort();
  // `lambda` is a provider, although without offers, and not a misspelt LAMBADA.
  const sellers = names.filter((_, at) => typeOf(at) === "provider").map(removeSpaces);
  return {
    asOf: index.asOf,
    providers: new Map(providers),
    modelNames,
    ...toSearchVocabulary(phrases, [...modelNames, ...sellers]),
  };
}
