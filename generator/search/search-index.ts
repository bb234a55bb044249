/** The search index: what is computed from the documents once, at the build, so that a cold function only parses it. */

import type { Facts } from "../../build/facts/kinds.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { byText } from "../../build/schema/collections.ts";
import type { ScriptName } from "../../build/schema/editorial.ts";
import { type Directory, SEARCH_TYPES, type SearchDocument, toDocuments } from "./documents.ts";
import { type HostNames, hostNamesOf } from "./host-names.ts";
import { type ListName, toLists } from "./lists.ts";
import { fold, toTerms } from "./tokens.ts";
import { isPointer } from "./versions.ts";

export interface SearchIndex {
  /** By type, then slug: the order among equals. */
  documents: readonly StoredDocument[];
  /** Terms of a name, joined by spaces; sorted without the spaces, so that every spelling is found. */
  names: readonly string[];
  /** For each name, its document and what it is to it (`NAME_KINDS`), packed into one number. */
  owners: readonly number[];
  /** Sorted. */
  terms: readonly string[];
  /** For each term, its documents and where it stands there (`FIELDS`), each packed into one number; ascending. */
  postings: readonly (readonly number[])[];
  /** List → its documents, the best first. */
  lists: Readonly<Record<ListName, readonly number[]>>;
  /** Documents of models that are another model each time (`isPointer`). */
  pointers: readonly number[];
  /** As `HostNames`, with documents. */
  hosts: readonly StoredHost[];
  /** Name in another script → the words that the documents have for it. */
  scripts: Readonly<Record<string, string>>;
}

export const NAME_KINDS = {
  own: 0,
  /** With the maker before it: who writes only its beginning (`google gemma`) means any model of the maker. */
  ownWithMaker: 1,
  other: 2,
} as const;

export const FIELDS = { elsewhere: 0, maker: 1, name: 2 } as const;

/** A document and a number from 0 to 3 that says something of it, as one number: the index holds very many of them. */
const pack = (document: number, kind: number): number => document * 4 + kind;
export const documentOf = (packed: number): number => packed >> 2;
export const kindOf = (packed: number): number => packed & 3;

export type StoredHost = Pick<HostNames, "names" | "isAmbiguous"> & {
  document: number;
} & Record<"sold" | "free", readonly number[]>;
export type StoredDocument = Omit<SearchDocument, "also" | "maker" | "words">;

/** What the index is made of, besides the read model. */
export type SearchFacts = Directory & Pick<Facts, "scriptNames">;

/** @returns JSON of a `SearchIndex`. */
export const searchIndexOf = (catalog: Catalog, facts: SearchFacts): string =>
  [...searchIndexPieces(catalog, facts)].join("");

/** JSON of a `SearchIndex`, piece by piece: of a large catalogue it is longer than a string should be. */
export function* searchIndexPieces(catalog: Catalog, facts: SearchFacts): Generator<string> {
  const index = toSearchIndex(toDocuments(catalog, facts), catalog, facts.scriptNames);
  let mark = "{";
  for (const [name, value] of Object.entries(index)) {
    yield `${mark}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* listPieces(value);
    else yield JSON.stringify(value);
    mark = ",";
  }
  yield "}";
}

const ITEMS_AT_ONCE = 20_000;

function* listPieces(list: readonly unknown[]): Generator<string> {
  yield "[";
  for (let from = 0; from < list.length; from += ITEMS_AT_ONCE) {
    const items = JSON.stringify(list.slice(from, from + ITEMS_AT_ONCE)).slice(1, -1);
    yield from === 0 ? items : `,${items}`;
  }
  yield "]";
}

function toSearchIndex(
  unsorted: readonly SearchDocument[],
  catalog: Catalog,
  scriptNames: readonly ScriptName[],
): SearchIndex {
  const documents = unsorted.toSorted(
    (a, b) => SEARCH_TYPES.indexOf(a.type) - SEARCH_TYPES.indexOf(b.type) || byText(a.slug, b.slug),
  );
  return {
    documents: documents.map(({ also: _, maker: __, words: ___, prominence, ...stored }) => ({
      ...stored,
      prominence: Math.round(prominence * 1000) / 1000,
    })),
    ...toNames(
      documents,
      remembering((text) => toTerms(text).join(" ")),
    ),
    ...toPostings(documents, remembering(toTerms)),
    pointers: documents.flatMap(({ type, slug }, at) =>
      type === "model" && isPointer(slug) ? [at] : [],
    ),
    ...toWishLists(documents, catalog),
    scripts: Object.fromEntries(
      scriptNames.map(({ name, lab, family }) => [fold(name), family ?? lab]),
    ),
  };
}

function toWishLists(
  documents: readonly SearchDocument[],
  catalog: Catalog,
): Pick<SearchIndex, "lists" | "hosts"> {
  const positions = new Map(documents.map(({ type, slug }, at) => [`${type}:${slug}`, at]));
  const toPosition = (key: string) => {
    const at = positions.get(key);
    if (at === undefined)
      throw new Error(`a list of the search holds ${key}, which is no document`);
    return at;
  };
  const toPositions = (keys: readonly string[]) => keys.map(toPosition);
  const lists = Object.entries(toLists(catalog)).map(([name, keys]) => [name, toPositions(keys)]);
  return {
    lists: Object.fromEntries(lists) as SearchIndex["lists"],
    hosts: hostNamesOf(catalog).map((host) => ({
      ...host,
      document: toPosition(host.document),
      sold: toPositions(host.sold),
      free: toPositions(host.free),
    })),
  };
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
    const kindOfName = (text: string) =>
      makers.some((one) => text.startsWith(`${one} `)) ? NAME_KINDS.ownWithMaker : NAME_KINDS.own;
    return [
      ...[...own].map((text) => ({ text, owner: pack(at, kindOfName(text)) })),
      ...[...other].map((text) => ({ text, owner: pack(at, NAME_KINDS.other) })),
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
    const fields = new Map<string, number>();
    // A term that stands in several fields counts for the last of these.
    for (const term of toTerms([...also, words].join(" "))) fields.set(term, FIELDS.elsewhere);
    for (const term of termsOf(maker.join(" "))) fields.set(term, FIELDS.maker);
    for (const term of toTerms(`${name} ${slug}`)) fields.set(term, FIELDS.name);
    for (const [term, field] of fields) {
      const own = postings.get(term);
      if (own) own.push(pack(at, field));
      else postings.set(term, [pack(at, field)]);
    }
  }
  const sorted = [...postings].sort(([a], [b]) => byText(a, b));
  return { terms: sorted.map(([term]) => term), postings: sorted.map(([, entries]) => entries) };
}

export const squeeze = (spaced: string): string => spaced.replaceAll(" ", "");
