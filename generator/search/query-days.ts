/** Parses dates in free text: `since June`, `last year`, `2026年6月以来`, counted from the newest day of the data. */
import {
  isProviderNameToken,
  type SearchQueryTokens,
  type SearchToken,
  type SearchTokenConditions,
} from "./query-items.ts";

/** `start` is the first day, `end` the first day after the period. */
interface Days {
  start: string;
  end: string;
}

interface NamedDays extends Days {
  /** The last item of the date. */
  to: number;
  /** The words can only mean a date: `this year`. */
  isSure: boolean;
  /** A period counted back from today: `past 3 months` means the same as `after 3 months`. */
  isSpan?: boolean;
  /** `1/6/2026`, `32/13/2026`: cannot be read, so that nothing may be read from its year. */
  isUnclear?: boolean;
  /** An age, such as `less than 6 months old`, with the first item that states it. */
  age?: { how: "last" | "before" | undefined; from: number };
}

/** From the first day on, and before the second. */
type Range = { after?: string; before?: string };

/** Whether the words are about the retirement: `retired`, `will be retired`, but not `deprecated`. */
const isRetirement = ({ status, ends }: SearchToken["meaning"]): boolean =>
  status === "retired" || ends !== undefined;

const DAY_OF_MONTH = /^(\d\d?)(?:st|nd|rd|th)?$/;
const DAY = 24 * 3600 * 1000;

export function parseSearchDays(
  text: SearchQueryTokens,
  asOf: string,
  add: (found: SearchTokenConditions) => void,
): void {
  const reader = new DayReader(text.items, asOf);
  for (const at of text.items.keys()) {
    const found = reader.rangeAt(at);
    if (!found) continue;
    const { filter, days, ...range } = found;
    const used = text.use(range.from, range.to);
    const conditions = Object.entries((filter && days) || {}).map(
      ([side, day]): [string, string] => [`${filter}_${side}`, day],
    );
    const ignored = conditions.length === 0 ? [used] : [];
    add({ ...range, ...(days && { days }), conditions, ignored, text: used });
  }
}

class DayReader {
  readonly #items: readonly SearchToken[];
  readonly #asOf: string;
  readonly #today: readonly [number, number, number];

  constructor(items: readonly SearchToken[], asOf: string) {
    this.#items = items;
    this.#asOf = asOf;
    const [year = 0, month = 1, day = 1] = asOf.split("-").map(Number);
    this.#today = [year, month, day];
  }

  /** The date range at this item, including the words before and after it. */
  rangeAt(at: number) {
    const days = this.#daysAt(at);
    if (!days) return undefined;
    const before = this.#beside(at, -1);
    const behind = this.#beside(days.to, 1);
    const said = before.date === "from" ? (behind.date ?? "from") : (before.date ?? behind.date);
    const how = days.age?.how ?? said;
    const isReleased = before.isReleased || behind.isReleased;
    const isRange = how === "between" || how === "from" || how === undefined;
    const next = isRange ? this.#nextDays(days.to, how !== "between") : undefined;
    // `märz bis mai 2026`
    if (how === undefined && !isReleased && !days.isSure && !next?.isSure) return undefined;
    const to = next?.to ?? Math.max(days.to, behind.place);
    // `retired this year`, `deprecated openai models since july`, `december retirements`
    const isSince = how === "since" || how === "last";
    const place = isSince ? this.#beforeModels(before.place) : before.place - 1;
    const ends = isReleased ? undefined : this.#endBeside(place, to + 1);
    const from = Math.min(before.place, days.age?.from ?? at);
    const range = next
      ? { after: toStartBefore(days.start, next), before: next.end }
      : this.#toRange(days, how, ends !== undefined);
    const found = { days: days.isUnclear ? undefined : range, from, to };
    // There is no filter for a model's knowledge cutoff, and none for the day on which it was deprecated.
    const isUnfiltered = before.isCutoff || behind.isCutoff || (ends && !isRetirement(ends));
    if (isUnfiltered) return { ...found, filter: undefined };
    if (!ends) return { ...found, filter: "released" };
    const isToCome = ends.ends !== undefined;
    const isSure = days.isSure || next?.isSure === true;
    if (isToCome && found.days) found.days = this.#toUpcoming(found.days, isSure);
    return { ...found, filter: "retires" };
  }

  /** The meaning of the words about the end of a model: `retired`, `deprecated` before days, `retirements` behind. */
  #endBeside(before: number, behind: number): SearchToken["meaning"] | undefined {
    const own = this.#meaning(before);
    if (own.status === "retired" || own.status === "deprecated") return own;
    const next = this.#meaning(behind);
    return next.ends === undefined ? undefined : next;
  }

  /** `retiring in december`: the next December; `retiring this year`: from today on. */
  #toUpcoming({ after, before }: Range, isSure: boolean): Range {
    const isPast = before !== undefined && before <= this.#asOf;
    const shift = isPast && !isSure ? 1 : 0;
    const inYear = (day: string) => `${Number(day.slice(0, 4)) + shift}${day.slice(4)}`;
    const isAhead = after !== undefined && after > this.#asOf;
    const start = isPast || isAhead ? after : this.#asOf;
    return {
      ...(start !== undefined && { after: inYear(start) }),
      ...(before !== undefined && { before: inYear(before) }),
    };
  }

  /** @param mayBeToCome Whether days after today count: a release is in the past, a retirement may be announced. */
  #toRange({ start, end, isSpan }: NamedDays, how = "", mayBeToCome = false): Range {
    if (how === "before" || (isSpan && how === "until")) return { before: start };
    // `from 2024` means within 2024; `from 1 June` means since that day.
    const isDay = Date.parse(end) - Date.parse(start) < 2 * DAY;
    if (isSpan || how === "since" || (how === "from" && isDay)) return { after: start };
    if (how === "after") return { after: end };
    if (how === "until") return { before: end };
    return end > this.#asOf && !mayBeToCome ? { after: start } : { after: start, before: end };
  }

  /** The second date of a range. @param isTo Only after `to` or `until`: `from March to June`. */
  #nextDays(at: number, isTo: boolean): NamedDays | undefined {
    // `2025-2026`
    if (this.#items[at + 1]?.isGlued) return this.#yearAlone(at + 1);
    for (let place = at + 1; ; place++) {
      const { skip, range, date } = this.#meaning(place);
      const isEnd = range !== undefined || date === "until";
      if (skip === undefined && !isEnd) return undefined;
      const days = isEnd || !isTo ? this.#daysAt(place + 1) : undefined;
      if (days) return days;
    }
  }

  /** `released since`, `or later`: the words next to a date that belong to it, and the last such item. */
  #beside(at: number, step: 1 | -1) {
    let place = at;
    let isReleased = false;
    let isCutoff = false;
    let date: string | undefined;
    for (let next = at + step; Math.abs(next - at) <= 4; next += step) {
      const item = this.#items[next];
      if (item?.kind !== "phrase" || item.isUsed) break;
      const { measure, skip, date: before, postdate } = item.meaning;
      const says = measure === "released" || measure === "cutoff";
      if (!says && skip !== "" && (before ?? postdate) === undefined) break;
      const own = step < 0 ? before : postdate;
      // `since last summer`
      date = date === "last" ? (own ?? date) : (date ?? own);
      isReleased ||= measure === "released";
      // `knowledge cutoff after 2025`: there is no filter for it.
      isCutoff ||= measure === "cutoff";
      if (says || own !== undefined) place = next;
      // `models since June`: no word before `since` belongs to the date. In `released in 2025`, the word before `in`
      // does.
      const isSaidBefore = /^(released|cutoff)$/.test(this.#meaning(next - 1).measure ?? "");
      const isLast = own === "last" && this.#meaning(next - 1).date !== undefined;
      if (step < 0 && own !== undefined && !isSaidBefore && !isLast) break;
    }
    return { date, place, isReleased, isCutoff };
  }

  #meaning = (at: number): SearchToken["meaning"] => this.#items[at]?.meaning ?? {};

  #daysAt(at: number): NamedDays | undefined {
    const item = this.#items[at];
    if (!item || item.isUsed) return undefined;
    if (item.kind === "day") return writtenDay(item.text, at);
    const digits = this.#items.slice(at, at + 5).map(({ text }) => text);
    if (/^\d\d?\/\d\d?\/\d{4}$/.test(digits.join("")))
      return { start: this.#asOf, end: this.#asOf, to: at + 4, isSure: true, isUnclear: true };
    if (item.meaning.period !== undefined) return this.#period(item.meaning.period, at);
    return this.#span(at) ?? this.#dayOfMonth(at) ?? this.#months(at) ?? this.#yearAlone(at);
  }

  /** `year:-1`: a unit (year, quarter, month, week or day) and an offset from the current one. */
  #period(period: string, to: number): NamedDays {
    const [unit, ago = "0"] = period.split(":");
    const [year, month, day] = this.#today;
    const shift = Number(ago);
    if (unit === "year") return { ...yearOf(year + shift), to, isSure: true };
    if (unit === "month") return { ...monthsOf(year, month + shift), to, isSure: true };
    const quarter = Math.floor((month - 1) / 3) + shift;
    if (unit === "quarter") return { ...monthsOf(year, 3 * quarter + 1, 3), to, isSure: true };
    const length = unit === "week" ? 7 : 1;
    return { ...daysOf(year, month, day + 1 + (shift - 1) * length, length), to, isSure: true };
  }

  /** `last 6 months`, `past year`, `older than 2 years`, `less than a year old`. */
  #span(at: number): NamedDays | undefined {
    const item = this.#items[at];
    const isOne = this.#isOneSpan(at);
    const { span } = this.#meaning(isOne ? at : at + 1);
    if (span === undefined) return undefined;
    const age = this.#age(at, isOne ? at : at + 1);
    if (!age && this.#meaning(this.#beforeArticle(at)).date === undefined) return undefined;
    const count = isOne ? 1 : item?.kind === "number" ? item.value : Number(item?.meaning.number);
    if (!Number.isInteger(count) || count > 1000) return undefined;
    const [year, month, day] = this.#today;
    const starts: Readonly<Record<string, string>> = {
      year: toDay(year - count, month, day),
      quarter: toDay(year, month - 3 * count, day),
      month: toDay(year, month - count, day),
      week: toDay(year, month, day - 7 * count),
      day: toDay(year, month, day - count),
    };
    const end = toDay(year, month, day + 1);
    const start = starts[span] ?? this.#asOf;
    const to = age?.to ?? (isOne ? at : at + 1);
    return { start, end, to, isSure: true, isSpan: true, ...(age && { age }) };
  }

  /** `older than a year`, but not `from the year 2025`: a unit without a number before or after it. */
  #isOneSpan(at: number): boolean {
    const item = this.#items[at];
    const next = this.#items[at + 1];
    const isWord = item?.meaning.span !== undefined && /^[a-z\u0430-\u044f]/.test(item.text);
    const isCounted = this.#items[at - 1]?.kind === "number" || next?.kind === "number";
    return isWord && !isCounted && this.#meaning(at - 1).number === undefined;
  }

  /** The item before words such as `openai models`. */
  #beforeModels(at: number): number {
    let place = at - 1;
    while (this.#meaning(place).skip === "" || isProviderNameToken(this.#items[place])) place--;
    return place;
  }

  #beforeArticle = (at: number): number =>
    this.#meaning(at - 1).skip === "" && this.#meaning(at - 1).date === undefined ? at - 2 : at - 1;

  /** `over 2 years old`, `il y a moins de 6 mois`. */
  #age(at: number, end: number) {
    const from = this.#beforeArticle(at);
    const isBehind = this.#meaning(end + 1).aged !== undefined;
    const { bound } = this.#meaning(from);
    if (!isBehind && this.#meaning(from - 1).aged === undefined) return undefined;
    const how: "last" | "before" | undefined =
      bound === "max" ? "last" : bound === "min" ? "before" : undefined;
    if (how === undefined && !isBehind) return undefined;
    const start = how === undefined ? at : isBehind ? from : from - 1;
    return { how, from: start, to: isBehind ? end + 1 : end };
  }

  /** `5 June 2026`, `5th of June`, `5 de junio`, `June 5, 2026`. */
  #dayOfMonth(at: number): NamedDays | undefined {
    const isMonthFirst = this.#meaning(at).month !== undefined;
    const place = isMonthFirst ? at + 1 : at;
    const day = this.#items[place];
    const date = Number(DAY_OF_MONTH.exec(day?.text ?? "")?.[1]);
    if (!day || day.isUsed || !(date >= 1 && date <= 31)) return undefined;
    const behind = this.#skipped(place + 1);
    const monthAt = isMonthFirst ? at : behind;
    const month = this.#months(monthAt);
    const isNamed = this.#meaning(monthAt).month !== undefined;
    if (!month || !isNamed) return undefined;
    const { unit, times, measure } = this.#meaning(place + 1);
    // `since June 70B models`
    if (isMonthFirst && (unit ?? times ?? measure) !== undefined) return undefined;
    const year = isMonthFirst ? this.#year(behind) : undefined;
    const [monthYear = 0, number = 1] = month.start.split("-").map(Number);
    const to = Math.max(month.to, year?.to ?? place);
    const isSure = month.isSure || year !== undefined;
    return { ...daysOf(year?.value ?? monthYear, number, date), to, isSure };
  }

  /** `June`, `June 2026`, `2026年6月`, `Q3 2026`, `first half of 2026`, `summer 2026`. */
  #months(at: number): NamedDays | undefined {
    const first = this.#year(at);
    const part = this.#partOfYear(first === undefined ? at : first.to + 1);
    const year = first ?? (part && this.#year(this.#skipped(part.to + 1)));
    if (!part || (!year && this.#meaning(part.to).quarter !== undefined)) return undefined;
    // Without a year: the last one of this name that has begun; a quarter is then the name of something else.
    const [asOfYear, asOfMonth] = this.#today;
    const latest = part.month <= asOfMonth ? asOfYear : asOfYear - 1;
    const { end } = monthsOf(latest, part.month, part.count);
    // `last autumn` has ended.
    const isRunning = this.#meaning(at - 1).date === "last" && end > this.#asOf;
    const given = year?.value ?? latest - Number(isRunning);
    const to = Math.max(part.to, year?.to ?? 0);
    return { ...monthsOf(given, part.month, part.count), to, isSure: year !== undefined };
  }

  /** Skips `of` or a comma: `mars de 2026`. */
  #skipped = (at: number): number =>
    this.#meaning(at).skip === "" || /^[,.]$/.test(this.#items[at]?.text ?? "") ? at + 1 : at;

  #partOfYear(at: number): { month: number; count: number; to: number } | undefined {
    const item = this.#items[at];
    const { month, quarter, half, season } = this.#meaning(at);
    if (quarter !== undefined) return { month: 3 * Number(quarter) - 2, count: 3, to: at };
    if (half !== undefined) return { month: 6 * Number(half) - 5, count: 6, to: at };
    if (season !== undefined) return { month: Number(season), count: 3, to: at };
    if (month !== undefined && !item?.isUsed) return { month: Number(month), count: 1, to: at };
    const isNumber = item?.kind === "number" && this.#meaning(at + 1).calendar === "month";
    const isMonth = isNumber && item.value >= 1 && item.value <= 12 && Number.isInteger(item.value);
    return isMonth ? { month: item.value, count: 1, to: at + 1 } : undefined;
  }

  #year(at: number) {
    const item = this.#items[at];
    const isWritten = item?.kind === "number" && /^\d{4}$/.test(item.text) && isYear(item.value);
    if (!isWritten) return undefined;
    return { value: item.value, to: this.#meaning(at + 1).calendar === "year" ? at + 1 : at };
  }

  #yearAlone(at: number): NamedDays | undefined {
    const year = this.#year(at);
    const { unit, times, measure = "released" } = this.#meaning(at + 1);
    if (!year || (unit ?? times ?? measure) !== "released") return undefined;
    const before = this.#meaning(at - 1);
    const isBounded = before.bound !== undefined && before.date === undefined;
    if (before.unit !== undefined || isBounded) return undefined;
    // `2025 models`: a year, unless it is the last part of a name.
    const [item] = this.#items.slice(Math.max(0, at - 1), at);
    const isSure = isProviderNameToken(item) || !/^(name|word|number)$/.test(item?.kind ?? "");
    return { ...yearOf(year.value), to: year.to, isSure };
  }
}

function writtenDay(text: string, to: number): NamedDays | undefined {
  const [year = 0, month = 1, day] = text.split("-").map(Number);
  if (!isYear(year) || month < 1 || month > 12) return undefined;
  if (day === undefined) return { ...monthsOf(year, month), to, isSure: true };
  return day < 1 || day > 31 ? undefined : { ...daysOf(year, month, day), to, isSure: true };
}

/** `from march to june 2025`: the start gets the year of the end, or the year before if it would not be earlier. */
function toStartBefore(start: string, next: Days): string {
  if (start < next.end) return start;
  const year = Number(next.end.slice(0, 4));
  const [same = "", before = ""] = [year, year - 1].map((one) => `${one}${start.slice(4)}`);
  return same < next.end ? same : before;
}

const isYear = (year: number): boolean => year >= 2000 && year < 2100;

/** Days and months beyond the end of a month or year roll over into the next one. */
const toDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
const yearOf = (year: number): Days => monthsOf(year, 1, 12);
const monthsOf = (year: number, month: number, count = 1): Days => ({
  start: toDay(year, month, 1),
  end: toDay(year, month + count, 1),
});
const daysOf = (year: number, month: number, day: number, count = 1): Days => ({
  start: toDay(year, month, day),
  end: toDay(year, month, day + count),
});
