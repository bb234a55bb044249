/**
 * Which documents hold which words. MiniSearch did this before: with the same ranking above it, it gave the same
 * answers, but a cold function's first question took 3.7 times as long, because its index is built again when it
 * is loaded; this one is arrays that are parsed.
 */
import { getAt } from "../../build/schema/collections.ts";
import { lowerBound } from "./lower-bound.ts";
import { documentOf, FIELDS, kindOf, NAME_KINDS, type SearchIndex } from "./search-index.ts";

interface MatchedDocument {
  /** Position among the documents. */
  document: number;
  /** Whether so many words of the document's names were asked for that one of the names may be whole. */
  mayBeWhole: boolean;
  /** Share of the words that stand in the document's name, or name its maker. */
  named: number;
  /** Whether the last word only begins one of the document. */
  isPrefix: boolean;
}

/** Words of the query that a document holds. */
interface Counts {
  /** Those that stand in its name, or name its maker. */
  named: number;
  /** Those that stand in its name. */
  inName: number;
  /** Whether the word counted last is among them. */
  isLastNamed: boolean;
}

/** Entries of one term: its documents, and where it stands there. */
type Entries = readonly number[];

/** Words that say nothing beside others. */
const STOP_WORDS = new Set(
  "a an the and or of for with by from in on to is are can does do has what which that see me i need want show find get use good".split(
    " ",
  ),
);
/** Share of the best document's words that another one needs to be an answer. */
const MIN_SHARE = 0.6;

export class Postings {
  readonly #index: SearchIndex;
  /** Of each document: the words of its shortest name. */
  readonly #nameWords: readonly number[];

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#nameWords = toNameWords(index);
  }

  knows(term: string): boolean {
    return this.#index.terms[lowerBound(this.#index.terms, term)] === term;
  }

  /** Documents with every term; the last one may be the beginning of a word. */
  matchingAll(asked: readonly string[]): MatchedDocument[] {
    const terms = withoutStopWords(asked);
    const last = asked.at(-1) ?? "";
    const exact = this.#matching(terms.map((term) => this.#entriesOf(term)));
    if (last.length < 2 || /^\d/.test(last) || !terms.includes(last)) return exact;
    const known = new Set(exact.map(({ document }) => document));
    const begun = this.#matching(
      terms.map((term) => (term === last ? this.#entriesOfPrefix(term) : this.#entriesOf(term))),
    );
    const others = begun.filter(({ document }) => !known.has(document));
    return [...exact, ...others.map((found) => ({ ...found, isPrefix: true }))];
  }

  /**
   * @param words For each word, the terms it may stand for.
   * @returns Document → share of the words that it holds, the rare ones weighing more.
   */
  matchingSome(words: readonly (readonly string[])[]): Map<number, number> {
    const found = words.map((terms) => {
      const lists = terms.flatMap((term) => this.#entriesOf(term));
      const documents = new Set(lists.flatMap((list) => list.map(documentOf)));
      return { documents, weight: this.#rarity(sumOfLengths(lists)) };
    });
    const total = found.reduce((sum, { weight }) => sum + weight, 0);
    const shares = new Map<number, number>();
    for (const { documents, weight } of found)
      for (const document of documents)
        shares.set(document, (shares.get(document) ?? 0) + weight / total);
    const most = [...shares.values()].reduce((best, share) => Math.max(best, share), 0);
    return new Map([...shares].filter(([, share]) => share >= most * MIN_SHARE));
  }

  #rarity(documents: number): number {
    return Math.log(1 + this.#index.documents.length / (1 + documents));
  }

  #entriesOf(term: string): Entries[] {
    const at = lowerBound(this.#index.terms, term);
    return this.#index.terms[at] === term ? [getAt(this.#index.postings, at)] : [];
  }

  #entriesOfPrefix(start: string): Entries[] {
    const lists: Entries[] = [];
    const { terms, postings } = this.#index;
    for (let at = lowerBound(terms, start); terms[at]?.startsWith(start); at++)
      lists.push(getAt(postings, at));
    return lists;
  }

  /** @param words For each word, the entries of the terms it may stand for. @returns Documents that hold them all. */
  #matching(words: readonly (readonly Entries[])[]): MatchedDocument[] {
    const rarestFirst = words.toSorted((a, b) => sumOfLengths(a) - sumOfLengths(b));
    let counts: Map<number, Counts> | undefined;
    for (const lists of rarestFirst) counts = countWord(lists, counts);
    return [...(counts ?? [])].map(([document, { named, inName }]) => ({
      document,
      named: named / words.length,
      mayBeWhole: inName >= getAt(this.#nameWords, document),
      isPrefix: false,
    }));
  }
}

/** @returns Of the documents of `before` (of all when it is undefined) those that hold the word, too. */
function countWord(
  lists: readonly Entries[],
  before: ReadonlyMap<number, Counts> | undefined,
): Map<number, Counts> {
  const counts = new Map<number, Counts>();
  for (const list of lists)
    for (const entry of list) {
      const document = documentOf(entry);
      const known = counts.get(document);
      const earlier = before === undefined ? NO_WORDS : before.get(document);
      if (earlier === undefined) continue;
      const count = known ?? { ...earlier, isLastNamed: false };
      counts.set(document, count);
      const field = kindOf(entry);
      // Of several terms for one word, the first that names the document counts.
      if (field === FIELDS.elsewhere || count.isLastNamed) continue;
      count.isLastNamed = true;
      count.named += 1;
      if (field === FIELDS.name) count.inName += 1;
    }
  return counts;
}
const NO_WORDS: Readonly<Counts> = { named: 0, inName: 0, isLastNamed: false };

/** Without stop words and doubles; all words, when there are no others. */
function withoutStopWords(terms: readonly string[]): string[] {
  const unique = [...new Set(terms)];
  const words = unique.filter((term) => !STOP_WORDS.has(term));
  return words.length > 0 ? words : unique;
}

const sumOfLengths = (lists: readonly Entries[]): number =>
  lists.reduce((sum, { length }) => sum + length, 0);

function toNameWords({ documents, names, owners }: SearchIndex): number[] {
  const words = documents.map(() => Number.POSITIVE_INFINITY);
  for (const [at, owner] of owners.entries()) {
    if (kindOf(owner) === NAME_KINDS.other) continue;
    const document = documentOf(owner);
    const own = new Set(getAt(names, at).split(" ")).size;
    words[document] = Math.min(getAt(words, document), own);
  }
  return words;
}
