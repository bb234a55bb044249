/**
 * Splits free text into items. At each position it takes the longest phrase of the vocabulary, model name or provider
 * name, otherwise a number, a day, a word or a sign. The phrases are facts in `data/aliases/query-words.csv`.
 */
import type { PriceUnit } from "../../build/cost/rates.ts";
import { createSpellingCorrector, isTransposition } from "../../build/identity/nearest-names.ts";
import { splitNameTerms } from "../../build/identity/terms.ts";
import type { ParsedModelFilterValue } from "../endpoints/models/model-filters.ts";
import { findLowerBoundIndex, removeSpaces, type SearchableProvider } from "./search-index.ts";

/** Meaning of a phrase: a parameter of the query, or a part of a condition (`bound`, `unit`, …) → its value. */
export type SearchPhraseMeaning = Readonly<Record<string, string>>;

/** The catalogue's names and the vocabulary that the parser uses. */
export interface SearchLexicon {
  /** Newest day of the data, from which relative dates such as `this year` are counted. */
  asOf: string;
  /** Tokens, joined by spaces → the meaning. A phrase that ends with `*` matches all words with that prefix. */
  phrases: ReadonlyMap<string, SearchPhraseMeaning>;
  /** The first tokens of longer phrases, joined by spaces. */
  beginnings: Pick<ReadonlySet<string>, "has">;
  nameWords: ReadonlySet<string>;
  correct(word: string): string | undefined;
  /** Name of a provider without spaces → the provider. */
  providers: ReadonlyMap<string, SearchableProvider>;
  /** Model names as terms joined by spaces, both complete and without the first word; sorted. */
  modelNames: readonly string[];
}

export interface SearchToken {
  kind: "phrase" | "number" | "day" | "name" | "provider" | "word" | "sign";
  text: string;
  start: number;
  end: number;
  /** Whether the item directly follows the previous one, or its hyphen. */
  isGlued: boolean;
  /** Meaning of a phrase; empty for other items. */
  meaning: SearchPhraseMeaning;
  /** Value of a number; NaN for other items. */
  value: number;
  provider?: SearchableProvider | undefined;
  isUsed: boolean;
}
export interface SearchTokenRange {
  from: number;
  to: number;
}
export type SearchCondition = [filter: string, value: ParsedModelFilterValue];
/** What was read from several items, with the text of them. */
export interface SearchTokenConditions extends SearchTokenRange {
  conditions: SearchCondition[];
  text: string;
  /** Parts of the text that no filter can say. */
  ignored: string[];
  /** From the first day on, and before the second. */
  days?: { after?: string; before?: string };
}
type Label = { length: number } & Partial<SearchToken> & Pick<SearchToken, "kind">;

type Token = Pick<SearchToken, "text" | "start" | "end" | "isGlued">;

const NO_SPACES = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー`;
const TOKEN = new RegExp(
  `\\d{4}-\\d\\d(?:-\\d\\d)?(?![\\d-])|\\d+(?:[.,]+\\d+)*|[${NO_SPACES}]|(?:(?![${NO_SPACES}])[\\p{L}\\p{M}])+|[^\\s\\p{L}\\p{M}\\p{N}]`,
  "gu",
);
/** `audio->text`. In `=> 200k`, the sign means something else. */
const ARROW = /(?<=\p{L} ?)(?:-+>|=+>|→|⇒)(?= ?\p{L})/gu;
/** `$.15` */
const BARE_DECIMALS = /(?<![\p{L}\d.)])\.(?=\d)/gu;
/** `400 000`, `1'000'000`. */
const SPACED_THOUSANDS = /(?<![\d.,-])\d{1,3}(?:[ '_]\d{3})*[ '_]000(?![\d.,]*\d)/g;
/** `6/2026`, `15/06/2026`, `15.6.2026`. */
const NUMERIC_DATE = /(?<![\d./-])(?:(\d\d?)([./]))?(\d\d?)([./])(20\d\d)(?![\d./-]*\d)/g;
/** `$1 < price < $5` */
const NUMBER_FIRST =
  /(\$?\d[\d.]*[kmb$]?) ?([<>])(=?) ?(price|cost|input|output|context|ctx|score|parameters) ?(?=[<>]|$)/g;
const MARKS = /[\u0300-\u036f\u064b-\u065f]/g;
const PLURAL = /(?<![\p{L}\d-])[a-z]{4,}s(?![\p{L}\d-])/gu;
/** A sign between the words of one name, which is dropped. */
const HYPHEN = /^[-_.]$/;
/** Russian case endings after folding: `открытыми весами` and `открытые веса` are the same phrase. */
const CYRILLIC_ENDING =
  /(?<=^\p{sc=Cyrillic}{3,24})(?:ами|ями|ого|его|ому|ему|ыми|ими|ов|ев|еи|ои|ыи|ии|ая|яя|ое|ее|ые|ие|ых|их|ую|юю|ом|ем|ам|ям|ах|ях|а|я|о|е|ы|и|у|ю|ь)$/u;

/** Longer texts are pasted pages; the rest is ignored. */
export const MAX_SEARCH_TEXT_LENGTH = 600;
const MAX_NAME_TOKENS = 12;
const MAX_PHRASE_TOKENS = 16;
const MAX_PROVIDER_TOKENS = 5;
const MAX_WORD = 27;
const MIN_STEM = 3;
const MAX_STEM = 20;
const NOTHING: SearchPhraseMeaning = {};

/** Removes case and accents; keeps Hangul and kana composed. */
const foldQuery = (text: string): string =>
  text
    .replaceAll("≠", "!=")
    .replaceAll("≤", "<=")
    .replaceAll("≥", ">=")
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .normalize("NFC")
    .replaceAll("’", "'")
    .replaceAll(ARROW, " to ")
    .replaceAll(BARE_DECIMALS, "0.")
    .replaceAll(SPACED_THOUSANDS, (number) => number.replaceAll(/\D/g, ""))
    .replaceAll(NUMERIC_DATE, toIsoDate)
    .replaceAll(
      NUMBER_FIRST,
      (_, number, sign, equal, field) =>
        `${field} ${sign === "<" ? ">" : "<"}${equal} ${number}, ${field} `,
    );

/** Leaves a date as it is where the month could be either number, or none: `1/6/2026`, `32/13/2026`. */
function toIsoDate(
  text: string,
  first: string,
  sign = "",
  second: string,
  last: string,
  year: string,
) {
  if (sign === "") return last === "/" ? `${year}-${second.padStart(2, "0")}` : text;
  const isDayFirst = sign === "." || Number(first) > 12 || first === second;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  if (Number(month) > 12 || (!isDayFirst && Number(day) <= 12)) return text;
  return [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
}

function toTokens(folded: string): Token[] {
  const tokens: Token[] = [];
  let isHyphen = false;
  for (const { 0: text, index: start } of folded.matchAll(TOKEN)) {
    const isBehind = start === tokens.at(-1)?.end;
    const isGlued = isBehind || isHyphen;
    const end = start + text.length;
    isHyphen = HYPHEN.test(text) && isBehind && (folded[end] ?? " ") !== " ";
    // `amazon's models`
    const isPossessive = text === "s" && isBehind && tokens.at(-1)?.text === "'";
    if (!isHyphen && !isPossessive) tokens.push({ text, start, end, isGlued });
  }
  return tokens;
}

const withoutEnding = (token: string): string =>
  token.length <= MAX_WORD ? token.replace(CYRILLIC_ENDING, "") : token;

/** The key of a phrase in the vocabulary. A lone `*` is a sign, not a wildcard. */
export function toSearchPhraseKey(phrase: string): string {
  const isStem = /.\*$/.test(phrase);
  const tokens = toTokens(foldQuery(isStem ? phrase.slice(0, -1) : phrase)).map(({ text }) => text);
  if (!isStem) return tokens.map(withoutEnding).join(" ");
  return [...tokens.slice(0, -1).map(withoutEnding), `${tokens.at(-1)}*`].join(" ");
}

/** Parses `supports=tools&sort=pricing_input`. */
export const parseVocabularyMeaning = (text: string): SearchPhraseMeaning =>
  Object.fromEntries(text.split("&").map((part) => part.split("=")));

/** Units in the vocabulary → the unit of a rate that is not per token (SPEC 4.8a), and how many things it counts. */
export const PRICE_UNITS: Partial<Record<string, [unit: PriceUnit, count: number]>> = {
  character: ["1M characters", 1e6],
  image: ["image", 1],
  megapixel: ["megapixel", 1],
  minute: ["minute", 1],
  page: ["page", 1],
  request: ["1k requests", 1000],
  search: ["1k searches", 1000],
  second: ["second", 1],
};
export const isPriceUnit = (unit = ""): boolean => Object.hasOwn(PRICE_UNITS, unit);

const isDigits = (text = ""): boolean => /^\d/.test(text);

/** Whether the item is a word without a meaning of its own, such as `the` or `models`. */
export const isStopWord = ({ meaning }: SearchToken): boolean => meaning.skip === "";

/** Whether the item is a word such as `on` or `by`, before or after a provider. */
export const isPrepositionNearCompany = (item: SearchToken | undefined): boolean =>
  (item?.meaning.at ?? item?.meaning.by) !== undefined;

/** Whether the word comes before the name. `上的` and `の` come after it. */
export const isPrepositionBeforeCompany = (item: SearchToken | undefined): boolean =>
  isPrepositionNearCompany(item) && (item?.meaning.at ?? item?.meaning.by) !== "behind";

/** Whether it is the name of a lab, as `mistral` is. `claude` and `llama` are names of model families. */
export const isLabNameToken = ({ kind, provider, text }: SearchToken): boolean =>
  provider !== undefined &&
  (kind !== "name" || provider.shopOf === undefined) &&
  splitNameTerms(provider.slug).join("").startsWith(splitNameTerms(text).join(""));

/** Whether the item names a lab or host, even if model names start with the same word. */
export const isProviderNameToken = (item: SearchToken | undefined): boolean =>
  item?.kind === "provider" || (item?.kind === "name" && isLabNameToken(item));

/** The items of a text in order, and which of them have been used. */
export class SearchQueryTokens {
  readonly items: readonly SearchToken[];
  readonly folded: string;
  readonly #names: SearchLexicon;
  readonly #tokens: readonly Token[];
  /** The tokens as the vocabulary spells them. */
  readonly #words: readonly string[];
  /** Terms of each token, joined by spaces, for looking up names. */
  readonly #terms: readonly string[];

  constructor(text: string, names: SearchLexicon) {
    this.#names = names;
    this.folded = foldQuery(text.slice(0, MAX_SEARCH_TEXT_LENGTH).toWellFormed())
      .slice(0, MAX_SEARCH_TEXT_LENGTH)
      .replaceAll(PLURAL, (word) => this.#toSingular(word));
    this.#tokens = toTokens(this.folded);
    this.#terms = this.#tokens.map(({ text }) => splitNameTerms(text).join(" "));
    this.#words = this.#tokens.map(({ text }, at) =>
      this.#isOfModelId(at) ? text : (names.correct(text) ?? withoutEnding(text)),
    );
    const items: SearchToken[] = [];
    for (let at = 0; at < this.#tokens.length; ) {
      const { length, ...label } = this.#longestAt(at, items.at(-1));
      const { start, isGlued } = this.#tokens[at] as Token;
      const { end } = this.#tokens[at + length - 1] as Token;
      const plain = { isUsed: false, meaning: NOTHING, value: Number.NaN };
      items.push({ ...plain, ...label, start, end, isGlued, text: this.folded.slice(start, end) });
      at += length;
    }
    this.items = items;
    this.#completeComparatives();
  }

  /** `newer, better and cheaper than norn 5`: `better` means `better than`. */
  #completeComparatives(): void {
    let than = "";
    for (const [at, { meaning, text }] of [...this.items.entries()].reverse()) {
      if (meaning.than !== undefined && text.includes(" ")) than = text.split(" ").at(-1) ?? "";
      const item = this.items[at - 2];
      if (meaning.than === undefined || this.items[at - 1]?.meaning.skip !== "sep") continue;
      const whole = this.#names.phrases.get(`${item?.text} ${than}`);
      if (item && item.meaning.than === undefined && whole?.than !== undefined)
        item.meaning = whole;
    }
  }

  /** `sonnets`, `opuses`: a word of names in the plural. `minis` is the beginning of another name. */
  #toSingular(word: string): string {
    const { nameWords, phrases } = this.#names;
    const name = [word.slice(0, -1), word.slice(0, -2)].find((one) => nameWords.has(one));
    if (name === undefined || this.#stem("", word)) return word;
    for (const other of nameWords) if (other.startsWith(word)) return word;
    // `read documents` is a phrase, although `document` is a word of names.
    for (const phrase of phrases.keys()) if (` ${phrase} `.includes(` ${word} `)) return word;
    return name;
  }

  /** `text-embeding-3-small`: a misspelling within a model id is not corrected by the vocabulary. */
  #isOfModelId(at: number): boolean {
    const next = this.#tokens.slice(at + 1).findIndex(({ isGlued }) => !isGlued);
    const glued = this.#tokens.slice(at + 1, next < 0 ? undefined : at + 1 + next);
    return glued.some(({ text }) => isDigits(text));
  }

  at = (place: number): SearchToken | undefined => this.items[place];
  isNameWord = (text: string): boolean => this.#names.nameWords.has(text);

  textOf(from: number, to: number): string {
    const first = this.items[from];
    const last = this.items[to];
    return first && last ? this.folded.slice(first.start, last.end).trim() : "";
  }

  /** Marks the items as used, so that nothing else is read from them. @returns Their text. */
  use(from: number, to: number): string {
    for (const item of this.items.slice(from, to + 1)) item.isUsed = true;
    return this.textOf(from, to);
  }

  /** The nearest place in a direction whose item is used or does not satisfy `holds`. */
  nextTo(at: number, step: 1 | -1, holds: (item: SearchToken) => boolean): number {
    let place = at + step;
    for (let item = this.at(place); item && !item.isUsed && holds(item); item = this.at(place))
      place += step;
    return place;
  }

  #longestAt(at: number, before: SearchToken | undefined): Label {
    if (this.#isMinus(at)) return { kind: "phrase", length: 1, meaning: { not: "" } };
    const phrase = this.#phraseAt(at);
    const name = this.#nameAt(at);
    const found = this.#providerAt(at);
    const provider = found.provider && { ...found, kind: "provider" as const };
    const hasDigit = this.#tokens.slice(at, at + name).some(({ text }) => isDigits(text));
    if (
      provider &&
      isPrepositionBeforeCompany(before) &&
      provider.length >= Math.max(phrase.length, name)
    )
      return provider;
    if (phrase.length > 0 && phrase.length >= Math.max(name + Number(hasDigit), found.length))
      return phrase.length === 1 &&
        this.#continuesName(this.#tokens[at]?.text ?? "", phrase.meaning, before)
        ? { kind: "word", length: 1 }
        : { kind: "phrase", ...phrase };
    if (provider && provider.length > name) return provider;
    if (name === 0) return this.#plainAt(at, before);
    return {
      kind: "name",
      length: name,
      ...(found.length === name && { provider: found.provider }),
    };
  }

  /** `claude -opus`, `!openai`: excludes the word, as in other search engines. */
  #isMinus(at: number): boolean {
    const { text, isGlued, end } = this.#tokens[at] as Token;
    const next = this.#tokens[at + 1];
    return /^[-!]$/.test(text) && !isGlued && next?.start === end && LETTER.test(next.text);
  }

  /** `gemini 3.8 pro`: a word without a meaning belongs to the name before it, if a model of the family has it. */
  #continuesName(word: string, { drop, ...meaning }: SearchPhraseMeaning, before?: SearchToken) {
    const saysNothing =
      drop !== undefined || /^skip,(,per,)?$/.test(Object.entries(meaning).join());
    if (!saysNothing || !this.isNameWord(word)) return false;
    // `cheapest pro models`: the German word for `per` follows a price.
    const { unit, measure } = before?.meaning ?? {};
    if (meaning.per !== undefined)
      return before?.kind !== "number" && (unit ?? measure) === undefined;
    // `gemini -pro`
    if (before?.kind !== "name") return before?.text === "-" || before?.text === "!";
    const [family = ""] = splitNameTerms(before.text);
    return this.#names.modelNames.some((name) => {
      const [first, ...others] = name.split(" ");
      return first === family && others.includes(word);
    });
  }

  #plainAt(at: number, before: SearchToken | undefined): Label {
    const { text, isGlued, end } = this.#tokens[at] as Token;
    if (/^\d{4}-\d\d/.test(text) && !isGlued) return { kind: "day", length: 1 };
    if (!isDigits(text)) return { kind: LETTER.test(text) ? "word" : "sign", length: 1 };
    // After `<`, `max` and similar words, a number does not belong to a name, even without a space: `<1$`, `低于1美元`.
    const isOfName = isGlued && LETTER.test(this.#tokens[at - 1]?.text ?? "");
    if (isOfName && before?.kind !== "phrase") return { kind: "word", length: 1 };
    // `4o`, `8x`: the letters are not a known unit.
    const { skip, ...meaning } = this.#phraseAt(at + 1).meaning;
    if (this.#isCut(at + 1, end) && Object.keys(meaning).length === 0)
      return { kind: "word", length: 2 };
    return { kind: "number", length: 1, value: toNumber(text) };
  }

  #isCut(at: number, end: number | undefined): boolean {
    const token = this.#tokens[at];
    return token?.isGlued === true && token.start === end && /^[a-z]/.test(token.text);
  }

  #phraseAt(at: number): { length: number; meaning: SearchPhraseMeaning } {
    let before = "";
    let best = { length: 0, meaning: NOTHING };
    for (let length = 1; length <= MAX_PHRASE_TOKENS; length++) {
      const text = this.#tokens[at + length - 1]?.text;
      const word = this.#words[at + length - 1];
      if (text === undefined || word === undefined) break;
      const key = before + word;
      const meaning = this.#names.phrases.get(key) ?? this.#stem(before, text);
      // `and newer`, but not where `newer than` follows; `an image`, but not before `generation`.
      const next = length === 2 ? this.#phraseAt(at + 1).meaning : undefined;
      const isOfNext = (next?.than ?? (meaning?.unit && next?.model_type)) !== undefined;
      if (meaning && !isOfNext) best = { length, meaning };
      // `ordered by price` is another spelling of `sort price`.
      const start = meaning?.same ?? key;
      if (!this.#names.beginnings.has(start)) break;
      before = `${start} `;
    }
    return best;
  }

  #stem(before: string, word: string): SearchPhraseMeaning | undefined {
    for (let length = Math.min(word.length, MAX_STEM); length >= MIN_STEM; length--) {
      const meaning = this.#names.phrases.get(`${before}${word.slice(0, length)}*`);
      if (meaning) return meaning;
    }
    return undefined;
  }

  /** How many tokens from here form the start of a model name. A number with a unit does not belong to the name. */
  #nameAt(at: number): number {
    let spaced = "";
    let length = 0;
    for (const terms of this.#terms.slice(at, at + MAX_NAME_TOKENS)) {
      spaced += spaced === "" ? terms : ` ${terms}`;
      if (terms === "" || !isStart(spaced, this.#names.modelNames)) break;
      length++;
    }
    // `qwen 7b to 14b`, although there is a Qwen 7B.
    const link = this.#phraseAt(at + length);
    const second = at + length + (link.meaning.range === undefined ? 0 : link.length);
    const isRange = [at + length - 1, second + 1].every(
      (place) => this.#phraseAt(place).meaning.unit !== undefined,
    );
    if (length > 0 && isRange && isDigits(this.#tokens[second]?.text)) length--;
    for (; length > 0; length--) {
      const last = this.#tokens[at + length - 1];
      const { unit, times, post, drop } = this.#phraseAt(at + length).meaning;
      // `sonnet 4.5 cached`, `veo 3 per second`: the word says which price, not of what there are 4.5.
      const isOfPrice = drop !== undefined || isPriceUnit(unit);
      const isMeasured = (unit ?? times ?? post) !== undefined && !isOfPrice;
      if (!isDigits(last?.text) || !(isMeasured || this.#isCut(at + length, last?.end))) break;
    }
    return isDigits(this.#tokens[at]?.text) && length === 1 ? 0 : length;
  }

  #providerAt(at: number): { length: number; provider?: SearchableProvider } {
    let key = "";
    let best: { length: number; provider?: SearchableProvider } = { length: 0 };
    for (const [place, spaced] of this.#terms.slice(at, at + MAX_PROVIDER_TOKENS).entries()) {
      const terms = removeSpaces(spaced);
      // `ibm < 10B`: a sign does not belong to a name.
      if (terms === "" && key === "") break;
      key += terms;
      const provider = terms === "" ? undefined : this.#names.providers.get(key);
      // `0.1` does not mean 01.AI.
      if (provider && key.length > 1 && LETTER.test(key)) best = { length: place + 1, provider };
    }
    return best;
  }
}

/** `1,000,000`, `0,5`, `1.5`, `200.000`. */
function toNumber(text: string): number {
  const [whole = "", ...groups] = text.split(/[.,]/);
  const isGrouped = groups.every(({ length }) => length === 3) && /^(?!0)\d{1,3}$/.test(whole);
  if (isGrouped && (groups.length > 1 || text.includes(",")))
    return Number(whole + groups.join(""));
  return groups.length > 1 ? Number.NaN : Number(`${whole}.${groups[0] ?? 0}`);
}

/** Whether a name equals `spaced`, or starts with it at a word boundary. */
function isStart(spaced: string, sorted: readonly string[]): boolean {
  // The space sorts before all other characters in names, so the first match is the shortest name with this beginning.
  const first = sorted[findLowerBoundIndex(sorted, spaced)];
  return first === spaced || first?.startsWith(`${spaced} `) === true;
}

const LETTER = /\p{L}/u;
/** Shorter words differ by one letter too often to be corrected. */
const CORRECTABLE = /^\p{L}{5,27}$/u;

/**
 * What the vocabulary knows. `correct` corrects one error in a word (`reasonning`) if the first letter is right.
 * @param names Names of models and providers, whose words are correct, too.
 */
export function toSearchVocabulary(
  phrases: ReadonlyMap<string, SearchPhraseMeaning>,
  names: readonly string[],
): Omit<SearchLexicon, "asOf" | "providers" | "modelNames"> {
  const keys = [...phrases.keys()];
  const beginnings = keys.flatMap((key) =>
    Array.from(key.matchAll(/ /g), ({ index }) => key.slice(0, index)),
  );
  const toWords = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.split(" ")));
  const words = toWords(keys);
  const nameWords = toWords(names);
  const isKnown = (word: string) =>
    nameWords.has(word) ||
    words.has(withoutEnding(word)) ||
    Array.from(word, (_, at) => `${word.slice(0, at + 1)}*`).some((stem) => words.has(stem));
  const correctable = [...words].filter((one) => CORRECTABLE.test(one));
  const correctionsOf = createSpellingCorrector(correctable, { mayStartWrong: false });
  return {
    phrases,
    beginnings: new Set(beginnings),
    nameWords,
    correct(word) {
      if (!CORRECTABLE.test(word) || isKnown(word)) return undefined;
      // Two letters are swapped, one of six is added or missing, or one of seven is replaced.
      const isSure = ({ word: right, errors }: { word: string; errors: number }) =>
        errors === 1 &&
        (isTransposition(right, word) || right.length > (right.length === word.length ? 6 : 5));
      return correctionsOf(word).find(isSure)?.word;
    },
  };
}
