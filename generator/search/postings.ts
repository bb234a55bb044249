/**
 * Which documents hold which words. MiniSearch did this before: with the same ranking above it, it gave the same
 * answers, but a cold function's first question took 3.7 times as long, because its index is built again when it
 * is loaded; this one is arrays that are parsed.
 */
import { NAMES, PLACES, type SearchIndex } from "./search-index.ts";
import { lowerBound } from "./sorted.ts";

interface Found {
  document: number;
  /** Whether so many words of the document's names were asked for that one of them may be whole. */
  mayBeWhole: boolean;
  /** Share of the words that stand in the document's name, or name its maker. */
  named: number;
  /** Whether the last word only begins one of the document. */
  isPrefix: boolean;
}

/** Words that say nothing beside others. */
const EMPTY = new Set(
  "a an the and or of for with by from in on to is are can does do has what which that see me i need want show find get use good".split(
    " ",
  ),
);

export class Postings {
  readonly #index: SearchIndex;
  /** Of each document: the words of its shortest name. */
  readonly #nameWords: Uint8Array;
  /** Scratch of one question, all zero between them: words matched, */
  readonly #matched: Uint8Array;
  /** those that name the document or its maker, */
  readonly #named: Uint8Array;
  /** those in its name, */
  readonly #inName: Uint8Array;
  /** the last one that names it, counted from 1. */
  readonly #lastNamed: Uint8Array;
  readonly #shares: Float64Array;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#nameWords = nameWords(index);
    this.#matched = new Uint8Array(index.documents.length);
    this.#named = new Uint8Array(index.documents.length);
    this.#inName = new Uint8Array(index.documents.length);
    this.#lastNamed = new Uint8Array(index.documents.length);
    this.#shares = new Float64Array(index.documents.length);
  }

  knows(term: string): boolean {
    return this.#index.terms[lowerBound(this.#index.terms, term)] === term;
  }

  /** Documents with every term; the last one may be the beginning of a word. */
  withAll(asked: readonly string[]): Found[] {
    const terms = telling(asked);
    const last = asked.at(-1)!;
    const exact = this.#intersect(terms.map((term) => this.#exactly(term)));
    if (last.length < 2 || /^\d/.test(last) || !terms.includes(last)) return exact;
    const known = new Set(exact.map(({ document }) => document));
    const begun = this.#intersect(
      terms.map((term) => (term === last ? this.#beginning(term) : this.#exactly(term))),
    );
    return [
      ...exact,
      ...begun
        .filter(({ document }) => !known.has(document))
        .map((found) => ({ ...found, isPrefix: true })),
    ];
  }

  /** @param ways For each word, the terms it may stand for. @returns document → share of the words, by how rare they are. */
  withSome(ways: readonly (readonly string[])[]): Map<number, number> {
    const lists = ways.map((terms) => terms.flatMap((term) => this.#exactly(term)));
    const weights = lists.map((lists) =>
      this.#rarity(lists.reduce((sum, { length }) => sum + length, 0)),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const shares = this.#shares.fill(0);
    for (const [at, own] of lists.entries()) {
      const before = shares.slice();
      for (const list of own)
        for (const entry of list) shares[entry >> 2] = before[entry >> 2]! + weights[at]! / total;
    }
    const enough = shares.reduce((most, share) => Math.max(most, share), 0) * WORTH_SHOWING;
    const found = new Map<number, number>();
    if (enough > 0)
      for (const [document, share] of shares.entries())
        if (share >= enough) found.set(document, share);
    return found;
  }

  #rarity(documents: number): number {
    return Math.log(1 + this.#index.documents.length / (1 + documents));
  }

  #exactly(term: string): (readonly number[])[] {
    const at = lowerBound(this.#index.terms, term);
    return this.#index.terms[at] === term ? [this.#index.postings[at]!] : [];
  }

  #beginning(start: string): (readonly number[])[] {
    const lists: (readonly number[])[] = [];
    const { terms, postings } = this.#index;
    for (let at = lowerBound(terms, start); terms[at]?.startsWith(start); at++)
      lists.push(postings[at]!);
    return lists;
  }

  /** @param words For each word, the postings of the terms it may stand for. */
  #intersect(words: readonly (readonly (readonly number[])[])[]): Found[] {
    const [first = [], ...others] = words.toSorted((a, b) => lengthOf(a) - lengthOf(b));
    const touched = this.#count(first, 0);
    for (const [at, lists] of others.entries()) this.#count(lists, at + 1);
    const found: Found[] = [];
    for (const document of touched) {
      const named = this.#named[document]!;
      if (this.#matched[document] === words.length)
        found.push({
          document,
          named: named / words.length,
          mayBeWhole: this.#inName[document]! >= this.#nameWords[document]!,
          isPrefix: false,
        });
    }
    for (const document of touched) {
      this.#matched[document] = 0;
      this.#named[document] = 0;
      this.#inName[document] = 0;
      this.#lastNamed[document] = 0;
    }
    return found;
  }

  /** Counts a word for the documents that have all words before it. @returns those it was counted for. */
  #count(lists: readonly (readonly number[])[], before: number): number[] {
    const touched: number[] = [];
    for (const list of lists)
      for (const entry of list) {
        const document = entry >> 2;
        if (this.#matched[document] === before) {
          this.#matched[document] = before + 1;
          touched.push(document);
        } else if (this.#matched[document] !== before + 1) continue;
        const place = entry & 3;
        // Of several terms for one word, the first that names the document counts.
        if (place === PLACES.elsewhere || this.#lastNamed[document] === before + 1) continue;
        this.#lastNamed[document] = before + 1;
        this.#named[document]!++;
        if (place === PLACES.name) this.#inName[document]!++;
      }
    return touched;
  }
}

/** Share of the best document's words that another one needs to be an answer. */
const WORTH_SHOWING = 0.6;

/** Without empty words and doubles; all, when there are no others. */
function telling(terms: readonly string[]): string[] {
  const unique = [...new Set(terms)];
  const words = unique.filter((term) => !EMPTY.has(term));
  return words.length > 0 ? words : unique;
}

const lengthOf = (lists: readonly (readonly number[])[]): number =>
  lists.reduce((sum, { length }) => sum + length, 0);

function nameWords({ documents, names, owners }: SearchIndex): Uint8Array {
  const words = new Uint8Array(documents.length).fill(255);
  for (const [at, owner] of owners.entries()) {
    if ((owner & 3) === NAMES.other) continue;
    const own = new Set(names[at]!.split(" ")).size;
    if (own < words[owner >> 2]!) words[owner >> 2] = own;
  }
  return words;
}
