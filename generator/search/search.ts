/**
 * Search over everything: exact names, names that begin so, names with the words, words, typing errors, in this order;
 * and what a query finds when it wants more than a name: the cheapest, a comparison, what a host sells.
 */
import { getItemAt } from "../../build/schema/collections.ts";
import { isCapabilityWord } from "./capabilities.ts";
import {
  FALLBACK_SEARCH_LISTS,
  type HostNameTerms,
  normalizeQuery,
  parseComparisonQuery,
  parseQueryIntent,
  type QueryIntent,
  toHostNameTerms,
} from "./query-intent.ts";
import { type DocumentScores, MIN_NAME_MATCH_SCORE, SearchRanker } from "./ranker.ts";
import {
  type IndexedDocument,
  SEARCH_TYPES,
  type SearchIndex,
  type SearchType,
} from "./search-index.ts";

interface SearchHit extends Omit<IndexedDocument, "prominence"> {
  /** Larger is better; comparable within one answer only. */
  score: number;
}

interface SearchOutcome {
  hits: SearchHit[];
  /** All matches of the requested type, before the limit. */
  total: number;
  counts: Record<SearchType, number>;
}

export interface SearchEngine {
  find(query: string, options: { type?: SearchType | undefined; limit: number }): SearchOutcome;
}

/** @param index Text made by `buildSearchIndex`; parsed at the first search. */
export function createSearchEngine(index: () => string): SearchEngine {
  let ranker: IntentRanker | undefined;
  return {
    find(query, { type, limit }) {
      ranker ??= new IntentRanker(JSON.parse(index()) as SearchIndex);
      const { documents } = ranker;
      const none = SEARCH_TYPES.map((name) => [name, 0]);
      const counts = Object.fromEntries(none) as SearchOutcome["counts"];
      const chosen: { document: number; score: number }[] = [];
      for (const [document, score] of ranker.rank(query)) {
        const own = getItemAt(documents, document).type;
        counts[own]++;
        if (type === undefined || own === type)
          chosen.push({ document, score: Math.round(score * 100) / 100 });
      }
      chosen.sort((a, b) => b.score - a.score || a.document - b.document);
      const hits = chosen.slice(0, limit).map(({ document, score }) => {
        const { prominence: _, ...shown } = getItemAt(documents, document);
        return { ...shown, score };
      });
      return { hits, total: chosen.length, counts };
    },
  };
}

/** What meeting the intent adds: more than any match. */
const INTENT_POINTS = 10_000;

class IntentRanker {
  readonly documents: readonly IndexedDocument[];
  readonly #ranker: SearchRanker;
  readonly #lists: SearchIndex["lists"];
  readonly #hosts: readonly HostNameTerms[];

  constructor(index: SearchIndex) {
    this.documents = index.documents;
    this.#ranker = new SearchRanker(index);
    this.#lists = index.lists;
    this.#hosts = toHostNameTerms(index.hosts);
  }

  /** As `Ranker.rank`. A query that is a whole name has no other intent: `Free tier`, `Context window`. */
  rank(query: string): DocumentScores {
    const spaced = normalizeQuery(query);
    if (this.#ranker.isName(spaced)) return this.#ranker.rank(query).scores;
    return (
      this.#rankComparison(spaced) ?? this.#rankIntent(spaced) ?? this.#ranker.rank(query).scores
    );
  }

  /** The best match of each of the things that are compared, in their order, then all that match one of them. */
  #rankComparison(spaced: string): DocumentScores | undefined {
    const parts = parseComparisonQuery(spaced)?.map((part) => this.#rankPart(part));
    if (!parts || parts.some((scores) => scores === undefined)) return undefined;
    const together: DocumentScores = new Map();
    const found = parts.flatMap((scores) => scores ?? []);
    for (const [document, score] of found.flatMap((scores) => [...scores]))
      together.set(document, Math.max(score, together.get(document) ?? 0));
    for (const [place, scores] of found.entries())
      together.set(bestOf(scores), INTENT_POINTS * 2 - place);
    return together;
  }

  /** Two hosts are compared, not what they sell. */
  #rankPart(spaced: string): DocumentScores | undefined {
    const { rest } = parseQueryIntent(spaced, []);
    const { scores, isPartial } = this.#ranker.rank(rest);
    return isPartial || scores.size === 0 ? undefined : scores;
  }

  /** @returns undefined when the query only names something, or nothing that meets it and matches the other words. */
  #rankIntent(spaced: string): DocumentScores | undefined {
    const intent = parseQueryIntent(spaced, this.#hosts);
    if (intent.rest === spaced) return undefined;
    const { scores, isPartial } =
      intent.rest === "" ? { scores: new Map(), isPartial: false } : this.#ranker.rank(intent.rest);
    if (isPartial) return undefined;
    return this.#meeting(intent, scores) ?? (scores.size > 0 ? scores : undefined);
  }

  /** @returns undefined when the query wants no list, or nothing meets it. */
  #meeting(
    { rest, order, isFree, host }: QueryIntent,
    scores: DocumentScores,
  ): DocumentScores | undefined {
    if (order !== undefined && this.#ranker.isOwnName(rest)) return undefined;
    const filter = host ? host[isFree ? "free" : "sold"] : isFree ? this.#lists.free : undefined;
    const lists =
      order === undefined
        ? [filter ?? []]
        : [order, ...FALLBACK_SEARCH_LISTS].map((name) => this.#lists[name]);
    const allowed = filter && new Set(filter);
    const isDescribed = rest === "" || rest.split(" ").every(isCapabilityWord);
    for (const list of lists) {
      const meeting = list.filter((document) => allowed?.has(document) ?? true);
      const matching = rest === "" ? meeting : meeting.filter((document) => scores.has(document));
      const chosen = isDescribed ? matching : namedOf(matching, scores);
      if (chosen.length > 0 && order !== undefined) return promoted(scores, placesOf(chosen));
      if (chosen.length === 0) continue;
      const points = this.#pointsOf(chosen, isDescribed, scores);
      // A host with nothing beside it is meant itself, before what it sells.
      if (host && rest === "" && !isFree) points.set(host.document, INTENT_POINTS);
      return promoted(scores, points);
    }
    return undefined;
  }

  /** By how well the words match; where they only say what a model can do, by how well known it is. */
  #pointsOf(
    documents: readonly number[],
    isDescribed: boolean,
    scores: DocumentScores,
  ): DocumentScores {
    return new Map(
      documents.map((document) => [
        document,
        (isDescribed ? undefined : scores.get(document)) ?? this.#ranker.prominencePoints(document),
      ]),
    );
  }
}

/** The place in the list says who comes first, and not how well the words match. */
const placesOf = (documents: readonly number[]): DocumentScores =>
  new Map(documents.map((document, at) => [document, (1 - at / documents.length) * INTENT_POINTS]));

/** What meets the intent before what only matches. */
const promoted = (scores: DocumentScores, meeting: DocumentScores): DocumentScores =>
  new Map([
    ...scores,
    ...[...meeting].map(([at, points]) => [at, INTENT_POINTS + points] as const),
  ]);

/** Those that the words name, or else those that the words describe. */
function namedOf(documents: readonly number[], scores: DocumentScores): readonly number[] {
  const named = documents.filter((document) => (scores.get(document) ?? 0) >= MIN_NAME_MATCH_SCORE);
  return named.length > 0 ? named : documents;
}

function bestOf(scores: DocumentScores): number {
  const [first] = [...scores].sort(([a, one], [b, other]) => other - one || a - b);
  if (!first) throw new Error("there is no best result because nothing was found");
  return first[0];
}
