/** The search index: what is computed from the documents once, at the build, so that a cold function only parses it. */

import type { Facts } from "../../build/facts/kinds.ts";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import type { ScriptName } from "../../build/schema/editorial.ts";
import { byText } from "../../build/schema/order.ts";
import { type Directory, SEARCH_TYPES, type SearchDocument, toDocuments } from "./documents.ts";
import { fold, toTerms } from "./tokens.ts";

export interface SearchIndex {
  /** By type, then slug: the order among equals. */
  documents: readonly StoredDocument[];
  /** Terms of a name, joined by spaces; sorted without the spaces, so that every spelling is found. */
  names: readonly string[];
  /** For each name, its document × 4, plus what it is to it (`NAMES`). */
  owners: readonly number[];
  /** Sorted. */
  terms: readonly string[];
  /** For each term, its documents × 4, plus where it stands there (`PLACES`); ascending. */
  postings: readonly (readonly number[])[];
  /** Name in another script → the words that the documents have for it. */
  scripts: Readonly<Record<string, string>>;
}

export const NAMES = {
  own: 0,
  /** With the maker before it: who writes only its beginning (`google gemma`) means any model of the maker. */
  ownWithMaker: 1,
  other: 2,
} as const;

export const PLACES = { elsewhere: 0, maker: 1, name: 2 } as const;

export type StoredDocument = Omit<SearchDocument, "also" | "maker" | "words">;

/** What the index is made of, besides the read model. */
export type SearchFacts = Directory & Pick<Facts, "scriptNames">;

/** @returns JSON of a `SearchIndex`. */
export const searchIndexOf = (catalog: Catalog, facts: SearchFacts): string =>
  toSearchIndex(toDocuments(catalog, facts), facts.scriptNames);

function toSearchIndex(
  unsorted: readonly SearchDocument[],
  scriptNames: readonly ScriptName[],
): string {
  const documents = unsorted.toSorted(
    (a, b) => SEARCH_TYPES.indexOf(a.type) - SEARCH_TYPES.indexOf(b.type) || byText(a.slug, b.slug),
  );
  const index: SearchIndex = {
    documents: documents.map(({ also: _, maker: __, words: ___, standing, ...stored }) => ({
      ...stored,
      standing: Math.round(standing * 1000) / 1000,
    })),
    ...toNames(
      documents,
      remembering((text) => toTerms(text).join(" ")),
    ),
    ...toPostings(documents, remembering(toTerms)),
    scripts: Object.fromEntries(
      scriptNames.map(({ name, lab, family }) => [fold(name), family ?? lab]),
    ),
  };
  return JSON.stringify(index);
}

/** Makers stand in thousands of documents. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text) ?? make(text);
    made.set(text, known);
    return known;
  };
}

function toNames(
  documents: readonly SearchDocument[],
  toSpaced: (text: string) => string,
): Pick<SearchIndex, "names" | "owners"> {
  const entries = documents.flatMap(({ name, slug, also, maker }, at) => {
    const makers = maker.map(toSpaced);
    const own = new Set([name, slug].map(toSpaced));
    const other = new Set([...also, ...maker].map(toSpaced).filter((text) => !own.has(text)));
    const kindOf = (text: string) =>
      makers.some((one) => text.startsWith(`${one} `)) ? NAMES.ownWithMaker : NAMES.own;
    return [
      ...[...own].map((text) => ({ text, owner: at * 4 + kindOf(text) })),
      ...[...other].map((text) => ({ text, owner: at * 4 + NAMES.other })),
    ];
  });
  const sorted = entries
    .filter(({ text }) => text !== "")
    .map(({ text, owner }) => ({ key: squeeze(text), name: text, owner }))
    .sort((a, b) => byText(a.key, b.key) || a.owner - b.owner);
  return { names: sorted.map(({ name }) => name), owners: sorted.map(({ owner }) => owner) };
}

function toPostings(
  documents: readonly SearchDocument[],
  termsOf: (text: string) => readonly string[],
): Pick<SearchIndex, "terms" | "postings"> {
  const postings = new Map<string, number[]>();
  for (const [at, { name, slug, also, maker, words }] of documents.entries()) {
    const places = new Map<string, number>();
    // The better place of a term is set later.
    for (const term of toTerms([...also, words].join(" "))) places.set(term, PLACES.elsewhere);
    for (const term of termsOf(maker.join(" "))) places.set(term, PLACES.maker);
    for (const term of toTerms(`${name} ${slug}`)) places.set(term, PLACES.name);
    for (const [term, place] of places) {
      const own = postings.get(term);
      if (own) own.push(at * 4 + place);
      else postings.set(term, [at * 4 + place]);
    }
  }
  const terms = [...postings.keys()].sort(byText);
  return { terms, postings: terms.map((term) => postings.get(term)!) };
}

export const squeeze = (spaced: string): string => spaced.replaceAll(" ", "");
