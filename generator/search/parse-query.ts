/**
 * Free text → one typed query: conditions with the names and values of the filters of models, an order, what is said of
 * another model (`cheaper than X`), and the words that are left, which name something. The words that people use are facts
 * (`data/aliases/query-words.csv`); this file knows only how numbers, units, days and names stand together.
 */
import { splitNameTerms } from "../../build/identity/terms.ts";
import type { ModelFilterName, ModelFilterValue } from "../endpoints/models/model-filters.ts";
import { type DayRange, type PhraseMeaning, readDayRange } from "./query-days.ts";
import { lowerBound, type NamedProvider } from "./search-index.ts";

/** What the parser knows of the catalogue and of language. */
export interface QueryNames {
  /** Newest day of the data: `this year` counts from it. */
  asOf: string;
  /** Tokens of a phrase, joined by spaces → its meaning; a phrase that ends with `*` is the beginning of a word. */
  phrases: ReadonlyMap<string, PhraseMeaning>;
  /** Terms of a name without spaces → whom it names. */
  providers: ReadonlyMap<string, NamedProvider>;
  /** Names of models in terms joined by spaces, whole and without their first word; sorted. */
  modelNames: readonly string[];
}

type RelationKind = "alternatives" | "successor" | "instead" | "versus" | Than;
/** `cheaper than X`, `newer than X`, … */
type Than = "price" | "released" | "score" | "context" | "parameters";

export interface QueryRelation {
  kind: RelationKind;
  /** Names as they were written. */
  names: string[];
}

export interface ParsedQuery {
  filters: Partial<Record<ModelFilterName, ModelFilterValue>>;
  sort: string | undefined;
  order: "asc" | "desc" | undefined;
  best_at: string | undefined;
  relations: QueryRelation[];
  /** Kinds of findings that the text wants: `price_drop`; `*` for all. */
  findings: string[];
  /** Slugs of those who were named, as labs or as hosts. */
  providers: string[];
  /** What is left, and names something; may be empty. */
  words: string;
  /** The part of it that begins as a model's name does. */
  names: string;
  /** Parameter → the words that it was read from. */
  readFrom: Partial<Record<string, string>>;
  /** Words that are no condition, no name, and no part of the language of a question. */
  ignored: string[];
  /** Begins as a question that is answered with yes or no, or with a fact of what it names. */
  isQuestion: boolean;
  /** Steps that it took; grows with the length of the text, never faster. */
  steps: number;
}

const NO_SPACES = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー`;
const TOKEN = new RegExp(
  `\\d{4}-\\d\\d(?:-\\d\\d)?(?![\\d-])|\\d[\\d.,]*|[${NO_SPACES}]|(?:(?![${NO_SPACES}])[\\p{L}\\p{M}])+|[^\\s\\p{L}\\p{M}\\p{N}]`,
  "gu",
);
const MARKS = /[\u0300-\u036f\u064b-\u065f]/g;

/** Longer texts are pasted pages; what stands further back is not read. */
const MAX_CHARACTERS = 600;
const MAX_NAME_TOKENS = 12;
const MAX_PHRASE_TOKENS = 16;
const MAX_WORD = 27;
const MIN_STEM = 3;
const MAX_STEM = 20;

interface Token {
  text: string;
  start: number;
  end: number;
  /** Stands directly behind the token before, or behind its hyphen. */
  isGlued: boolean;
}

type ItemKind = "phrase" | "number" | "day" | "name" | "provider" | "word" | "sign";

interface Item {
  kind: ItemKind;
  text: string;
  start: number;
  end: number;
  isGlued: boolean;
  meaning: PhraseMeaning;
  value: number;
  provider?: NamedProvider | undefined;
  isUsed: boolean;
}

/** Without case and accents; Hangul and kana whole. */
const foldQuery = (text: string): string =>
  text.normalize("NFKD").replace(MARKS, "").toLowerCase().normalize("NFC").replaceAll("’", "'");

/** Joins what separates words of one name. */
const HYPHEN = /^[-_.]$/;

function toTokens(folded: string): Token[] {
  const tokens: Token[] = [];
  let isHyphen = false;
  for (const { 0: matched, index } of folded.matchAll(TOKEN)) {
    const text = /^\d/.test(matched) ? withoutEndingMarks(matched) : matched;
    const isGlued = index === tokens.at(-1)?.end || isHyphen;
    const next = folded[index + text.length];
    isHyphen =
      HYPHEN.test(text) && next !== undefined && next !== " " && tokens.at(-1)?.end === index;
    if (!isHyphen) tokens.push({ text, start: index, end: index + text.length, isGlued });
  }
  return tokens;
}

/** `$1,` → `1`, `200.` → `200` */
function withoutEndingMarks(number: string): string {
  let end = number.length;
  while (/[.,]/.test(number[end - 1] ?? "")) end--;
  return number.slice(0, end);
}

/** How the phrases of the vocabulary are looked up. */
export const toPhraseKey = (phrase: string): string => {
  const isStem = phrase.endsWith("*");
  const tokens = toTokens(foldQuery(isStem ? phrase.slice(0, -1) : phrase)).map(({ text }) => text);
  const last = isStem ? `${tokens.pop()}*` : undefined;
  return [...tokens.map(withoutEnding), ...(last === undefined ? [] : [last])].join(" ");
};

/** Endings of cases in Russian, folded: `открытыми весами` and `открытые веса` are one phrase. */
const CYRILLIC_ENDING =
  /(?<=^\p{sc=Cyrillic}{3,24})(?:ами|ями|ого|его|ому|ему|ыми|ими|ов|ев|еи|ои|ыи|ии|ая|яя|ое|ее|ые|ие|ых|их|ую|юю|ом|ем|ам|ям|ах|ях|а|я|о|е|ы|и|у|ю|ь)$/u;
const withoutEnding = (token: string): string =>
  token.length <= MAX_WORD ? token.replace(CYRILLIC_ENDING, "") : token;

/** `supports=tools&sort=pricing_input` */
export const parsePhraseMeaning = (text: string): PhraseMeaning =>
  Object.fromEntries(
    text.split("&").map((part) => {
      const [name = "", value = ""] = part.split("=");
      return [name, value];
    }),
  );

const isDigits = (text: string | undefined): boolean => /^\d/.test(text ?? "");
const NOTHING: PhraseMeaning = {};

/** @returns What the text means; never throws, whatever the text. */
export function parseQuery(text: string, names: QueryNames): ParsedQuery {
  return new QueryParser(text, names).parse();
}

class QueryParser {
  readonly #names: QueryNames;
  readonly #folded: string;
  readonly #items: Item[] = [];
  readonly #query: ParsedQuery = {
    ...{ filters: {}, sort: undefined, order: undefined, best_at: undefined, relations: [] },
    ...{ findings: [], providers: [], words: "", names: "", readFrom: {}, ignored: [] },
    ...{ isQuestion: false, steps: 0 },
  };
  /** The bound of the number before: `under $1 input and $5 output`. */
  #bound: string | undefined;
  #isBetween = false;

  constructor(text: string, names: QueryNames) {
    this.#names = names;
    if (text.length > MAX_CHARACTERS)
      this.#query.ignored.push(`everything after ${MAX_CHARACTERS} characters`);
    this.#folded = foldQuery(text.slice(0, MAX_CHARACTERS).toWellFormed()).slice(0, MAX_CHARACTERS);
  }

  parse(): ParsedQuery {
    this.#label(toTokens(this.#folded));
    this.#query.isQuestion = this.#items[0]?.meaning.ask !== undefined;
    this.#readNegations();
    for (const at of this.#items.keys()) this.#readDays(at);
    for (const at of this.#items.keys()) if (!this.#readRange(at)) this.#readNumber(at);
    this.#readRelations();
    for (const [at, item] of this.#strongFirst()) if (!item.isUsed) this.#readPhrase(at, item);
    this.#readWords();
    return this.#query;
  }

  // Labels: the longest phrase, name or provider from each place on.

  #label(tokens: readonly Token[]): void {
    for (let at = 0; at < tokens.length; ) {
      const found = this.#longestAt(tokens, at);
      const first = tokens[at] as Token;
      const last = tokens[at + found.length - 1] as Token;
      const { start, isGlued } = first;
      this.#items.push({
        ...{ start, end: last.end, isGlued, isUsed: false, meaning: NOTHING, value: Number.NaN },
        ...found,
        text: this.#folded.slice(start, last.end),
      });
      at += found.length;
    }
  }

  #longestAt(
    tokens: readonly Token[],
    at: number,
  ): { length: number } & Pick<Item, "kind"> & Partial<Item> {
    const phrase = this.#phraseAt(tokens, at);
    const name = this.#nameAt(tokens, at);
    const provider = this.#providerAt(tokens, at);
    const isPlaced = this.#isPlace(this.#items.at(-1));
    const hasDigit = tokens.slice(at, at + name).some(({ text }) => isDigits(text));
    if (provider && isPlaced && provider.length >= phrase.length && provider.length >= name)
      return { kind: "provider", ...provider };
    if (
      phrase.length > 0 &&
      phrase.length >= (hasDigit ? name + 1 : name) &&
      phrase.length >= (provider?.length ?? 0)
    )
      return { kind: "phrase", ...phrase };
    if (provider && provider.length > name) return { kind: "provider", ...provider };
    if (name > 0)
      return {
        kind: "name",
        length: name,
        ...(provider?.length === name && { provider: provider.provider }),
      };
    return this.#plainAt(tokens, at);
  }

  #plainAt(tokens: readonly Token[], at: number) {
    const token = tokens[at] as Token;
    const { text } = token;
    if (/^\d{4}-\d\d/.test(text) && !token.isGlued) return { kind: "day" as const, length: 1 };
    if (!isDigits(text))
      return { kind: /\p{L}/u.test(text) ? ("word" as const) : ("sign" as const), length: 1 };
    const isOfName =
      token.isGlued &&
      /^\p{L}/u.test(tokens[at - 1]?.text ?? "") &&
      !this.#isPart(this.#items.at(-1));
    if (isOfName) return { kind: "word" as const, length: 1 };
    const next = tokens[at + 1];
    const isJoined = next?.isGlued && next.start === token.end && /^[a-z]/.test(next.text);
    // `4o`, `8x`: no unit that is known.
    if (isJoined && this.#phraseAt(tokens, at + 1).length === 0)
      return { kind: "word" as const, length: 2 };
    return { kind: "number" as const, length: 1, value: toNumber(text) };
  }

  /** After `<`, `max` and the like a number is none of a name, though nothing is between them: `<1$`, `低于1美元`. */
  #isPart(item: Item | undefined): boolean {
    return item?.kind === "phrase";
  }

  #isPlace = (item: Item | undefined): boolean =>
    item?.meaning.at !== undefined || item?.meaning.by !== undefined;

  #phraseAt(tokens: readonly Token[], at: number): { length: number; meaning: PhraseMeaning } {
    let key = "";
    let best = { length: 0, meaning: NOTHING };
    for (let length = 1; length <= MAX_PHRASE_TOKENS; length++) {
      const text = tokens[at + length - 1]?.text;
      if (text === undefined) break;
      this.#query.steps++;
      const before = key === "" ? "" : `${key} `;
      key = before + withoutEnding(text);
      const meaning = this.#names.phrases.get(key) ?? this.#stem(before, text);
      if (meaning) best = { length, meaning };
    }
    return best;
  }

  #stem(before: string, word: string): PhraseMeaning | undefined {
    if (word.length < MIN_STEM) return undefined;
    for (let length = Math.min(word.length, MAX_STEM); length >= MIN_STEM; length--) {
      this.#query.steps++;
      const meaning = this.#names.phrases.get(`${before}${word.slice(0, length)}*`);
      if (meaning) return meaning;
    }
    return undefined;
  }

  /** How many tokens from here on begin a model's name; a number that has a unit ends it before. */
  #nameAt(tokens: readonly Token[], at: number): number {
    let spaced = "";
    let length = 0;
    for (let next = at; next < at + MAX_NAME_TOKENS && next < tokens.length; next++) {
      const text = tokens[next]?.text ?? "";
      const terms = splitNameTerms(text).join(" ");
      this.#query.steps++;
      if (terms === "") break;
      spaced += spaced === "" ? terms : ` ${terms}`;
      if (!isStart(spaced, this.#names.modelNames)) break;
      length = next - at + 1;
    }
    while (length > 0 && isDigits(tokens[at + length - 1]?.text)) {
      const next = tokens[at + length];
      const unit = next && this.#phraseAt(tokens, at + length).meaning;
      const isMeasured = next && (unit?.unit ?? unit?.times ?? unit?.post) !== undefined;
      const isCut =
        next?.isGlued && next.start === tokens[at + length - 1]?.end && /^[a-z]/.test(next.text);
      if (!isMeasured && !isCut) break;
      length--;
    }
    return /^\d/.test(tokens[at]?.text ?? "") && length === 1 ? 0 : length;
  }

  #providerAt(tokens: readonly Token[], at: number) {
    let key = "";
    let best: { length: number; provider: NamedProvider } | undefined;
    for (let length = 1; length <= 5; length++) {
      const token = tokens[at + length - 1];
      if (!token) break;
      this.#query.steps++;
      key += splitNameTerms(token.text).join("");
      const provider = this.#names.providers.get(key);
      if (provider && key.length > 1) best = { length, provider };
    }
    return best;
  }

  // Conditions.

  /** `without reasoning`: no filter can say so; it must not be read as its opposite. */
  #readNegations(): void {
    for (const [at, item] of this.#items.entries()) {
      if (item.meaning.not === undefined) continue;
      const next = this.#nextTo(at, 1, ({ meaning }) => meaning.skip !== undefined);
      const other = this.#items[next];
      const isProvider = other?.kind === "provider" || other?.provider !== undefined;
      if (!other || !(isProvider ? item.meaning.at === undefined : isCondition(other.meaning)))
        continue;
      this.#ignore(at, next);
    }
  }

  /** The first place from here on, in a direction, that does not hold. */
  #nextTo(at: number, step: number, holds: (item: Item) => boolean): number {
    let place = at + step;
    for (
      let item = this.#items[place];
      item && holds(item) && !item.isUsed;
      item = this.#items[place]
    ) {
      this.#query.steps++;
      place += step;
    }
    return place;
  }

  #ignore(from: number, to: number): void {
    for (const item of this.#items.slice(from, to + 1)) item.isUsed = true;
    const [first, last] = [this.#items[from], this.#items[to]];
    if (first && last) this.#query.ignored.push(this.#folded.slice(first.start, last.end).trim());
  }

  #set(name: string, value: ModelFilterValue, from: string): void {
    const { filters, readFrom, ignored } = this.#query;
    const known = filters[name as ModelFilterName];
    if (Array.isArray(known) && Array.isArray(value))
      filters[name as ModelFilterName] = [...new Set([...known, ...(value as string[])])];
    else if (known === undefined) filters[name as ModelFilterName] = value;
    else if (String(known) !== String(value)) {
      ignored.push(from);
      return;
    }
    readFrom[name] = readFrom[name] === undefined ? from : `${readFrom[name]} ${from}`;
  }

  #readDays(at: number): void {
    const found = readDayRange(this.#items, at, this.#names.asOf);
    if (!found) return;
    const { from, to, range } = found;
    const text = this.#textOf(from, to);
    for (const item of this.#items.slice(from, to + 1)) item.isUsed = true;
    this.#setDays(range, text);
  }

  #setDays({ after, before }: DayRange, text: string): void {
    if (after !== undefined) this.#set("released_after", after, text);
    if (before !== undefined) this.#set("released_before", before, text);
  }

  #textOf(from: number, to: number): string {
    const [first, last] = [this.#items[from], this.#items[to]];
    return first && last ? this.#folded.slice(first.start, last.end).trim() : "";
  }

  /** `20-40B`, `between 128k and 1M context`: a number without a unit has that of the other. */
  #readRange(at: number): boolean {
    const [first, before] = [this.#items[at], this.#items[at - 1]];
    if (first?.kind !== "number" || first.isUsed) return false;
    const own = noParts();
    const linkAt = this.#unitsFrom(at + 1, own);
    const link = this.#items[linkAt];
    const isLinked =
      link?.meaning.range !== undefined ||
      (before?.meaning.bound === "between" && link?.meaning.skip === "sep");
    const shared = noParts();
    const next = this.#unitsFrom(isLinked ? linkAt + 1 : linkAt, shared);
    const second = this.#items[next];
    if (second?.kind !== "number" || second.isUsed || !(isLinked || second.isGlued)) return false;
    const left = this.#partsBefore(at, shared);
    const right = this.#partsAfter(next, shared, left.hasMeasure);
    const lower = own.hasTimes || own.units.length > 0 ? own : shared;
    const [low, high] = [
      numberIn(first, lower) * lower.times,
      numberIn(second, shared) * shared.times,
    ];
    const measured = { ...lower, measures: shared.measures };
    const [from, to] = [toConditions(low, measured, "min"), toConditions(high, shared, "max")];
    if (low >= high || !from || !to) return false;
    for (const item of this.#items.slice(left.from, right + 1)) item.isUsed = true;
    const text = this.#textOf(left.from, right);
    if (from.length === 0) this.#query.ignored.push(this.#textOf(left.from, linkAt - 1));
    if (to.length === 0) this.#query.ignored.push(this.#textOf(linkAt, right));
    for (const [name, value] of [...from, ...to]) this.#set(name, value, text);
    return true;
  }

  /** The first place from here on that is no unit; adds the units to the parts. */
  #unitsFrom(from: number, parts: NumberParts): number {
    let place = from;
    for (let item = this.#items[place]; item?.kind === "phrase"; item = this.#items[place]) {
      this.#query.steps++;
      if ((item.meaning.unit ?? item.meaning.times) === undefined || item.isUsed) break;
      addPart(parts, item.meaning);
      place++;
    }
    return place;
  }

  /** A number with what belongs to it: unit and field behind it, bound and field before it. */
  #readNumber(at: number): void {
    const item = this.#items[at];
    if (!item || item.isUsed) return;
    const isWord =
      item.kind === "phrase" &&
      ((item.meaning.number ?? item.meaning.times) !== undefined || this.#isOneOfMoney(at));
    if (item.kind !== "number" && !isWord) return;
    const parts = noParts();
    if (isWord) addPart(parts, item.meaning);
    const left = this.#partsBefore(at, parts);
    const right = this.#partsAfter(at, parts, left.hasMeasure);
    const isCarried =
      parts.bound === undefined &&
      this.#isAfterSeparator(left.from) &&
      (this.#isBetween || isMoney(parts));
    const bound = parts.bound ?? (isCarried ? this.#bound : undefined);
    const given = isWord ? Number(item.meaning.number ?? 1) : numberIn(item, parts);
    // `open weights 256k`
    if (!isWord && this.#isAlone(left.from, right)) parts.measures.push("size");
    const conditions = toConditions(given * parts.times, parts, bound);
    if (!conditions) return;
    this.#isBetween = bound === "between";
    this.#bound = this.#isBetween ? "max" : bound;
    for (let place = left.from; place <= right; place++) {
      const one = this.#items[place];
      if (one) one.isUsed = true;
    }
    const text = this.#textOf(left.from, right);
    if (conditions.length === 0) this.#query.ignored.push(text);
    for (const [name, value] of conditions) this.#set(name, value, text);
  }

  /** Beside it is nothing that may be a name. */
  #isAlone(from: number, to: number): boolean {
    return [from - 1, to + 1].every((place) => {
      const item = this.#items[place];
      return item === undefined || item.kind === "phrase" || /^[,;]$/.test(item.text);
    });
  }

  /** `under a dollar`: one of it. */
  #isOneOfMoney(at: number): boolean {
    const unit = this.#items[at]?.meaning.unit;
    const before = this.#nextTo(at, -1, ({ meaning }) => meaning.skip === "");
    return (
      (unit === "usd" || unit === "cents") &&
      this.#items[before]?.meaning.bound !== undefined &&
      this.#items[at + 1]?.kind !== "number"
    );
  }

  #partsBefore(at: number, parts: NumberParts): { from: number; hasMeasure: boolean } {
    let from = at;
    let hasMeasure = false;
    for (let place = at - 1; place >= Math.max(0, at - 6); place--) {
      this.#query.steps++;
      const item = this.#items[place];
      if (!item || item.isUsed) break;
      const { meaning } = item;
      const isPart = item.kind === "phrase" && BEFORE.some((part) => meaning[part] !== undefined);
      if (isPart && !(parts.bound !== undefined && meaning.bound !== undefined)) {
        addPart(parts, meaning);
        from = place;
        hasMeasure ||= meaning.measure !== undefined;
      } else if (meaning.skip !== "" && item.kind !== "sign") break;
    }
    return { from, hasMeasure };
  }

  #partsAfter(at: number, parts: NumberParts, hasMeasure: boolean): number {
    let to = at;
    for (let place = at + 1; place <= at + 7; place++) {
      this.#query.steps++;
      const item = this.#items[place];
      if (!item || item.isUsed) break;
      const { meaning } = item;
      if (item.kind === "sign" && /^[/()~]$/.test(item.text)) continue;
      if (meaning.skip === "" && meaning.measure === undefined) continue;
      if (item.kind !== "phrase") break;
      const isMeasure = meaning.measure !== undefined;
      const isOther =
        isMeasure && hasMeasure && meaning.unit === undefined && this.#isMeasureOfNext(place);
      const isPart = AFTER.some((part) => meaning[part] !== undefined);
      if (!isPart || isOther) break;
      if (isMeasure && this.#isMeasureOfNext(place) && parts.measures.length > 0) break;
      addPart(parts, meaning.post === undefined ? meaning : { ...meaning, bound: meaning.post });
      to = place;
    }
    return to;
  }

  /** `context 200k output 32k`: the field belongs to the number that follows it. */
  #isMeasureOfNext(place: number): boolean {
    const next = this.#nextTo(
      place,
      1,
      ({ meaning }) => meaning.skip === "" || meaning.bound !== undefined,
    );
    return this.#items[next]?.kind === "number";
  }

  #isAfterSeparator(from: number): boolean {
    const before = this.#items[from - 1];
    return (
      before !== undefined &&
      (before.isUsed || before.meaning.skip === "sep" || before.text === ",")
    );
  }

  // Relations: what is said of another model.

  #readRelations(): void {
    const versus = this.#items.some(({ meaning }) => meaning.relation === "versus");
    const runs = this.#nameRuns();
    const than = this.#items.findIndex((item) => !item.isUsed && item.meaning.than !== undefined);
    const isQuestionOfTwo =
      this.#query.isQuestion &&
      than > 0 &&
      runs.length === 2 &&
      (runs[0]?.to ?? than) < than &&
      (runs[1]?.from ?? 0) > than;
    const isEither =
      runs.length === 2 &&
      runs.every(({ from }) => this.#items[from]?.kind === "name") &&
      this.#items[(runs[0]?.to ?? 0) + 1]?.meaning.skip === "or" &&
      runs[1]?.from === (runs[0]?.to ?? 0) + 2;
    if ((versus || isQuestionOfTwo || isEither) && runs.length > 1) {
      this.#query.relations.push({ kind: "versus", names: runs.map((run) => this.#takeRun(run)) });
      for (const item of this.#items)
        if (item.meaning.relation ?? item.meaning.than) item.isUsed = true;
      return;
    }
    const waiting: Item[] = [];
    for (const [at, item] of this.#items.entries()) {
      const kind = (item.meaning.relation ?? item.meaning.than) as RelationKind | undefined;
      if (item.isUsed || kind === undefined || kind === "versus") continue;
      const run = this.#runAfter(at, runs) ?? this.#runBefore(at, runs);
      // `più recenti di mistral`: newer than a model, or the newest of a lab.
      const named = run?.from === run?.to ? this.#items[run?.from ?? -1] : undefined;
      if (kind === "released" && named?.provider?.makesModels && isLabName(named)) {
        this.#query.sort ??= "release_date";
        this.#query.readFrom.sort ??= item.text;
        item.isUsed = true;
      } else if (run) {
        this.#query.relations.push({ kind, names: [this.#takeRun(run)] });
        item.isUsed = true;
      } else waiting.push(item);
    }
    const [first] = this.#query.relations;
    for (const item of waiting) {
      const kind = item.meaning.than as Than | undefined;
      if (!first || kind === undefined) continue;
      this.#query.relations.push({ kind, names: first.names });
      item.isUsed = true;
    }
  }

  /** Places of words that follow each other and may be one name. */
  #nameRuns(): Run[] {
    const runs: Run[] = [];
    for (const [at, item] of this.#items.entries()) {
      const last = runs.at(-1);
      if (item.isUsed || !isNameItem(item)) continue;
      const isNext = last?.to === at - 1;
      // `glm-5 minimax m2`: one after the other are two only where something stands between them.
      if (last && isNext) last.to = at;
      else runs.push({ from: at, to: at });
    }
    return runs.filter(({ from, to }) =>
      this.#items.slice(from, to + 1).some(({ kind }) => kind !== "number" && kind !== "sign"),
    );
  }

  #runAfter(at: number, runs: readonly Run[]): Run | undefined {
    const next = this.#nextTo(at, 1, isBetweenNames);
    return runs.find(({ from, to }) => from <= next && next <= to && !this.#items[from]?.isUsed);
  }

  #runBefore(at: number, runs: readonly Run[]): Run | undefined {
    const next = this.#nextTo(at, -1, isBetweenNames);
    return runs.find(({ from, to }) => from <= next && next <= to && !this.#items[to]?.isUsed);
  }

  #takeRun({ from, to }: Run): string {
    const text = this.#textOf(from, to);
    for (const item of this.#items.slice(from, to + 1)) item.isUsed = true;
    return text;
  }

  // Phrases that are whole conditions, and who makes or sells.

  /** `multimodal` says something only where nothing says which modalities. */
  #strongFirst(): [number, Item][] {
    const isWeak = ([, { meaning }]: [number, Item]) => meaning.weak !== undefined;
    const all = [...this.#items.entries()];
    return [...all.filter((one) => !isWeak(one)), ...all.filter(isWeak)];
  }

  #readPhrase(at: number, item: Item): void {
    if (item.kind === "provider") this.#readProvider(at, item);
    if (item.kind === "name" && item.provider && this.#isPlace(this.#items[at - 1]))
      this.#readProvider(at, item);
    if (item.kind !== "phrase") return;
    const { meaning, text } = item;
    const query = this.#query;
    if (meaning.weak !== undefined && query.filters.input_modalities !== undefined)
      item.isUsed = true;
    for (const [name, value] of item.isUsed ? [] : Object.entries(meaning)) {
      if (name === "sort") {
        query.sort ??= value;
        query.order ??= meaning.order as "asc" | "desc" | undefined;
        query.readFrom.sort ??= text;
      } else if (name === "best_at") {
        query.best_at ??= value;
        query.readFrom.best_at ??= text;
      } else if (name === "finding") query.findings.push(...value.split(","));
      else if (name === "modality") {
        if (!this.#readModality(at, value, text)) continue;
      } else if (name === "drop") query.ignored.push(text);
      else if (FILTER_VALUES[name]) this.#set(name, FILTER_VALUES[name](value), text);
      else if (name === "final_license" && this.#isFinal(at)) this.#set("license", value, text);
      else continue;
      item.isUsed = true;
    }
  }

  /** `14b, mit`: at the end of the text or of a part of it `mit` is a license, and elsewhere the German `with`. */
  #isFinal(at: number): boolean {
    return (this.#items[at + 1]?.text ?? ",") === ",";
  }

  /** `understands audio and images`, `text, image and video input`: what the others of the list are, or the word before. */
  #readModality(at: number, modality: string, text: string): boolean {
    const isList = ({ meaning }: Item) =>
      meaning.skip !== undefined || meaning.modality !== undefined;
    let takes = false;
    for (const step of [-1, 1]) {
      for (let place = at + step; Math.abs(place - at) <= 8; place += step) {
        this.#query.steps++;
        const item = this.#items[place];
        if (!item) break;
        const { meaning } = item;
        const listed = ["input_modalities", "output_modalities"].find(
          (one) => meaning[one] !== undefined,
        );
        const field =
          listed ??
          { input: "input_modalities", output: "output_modalities" }[meaning.measure ?? ""];
        if (field !== undefined && meaning.model_type === undefined) {
          this.#set(field, [modality], text);
          return true;
        }
        takes ||= step < 0 && meaning.takes !== undefined;
        if (!isList(item)) break;
      }
    }
    if (takes) this.#set("input_modalities", [modality], text);
    return takes;
  }

  #readProvider(at: number, item: Item): void {
    const provider = item.provider as NamedProvider;
    const before = this.#items[at - 1];
    const after = this.#items[at + 1];
    const place =
      before && this.#isPlace(before)
        ? before
        : after && this.#isPlace(after) && !this.#items[at + 2]?.provider
          ? after
          : undefined;
    const { makesModels, sellsModels, isLab, shopOf } = provider;
    const saysHost = place?.meaning.at !== undefined && place?.meaning.by === undefined;
    const saysLab = place?.meaning.by !== undefined && place?.meaning.at === undefined;
    const isHost = sellsModels && (saysHost || !(makesModels && (saysLab || isLab)));
    if (!isHost && !makesModels) return;
    item.isUsed = true;
    const slug = (!saysHost && shopOf) || provider.slug;
    this.#query.providers.push(slug);
    this.#set(
      isHost && slug === provider.slug ? "host" : "provider",
      slug,
      place === before && place ? this.#textOf(at - 1, at) : item.text,
    );
  }

  /** What nothing used: words that name something. */
  #readWords(): void {
    const query = this.#query;
    const pieces: string[] = [];
    const names: string[] = [];
    let lastPiece = -2;
    for (const [at, item] of this.#items.entries()) {
      if (item.isUsed || !(isNameItem(item) || isLoosePart(item))) continue;
      if (item.kind === "sign") continue;
      if (lastPiece === at - 1) pieces[pieces.length - 1] = this.#join(pieces.at(-1) ?? "", item);
      else pieces.push(item.text);
      lastPiece = at;
      if (item.kind === "name") names.push(item.text);
    }
    query.words = pieces.join(" ");
    query.names = names.join(" ");
    this.#readLoneProvider();
  }

  #join = (before: string, item: Item): string =>
    item.isGlued
      ? before + this.#folded.slice(item.start - 1, item.start).replace(/[^-_.]/, "") + item.text
      : `${before} ${item.text}`;

  /** `newest mistral model`: nothing else is named, so the lab is meant, not a name that begins so. */
  #readLoneProvider(): void {
    const query = this.#query;
    const left = this.#items.filter(
      (item) => !item.isUsed && (isNameItem(item) || isLoosePart(item)) && item.kind !== "sign",
    );
    const [item, ...more] = left;
    if (!item?.provider || more.length > 0 || item.kind !== "name") return;
    const isOther = !item.provider.makesModels;
    const says =
      query.sort ??
      query.best_at ??
      Object.keys(query.filters)[0] ??
      (this.#items.length > 1 ? "models" : undefined);
    if (
      isOther ||
      says === undefined ||
      query.isQuestion ||
      query.relations.length > 0 ||
      !isLabName(item)
    )
      return;
    this.#readProvider(this.#items.indexOf(item), item);
    if (item.isUsed) [query.words, query.names] = ["", ""];
  }
}

interface Run {
  from: number;
  to: number;
}

/** Stands between a name and what is said of it: `o1 is retired, what to use instead`. */
const isBetweenNames = ({ meaning, kind }: Item): boolean =>
  meaning.skip !== undefined || meaning.status !== undefined || kind === "sign";

/** `mistral`, `deepseek` are names of labs; `claude`, `qwen` are names of families that stand for their labs elsewhere. */
const isLabName = ({ provider, text }: Item): boolean =>
  provider !== undefined &&
  splitNameTerms(provider.slug).join("").startsWith(splitNameTerms(text).join(""));

const NAME_KINDS = new Set<ItemKind>(["name", "provider", "word", "number", "day", "sign"]);
const isNameItem = ({ kind, text }: Item): boolean =>
  NAME_KINDS.has(kind) && (kind !== "sign" || text === "+");

/** Part of a condition that found no number; `max` and `k` are parts of names, too. */
const isLoosePart = ({ kind, meaning }: Item): boolean =>
  kind === "phrase" &&
  ["bound", "unit", "times", "number", "month", "post", "than", "relation", "modality"].some(
    (part) => meaning[part] !== undefined,
  ) &&
  meaning.measure === undefined &&
  meaning.skip === undefined &&
  meaning.at === undefined;

const list = (value: string): ModelFilterValue => value.split(",");
const name = (value: string): ModelFilterValue => value;

/** Filters that phrases set → how their values are read. */
const FILTER_VALUES: Readonly<Record<string, (value: string) => ModelFilterValue>> = {
  ...{ supports: list, input_modalities: list, output_modalities: list, status: list },
  ...{ model_type: name, license: name, open_source: () => true },
  ...{
    max_input_price: Number,
    max_output_price: Number,
    min_context: Number,
    max_parameters: Number,
  },
};
const isCondition = (meaning: PhraseMeaning): boolean =>
  Object.keys(meaning).some((key) => FILTER_VALUES[key]);

/** Parts of a number's condition that stand before it, and behind it. */
const BEFORE = ["bound", "measure", "unit"];
const AFTER = ["times", "unit", "measure", "post"];

interface NumberParts {
  measures: string[];
  units: string[];
  bound: string | undefined;
  times: number;
  hasTimes: boolean;
}

const noParts = (): NumberParts => ({
  ...{ measures: [], units: [], bound: undefined, times: 1, hasTimes: false },
});

function addPart(parts: NumberParts, meaning: PhraseMeaning): void {
  if (meaning.measure !== undefined) parts.measures.push(meaning.measure);
  if (meaning.unit !== undefined) parts.units.push(meaning.unit);
  if (meaning.bound !== undefined) parts.bound ??= meaning.bound;
  if (meaning.times !== undefined) parts.times *= Number(meaning.times);
  parts.hasTimes ||= meaning.times !== undefined;
}

/** `1,000,000`, `0,5`, `1.5`, `200.000`. */
function toNumber(text: string): number {
  const [whole = "", ...groups] = text.split(/[.,]/);
  const isGrouped =
    groups.length > 0 &&
    groups.every((group) => group.length === 3) &&
    whole.length <= 3 &&
    !/^0/.test(whole);
  if (isGrouped && (groups.length > 1 || text.includes(",")))
    return Number(whole + groups.join(""));
  return Number(groups.length > 1 ? Number.NaN : `${whole}.${groups[0] ?? 0}`);
}

/** `200.000 Token` are 200,000, and `0.125 dollars` no thousands. */
const numberIn = ({ value, text }: Item, { units }: NumberParts): number =>
  units.includes("tokens") && /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? value * 1000 : value;

const isMoney = ({ units }: Pick<NumberParts, "units">): boolean =>
  units.includes("usd") || units.includes("cents");

const PRICES: Readonly<Record<string, string>> = {
  output: "max_output_price",
  blended: "max_blended_price",
};

/** @returns Filters with their values, none where no filter can say it; undefined where the number is no condition. */
function toConditions(
  value: number,
  { measures, units, bound, hasTimes }: NumberParts,
  given: string | undefined,
): [string, number][] | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  const has = (...named: string[]) => named.some((one) => measures.includes(one));
  const isTokens = units.includes("tokens");
  const amount = Number((units.includes("cents") ? value / 100 : value).toPrecision(12));
  const only = (isUpper: boolean, name: string, isUsual: boolean): [string, number][] => {
    const isMax = given === undefined ? isUsual : given === "max" || given === "exact";
    return isMax === isUpper ? [[name, amount]] : [];
  };
  if (units.includes("other")) return [];
  if (has("score")) return value <= 100 ? only(false, "min_score", false) : undefined;
  if (has("parameters") || units.includes("billions")) {
    if (given === undefined && !has("parameters")) return undefined;
    const billions = units.includes("billions") ? value : value / 1e9;
    const size = hasTimes || units.includes("billions") ? billions : value;
    if (given === "max") return [["max_parameters", size]];
    return given === undefined && size < 1000
      ? [
          ["min_parameters", size],
          ["max_parameters", size],
        ]
      : [["min_parameters", size]];
  }
  if (isMoney({ units }) || (has("price") && !isTokens && !hasTimes)) {
    const filter = measures.map((one) => PRICES[one]).find((one) => one !== undefined);
    return only(true, filter ?? "max_input_price", true);
  }
  const isOutput = has("output", "output_tokens");
  if (
    has("context", "input", "output", "output_tokens") ||
    isTokens ||
    (hasTimes && (bound !== undefined || has("size")))
  ) {
    if (value < 1000)
      return has("input", "output") && bound !== undefined && !isTokens
        ? only(true, isOutput ? "max_output_price" : "max_input_price", true)
        : undefined;
    return only(false, isOutput ? "min_output_tokens" : "min_context", false);
  }
  return undefined;
}

/** Whether one of the names is this, or goes on after it with another word. */
function isStart(spaced: string, sorted: readonly string[]): boolean {
  const found = sorted[lowerBound(sorted, spaced)];
  if (found === spaced) return true;
  return sorted[lowerBound(sorted, `${spaced} `)]?.startsWith(`${spaced} `) ?? false;
}
