/** What has been read from a search text so far. Each part of the parser reads its items and adds to it. */
import {
  MODEL_FILTERS,
  type ModelFilterName,
  type ParsedModelFilterValue,
} from "../endpoints/models/model-filters.ts";
import {
  isProviderNameToken,
  MAX_SEARCH_TEXT_LENGTH,
  type SearchLexicon,
  SearchQueryTokens,
  type SearchToken,
} from "./query-items.ts";
import type { SearchRelationToNamedModel } from "./query-relations.ts";

export interface SearchUnitPrice {
  /** A unit of a rate (SPEC 4.8a); undefined means any. */
  unit?: string | undefined;
  min?: number;
  max?: number;
}

export interface ParsedSearch {
  filters: Partial<Record<ModelFilterName, ParsedModelFilterValue>>;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
  best_at?: string | undefined;
  /** Of the benchmark `best_at`. */
  min_benchmark_score?: number | undefined;
  /** Limits of a price that is not per token: `under 5 cents per image`. */
  unit_price?: SearchUnitPrice | undefined;
  relations: SearchRelationToNamedModel[];
  /** Kinds of findings that the text asks for, such as `price_drop`; `*` means all. */
  findings: string[];
  /** The words for them, which no filter of models can say; `new models` is an order, too, and not among them. */
  findingWords: string[];
  /** Slugs of the providers in the text, as labs or hosts. */
  providers: string[];
  benchmark?: string | undefined;
  /** Date range in the text: `after` is its first day, `before` the first day after it. */
  days: { after?: string | undefined; before?: string | undefined; text: string };
  /** The remaining words, which name something; may be empty. */
  words: string;
  /** The part of `words` that starts like the name of a model. */
  names: string;
  /** Parameter → the words that it was read from. */
  readFrom: Partial<Record<string, string>>;
  /** Words that are neither conditions nor names nor question words. */
  ignored: string[];
  /** Those of them that the text excludes: `no chinese`. */
  denied: string[];
  /** The text has a condition that no filter can express, such as a price in euros; it is listed in `ignored`. */
  isInexpressible: boolean;
  /** The text starts like a question with a yes/no answer, or about a fact of the thing that it names. */
  isQuestion: boolean;
}

export const toParsedSearchOfName = (words: string): ParsedSearch => ({
  filters: {},
  relations: [],
  findings: [],
  findingWords: [],
  providers: [],
  days: { text: "" },
  words,
  names: words,
  readFrom: {},
  ignored: [],
  denied: [],
  isInexpressible: false,
  isQuestion: false,
});

export const isFilterName = (name: string): name is ModelFilterName =>
  Object.hasOwn(MODEL_FILTERS, name);

const OTHER_MEANINGS = /^(sort|order|best_at|finding|drop|modality|final_license|than|relation)$/;

/** The kind of statement that a phrase makes by itself, or `name` for a name; undefined for all other items. */
export function kindOfStatement(item: SearchToken | undefined): string | undefined {
  if (!item) return undefined;
  if (item.provider !== undefined || /^(name|word)$/.test(item.kind)) return "name";
  const key = Object.keys(item.meaning).find(
    (name) => isFilterName(name) || OTHER_MEANINGS.test(name),
  );
  return key?.replace(/^((in|out)put_modalities|model_type)$/, "modality");
}

/** Maximum distance, in items, to the end of a list. */
export const MAX_TOKENS_TO_LIST_END = 8;

export class SearchDraft {
  readonly text: SearchQueryTokens;
  readonly items: readonly SearchToken[];
  readonly query: ParsedSearch;

  constructor(text: string, names: SearchLexicon) {
    this.text = new SearchQueryTokens(text, names);
    this.items = this.text.items;
    const isCut = text.length > MAX_SEARCH_TEXT_LENGTH;
    this.query = {
      ...toParsedSearchOfName(""),
      ignored: isCut ? [`everything after ${MAX_SEARCH_TEXT_LENGTH} characters`] : [],
      isQuestion: this.items[0]?.meaning.ask !== undefined,
    };
  }

  /** In `14b, mit` and `xiaomi mit 1m ctx`, `mit` is a license. Elsewhere it is the German word for `with`. */
  isLicense(at: number): boolean {
    const next = this.items[at + 1];
    if (!next || next.text === "," || next.meaning.skip === "or") return true;
    const [before, link] = this.items.slice(Math.max(0, at - 2), at);
    const behind = this.items.slice(at + 1, at + 1 + MAX_TOKENS_TO_LIST_END);
    return (
      (before?.meaning.license !== undefined && link?.meaning.skip === "or") ||
      (isProviderNameToken(this.items[at - 1]) &&
        behind.some(({ text }) => /^c(on)?te?x/.test(text)))
    );
  }

  /** Adds to a filter that takes several values; a second value of any other filter is ignored. */
  set(name: string, value: ParsedModelFilterValue, from: string): void {
    const { filters, readFrom, ignored } = this.query;
    const key = name as ModelFilterName;
    const known = filters[key];
    if (Array.isArray(known) && Array.isArray(value))
      filters[key] = [...new Set([...known, ...value])];
    else if (known === undefined) filters[key] = value;
    else if (/^(provider|host|license)$/.test(key))
      filters[key] = [...new Set([known, value].flat())].join();
    else if (String(known) !== String(value)) {
      ignored.push(from);
      return;
    }
    readFrom[name] = readFrom[name] === undefined ? from : `${readFrom[name]} ${from}`;
  }

  /** `under 5 cents per image or 10 cents per second`: a query has only one unit. */
  setUnitPrice(side: "min" | "max", [price, unit]: readonly unknown[], from: string): void {
    const known = this.query.unit_price ?? { unit: String(unit) };
    if (known.unit !== unit || known[side] !== undefined) this.query.ignored.push(from);
    else this.query.unit_price = { ...known, [side]: Number(price) };
  }

  /** `gpqa > 80 and mmlu > 90`: a query has only one benchmark, so the second condition is ignored. */
  setBenchmarkScore([slug = "", score]: string[], from: string): void {
    const query = this.query;
    query.best_at ??= slug;
    query.readFrom.best_at ??= from;
    if (query.best_at === slug && query.min_benchmark_score === undefined)
      query.min_benchmark_score = Number(score);
    else query.ignored.push(from);
  }

  /** An exclusion that no filter can express. */
  ignoreDenied(text: string): void {
    this.query.isInexpressible = true;
    this.query.ignored.push(text);
    this.query.denied.push(text);
  }
}
