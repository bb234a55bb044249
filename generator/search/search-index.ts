/**
 * The search index: what the build computes from the documents, and which documents hold which words. Arrays that are
 * parsed: a cold function's first search must not build an index.
 */

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

export interface SearchDocument {
  type: SearchHitType;
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
  nameKinds: readonly SearchNameKind[];
  /** Sorted. */
  terms: readonly string[];
  postings: readonly TermPostingsByField[];
  /** Documents of models that are another model each time (`isFloatingModelAlias`). */
  pointers: readonly number[];
  /** Documents of models that a lab derived from those of another: a Gemma that was distilled from Claude. */
  derived: readonly number[];
  /** Who makes or sells models, with the terms of each name, without spaces. */
  providers: readonly IndexedProvider[];
  /** Meaning → phrases of the vocabulary of free text, as tokens joined by spaces. */
  phrases: Readonly<Record<string, readonly string[]>>;
  /** Newest day of the data. */
  asOf: string;
  /** Name in another script → the words that the documents have for it. */
  scripts: Readonly<Record<string, string>>;
}

/** `maker and own`: who writes only the beginning of it (`google gemma`) means any model of the maker. */
export type SearchNameKind = "own" | "maker and own" | "other";

/** Documents of one term, by the field it is found in, ascending. */
export interface TermPostingsByField {
  name: readonly number[];
  maker: readonly number[];
  elsewhere: readonly number[];
}
type PostingField = keyof TermPostingsByField;

export type IndexedDocument = Omit<SearchDocument, "also" | "maker" | "words">;

export interface SearchableProvider {
  slug: string;
  makesModels: boolean;
  sellsModels: boolean;
  /** A lab, or a name that models begin with: where it sells, the text says so with `on` or `at`. */
  isLab: boolean;
  /** The lab of all that it sells, if it makes nothing itself: a lab's shop, which people call by the lab's name. */
  shopOf?: string;
}

export interface IndexedProvider extends SearchableProvider {
  names: readonly string[];
}

export const removeSpaces = (spaced: string): string => spaced.replaceAll(" ", "");

/** First position of a sorted list whose text is not before this one. */
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

interface MatchedDocument {
  document: number;
  /** Whether so many words of the document's names were given that one of the names may be whole. */
  mayBeWhole: boolean;
  /** Share of the words that stand in the document's name, or name its maker. */
  named: number;
  /** Whether the last word only begins one of the document. */
  isPrefix: boolean;
}

/** Words that say nothing beside others. */
const STOP_WORDS = new Set(
  `a an the and or of for with by from in on to is are can does do has what which that see me i need want show find
  get use good`.split(/\s+/),
);
/** Share of the best document's words that another one needs to be an answer. */
const MIN_SHARE = 0.6;

export class PostingLists {
  readonly #index: SearchIndex;
  /** Of each document: the words of its shortest name. */
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

  /** Documents with every term; the last one may be the beginning of a word. */
  matchingAll(query: readonly string[]): MatchedDocument[] {
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
        named: (inName + count("maker")) / words.length,
        mayBeWhole: inName >= (this.#nameWords.get(document) ?? Number.POSITIVE_INFINITY),
        isPrefix: prefixed.has(document),
      };
    });
  }

  /**
   * @param words For each word, the terms it may stand for.
   * @returns Document → share of the words that it holds, the rare ones weighing more.
   */
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

/**
 * Of several terms for one word, the first that is in the document's name or names its maker counts.
 * @param among The documents to look at; all when undefined.
 */
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

/** Without stop words and doubles; all words, when there are no others. */
function withoutStopWords(terms: readonly string[]): string[] {
  const unique = [...new Set(terms)];
  const words = unique.filter((term) => !STOP_WORDS.has(term));
  return words.length > 0 ? words : unique;
}
