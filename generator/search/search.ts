/** Search over everything: exact names, names that begin so, names with the words, words, typing errors, in this order. */
import { getAt } from "../../build/schema/collections.ts";
import { IntentRanker } from "./intent-ranker.ts";
import { Ranker } from "./ranker.ts";
import {
  SEARCH_TYPES,
  type SearchIndex,
  type SearchType,
  type StoredDocument,
} from "./search-index.ts";

interface SearchHit extends Omit<StoredDocument, "prominence"> {
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

/** @param index Text made by `searchIndexOf`; parsed at the first search. */
export function toSearch(index: () => string): Search {
  let loaded: { documents: readonly StoredDocument[]; ranker: IntentRanker } | undefined;
  return {
    find(query, { type, limit }) {
      loaded ??= toRanker(JSON.parse(index()) as SearchIndex);
      const { documents, ranker } = loaded;
      const counts = Object.fromEntries(SEARCH_TYPES.map((name) => [name, 0])) as Record<
        SearchType,
        number
      >;
      const chosen: { document: number; score: number }[] = [];
      for (const [document, score] of ranker.rank(query)) {
        const own = getAt(documents, document).type;
        counts[own]++;
        if (type === undefined || own === type) chosen.push({ document, score: round(score) });
      }
      chosen.sort((a, b) => b.score - a.score || a.document - b.document);
      const hits = chosen.slice(0, limit).map(({ document, score }) => {
        const { prominence: _, ...shown } = getAt(documents, document);
        return { ...shown, score };
      });
      return { hits, total: chosen.length, counts };
    },
  };
}

const toRanker = (index: SearchIndex) => ({
  documents: index.documents,
  ranker: new IntentRanker(new Ranker(index), index),
});

const round = (score: number): number => Math.round(score * 100) / 100;
