/** Parses numbers in free text: with a unit, a field or a comparison beside it, a number is the bound of a filter. */
import {
  isPriceUnit,
  isProviderNameToken,
  isStopWord,
  PRICE_UNITS,
  type SearchCondition,
  type SearchPhraseMeaning,
  type SearchQueryTokens,
  type SearchToken,
  type SearchTokenConditions,
} from "./query-items.ts";

/** Parts of a number's condition that may come before or after it. */
const BEFORE = ["bound", "measure", "unit"];
const AFTER = ["times", "unit", "measure", "post"];
const MAX_BEFORE = 6;
const MAX_AFTER = 7;

class NumberParts {
  readonly measures: string[] = [];
  readonly units: string[] = [];
  bound: string | undefined;
  /** `~`, `around`: approximately the number, unless another bound is given. */
  isAbout = false;
  times = 1;
  hasTimes = false;
  /** The count that the price is for: 1,000 for `per 1k`. Undefined for `per million`, or without a count. */
  per: number | undefined;

  add({ measure, unit, bound, times, per }: SearchPhraseMeaning): void {
    if (measure !== undefined) this.measures.push(measure);
    if (unit !== undefined) this.units.push(unit);
    if (times !== undefined) this.times *= Number(times);
    if (per) this.per = Number(per);
    if (bound === "about") this.isAbout = true;
    else if (this.isUnbounded) this.bound = bound ?? this.bound;
    this.hasTimes ||= times !== undefined;
  }

  /** `min_context=200000`: the equals sign is no bound where another one is given. */
  get isUnbounded(): boolean {
    return this.bound === undefined || this.bound === "exact";
  }

  /** @param first Of the number before, which has the lower bound where this one has the upper. */
  addFieldOfOtherBound(first: NumberParts): void {
    const isOther =
      `${first.bound}${this.bound}` === "minmax" || `${first.bound}${this.bound}` === "maxmin";
    if (!isOther || this.hasTimes || this.measures.length + this.units.length > 0) return;
    this.measures.push(...first.measures);
    this.units.push(...first.units);
  }

  get isMoney(): boolean {
    return this.units.includes("usd") || this.units.includes("cents");
  }

  /** `200.000 Token` means 200,000; `0.125 dollars` is a decimal number. */
  valueOf({ value, text }: SearchToken): number {
    const isGrouped = this.units.includes("tokens") && /^[1-9]\d{0,2}\.\d{3}$/.test(text);
    return (isGrouped ? value * 1000 : value) * this.times;
  }
}

/** Without `ignored`, a number without conditions ignores its whole text. */
type FoundNumber = Omit<SearchTokenConditions, "text" | "ignored"> & { ignored?: string[] };

/** The bound of the previous number, which also applies to the next: `under $1 input and $5 output`. */
interface Carried {
  bound: string | undefined;
  isBetween: boolean;
  /** `context over 200000 and under 500000`: the field of the first number is that of the second. */
  parts?: NumberParts;
}

export function parseSearchNumbers(
  text: SearchQueryTokens,
  add: (found: SearchTokenConditions) => void,
): void {
  const carried: Carried = { bound: undefined, isBetween: false };
  for (const [at, item] of text.items.entries()) {
    if (item.isUsed) continue;
    const found =
      readRange(text, at, item) ??
      readPricePair(text, at, item) ??
      readPriceOfCount(text, at, item) ??
      readNumber(text, at, item, carried);
    if (!found) continue;
    const used = text.use(found.from, found.to);
    add({ ignored: found.conditions.length === 0 ? [used] : [], ...found, text: used });
  }
}

/** `20-40B`, `between 128k and 1M context`: a number without a unit has that of the other. */
function readRange(
  text: SearchQueryTokens,
  at: number,
  first: SearchToken,
): FoundNumber | undefined {
  if (first.kind !== "number") return undefined;
  const own = new NumberParts();
  const shared = new NumberParts();
  const linkAt = addUnits(text, at + 1, own);
  const link = text.at(linkAt)?.meaning;
  // `between $1 and $3`
  const before = text.nextTo(at, -1, ({ meaning }) => meaning.unit !== undefined);
  const isBetween = text.at(before)?.meaning.bound === "between";
  const isLinked = link?.range !== undefined || (isBetween && link?.skip === "sep");
  const next = addUnits(text, isLinked ? linkAt + 1 : linkAt, shared);
  const second = text.at(next);
  if (second?.kind !== "number" || second.isUsed || !(isLinked || second.isGlued)) return undefined;
  const left = addPartsBefore(text, at, shared);
  const right = addPartsAfter(text, next, shared, left.hasMeasure);
  // `100k to 200k`
  if (isAlone(text, left.from, right)) shared.measures.push("size");
  const lower = own.hasTimes || own.units.length > 0 ? own : shared;
  const low = lower.valueOf(first);
  const high = shared.valueOf(second);
  const from = toConditions(low, lower, "min", shared.measures);
  const to = toConditions(high, shared, "max");
  if (low >= high || !from || !to) return undefined;
  const ignored = [
    ...(from.length === 0 ? [text.textOf(left.from, linkAt - 1)] : []),
    ...(to.length === 0 ? [text.textOf(linkAt, right)] : []),
  ];
  return { from: left.from, to: right, conditions: [...from, ...to], ignored };
}

/** `$3/$15`, `under 0.2/0.8 dollars`: an input price and an output price. */
function readPricePair(
  text: SearchQueryTokens,
  at: number,
  input: SearchToken,
): FoundNumber | undefined {
  if (input.kind !== "number") return undefined;
  const parts = new NumberParts();
  const slash = addUnits(text, at + 1, parts);
  if (text.at(slash)?.text !== "/") return undefined;
  const next = addUnits(text, slash + 1, parts);
  const output = text.at(next);
  if (output?.kind !== "number") return undefined;
  const { from, hasMeasure } = addPartsBefore(text, at, parts);
  const to = addPartsAfter(text, next, parts, hasMeasure);
  const isPrice = parts.isMoney || parts.measures.length > 0;
  if (!isPrice || parts.hasTimes || parts.measures.some((one) => one !== "price")) return undefined;
  const conditions = [
    ...(toConditions(input.value, parts, parts.bound, ["price"]) ?? []),
    ...(toConditions(output.value, parts, parts.bound, ["price", "output"]) ?? []),
  ];
  return { from, to, conditions };
}

/** `1M tokens for $2`: the price of so many tokens, which is no condition for the context. */
function readPriceOfCount(
  text: SearchQueryTokens,
  at: number,
  item: SearchToken,
): FoundNumber | undefined {
  if (item.kind !== "number") return undefined;
  const count = new NumberParts();
  const per = addUnits(text, at + 1, count);
  const isCount = count.units.includes("tokens") && !count.measures.includes("context");
  if (!isCount || text.at(per)?.meaning.per !== "") return undefined;
  const isBetween = ({ meaning }: SearchToken) =>
    meaning.skip === "" || (meaning.bound ?? meaning.unit) !== undefined;
  const price = text.nextTo(per, 1, isBetween);
  const amount = text.at(price);
  const found = amount && readNumber(text, price, amount, { bound: undefined, isBetween: false });
  if (!found?.conditions.every(([name]) => /put_price$|blended_price$/.test(name)))
    return undefined;
  const scale = 1e6 / count.valueOf(item);
  const conditions = found.conditions.map(([name, value]): [string, number] => [
    name,
    Number((Number(value) * scale).toPrecision(12)),
  ]);
  return { from: at, to: found.to, conditions };
}

/** A number with the unit and field after it, and the bound and field before it. */
function readNumber(
  text: SearchQueryTokens,
  at: number,
  item: SearchToken,
  carried: Carried,
): FoundNumber | undefined {
  const { number, times } = item.meaning;
  const isWord = (number ?? times) !== undefined;
  if (item.kind !== "number" && !isWord) return undefined;
  const parts = new NumberParts();
  if (isWord) parts.add(item.meaning);
  const left = addPartsBefore(text, at, parts);
  const right = addPartsAfter(text, at, parts, left.hasMeasure);
  const before = text.at(left.from - 1);
  const isListed = before?.isUsed || before?.meaning.skip === "sep" || before?.text === ",";
  if (isListed && !isWord && carried.parts) parts.addFieldOfOtherBound(carried.parts);
  const isCarried = isListed && (carried.isBetween || parts.isMoney);
  const bound = parts.bound ?? (isCarried ? carried.bound : undefined);
  const benchmark = bound === "min" ? benchmarkBeside(text, left.from, right, parts) : undefined;
  if (benchmark !== undefined)
    return {
      from: left.from,
      to: right,
      conditions: [["min_benchmark_score", [benchmark, String(item.value)]]],
    };
  // `open weights 256k`
  if (!isWord && isAlone(text, left.from, right)) parts.measures.push("size");
  // `gemini flash 3.8 price`
  const isOfName = /^(name|word)$/.test(text.at(at - 1)?.kind ?? "") && item.value < 100;
  if (isOfName && bound === undefined && parts.units.length === 0 && !parts.hasTimes)
    return undefined;
  // `half the price of gpt-4o`
  const isPlain = parts.units.length === 0 && !parts.hasTimes;
  if (number !== undefined && isPlain && parts.bound === undefined)
    return parts.measures.length > 0 ? { from: left.from, to: right, conditions: [] } : undefined;
  const value = isWord ? Number(number ?? 1) * parts.times : parts.valueOf(item);
  // `what do 1M output tokens of gpt-4o cost`
  const isOnly = text.items.every((other) => other === item || other.kind !== "number");
  const isOfPrice = isOnly && text.items.some(({ meaning }) => meaning.measure === "price");
  const isPriced =
    isOfPrice &&
    bound === undefined &&
    !parts.isMoney &&
    (parts.units.includes("tokens") || parts.measures.includes("input"));
  // `at least 10 hosts`: a condition, but not one of a filter.
  const isOther = !parts.isUnbounded && isAlone(text, left.from, right);
  const conditions = isPriced ? [] : toConditions(value, parts, bound);
  if (!conditions && !isOther) return undefined;
  carried.parts = parts;
  carried.isBetween = bound === "between";
  carried.bound = carried.isBetween ? "max" : bound;
  return { from: left.from, to: right, conditions: conditions ?? [] };
}

/** `gpqa > 80`, `at least 85 % on mmlu`, `coding score above 70`: the benchmark or category whose score has the bound. */
function benchmarkBeside(
  text: SearchQueryTokens,
  from: number,
  to: number,
  { measures, units, hasTimes }: NumberParts,
): string | undefined {
  const isScore = measures.includes("score");
  if (hasTimes || units.some((unit) => unit !== "other") || measures.length > Number(isScore))
    return undefined;
  const isBetween = (item: SearchToken) => isStopWord(item) || item.meaning.at !== undefined;
  const beside = [text.nextTo(from, -1, isStopWord), text.nextTo(to, 1, isBetween)].map(text.at);
  const named = beside.find((item) => !item?.isUsed && item?.meaning.best_at !== undefined);
  const { best_at, benchmark } = named?.meaning ?? {};
  return isScore || benchmark !== undefined ? best_at : undefined;
}

/** Adds the units from here on to the parts. @returns The first place that is not a unit. */
function addUnits(text: SearchQueryTokens, from: number, parts: NumberParts): number {
  const isUnit = ({ meaning }: SearchToken) => (meaning.unit ?? meaning.times) !== undefined;
  const end = text.nextTo(from - 1, 1, isUnit);
  for (const { meaning } of text.items.slice(from, end)) parts.add(meaning);
  return end;
}

/** Whether no neighbour can be part of a model name. */
const isAlone = (text: SearchQueryTokens, from: number, to: number): boolean =>
  [text.at(from - 1), text.at(to + 1)].every(
    (item) =>
      item === undefined ||
      item.kind === "phrase" ||
      isProviderNameToken(item) ||
      /^[,;]$/.test(item.text),
  );

function addPartsBefore(text: SearchQueryTokens, at: number, parts: NumberParts) {
  let from = at;
  let hasMeasure = false;
  for (let place = at - 1; place >= at - MAX_BEFORE; place--) {
    const item = text.at(place);
    if (!item || item.isUsed) break;
    const { skip, post, gives } = item.meaning;
    // `writes 32k tokens`
    const { bound = post, measure = gives === undefined ? undefined : "output_tokens" } =
      item.meaning;
    const isPart =
      (post ?? measure) !== undefined || BEFORE.some((part) => item.meaning[part] !== undefined);
    // `7b model under $1`: the unit is of the other number.
    if (item.meaning.unit !== undefined && text.at(place - 1)?.kind === "number") break;
    // `output stays under $3`
    const isBetween =
      item.kind === "word" &&
      parts.bound !== undefined &&
      text.at(place - 1)?.meaning.measure !== undefined;
    if (isPart && (parts.isUnbounded || bound === undefined)) {
      parts.add({
        ...item.meaning,
        ...(bound !== undefined && { bound }),
        ...(measure !== undefined && { measure }),
      });
      from = place;
      hasMeasure ||= measure !== undefined;
    } else if (skip !== "" && item.kind !== "sign" && !isBetween) break;
  }
  return { from, hasMeasure };
}

/** @returns Index of the last item that belongs to the number. */
function addPartsAfter(
  text: SearchQueryTokens,
  at: number,
  parts: NumberParts,
  hasMeasure: boolean,
): number {
  let to = at;
  for (let place = at + 1; place <= at + MAX_AFTER; place++) {
    const item = text.at(place);
    if (!item || item.isUsed) break;
    const { measure, unit, post, skip } = item.meaning;
    if (item.kind === "sign" && /^[/()~]$/.test(item.text)) continue;
    const count = item.meaning.per === "" ? addCount(text, place, parts) : undefined;
    if (count !== undefined) [place, to] = [count, count];
    if (skip === "" && measure === undefined) continue;
    // `10b active`: the active parameters, for which there is no filter.
    if (item.meaning.status === "active" && parts.units.includes("billions")) {
      parts.units.push("other");
      return place;
    }
    // `30b max $0.15`
    const next = text.at(place + 1);
    if (unit === "usd" && next?.kind === "number" && next.isGlued) break;
    // `context 200k output 32k`: the field belongs to the number that follows it.
    const isOfNext = measure !== undefined && isMeasureOfNext(text, place);
    const hasOther = (hasMeasure && unit === undefined) || parts.measures.length > 0;
    const isPart = AFTER.some((part) => item.meaning[part] !== undefined);
    if (!isPart || (isOfNext && hasOther) || isBoundOfNext(text, place, parts)) break;
    parts.add(post === undefined ? item.meaning : { ...item.meaning, bound: post });
    to = place;
  }
  return to;
}

/** `$10 for 10 million tokens`: the price is of so many tokens. @returns Index of the last item of the count. */
function addCount(text: SearchQueryTokens, per: number, parts: NumberParts): number | undefined {
  const at = text.nextTo(per, 1, isStopWord);
  const item = text.at(at);
  const isNumber = item?.kind === "number";
  const count = new NumberParts();
  const to = addUnits(text, isNumber ? at + 1 : at, count) - 1;
  const isOfContext = [to, to + 1].some((place) => text.at(place)?.meaning.measure === "context");
  const tokens = isNumber ? count.valueOf(item) : count.times;
  const isCount = count.units.includes("tokens") && !isOfContext && tokens > 0;
  if (!isCount || !parts.isMoney) return undefined;
  parts.per = tokens;
  parts.measures.push(...count.measures);
  return to;
}

function isMeasureOfNext(text: SearchQueryTokens, place: number): boolean {
  const isBetween = ({ meaning, kind }: SearchToken) =>
    kind === "word" || meaning.skip === "" || meaning.bound !== undefined || meaning.unit === "usd";
  return text.at(text.nextTo(place, 1, isBetween))?.kind === "number";
}

/** `200k context and below $2`: the bound is of the next number; in `30b max $2`, of the size, which has no other. */
function isBoundOfNext(text: SearchQueryTokens, place: number, parts: NumberParts): boolean {
  const { post, bound, skip } = text.at(place)?.meaning ?? {};
  if (post === undefined || (bound ?? skip) === undefined) return false;
  if (skip === undefined && parts.bound === undefined && parts.units.includes("billions"))
    return false;
  const isBetween = ({ meaning }: SearchToken) =>
    meaning.unit === "usd" ||
    meaning.skip === "" ||
    (meaning.measure ?? meaning.bound) !== undefined;
  return text.at(text.nextTo(place, 1, isBetween))?.kind === "number";
}

/** In USD. No single token costs this much, so a price of this size "per token" must mean per million. */
const MIN_SAID_PER_MILLION = 0.01;

/** @returns Empty when no filter can express the condition; undefined when the number is not a condition. */
function toConditions(
  value: number,
  parts: NumberParts,
  bound: string | undefined,
  measures: readonly string[] = parts.measures,
): SearchCondition[] | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  const { units, hasTimes } = parts;
  const has = (...named: string[]) => named.some((one) => measures.includes(one));
  const isTokens = units.includes("tokens");
  const dollars = units.includes("cents") ? value / 100 : value;
  const [unit, size] = PRICE_UNITS[units.find(isPriceUnit) ?? ""] ?? [undefined, 1e6];
  // `$1 per token` must mean per 1M tokens.
  const isPerMillion = parts.per === 1 && dollars >= MIN_SAID_PER_MILLION && unit === undefined;
  const per = isPerMillion ? size : (parts.per ?? size);
  const amount = Number(((dollars * size) / per).toPrecision(12));
  const atLeast = (name: string): [string, number][] =>
    bound === "max" || bound === "exact" ? [] : [[name, amount]];
  const within = (of: string, usual: "min" | "max"): [string, number][] =>
    (bound === "exact" ? ["min", "max"] : [(bound ?? usual) === "max" ? "max" : "min"]).map(
      (side) => [`${side}_${of}`, amount],
    );
  /** `$5` alone is a maximum price. */
  const costing = (price: string): [string, number][] =>
    bound === undefined && parts.isAbout
      ? toRangeAbout(`${price}_price`, amount)
      : within(`${price}_price`, "max");
  if (units.includes("other") || (unit !== undefined && !parts.isMoney)) return [];
  if (unit !== undefined)
    return costing("unit").map(([name, price]) => [name, [String(price), unit]]);
  if (has("parameters") || units.includes("billions"))
    return toSizes(value, parts, bound ?? (parts.isAbout ? "about" : undefined));
  if (parts.isMoney || (has("price", "blended") && !isTokens && !hasTimes)) {
    return costing(measures.find((one) => one === "output" || one === "blended") ?? "input");
  }
  if (has("score") && !hasTimes && !isTokens)
    return value <= 100 ? atLeast("min_score") : undefined;
  const isOutput = has("output", "output_tokens");
  const isLimit = isOutput || isTokens || has("context", "input");
  if (!isLimit && !(hasTimes && (parts.bound !== undefined || has("size")))) return undefined;
  if (value >= 1000) return isOutput ? atLeast("min_output_tokens") : within("context", "min");
  // `input 0.3 output 1.2`
  const isPrice = has("input", "output", "output_tokens") && !isTokens;
  return isPrice ? costing(isOutput ? "output" : "input") : undefined;
}

/** `around 70b`, `about $3`: within 10 %. */
const toRangeAbout = (of: string, value: number): [string, number][] => [
  [`min_${of}`, Number((value * 0.9).toPrecision(12))],
  [`max_${of}`, Number((value * 1.1).toPrecision(12))],
];

function toSizes(
  value: number,
  { units, hasTimes, measures }: NumberParts,
  bound: string | undefined,
): [string, number][] | undefined {
  const inBillions = units.includes("billions");
  if (bound === undefined && !measures.includes("parameters")) return undefined;
  const size = hasTimes && !inBillions ? value / 1e9 : value;
  if (bound === "max") return [["max_parameters", size]];
  if (bound === "about") return toRangeAbout("parameters", size);
  const isExact = bound === "exact" || (bound === undefined && size < 1000);
  return [
    ["min_parameters", size],
    ...(isExact ? [["max_parameters", size] as [string, number]] : []),
  ];
}
