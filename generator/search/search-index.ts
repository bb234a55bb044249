/** The search index: plain arrays, made by the build, that the first search of a cold function only has to parse. */

export const SEARCH_HIT_TYPES = [
  "model",
  "provider",
  "benchmark",
  "agent",
  "mcp",
  "skill",
  "glossary",
  "finding",
] as const;
export type SearchHitType = (typeof SEARCH_HIT_TYPES)[number];

export interface IndexedDocument {
  type: SearchHitType;
  slug: string;
  name: string;
  summary: string;
  /** Path on this site, or the absolute URL of something elsewhere. */
  url: string;
  /** 0 to 1. Among equal matches, the document with the higher value is more likely meant. */
  prominence: number;
  /** For a model: the same among the models of its version, whether or not there is a newer one. */
  ofVersion?: number;
}

/** A document's number is its position in `documents`. */
export interface SearchIndex {
  /** Sorted by type, then slug, which is the order of equal matches. */
  documents: readonly IndexedDocument[];
  /** Names as terms joined by spaces. They are sorted without the spaces, so that every spacing is found. */
  names: readonly string[];
  /** For each name, its document. */
  owners: readonly number[];
  nameKinds: readonly SearchNameForm[];
  /** Sorted. */
  terms: readonly string[];
  postings: readonly TermPostingsByField[];
  /** Documents of aliases that change their model (`isFloatingModelAlias`). */
  pointers: readonly number[];
  /** Documents of models derived from another lab's, such as a Gemma that was distilled from Claude. */
  derived: readonly number[];
  /** Labs and hosts with their names, as terms without spaces. */
  providers: readonly IndexedProvider[];
  /** Meaning → phrases of the vocabulary of free text, as tokens joined by spaces. */
  phrases: Readonly<Record<string, readonly string[]>>;
  asOf: string;
  /** Name in another script → the words for it in the documents. */
  scripts: Readonly<Record<string, string>>;
}

/** `maker and own`: a query with only its beginning (`google gemma`) means any model of the maker. */
export type SearchNameForm = "own" | "maker and own" | "other";

/** Documents that contain a term, by field, in ascending order. */
export interface TermPostingsByField {
  name: readonly number[];
  maker: readonly number[];
  elsewhere: readonly number[];
}
type PostingField = keyof TermPostingsByField;

export interface SearchableProvider {
  slug: string;
  makesModels: boolean;
  sellsModels: boolean;
  /** A lab, or a name that model names start with: a text that means it as a host says so with `on` or `at`. */
  isLab: boolean;
  /** The lab whose shop it is: it sells only that lab's models, makes none, and is called by the lab's name. */
  shopOf?: string;
}

export interface IndexedProvider extends SearchableProvider {
  names: readonly string[];
}

export const removeSpaces = (spaced: string): string => spaced.replaceAll(" ", "");

/** First position in a sorted list whose text does not sort before `text`. */
export function findLowerBoundIndex(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

const STOP_WORDS = new Set(
  `a an the and or of for with by from in on to is are can does do has what which that see me i need want show find
  get use good not mean means meaning define definition explain explained was ist ein eine der die das
  bedeutet heisst`.split(/\s+/),
);
const MANY_NAMES = 12;
/** Minimum share of the matched words, relative to the best document. */
const MIN_SHARE = 0.6;

export class PostingLists {
  readonly #index: SearchIndex;
  /** Document → number of words in its shortest name. */
  readonly #nameWords = new Map<number, number>();

  constructor(index: SearchIndex) {
    this.#index = index;
    const { names, owners, nameKinds } = index;
    for (const [at, owner] of owners.entries()) {
      if (nameKinds[at] === "other") continue;
      const words = new Set(names[at]?.split(" ")).size;
      this.#nameWords.set(owner, Math.min(this.#nameWords.get(owner) ?? words, words));
    }
  }

  knows(term: string): boolean {
    return this.#postingsOf(term).length > 0;
  }

  /** Whether many of the first documents have the term in their names: it is a family, such as `qwen`. */
  isInManyNames(term: string, first: number): boolean {
    const [posting] = this.#postingsOf(term);
    return (posting?.name[MANY_NAMES - 1] ?? first) < first;
  }

  /** Documents that contain every term. The last term may be the beginning of a word. */
  matchingAll(query: readonly string[]) {
    const last = query.at(-1) ?? "";
    const mayBegin = last.length >= 2 && !/^\d/.test(last);
    const words = withoutStopWords(query).map((term) => {
      const exact = this.#postingsOf(term);
      const begun = mayBegin && term === last ? this.#postingsOfPrefix(term) : [];
      return { exact, begun, count: countPostings(exact) + countPostings(begun) };
    });
    const fields: Map<number, PostingField>[] = [];
    const prefixed = new Set<number>();
    for (const { exact, begun } of words.sort((a, b) => a.count - b.count)) {
      const among = fields.at(-1);
      const own = fieldsOf(exact, among);
      for (const [document, field] of fieldsOf(begun, among)) {
        if (own.has(document)) continue;
        own.set(document, field);
        prefixed.add(document);
      }
      fields.push(own);
    }
    return [...(fields.at(-1)?.keys() ?? [])].map((document) => {
      const count = (field: PostingField) =>
        fields.filter((one) => one.get(document) === field).length;
      const inName = count("name");
      return {
        document,
        /** Share of the words that are in the document's name or name its maker. */
        named: (inName + count("maker")) / words.length,
        /** Whether enough words of the document's names match for one name to be complete. */
        mayBeWhole: inName >= (this.#nameWords.get(document) ?? Number.POSITIVE_INFINITY),
        /** Whether the last word matches only the beginning of a word. */
        isPrefix: prefixed.has(document),
      };
    });
  }

  /** @param words The terms of each word. @returns Document → share of the words in it; rare words weigh more. */
  matchingSome(words: readonly (readonly string[])[]): Map<number, number> {
    const found = words.map((terms) => {
      const documents = documentsOf(terms.flatMap((term) => this.#postingsOf(term)));
      const weight = Math.log(1 + this.#index.documents.length / (1 + documents.length));
      return { documents: new Set(documents), weight };
    });
    const total = found.reduce((sum, { weight }) => sum + weight, 0);
    const shares = new Map<number, number>();
    for (const { documents, weight } of found)
      for (const document of documents)
        shares.set(document, (shares.get(document) ?? 0) + weight / total);
    const most = [...shares.values()].reduce((best, share) => Math.max(best, share), 0);
    return new Map([...shares].filter(([, share]) => share >= most * MIN_SHARE));
  }

  #postingsOf(term: string): TermPostingsByField[] {
    const { terms, postings } = this.#index;
    const at = findLowerBoundIndex(terms, term);
    return terms[at] === term ? postings.slice(at, at + 1) : [];
  }

  #postingsOfPrefix(start: string): TermPostingsByField[] {
    const { terms, postings } = this.#index;
    const from = findLowerBoundIndex(terms, start);
    let to = from;
    while (terms[to]?.startsWith(start)) to++;
    return postings.slice(from, to);
  }
}

/** The field of a word in each document; name and maker take precedence. @param among Default: all documents. */
function fieldsOf(
  postings: readonly TermPostingsByField[],
  among: ReadonlyMap<number, PostingField> | undefined,
): Map<number, PostingField> {
  const fields = new Map<number, PostingField>();
  for (const posting of postings)
    for (const field of ["name", "maker", "elsewhere"] as const)
      for (const document of posting[field]) {
        if (among && !among.has(document)) continue;
        if ((fields.get(document) ?? "elsewhere") === "elsewhere") fields.set(document, field);
      }
  return fields;
}

const documentsOf = (postings: readonly TermPostingsByField[]): number[] =>
  postings.flatMap(({ name, maker, elsewhere }) => [...name, ...maker, ...elsewhere]);

const countPostings = (postings: readonly TermPostingsByField[]): number =>
  postings.reduce(
    (sum, { name, maker, elsewhere }) => sum + name.length + maker.length + elsewhere.length,
    0,
  );

/** Removes stop words and duplicates; keeps the stop words if there are no other words. */
function withoutStopWords(terms: readonly string[]): string[] {
  const unique = [...new Set(terms)];
  const words = unique.filter((term) => !STOP_WORDS.has(term));
  return words.length > 0 ? words : unique;
}
