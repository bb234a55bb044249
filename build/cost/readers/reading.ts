/** Reads fields of objects from other programs. Nothing here throws, whatever the JSON contains. */
import type { Cost } from "../cost.ts";
import type { ServiceTier } from "../rates.ts";
import type { Usage, UsageField } from "../usage.ts";

/** The usage that a response or a log entry reports. */
export interface UsageReading {
  /** Disjoint counts, without zeros. */
  usage: Usage;
  /** As written in the log: an id at a host, often with a date. */
  model: string | null;
  /** Slug of the host that charged; null if it cannot be determined. */
  host: string | null;
  /** Null if the tier is not stated or has no prices. */
  serviceTier: ServiceTier | null;
  /** Region in which the host ran the model, if prices may depend on it. */
  region: string | null;
  /** The kind of usage in the host's own terms, if prices may depend on it. */
  variant: string | null;
  /** `2026-01-31T10:00:00.000Z`, or only the day if no time is stated. */
  at: string | null;
  /** Cost in USD that the host or the log states. */
  reportedUsd: number | null;
  /** Number of requests in the usage; null for a sum over an unknown number, such as a day. */
  requests: number | null;
  /** For a sum: the prompt of each request has more than the first and at most the second number of tokens, if stated. */
  promptRange?: readonly [above: number, upTo: number];
  /** What was counted but has no known price; it makes the cost unknown. */
  missing: Cost["missing"];
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Logs repeat a few names many times. The limit protects the memory from hostile logs. */
const MAX_KNOWN_NAMES = 10_000;

export function rememberByName<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    if (made.has(name)) return made.get(name) as T;
    const value = make(name);
    if (made.size < MAX_KNOWN_NAMES && name.length < 100) made.set(name, value);
    return value;
  };
}

/** Removes case and punctuation from a name: `promptTokens`, `prompt_tokens` and `Prompt Tokens` become the same. */
export const normalizeFieldName = rememberByName((name) =>
  name.toLowerCase().replace(/[^a-z0-9]/g, ""),
);

const toKeys = rememberByName((path) => path.split(".").map(normalizeFieldName));

/** The same few objects are read many times, and then never again. */
const MAX_INDEXED = 32;
const indexes = new Map<JsonObject, ReadonlyMap<string, unknown>>();

/** Called before each search, because an object may have changed since the last one. */
export const clearJsonKeyIndexes = (): void => indexes.clear();

/** Values by normalized key; null and "" count as not stated. */
function indexOf(object: JsonObject): ReadonlyMap<string, unknown> {
  const known = indexes.get(object);
  if (known) return known;
  const index = new Map<string, unknown>();
  for (const name of Object.keys(object)) {
    const value = object[name];
    const key = normalizeFieldName(name);
    if (value !== null && value !== undefined && value !== "" && !index.has(key))
      index.set(key, value);
  }
  if (indexes.size >= MAX_INDEXED) indexes.clear();
  indexes.set(object, index);
  return index;
}

/**
 * @param path `usage.input_tokens`. An object may be a JSON string; a list of {modality, tokenCount}, {modality, tokens},
 * {ttl, inputTokens} or {type, count} is read as a table: `prompt_tokens_details.AUDIO`.
 */
export function findLogFieldAtPath(value: unknown, path: string): unknown {
  let inner = value;
  for (const key of toKeys(path)) {
    if (typeof inner === "string" && inner.startsWith("{")) inner = parseJsonOrUndefined(inner);
    if (isJsonObject(inner)) inner = indexOf(inner).get(key);
    else if (Array.isArray(inner)) inner = sumOfRows(inner, key);
    else return undefined;
  }
  return inner;
}

const kindOf = (row: unknown): string =>
  readLogFieldAsText(row, "modality") || readLogFieldAsText(row, "ttl");

function sumOfRows(rows: readonly unknown[], key: string): number | undefined {
  const counts = rows
    .filter((row) => normalizeFieldName(kindOf(row) || readLogFieldAsText(row, "type")) === key)
    .map((row) =>
      parseUsageLogNumber(
        findFirstLogField(row, ["token_count", "inputTokens", "tokens", "count"]),
      ),
    );
  return counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : undefined;
}

/** "" if the value is not a string. */
export function readLogFieldAsText(value: unknown, path: string): string {
  const found = findLogFieldAtPath(value, path);
  return typeof found === "string" ? found : "";
}

export function findFirstLogField(value: unknown, paths: readonly string[]): unknown {
  for (const path of paths) {
    const found = findLogFieldAtPath(value, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const hasLogField = (value: unknown, ...paths: string[]): boolean =>
  findFirstLogField(value, paths) !== undefined;

/** A number, or digits as text: tables write `1,234` and `$0.25`. NaN for anything else, including `0,25`. */
export function parseUsageLogNumber(value: unknown): number {
  if (typeof value === "number") return value;
  const isNumber =
    typeof value === "string" &&
    /^\s*\$?-?(\d{1,3}(,\d{2,3}){0,9},\d{3}|\d{0,30})(\.\d{1,30})?(e[+-]?\d{1,3})?\s*$/i.test(
      value,
    ) &&
    /\d/.test(value);
  return isNumber ? Number(value.replaceAll(/[$,\s]/g, "")) : Number.NaN;
}

/** Names that are counts even outside a table of counts. */
const COUNT =
  /tokens(?!per)|tokencount$|^reasoning$|(audio|video|image)\w*seconds$|(search|execution|tool|grounding)\w*(requests|calls|count)$|queries$|searchresults$|units$|images$|pages$|pagesprocessed$|characters$|sourcesused$/;
const COUNT_TABLE =
  /tokens?(details)?$|tool(use|usagedetails|usedetails)$|cache(creation|details)?$/;
/** Counts that repeat other counts, are limits or times, or are free of charge (pages that Anthropic fetches). */
const NOT_CHARGED =
  /total|text|^document$|^flex$|^priority$|nocache|uncached|miss|prediction|max|limit|remaining|window|persec|firsttoken|webfetch|requested|executed/;

/** Lists the counts of a usage object and of its tables, by path, without those that `NOT_CHARGED` matches. */
function listCounts(value: unknown, path = ""): [path: string, count: number][] {
  const rows = Array.isArray(value) ? value : Object.entries(isJsonObject(value) ? value : {});
  return rows.flatMap((row): [string, number][] => {
    const kind = kindOf(row);
    const [name, inner]: [string, unknown] = Array.isArray(row)
      ? [String(row[0]), row[1]]
      : [kind, sumOfRows([row], normalizeFieldName(kind))];
    const key = normalizeFieldName(name);
    if (NOT_CHARGED.test(key)) return [];
    const at = path === "" ? name : `${path}.${name}`;
    if (typeof inner === "object") return COUNT_TABLE.test(key) ? listCounts(inner, at) : [];
    return path !== "" || COUNT.test(key) ? [[at, parseUsageLogNumber(inner)]] : [];
  });
}

/** `1.000` is one thousand in German and Spanish tables, and one elsewhere. */
const MAY_BE_THOUSANDS = /^\s*[1-9]\d{0,2}\.000\s*$/;

/** Reads the counts of one usage object. Collects faults, each as the end of a sentence. */
export class UsageCountReader {
  readonly faults: string[] = [];
  private readonly value: unknown;
  private readonly asked = new Set<string>();

  constructor(value: unknown) {
    this.value = value;
  }

  has(...paths: string[]): boolean {
    return hasLogField(this.value, ...paths);
  }

  /** The count at the first path that is stated; 0 if none is. */
  of(...paths: string[]): number {
    return this.check(
      paths,
      (count, value) => Number.isSafeInteger(count) && !MAY_BE_THOUSANDS.test(String(value)),
    );
  }

  /** Like `of`, but allows fractions, for example of seconds. */
  amount(...paths: string[]): number {
    return this.check(paths, (count) => count <= Number.MAX_SAFE_INTEGER);
  }

  private check(paths: string[], isCount: (count: number, value: unknown) => boolean): number {
    for (const one of paths) this.asked.add(normalizeFieldName(one));
    const path = paths.find((one) => this.has(one));
    if (path === undefined) return 0;
    const value = findLogFieldAtPath(this.value, path);
    const count = parseUsageLogNumber(value);
    if (count >= 0 && isCount(count, value)) return count;
    const plain = typeof value === "string" ? JSON.stringify(value) : value;
    const text = isJsonObject(value) || Array.isArray(value) ? "{…}" : String(plain);
    const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
    this.faults.push(`has ${path} ${shown}, which is not a whole number of 0 or more`);
    return 0;
  }

  /** Counts that were never read, so that no rate charges them. */
  unread(): Cost["missing"] {
    return listCounts(this.value)
      .filter(([path, count]) => count > 0 && !this.asked.has(normalizeFieldName(path)))
      .map(([meter]) => toUnpricedMeter(meter));
  }

  /**
   * Subtracts from a total its parts, which must not exceed it, and its kinds (audio, image), of which some may be cached
   * and already counted, so that they are limited to the tokens that remain.
   */
  split(rest: UsageField, total: number, parts: Usage, kinds: Usage = {}): Usage {
    const inside = Object.values(parts).reduce((sum, count) => sum + count, 0);
    if (inside > total) {
      const names = Object.keys(dropZeroCounts(parts)).join(" + ");
      this.faults.push(`has more ${names} tokens (${inside}) than ${rest} tokens (${total})`);
    }
    let left = Math.max(0, total - inside);
    const counted: Usage = {};
    for (const [kind, count] of Object.entries(kinds) as [UsageField, number][]) {
      counted[kind] = Math.min(left, Math.max(0, count));
      left -= counted[kind];
    }
    return { [rest]: left, ...parts, ...counted };
  }
}

export const toUnpricedMeter = (meter: string) => ({
  meter,
  reason: `the response counts ${meter}, and what that costs is not known`,
});

export function dropZeroCounts(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count > 0));
}
