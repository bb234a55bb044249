/** The search index: what the build computes from the documents, so that a cold function only parses it. */
import type { SearchListName } from "./lists.ts";

export const SEARCH_TYPES = [
  "model",
  "provider",
  "benchmark",
  "agent",
  "mcp",
  "skill",
  "glossary",
  "finding",
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchDocument {
  type: SearchType;
  slug: string;
  name: string;
  summary: string;
  /** Path at this service, or the absolute address of something that lives elsewhere. */
  url: string;
  /** Other names of the same thing, as good as its name. */
  also: readonly string[];
  /** Of a model: its lab, which counts as another name of the model, and as a word of its name. */
  maker: readonly string[];
  /** What else it may be looked for by: its category, what it can do. */
  words: string;
  /** 0 to 1: among those that match alike, the one that is meant more often. */
  prominence: number;
}

/** Documents are numbered by their position among `documents`. */
export interface SearchIndex {
  /** By type, then slug: the order among equals. */
  documents: readonly IndexedDocument[];
  /** Terms of a name, joined by spaces; sorted without the spaces, so that every spelling is found. */
  names: readonly string[];
  /** For each name, its document. */
  owners: readonly number[];
  /** For each name, what it is to its document. */
  nameKinds: readonly DocumentNameKind[];
  /** Sorted. */
  terms: readonly string[];
  postings: readonly Posting[];
  /** List → its documents, the best first. */
  lists: Readonly<Record<SearchListName, readonly number[]>>;
  /** Documents of models that are another model each time (`isMovingModelAlias`). */
  pointers: readonly number[];
  hosts: readonly IndexedHost[];
  /** Name in another script → the words that the documents have for it. */
  scripts: Readonly<Record<string, string>>;
}

/** `maker and own`: who writes only the beginning of it (`google gemma`) means any model of the maker. */
export type DocumentNameKind = "own" | "maker and own" | "other";

/** Documents of one term, by the field it is found in, ascending. */
export interface Posting {
  name: readonly number[];
  maker: readonly number[];
  elsewhere: readonly number[];
}
export type PostingField = keyof Posting;

export type IndexedDocument = Omit<SearchDocument, "also" | "maker" | "words">;

export interface IndexedHost {
  document: number;
  /** Terms of each name, joined by spaces. */
  names: readonly string[];
  /** A lab, or called as models of others are: then its name alone beside another says nothing of where that is sold. */
  isAmbiguous: boolean;
  /** Models that it sells, and those of them that are free of charge. */
  sold: readonly number[];
  free: readonly number[];
}

export const removeSpaces = (spaced: string): string => spaced.replaceAll(" ", "");

/** First position of a sorted list whose text is not before this one. */
export function lowerBound(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
