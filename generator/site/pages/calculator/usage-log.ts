/**
 * A usage log as text → its tokens, and sentences about what was not read. An entry is an object or a row that counts
 * tokens, whatever its fields are called. Nothing here leaves the page.
 */
import { thousands } from "../../components/format.ts";
import { addUsage, NO_USAGE, totalTokens, type Usage } from "./usage.ts";

export const MAX_LOG_CHARACTERS = 20_000_000;
/** Faults that are listed one by one. */
const LISTED_FAULTS = 5;

export interface LogReading {
  entries: number;
  /** Null where the log does not count them, as daily totals do. */
  requests: number | null;
  usage: Usage;
  /** USD, where each entry states its cost. */
  spend: number | null;
  /** Sentences about what was not read; empty when all was. */
  unread: string[];
}

interface Entry {
  usage: Usage;
  requests: number | null;
  spend: number | null;
}

/** An entry, or the end of a sentence about why there is none, with its place in the log. */
interface Placed {
  place: string;
  entry: Entry | string;
}

export function readLog(text: string): LogReading {
  const log = text.replace(/^\uFEFF/, "").trim();
  const looksLikeJson = /^[[{]/.test(log);
  if (log === "") return nothing("The log is empty.");
  if (log.length > MAX_LOG_CHARACTERS)
    return nothing(
      `The log has more than ${thousands(MAX_LOG_CHARACTERS)} characters. Paste a part of it, or its daily totals.`,
    );
  const placed = readJson(log) ?? (looksLikeJson ? undefined : readCsv(log));
  if (placed !== undefined)
    return placed.length > 0 ? toReading(placed) : nothing("The log contains no token counts.");
  return nothing(
    looksLikeJson
      ? "The log is not valid JSON."
      : "The log is neither JSON nor a table with columns such as prompt_tokens or input_tokens.",
  );
}

const nothing = (sentence: string): LogReading => ({
  ...{ entries: 0, requests: null, usage: NO_USAGE, spend: null },
  unread: [sentence],
});

function toReading(placed: readonly Placed[]): LogReading {
  const entries: Entry[] = [];
  const faults: string[] = [];
  for (const { place, entry } of placed)
    if (typeof entry !== "string") entries.push(entry);
    else
      faults.push(`${place === "" ? "The entry" : capitalized(place)} ${entry}. It was not read.`);
  const usage = entries.reduce((sum, entry) => addUsage(sum, entry.usage), NO_USAGE);
  if (!Number.isSafeInteger(totalTokens(usage)))
    return nothing("The log has more tokens than can be added up.");
  const more = faults.length - LISTED_FAULTS;
  const others = `${thousands(more)} more ${more === 1 ? "entry was" : "entries were"} not read.`;
  return {
    entries: entries.length,
    requests: sumOf(entries.map(({ requests }) => requests)),
    usage,
    spend: sumOf(entries.map(({ spend }) => spend)),
    unread: [...faults.slice(0, LISTED_FAULTS), ...(more > 0 ? [others] : [])],
  };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Null unless all are known. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.length === 0 || values.includes(null)
    ? null
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Totals of what is beside them. */
const TOTALS = ["totals", "total", "breakdown", "modelbreakdowns", "metadata"];
/** Both count the same request. */
const STREAM_EVENTS = ["message_start", "message_delta"];
const MAX_DEPTH = 12;

/** One JSON value, or one a line. @returns Undefined for what is neither. */
function readJson(text: string): Placed[] | undefined {
  const whole = parseJson(text);
  if (whole !== undefined) return entriesIn(whole, "");
  const lines = text.split(/\r?\n/).flatMap((line, index) => {
    const place = `line ${index + 1}`;
    return line.trim() === "" ? [] : [{ value: parseJson(line), place }];
  });
  if (!lines.some(({ value }) => isObject(value))) return undefined;
  return lines.flatMap(({ value, place }): Placed[] =>
    value === undefined ? [{ place, entry: "is not JSON" }] : entriesIn(value, place),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Totals count only where there is nothing else. */
function entriesIn(value: unknown, place: string): Placed[] {
  const found = visit(value, place, 0, TOTALS);
  return found.length > 0 ? found : visit(value, place, 0, []);
}

function visit(value: unknown, place: string, depth: number, skipped: readonly string[]): Placed[] {
  const inner = (item: unknown, name: string) =>
    visit(item, place === "" ? name : `${place}, ${name}`, depth + 1, skipped);
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item, at) => inner(item, `entry ${at + 1}`));
  if (!isObject(value)) return [];
  if (STREAM_EVENTS.includes(String(value.type)))
    return [{ place, entry: "is a part of a stream, which would count a request twice" }];
  if (isEntry(Object.keys(value).map(toKey))) return [{ place, entry: readEntry(value) }];
  return Object.entries(value).flatMap(([name, item]) =>
    skipped.includes(toKey(name)) ? [] : inner(item, name),
  );
}

/** A table with commas, semicolons or tabs. @returns Undefined where no column counts tokens. */
function readCsv(text: string): Placed[] | undefined {
  const [line = ""] = text.split(/\r?\n/, 1);
  const count = (separator: string): number => line.split(separator).length;
  const [separator = ","] = [",", ";", "\t"].toSorted((a, b) => count(b) - count(a));
  const [head = [], ...rows] = readRows(text, separator);
  const keys = head.map(toKey);
  if (!isEntry(keys) && !(keys.includes("input") && keys.includes("output"))) return undefined;
  return rows.flatMap((row, index): Placed[] => {
    const place = `row ${index + 1}`;
    const isTotal = row.some((cell) => /^(grand )?totals?$/i.test(cell.trim()));
    if (isTotal || row.every((cell) => cell.trim() === "")) return [];
    if (row.length !== head.length)
      return [{ place, entry: `has ${row.length} cells instead of ${head.length}` }];
    const cells = head.map((name, at) => [name, row[at]?.trim() ?? ""]);
    return [{ place, entry: readEntry(Object.fromEntries(cells)) }];
  });
}

/** RFC 4180: a cell in quotes may hold separators, line ends, and quotes twice. */
function readRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = new RegExp(
    `("(?:[^"]|"")*"|(?:[^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|$)`,
    "gy",
  );
  let read = 0;
  for (const [matched, content = "", end = ""] of text.matchAll(cell)) {
    if (matched === "" && row.length === 0) break;
    read += matched.length;
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  // After a quote that nothing closes there is no table.
  if (read < text.length) rows.push([text.slice(read)]);
  return rows;
}

/** Names without case and punctuation: `cacheReadTokens` and `Cache Read Tokens` are one. */
const toKey = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

const PROMPT = ["prompttokens"];
const INPUT = ["inputtokens", "input"];
const OUTPUT = ["completiontokens", "outputtokens", "output"];
/** Beside the input. */
const CACHE_READ = ["cachereadinputtokens", "cachereadtokens", "cacheread"];
const CACHE_WRITE = [
  ...["cachecreationinputtokens", "cachecreationtokens", "cachecreate", "cachecreation"],
  ...["cachewriteinputtokens", "cachewritetokens", "cachewrite"],
];
/** Part of the input. */
const CACHED = ["cachedtokens", "inputcachedtokens", "cachedinputtokens"];
const REQUESTS = ["apirequests", "nummodelrequests", "requests"];
const SPEND = ["spend", "totalcost", "costusd", "costinusd", "cost"];

/** Objects inside an entry that hold more of the same request. */
const DETAILS = [
  ...["prompttokensdetails", "inputtokensdetails", "usageobject"],
  ...["metadata", "additionalusagevalues"],
];

const isEntry = (keys: readonly string[]): boolean =>
  [...PROMPT, "inputtokens", "completiontokens", "outputtokens"].some((key) => keys.includes(key));

/** Key → name in the log, and value. */
type Fields = ReadonlyMap<string, readonly [name: string, value: unknown]>;

class CountError extends Error {}

/** @returns The end of a sentence where a count cannot be read. */
function readEntry(object: Readonly<Record<string, unknown>>): Entry | string {
  const fields = fieldsOf(object);
  try {
    const prompt = readCount(fields, PROMPT);
    const input = prompt ?? readCount(fields, INPUT) ?? 0;
    const cached = readCount(fields, CACHED);
    const read = readCount(fields, CACHE_READ);
    const cache_read = read ?? cached ?? 0;
    const cache_write = readCount(fields, CACHE_WRITE) ?? 0;
    // OpenAI and LiteLLM count cached tokens as part of the input, Anthropic and ccusage beside it.
    const isPart = prompt !== null || (read === null && cached !== null);
    const inside = isPart ? cache_read + (prompt === null ? 0 : cache_write) : 0;
    if (inside > input) return `has more cached tokens (${inside}) than input tokens (${input})`;
    const output = readCount(fields, OUTPUT) ?? 0;
    return {
      usage: { input: input - inside, cache_read, cache_write, output },
      requests: readCount(fields, REQUESTS),
      spend: readSpend(fields),
    };
  } catch (error) {
    if (error instanceof CountError) return error.message;
    throw error;
  }
}

function fieldsOf(object: Readonly<Record<string, unknown>>, depth = 0): Fields {
  const own = Object.entries(object).map(([name, value]) => [toKey(name), name, value] as const);
  const inner = own.flatMap(([key, , value]) =>
    depth < 3 && DETAILS.includes(key) && isObject(value) ? [...fieldsOf(value, depth + 1)] : [],
  );
  return new Map([...inner, ...own.map(([key, name, value]) => [key, [name, value]] as const)]);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws CountError for what is not a count. */
function readCount(fields: Fields, keys: readonly string[]): number | null {
  for (const key of keys) {
    const [name, value] = fields.get(key) ?? [];
    if (name === undefined || value === null || value === "") continue;
    const count = toNumber(value);
    if (Number.isSafeInteger(count) && count >= 0) return count;
    const text = JSON.stringify(value) ?? String(value);
    const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
    throw new CountError(`has ${name} ${shown}, which is not a count`);
  }
  return null;
}

function readSpend(fields: Fields): number | null {
  for (const key of SPEND) {
    const value = fields.get(key)?.[1];
    const spend = toNumber(typeof value === "string" ? value.replace("$", "") : value);
    if (value !== "" && Number.isFinite(spend) && spend >= 0) return spend;
  }
  return null;
}

/** `1,234` is a number in tables. */
const toNumber = (value: unknown): number => {
  if (typeof value === "number") return value;
  const isNumber = typeof value === "string" && /^\s*-?[\d,]*\.?\d+(e[+-]?\d+)?\s*$/i.test(value);
  return isNumber ? Number(value.replaceAll(",", "")) : Number.NaN;
};
