/**
 * A usage log as text → its tokens, and sentences about what was not read. An entry is an object or a row that counts
 * tokens, as OpenAI (two forms), Anthropic, LiteLLM and ccusage name them. Nothing here leaves the page.
 */
import { formatThousands } from "../../components/html.ts";
import { NO_TOKEN_USAGE, type TokenUsage, totalTokens } from "./ranking.ts";

export const MAX_USAGE_LOG_CHARACTERS = 20_000_000;
/** Faults that are listed one by one. */
const LISTED_FAULTS = 5;

export interface ParsedUsageLog {
  entries: number;
  /** Null where the log does not count them, as daily totals do. */
  requests: number | null;
  usage: TokenUsage;
  /** USD, where each entry states its cost. */
  spend: number | null;
  /** Sentences about what was not read; empty when all was. */
  unread: string[];
}

type Entry = Pick<ParsedUsageLog, "requests" | "usage" | "spend">;
type Json = Readonly<Record<string, unknown>>;

/** An object of the log that counts tokens, with its place; or what is wrong there. */
type Placed = { place: string } & ({ value: Json } | { fault: string });

export function parseUsageLog(text: string): ParsedUsageLog {
  const log = text.replace(/^\uFEFF/, "").trim();
  const isJson = /^[[{]/.test(log);
  if (log === "") return nothing("The log is empty.");
  if (log.length > MAX_USAGE_LOG_CHARACTERS)
    return nothing(
      `The log has more than ${formatThousands(MAX_USAGE_LOG_CHARACTERS)} characters. Paste a part of it, or its daily totals.`,
    );
  const placed = readJson(log) ?? (isJson ? undefined : readCsv(log));
  if (placed?.length === 0) return nothing("The log contains no token counts.");
  if (placed) return toReading(placed);
  return nothing(
    isJson
      ? "The log is not valid JSON."
      : "The log is neither JSON nor a table with columns such as prompt_tokens or input_tokens.",
  );
}

const nothing = (sentence: string): ParsedUsageLog => ({
  ...{ entries: 0, requests: null, usage: NO_TOKEN_USAGE, spend: null },
  unread: [sentence],
});

function toReading(placed: readonly Placed[]): ParsedUsageLog {
  const entries: Entry[] = [];
  const faults: string[] = [];
  for (const one of placed) {
    const entry = "fault" in one ? one.fault : readEntry(one.value);
    if (typeof entry === "string") faults.push(`${one.place} ${entry}. It was not read.`);
    else entries.push(entry);
  }
  const total = (kind: keyof TokenUsage) =>
    entries.reduce((sum, { usage }) => sum + usage[kind], 0);
  const usage: TokenUsage = {
    input: total("input"),
    cache_read: total("cache_read"),
    cache_write: total("cache_write"),
    output: total("output"),
  };
  if (!Number.isSafeInteger(totalTokens(usage)))
    return nothing("The log has more tokens than can be added up.");
  const more = faults.length - LISTED_FAULTS;
  const others = `${formatThousands(more)} more ${more === 1 ? "entry was" : "entries were"} not read.`;
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
  return lines
    .filter(({ line }) => line.trim() !== "")
    .flatMap(({ value, place }): Placed[] =>
      value === undefined ? [{ place, fault: "is not JSON" }] : entriesIn(value, place),
    );
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
    return [{ place, fault: "is a part of a stream, which would count a request twice" }];
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
    const place = `Row ${index + 1}`;
    const isTotal = row.some((cell) => /^(grand )?totals?$/i.test(cell.trim()));
    if (isTotal || row.every((cell) => cell.trim() === "")) return [];
    if (row.length !== head.length)
      return [{ place, fault: `has ${row.length} cells instead of ${head.length}` }];
    const cells = head.map((name, at) => [name, row[at]?.trim() ?? ""]);
    return [{ place, value: Object.fromEntries(cells) }];
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

/** Names and values that are stated; those of the entry itself before those of its details. */
function fieldsOf(entry: Json, depth = 0): [name: string, value: unknown][] {
  const own = Object.entries(entry).filter(([, value]) => value !== null && value !== "");
  const inner = own.flatMap(([name, value]) =>
    depth < 3 && DETAILS.test(toKey(name)) && isObject(value) ? fieldsOf(value, depth + 1) : [],
  );
  return [...own, ...inner];
}

const COUNTS = {
  prompt: ["prompttokens"],
  input: ["inputtokens", "input"],
  cached: ["cachedtokens", "inputcachedtokens", "cachedinputtokens"],
  read: ["cachereadinputtokens", "cachereadtokens", "cacheread"],
  written: [
    ...["cachecreationinputtokens", "cachecreationtokens", "cachecreate", "cachecreation"],
    ...["cachewriteinputtokens", "cachewritetokens", "cachewrite"],
  ],
  output: ["completiontokens", "outputtokens", "output"],
  requests: ["apirequests", "nummodelrequests", "requests"],
};
const COSTS = ["spend", "totalcost", "costusd", "costinusd", "cost"];

/** @returns Why it was not read, as the rest of a sentence that begins with its place. */
function readEntry(entry: Json): Entry | string {
  const fields = fieldsOf(entry);
  const find = (keys: readonly string[]) =>
    keys.map((key) => fields.find(([name]) => toKey(name) === key)).find(Boolean);
  const counts: Partial<Record<keyof typeof COUNTS, number>> = {};
  for (const kind of Object.keys(COUNTS) as (keyof typeof COUNTS)[]) {
    const [name, value] = find(COUNTS[kind]) ?? [];
    if (name === undefined) continue;
    const count = toNumber(value);
    const text = JSON.stringify(value);
    const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
    if (!Number.isSafeInteger(count) || count < 0)
      return `has ${name} ${shown}, which is not a count`;
    counts[kind] = count;
  }
  const { prompt, cached, read, written = 0, output = 0, requests = null } = counts;
  const input = prompt ?? counts.input ?? 0;
  const cache_read = read ?? cached ?? 0;
  // OpenAI and LiteLLM count cached tokens as part of the input, Anthropic and ccusage beside it.
  const isPart = prompt !== undefined || (read === undefined && cached !== undefined);
  const inside = isPart ? cache_read + (prompt === undefined ? 0 : written) : 0;
  if (inside > input) return `has more cached tokens (${inside}) than input tokens (${input})`;
  const spend = toNumber(String(find(COSTS)?.[1]).replace("$", ""));
  return {
    usage: { input: input - inside, cache_read, cache_write: written, output },
    requests,
    spend: spend >= 0 && Number.isFinite(spend) ? spend : null,
  };
}

/** `1,234` is a number in tables. */
const toNumber = (value: unknown): number => {
  if (typeof value === "number") return value;
  const isNumber = typeof value === "string" && /^\s*-?[\d,]*\.?\d+(e[+-]?\d+)?\s*$/i.test(value);
  return isNumber ? Number(value.replaceAll(",", "")) : Number.NaN;
};
