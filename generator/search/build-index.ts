/** Builds the search index from the read model, during the site build. */
import type { Facts } from "../../build/facts/kinds.ts";
import { findLabWithMostOffers } from "../../build/identity/nearest-names.ts";
import { removeCaseAndAccents, splitNameTerms } from "../../build/identity/terms.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { compareByCodePoint, groupBy } from "../../build/schema/collections.ts";
import { listBenchmarksByRecentModels } from "../endpoints/benchmarks/benchmarks.ts";
import { toLicenseSlug } from "../endpoints/models/model-filters.ts";
import {
  groupModelsByFirstWord,
  isFloatingModelAlias,
  listSearchableProviders,
  type SearchDocument,
  toSearchDocuments,
  toSpaceSeparatedTerms,
} from "./documents.ts";
import { toSearchPhraseKey } from "./query-items.ts";
import {
  removeSpaces,
  SEARCH_HIT_TYPES,
  type SearchIndex,
  type SearchNameForm,
} from "./search-index.ts";

/** Facts for the search index that are not in the read model. */
export type SearchIndexFacts = Pick<Facts, "mcpServers" | "skills" | "scriptNames" | "queryWords">;

/** @returns JSON of a `SearchIndex`. */
export function buildSearchIndex(catalog: Catalog, facts: SearchIndexFacts): string {
  const documents = toSearchDocuments(catalog, facts).sort(
    (a, b) =>
      SEARCH_HIT_TYPES.indexOf(a.type) - SEARCH_HIT_TYPES.indexOf(b.type) ||
      compareByCodePoint(a.slug, b.slug),
  );
  const index: SearchIndex = {
    documents: documents.map(({ type, slug, name, summary, url, prominence, ofVersion }) => ({
      type,
      slug,
      name,
      summary,
      url,
      prominence: Math.round(prominence * 1000) / 1000,
      ...(ofVersion !== undefined && { ofVersion: Math.round(ofVersion * 1000) / 1000 }),
    })),
    ...toNames(documents),
    ...toPostings(documents),
    providers: listSearchableProviders(catalog),
    phrases: toPhrases([
      ...facts.queryWords,
      ...licensePhrases(catalog),
      ...benchmarkPhrases(documents, catalog),
    ]),
    asOf: catalog.asOf,
    pointers: documents.flatMap(({ type, slug }, at) =>
      type === "model" && isFloatingModelAlias(slug) ? [at] : [],
    ),
    derived: derivedModels(documents, catalog),
    scripts: Object.fromEntries(
      facts.scriptNames.map(({ name, lab, family }) => [removeCaseAndAccents(name), family ?? lab]),
    ),
  };
  return JSON.stringify(index);
}

/** A model's name without its family: letters and a version. */
const SHORT_NAME = /^\p{L}.*\d/u;
/** Shorter words, such as `v` or `r`, are not family names. */
const MIN_FAMILY_LETTERS = 3;

function toNames(
  documents: readonly SearchDocument[],
): Pick<SearchIndex, "names" | "owners" | "nameKinds"> {
  const families = new Set(
    documents.flatMap(({ type, slug }) => (type === "model" ? splitNameTerms(slug)[0] : [])),
  );
  const beginsWithFamily = ([word = ""]: readonly string[]): boolean =>
    word.length >= MIN_FAMILY_LETTERS && families.has(word);
  const entries = documents.flatMap(({ type, name, slug, also = [], maker = [] }, owner) => {
    const makers = maker.map(toSpaceSeparatedTerms);
    const own = new Set([name, slug].map(toSpaceSeparatedTerms));
    const kindOf = (text: string): SearchNameForm => {
      if (!own.has(text)) return "other";
      return makers.some((one) => text.startsWith(`${one} `)) ? "maker and own" : "own";
    };
    // `r1` is DeepSeek R1, but `llama 70b` does not mean Code Llama 70B.
    const short = type === "model" ? [...own].map((text) => text.slice(text.indexOf(" ") + 1)) : [];
    const others = [
      ...also.map(toSpaceSeparatedTerms),
      ...short.filter((text) => SHORT_NAME.test(text) && !beginsWithFamily(text.split(" "))),
    ];
    const all = new Set([...own, ...others, ...makers]);
    return Array.from(all, (text) => ({
      text,
      key: removeSpaces(text),
      owner,
      kind: kindOf(text),
    }));
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

/** A term that occurs in several fields of a document counts for only one: the name, else the maker. */
function toPostings(documents: readonly SearchDocument[]): Pick<SearchIndex, "terms" | "postings"> {
  const postings = new Map<string, { name: number[]; maker: number[]; elsewhere: number[] }>();
  for (const [at, { name, slug, also = [], maker = [], words = "" }] of documents.entries()) {
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

/**
 * Models with the family name of another lab: the first word of some of its models, in the names of which it sells more
 * offers than any other lab. `coder` is the name of one model, but a word in those of many.
 */
function derivedModels(documents: readonly SearchDocument[], catalog: Catalog): number[] {
  const owners = new Map<string, string>();
  const families = groupModelsByFirstWord(catalog);
  const uses = catalog.models.flatMap(({ slug, lab, offers }) =>
    splitNameTerms(slug).map((word) => ({ word, lab, offers })),
  );
  for (const [word, named] of groupBy(uses, (use) => use.word)) {
    const owner = word.length < MIN_FAMILY_LETTERS ? undefined : findLabWithMostOffers(named);
    if (owner !== undefined && families.get(word)?.some(({ lab }) => lab === owner))
      owners.set(word, owner);
  }
  return documents.flatMap(({ type, slug }, at) => {
    const lab = type === "model" ? catalog.model(slug)?.lab : undefined;
    const isOther = (word: string) => (owners.get(word) ?? lab) !== lab;
    return lab !== undefined && splitNameTerms(slug).some(isOther) ? [at] : [];
  });
}

type Phrase = Pick<SearchIndexFacts["queryWords"][number], "phrase" | "meaning">;

/** Adds shorter names: `Llama 3.1 Community License Agreement` is also called `llama 3.1 license`. */
function licensePhrases({ models }: Catalog): Phrase[] {
  const licenses = new Set(models.flatMap(({ weights_license }) => weights_license ?? []));
  return [...licenses].flatMap((license) => {
    const whole = license.toLowerCase().replace(/ agreement$| \(.*/, "");
    const names = [whole, whole.replace(" community", ""), whole.replace(/ license$/, "")];
    return [...new Set(names.flatMap((name) => [name, name.replace("license", "licence")]))]
      .filter((name) => / licen[cs]e$| community$|-nc-/.test(name))
      .map((phrase) => ({ phrase, meaning: `license=${toLicenseSlug(whole)}` }));
  });
}

/**
 * Names of benchmarks; one without a version means the version on which the most models were tested. `gpqa` means GPQA
 * Diamond, on which many more models were tested than on all of GPQA.
 */
function benchmarkPhrases(documents: readonly SearchDocument[], catalog: Catalog): Phrase[] {
  const models = groupModelsByFirstWord(catalog);
  const tested = new Map(catalog.benchmarks.map((one) => [one.slug, one.models_tested]));
  const sorted = documents
    .filter(({ type }) => type === "benchmark")
    .sort((a, b) => (tested.get(b.slug) ?? 0) - (tested.get(a.slug) ?? 0));
  const placeOf = new Map(listBenchmarksByRecentModels(catalog).map(({ slug }, at) => [slug, at]));
  const recent = sorted.toSorted((a, b) => (placeOf.get(a.slug) ?? 0) - (placeOf.get(b.slug) ?? 0));
  const usual = ({ slug }: SearchDocument) =>
    sorted.find(
      (other) =>
        other.slug.startsWith(`${slug}-`) &&
        (tested.get(other.slug) ?? 0) >= 3 * (tested.get(slug) ?? 0),
    )?.slug ?? slug;
  const phrasesOf = (names: (document: SearchDocument) => string[], of = sorted) =>
    of.flatMap((document) =>
      names(document)
        .filter(
          (name) => toSpaceSeparatedTerms(name) !== "" && !models.has(toSpaceSeparatedTerms(name)),
        )
        .map((phrase) => ({ phrase, meaning: `best_at=${usual(document)}&benchmark=` })),
    );
  const withoutVersion = (name: string) =>
    name.replace(/ \(.*|[ -]v?\d[\d.-]*$/, "").replace(/(?<=bench)[ -].*/i, "");
  const spaced = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
  return [
    ...phrasesOf(({ slug, name, also = [] }) => [name, slug, ...also]),
    ...phrasesOf(({ name, also = [] }) => [name, ...also].map(spaced)),
    // `aime` is the edition on which today's models were tested.
    ...phrasesOf(({ slug, name }) => [name, slug, spaced(name)].map(withoutVersion), recent),
  ];
}

/** If a phrase has several meanings, for example in different languages, the first one in the list is used. */
function toPhrases(words: readonly Phrase[]): SearchIndex["phrases"] {
  const meanings = new Map(
    words.toReversed().map(({ phrase, meaning }) => [toSearchPhraseKey(phrase), meaning]),
  );
  const phrases = groupBy([...meanings], ([, meaning]) => meaning);
  return Object.fromEntries(
    Array.from(phrases, ([meaning, own]) => [
      meaning,
      own.map(([phrase]) => phrase).sort(compareByCodePoint),
    ]),
  );
}
