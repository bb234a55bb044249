/**
 * A usage log as text → its tokens, and sentences about what was not read. An entry is an object or a row that counts
 * tokens, as OpenAI (two forms), Anthropic, LiteLLM and ccusage name them. Nothing here leaves the page.
 */
import { thousands } from "../../components/format.ts";
import { addUsage, NO_USAGE, totalTokens, type Usage } from "./ranking.ts";

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

/** A value of the log with its place; or what is wrong there. */
interface Placed {
  place: string;
  value: unknown;
  fault?: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Why an entry was not read: the rest of a sentence that begins with its place. */
class EntryFault extends Error {}

export function readLog(text: string): LogReading {
  const log = text.replace(/^\uFEFF/, "").trim();
  const isJson = /^[[{]/.test(log);
  if (log === "") return nothing("The log is empty.");
  if (log.length > MAX_LOG_CHARACTERS)
    return nothing(
      `The log has more than ${thousands(MAX_LOG_CHARACTERS)} characters. Paste a part of it, or its daily totals.`,
    );
  const placed = readJson(log) ?? (isJson ? undefined : readCsv(log));
  if (placed !== undefined)
    return placed.length > 0 ? toReading(placed) : nothing("The log contains no token counts.");
  return nothing(
    isJson
      ? "The log is not valid JSON."
      : "The log is neither JSON nor a table with columns such as prompt_tokens or input_tokens.",
  );
}

const nothing = (sentence: string): LogReading => ({
  ...{ entries: 0, requests: null, usage: NO_USAGE, spend: null },
  unread: [sentence],
});

function toReading(placed: readonly Placed[]): LogReading {
  const entries: ReturnType<typeof readEntry>[] = [];
  const faults: string[] = [];
  for (const { place, value, fault } of placed)
    try {
      if (fault !== undefined) throw new EntryFault(fault);
      entries.push(readEntry(value as Json));
    } catch (error) {
      if (!(error instanceof EntryFault)) throw error;
      faults.push(`${place} ${error.message}. It was not read.`);
    }
  const usage = entries.map((entry) => entry.usage).reduce(addUsage, NO_USAGE);
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

/** Null unless all are known. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.length === 0 || values.includes(null)
    ? null
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** One JSON value, or one a line. @returns Undefined for what is neither. */
function readJson(text: string): Placed[] | undefined {
  const whole = parseJson(text);
  if (whole !== undefined) return entriesIn(whole, "The entry");
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line, value: parseJson(line), place: `Line ${index + 1}` }));
  if (!lines.some(({ value }) => isObject(value))) return undefined;
  return lines.flatMap(({ line, value, place }): Placed[] => {
    if (line.trim() === "") return [];
    return value === undefined ? [{ place, value, fault: "is not JSON" }] : entriesIn(value, place);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Totals of what is beside them. */
const TOTALS = ["totals", "total", "breakdown", "modelbreakdowns", "metadata"];
const MAX_DEPTH = 12;

/** The objects that count tokens. Totals count only where there is nothing else. */
function entriesIn(value: unknown, place: string): Placed[] {
  const found = findEntries(value, place, TOTALS);
  return found.length > 0 ? found : findEntries(value, place, []);
}

function findEntries(
  value: unknown,
  place: string,
  skipped: readonly string[],
  depth = 0,
): Placed[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    const placeOf = (at: number) => (place.startsWith("Line") ? place : `Entry ${at + 1}`);
    return value.flatMap((item, at) => findEntries(item, placeOf(at), skipped, depth + 1));
  }
  if (!isObject(value)) return [];
  if (value.type === "message_start" || value.type === "message_delta")
    return [{ place, value, fault: "is a part of a stream, which would count a request twice" }];
  if (countsTokens(Object.keys(value).map(toKey))) return [{ place, value }];
  return Object.entries(value)
    .filter(([name]) => !skipped.includes(toKey(name)))
    .flatMap(([, item]) => findEntries(item, place, skipped, depth + 1));
}

/** A table with commas. @returns Undefined where no column counts tokens. */
function readCsv(text: string): Placed[] | undefined {
  const [head = [], ...rows] = readRows(text);
  const keys = head.map(toKey);
  if (!countsTokens(keys) && !(keys.includes("input") && keys.includes("output"))) return undefined;
  return rows.flatMap((row, index): Placed[] => {
    const isTotal = row.some((cell) => /^(grand )?totals?$/i.test(cell.trim()));
    if (isTotal || row.every((cell) => cell.trim() === "")) return [];
    const value = Object.fromEntries(head.map((name, at) => [name, row[at]?.trim() ?? ""]));
    const fault = `has ${row.length} cells instead of ${head.length}`;
    return [{ place: `Row ${index + 1}`, value, ...(row.length !== head.length && { fault }) }];
  });
}

/** RFC 4180: a cell in quotes may hold separators, line ends, and quotes twice. */
function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /("(?:[^"]|"")*"|(?:[^",\r\n][^,\r\n]*)?)(,|\r?\n|$)/gy;
  let read = 0;
  for (const [matched, content = "", end = ""] of text.matchAll(cell)) {
    if (matched === "" && row.length === 0) break;
    read += matched.length;
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  // After a quote that nothing closes there is no table.
  if (read < text.length) rows.push([text.slice(read)]);
  return rows;
}

/** Names without case and punctuation: `cacheReadTokens` and `Cache Read Tokens` are one. */
const toKey = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

const countsTokens = (keys: readonly string[]): boolean =>
  keys.some((key) => /^(prompt|input|completion|output)tokens$/.test(key));

/** Objects inside an entry that hold more of the same request. */
const DETAILS = /^((prompt|input)tokensdetails|usageobject|metadata|additionalusagevalues)$/;

/** Key → name in the log, and value; those of the entry itself before those of its details. */
function fieldsOf(entry: Json, depth = 0): Map<string, readonly [name: string, value: unknown]> {
  const own = Object.entries(entry);
  const inner = own.flatMap(([name, value]) =>
    depth < 3 && DETAILS.test(toKey(name)) && isObject(value)
      ? [...fieldsOf(value, depth + 1)]
      : [],
  );
  return new Map([...inner, ...own.map(([name, value]) => [toKey(name), [name, value]] as const)]);
}

/** @throws EntryFault where a count cannot be read. */
function readEntry(entry: Json) {
  const fields = fieldsOf(entry);
  const count = (...keys: string[]): number | null => {
    const [name, value] = keys.map((key) => fields.get(key)).find(isStated) ?? [];
    if (name === undefined) return null;
    const number = toNumber(value);
    if (Number.isSafeInteger(number) && number >= 0) return number;
    const text = JSON.stringify(value);
    const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
    throw new EntryFault(`has ${name} ${shown}, which is not a count`);
  };
  const prompt = count("prompttokens");
  const input = prompt ?? count("inputtokens", "input") ?? 0;
  const cached = count("cachedtokens", "inputcachedtokens", "cachedinputtokens");
  const read = count("cachereadinputtokens", "cachereadtokens", "cacheread");
  const cache_read = read ?? cached ?? 0;
  const cache_write =
    count(
      ...["cachecreationinputtokens", "cachecreationtokens", "cachecreate", "cachecreation"],
      ...["cachewriteinputtokens", "cachewritetokens", "cachewrite"],
    ) ?? 0;
  // OpenAI and LiteLLM count cached tokens as part of the input, Anthropic and ccusage beside it.
  const isPart = prompt !== null || (read === null && cached !== null);
  const inside = isPart ? cache_read + (prompt === null ? 0 : cache_write) : 0;
  if (inside > input)
    throw new EntryFault(`has more cached tokens (${inside}) than input tokens (${input})`);
  const output = count("completiontokens", "outputtokens", "output") ?? 0;
  const costs = ["spend", "totalcost", "costusd", "costinusd", "cost"].map((key) =>
    fields.get(key),
  );
  const spend = toNumber(String(costs.find(isStated)?.[1]).replace("$", ""));
  return {
    usage: { input: input - inside, cache_read, cache_write, output },
    requests: count("apirequests", "nummodelrequests", "requests"),
    spend: spend >= 0 && Number.isFinite(spend) ? spend : null,
  };
}

const isStated = (field: readonly unknown[] | undefined): boolean =>
  field !== undefined && field[1] !== null && field[1] !== "";

/** `1,234` is a number in tables. */
const toNumber = (value: unknown): number => {
  if (typeof value === "number") return value;
  const isNumber = typeof value === "string" && /^\s*-?[\d,]*\.?\d+(e[+-]?\d+)?\s*$/i.test(value);
  return isNumber ? Number(value.replaceAll(",", "")) : Number.NaN;
};
