/** Read model → search index, at the build. */
import type { Facts } from "../../build/facts/kinds.ts";
import { removeCaseAndAccents, splitNameTerms } from "../../build/identity/terms.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import {
  type DirectoryFacts,
  listSearchableHosts,
  toSearchDocuments,
  toSpaceJoinedTerms,
} from "./documents.ts";
import { buildSearchLists } from "./lists.ts";
import { isMovingModelAlias } from "./prominence.ts";
import {
  type DocumentNameKind,
  removeSpaces,
  SEARCH_TYPES,
  type SearchDocument,
  type SearchIndex,
} from "./search-index.ts";

/** What the index is made of, besides the read model. */
type SearchFacts = DirectoryFacts & Pick<Facts, "scriptNames">;

/** @returns JSON of a `SearchIndex`. */
export function buildSearchIndex(catalog: Catalog, facts: SearchFacts): string {
  const documents = toSearchDocuments(catalog, facts).sort(
    (a, b) =>
      SEARCH_TYPES.indexOf(a.type) - SEARCH_TYPES.indexOf(b.type) ||
      compareByCodePoint(a.slug, b.slug),
  );
  const index: SearchIndex = {
    documents: documents.map(({ type, slug, name, summary, url, prominence }) => ({
      ...{ type, slug, name, summary, url },
      prominence: Math.round(prominence * 1000) / 1000,
    })),
    ...toNames(documents),
    ...toPostings(documents),
    ...toListsAndHosts(documents, catalog),
    pointers: documents.flatMap(({ type, slug }, at) =>
      type === "model" && isMovingModelAlias(slug) ? [at] : [],
    ),
    scripts: Object.fromEntries(
      facts.scriptNames.map(({ name, lab, family }) => [removeCaseAndAccents(name), family ?? lab]),
    ),
  };
  return JSON.stringify(index);
}

function toNames(
  documents: readonly SearchDocument[],
): Pick<SearchIndex, "names" | "owners" | "nameKinds"> {
  const entries = documents.flatMap(({ name, slug, also, maker }, owner) => {
    const makers = maker.map(toSpaceJoinedTerms);
    const own = new Set([name, slug].map(toSpaceJoinedTerms));
    const other = new Set(
      [...also.map(toSpaceJoinedTerms), ...makers].filter((text) => !own.has(text)),
    );
    const entry = (text: string, kind: DocumentNameKind) => ({
      text,
      key: removeSpaces(text),
      owner,
      kind,
    });
    return [
      ...[...own].map((text) =>
        entry(text, makers.some((one) => text.startsWith(`${one} `)) ? "maker and own" : "own"),
      ),
      ...[...other].map((text) => entry(text, "other")),
    ];
  });
  const sorted = entries
    .filter(({ text }) => text !== "")
    .sort((a, b) => compareByCodePoint(a.key, b.key) || a.owner - b.owner);
  return {
    names: sorted.map(({ text }) => text),
    owners: sorted.map(({ owner }) => owner),
    nameKinds: sorted.map(({ kind }) => kind),
  };
}

/** A term in several fields of a document counts for its name, else for its maker. */
function toPostings(documents: readonly SearchDocument[]): Pick<SearchIndex, "terms" | "postings"> {
  const postings = new Map<string, { name: number[]; maker: number[]; elsewhere: number[] }>();
  for (const [at, { name, slug, also, maker, words }] of documents.entries()) {
    const seen = new Set<string>();
    const add = (field: "name" | "maker" | "elsewhere", text: string) => {
      for (const term of splitNameTerms(text)) {
        if (seen.has(term)) continue;
        seen.add(term);
        const own = postings.get(term) ?? { name: [], maker: [], elsewhere: [] };
        own[field].push(at);
        postings.set(term, own);
      }
    };
    add("name", `${name} ${slug}`);
    add("maker", maker.join(" "));
    add("elsewhere", [...also, words].join(" "));
  }
  const sorted = [...postings].sort(([a], [b]) => compareByCodePoint(a, b));
  return { terms: sorted.map(([term]) => term), postings: sorted.map(([, posting]) => posting) };
}

function toListsAndHosts(documents: readonly SearchDocument[], catalog: Catalog) {
  const positions = new Map(documents.map(({ type, slug }, at) => [`${type}:${slug}`, at]));
  const toPosition = (key: string) => {
    const at = positions.get(key);
    if (at === undefined)
      throw new Error(`a list of the search index contains ${key}, for which there is no document`);
    return at;
  };
  const lists = Object.entries(buildSearchLists(catalog));
  const placed = lists.map(([name, keys]) => [name, keys.map(toPosition)]);
  return {
    lists: Object.fromEntries(placed) as SearchIndex["lists"],
    hosts: listSearchableHosts(catalog).map(({ slug, sold, free, ...host }) => ({
      ...host,
      document: toPosition(`provider:${slug}`),
      sold: sold.map((model) => toPosition(`model:${model}`)),
      free: free.map((model) => toPosition(`model:${model}`)),
    })),
  };
}
