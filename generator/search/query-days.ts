/** Days in free text: `since June`, `after March 2026`, `last year`, `2026年6月以来`. They count from the newest day of the data. */

/** Meaning of a phrase: a parameter of the query, or a part of a condition (`bound`, `unit`, …) → its value. */
export type PhraseMeaning = Readonly<Record<string, string>>;

/** From the first day on, and before the second. */
export interface DayRange {
  after?: string;
  before?: string;
}

interface DayItem {
  kind: string;
  text: string;
  value: number;
  isUsed: boolean;
  isGlued: boolean;
  meaning: PhraseMeaning;
}

interface Found {
  /** Places of the first and the last item that say it. */
  from: number;
  to: number;
  range: DayRange;
}

/** Days that a text names: the first, and the first after them. */
interface Core {
  start: string;
  end: string;
  to: number;
  /** Says by itself that days are meant: `this year`. */
  isSure: boolean;
  /** Counted back from today: `past 3 months` and `after 3 months` are the same. */
  isSpan?: boolean;
}

/** The days that are named at this place, with what stands before and behind them. */
export function readDayRange(
  items: readonly DayItem[],
  at: number,
  asOf: string,
): Found | undefined {
  const core = readCore(items, at, asOf);
  if (!core) return undefined;
  const before = partsBeside(items, at, -1);
  const behind = partsBeside(items, core.to, 1);
  const how = before.date ?? behind.postdate;
  const isReleased = before.isReleased || behind.isReleased;
  if (how === undefined && !isReleased && !core.isSure) return undefined;
  const found = { from: before.place, to: Math.max(core.to, behind.place) };
  if (how === "between") {
    const next = nextCore(items, core.to, asOf);
    if (next) return { ...found, to: next.to, range: { after: core.start, before: next.end } };
  }
  return { ...found, range: toRange(core, how, asOf) };
}

function toRange({ start, end, isSpan }: Core, how: string | undefined, asOf: string): DayRange {
  if (isSpan) return how === "before" || how === "until" ? { before: start } : { after: start };
  switch (how) {
    case "since":
    case "last":
      return { after: start };
    case "after":
      return { after: end };
    case "before":
      return { before: start };
    case "until":
      return { before: end };
    default:
      return end > asOf ? { after: start } : { after: start, before: end };
  }
}

function nextCore(items: readonly DayItem[], at: number, asOf: string): Core | undefined {
  for (let place = at + 1; items[place]?.meaning.skip !== undefined; place++) {
    const core = readCore(items, place + 1, asOf);
    if (core) return core;
  }
  return undefined;
}

function partsBeside(items: readonly DayItem[], at: number, step: number) {
  const parts: { date?: string; postdate?: string } = {};
  let [place, isReleased] = [at, false];
  for (let next = at + step; Math.abs(next - at) <= 4; next += step) {
    const item = items[next];
    if (!item || item.isUsed || item.kind !== "phrase") break;
    const { date, postdate, measure, skip } = item.meaning;
    if (date === undefined && postdate === undefined && measure !== "released" && skip !== "")
      break;
    if (step < 0 && date !== undefined) parts.date ??= date;
    if (step > 0 && postdate !== undefined) parts.postdate ??= postdate;
    isReleased ||= measure === "released";
    if (measure === "released" || (step < 0 ? date : postdate) !== undefined) place = next;
    // `released in 2025`, `models since June`: nothing more is said before the word.
    if (step < 0 && date !== undefined && items[next - 1]?.meaning.measure !== "released") break;
  }
  return { ...parts, place, isReleased };
}

function readCore(items: readonly DayItem[], at: number, asOf: string): Core | undefined {
  const item = items[at];
  if (!item || item.isUsed) return undefined;
  if (item.kind === "day") return dayCore(item.text, at);
  if (item.meaning.period !== undefined) return periodCore(item.meaning.period, at, asOf);
  return (
    spanCore(items, at, asOf) ??
    dayOfMonthCore(items, at, asOf) ??
    quarterCore(items, at) ??
    monthCore(items, at, asOf) ??
    yearCore(items, at)
  );
}

function dayCore(text: string, at: number): Core | undefined {
  const [year = 0, month = 1, day] = text.split("-").map(Number);
  if (!isYear(year) || month < 1 || month > 12) return undefined;
  if (day === undefined) return { ...monthOf(year, month), to: at, isSure: true };
  if (day < 1 || day > 31) return undefined;
  return { start: toDay(year, month, day), end: toDay(year, month, day + 1), to: at, isSure: true };
}

/** `year:-1`: a year, a month or a week, and how many of them ago. */
function periodCore(period: string, at: number, asOf: string): Core {
  const [unit, ago = "0"] = period.split(":");
  const [year = 0, month = 1, day = 1] = asOf.split("-").map(Number);
  const shift = Number(ago);
  if (unit === "year") return { ...yearOf(year + shift), to: at, isSure: true };
  if (unit === "month") return { ...monthOf(year, month + shift), to: at, isSure: true };
  const length = unit === "week" ? 7 : 1;
  const first = day - (length - 1) + shift * length;
  const [start, end] = [toDay(year, month, first), toDay(year, month, first + length)];
  return { start, end, to: at, isSure: true };
}

/** `last 6 months`, `past 30 days`, `older than 2 years`. */
function spanCore(items: readonly DayItem[], at: number, asOf: string): Core | undefined {
  const [item, unit, before] = [items[at], items[at + 1], items[at - 1]];
  const span = unit?.meaning.span;
  if (span === undefined || before?.meaning.date === undefined) return undefined;
  const count = item?.kind === "number" ? item.value : Number(item?.meaning.number);
  if (!Number.isInteger(count) || count > 1000) return undefined;
  const [year = 0, month = 1, day = 1] = asOf.split("-").map(Number);
  const starts: Readonly<Record<string, string>> = {
    year: toDay(year - count, month, day),
    month: toDay(year, month - count, day),
    week: toDay(year, month, day - 7 * count),
    day: toDay(year, month, day - count),
  };
  return {
    start: starts[span] ?? asOf,
    end: toDay(year, month, day + 1),
    to: at + 1,
    isSure: true,
    isSpan: true,
  };
}

/** `5 June 2026`, `5 de junio`, `June 5, 2026`. */
function dayOfMonthCore(items: readonly DayItem[], at: number, asOf: string): Core | undefined {
  const isMonthFirst = items[at]?.meaning.month !== undefined;
  const place = isMonthFirst ? at + 1 : at;
  const day = items[place];
  if (day?.kind !== "number" || day.isUsed || !/^\d\d?$/.test(day.text)) return undefined;
  if (day.value < 1 || day.value > 31) return undefined;
  const behind = skipped(items, place + 1);
  const month = monthCore(items, isMonthFirst ? at : behind, asOf);
  if (!month || items[isMonthFirst ? at : behind]?.meaning.month === undefined) return undefined;
  const next = items[place + 1]?.meaning ?? {};
  // `since June 70B models`
  if (isMonthFirst && (next.unit ?? next.times ?? next.measure) !== undefined) return undefined;
  const year = isMonthFirst ? yearAt(items, behind) : undefined;
  const [monthYear = 0, monthNumber = 1] = month.start.split("-").map(Number);
  const given = year?.value ?? monthYear;
  return {
    start: toDay(given, monthNumber, day.value),
    end: toDay(given, monthNumber, day.value + 1),
    to: Math.max(month.to, year?.to ?? place),
    isSure: month.isSure || year !== undefined,
  };
}

/** `June`, `June 2026`, `6月`, `2026年6月`. Without a year: the last one that has begun. */
function monthCore(items: readonly DayItem[], at: number, asOf: string): Core | undefined {
  const yearFirst = yearAt(items, at);
  const place = yearFirst === undefined ? at : yearFirst.to + 1;
  const month = monthAt(items, place);
  if (month === undefined) return undefined;
  const year = yearFirst ?? yearAt(items, skipped(items, month.to + 1));
  const [asOfYear = 0, asOfMonth = 1] = asOf.split("-").map(Number);
  const given = year?.value ?? (month.value <= asOfMonth ? asOfYear : asOfYear - 1);
  const to = Math.max(month.to, year?.to ?? 0);
  return { ...monthOf(given, month.value), to, isSure: year !== undefined };
}

/** `Q3 2026`, `2026 Q3`; without a year it is the name of something else. */
function quarterCore(items: readonly DayItem[], at: number): Core | undefined {
  const first = yearAt(items, at);
  const place = first === undefined ? at : first.to + 1;
  const quarter = items[place]?.meaning.quarter;
  const year = first ?? yearAt(items, skipped(items, place + 1));
  if (quarter === undefined || year === undefined) return undefined;
  const month = 3 * Number(quarter) - 2;
  const [start, end] = [toDay(year.value, month, 1), toDay(year.value, month + 3, 1)];
  return { start, end, to: Math.max(place, year.to), isSure: true };
}

/** `mars de 2026` */
const skipped = (items: readonly DayItem[], at: number): number =>
  items[at]?.meaning.skip === "" || /^[,.]$/.test(items[at]?.text ?? "") ? at + 1 : at;

function monthAt(items: readonly DayItem[], at: number) {
  const item = items[at];
  if (item?.meaning.month !== undefined && !item.isUsed)
    return { value: Number(item.meaning.month), to: at };
  const isNumber = items[at + 1]?.meaning.calendar === "month" && item?.kind === "number";
  const isMonth = isNumber && item.value >= 1 && item.value <= 12 && Number.isInteger(item.value);
  return isMonth ? { value: item.value, to: at + 1 } : undefined;
}

function yearAt(items: readonly DayItem[], at: number) {
  const item = items[at];
  if (item?.kind !== "number" || !/^\d{4}$/.test(item.text) || !isYear(item.value))
    return undefined;
  return { value: item.value, to: items[at + 1]?.meaning.calendar === "year" ? at + 1 : at };
}

function yearCore(items: readonly DayItem[], at: number): Core | undefined {
  const year = yearAt(items, at);
  const next = items[at + 1]?.meaning ?? {};
  const isAmount = (next.unit ?? next.times ?? next.measure ?? "released") !== "released";
  if (!year || isAmount || items[at - 1]?.meaning.unit !== undefined) return undefined;
  const isBounded =
    items[at - 1]?.meaning.bound !== undefined && items[at - 1]?.meaning.date === undefined;
  if (isBounded) return undefined;
  // `2025 models`, and not the last part of a name.
  const isNamed = ["name", "word", "provider", "number"].includes(items[at - 1]?.kind ?? "");
  return { ...yearOf(year.value), to: year.to, isSure: !isNamed };
}

const isYear = (year: number): boolean => year >= 2000 && year < 2100;
const yearOf = (year: number) => ({ start: `${year}-01-01`, end: `${year + 1}-01-01` });
const monthOf = (year: number, month: number) => ({
  start: toDay(year, month, 1),
  end: toDay(year, month + 1, 1),
});

/** Months and days beyond the end go on in the next month or year. */
const toDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
