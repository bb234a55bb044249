/** Price tables: which rows a file has, whatever its format. */
import type { METERS_WITH_PRICE_COLUMN } from "../../../../build/cost/rates.ts";
import { parseCsvCells } from "../../../../build/cost/readers/csv.ts";
import { groupBy, memoizePerObject } from "../../../../build/schema/collections.ts";
import { parseSourceLiterals, type SourceLiteral } from "./literals.ts";

type TableFormat = "litellm" | "models.dev" | "genai-prices" | "literal" | "csv";

/** The prices that are read from a table. Other prices (audio, batch, long prompts) are ignored. */
export type PriceTableMeter = (typeof METERS_WITH_PRICE_COLUMN)[number];

export interface PriceTableValue {
  /** Price as written in the table, in the table's unit. */
  value: number;
  /** Number of tokens that the name of the field states; null when it states none. */
  per: number | null;
  field: string;
  start: number;
  end: number;
  isPlainNumber: boolean;
}

export interface ParsedPriceTableRow {
  name: string;
  /** As the table names the host; null where it names none. */
  host: string | null;
  /** Line number, counted from 1. */
  line: number;
  column: number;
  prices: Partial<Record<PriceTableMeter, PriceTableValue>>;
  /** Key shared by the rows of one list with the same fields, which therefore have the same unit. */
  group: string;
  /** Whether the table itself marks the model as retired or deprecated. */
  saysRetired: boolean;
  /** Whether the row has the first day of its price. Tables with such days also have past models, for old logs. */
  isDated?: boolean;
}

export interface ParsedPriceTable {
  format: TableFormat;
  /** Tokens that its prices are for, where its format fixes that: 1 or 1e6. */
  per: number | null;
  rows: ParsedPriceTableRow[];
}

/**
 * @param path Path of the file. Its ending determines how it is read; in models.dev's files it contains the name of the
 * model.
 * @param day `YYYY-MM-DD`. Of prices with dates, the one that is valid on this day is read.
 */
export function parsePriceTable(text: string, path: string, day: string): ParsedPriceTable {
  const isCsvInput = path === "-" && !/[{[=]/.test(text);
  if (isCsvInput || /\.(csv|tsv)$/i.test(path)) return readCsv(text);
  if (/\.toml$/i.test(path)) return { format: "models.dev", per: 1e6, rows: readToml(text, path) };
  const rows = readLiterals(text, day);
  const [first] = rows;
  if (rows.some(({ prices }) => prices.input?.field === "input_cost_per_token"))
    return { format: "litellm", per: 1, rows };
  if (rows.some(({ prices }) => prices.input?.field === "input_mtok"))
    return { format: "genai-prices", per: 1e6, rows };
  const isModelsDev = first?.prices.input?.field === "input" && /\bcost\b/.test(text);
  const hasHosts = rows.every(({ host }) => host !== null);
  if (isModelsDev && hasHosts) return { format: "models.dev", per: 1e6, rows };
  return { format: "literal", per: null, rows };
}

/** `inputCostPer1kTokens` → input, cost, per, 1k, tokens. */
const toWords = (field: string): string[] =>
  field
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/(per)(?=\d)/gi, "$1_")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);

/** Words besides those for the meter. With any other word, a field is another price, or not a price. */
const PRICE_WORDS = new Set([
  ..."price prices pricing cost costs rate usd dollar dollars per token tokens".split(" "),
  ..."1 k m mm 1k 1m 1000 1000000 1mtokens mt mtok mtoken mtokens million thousand".split(" "),
  ..."base standard text model input prompt in".split(" "),
]);
const OUTPUT_WORDS = new Set(["output", "completion", "out", "outputs", "completions"]);
const INPUT_WORDS = new Set(["input", "prompt", "in", "inputs", "prompts"]);
const CACHE_WORDS = new Set(["cache", "cached", "caching"]);
const CACHE_READ_WORDS = new Set(["read", "reads", "hit", "hits", "cached"]);
const CACHE_WRITE_WORDS = new Set(["write", "writes", "creation", "5m"]);
const MONEY_WORDS = /^(price|prices|pricing|cost|costs|rate|usd|dollars?|per|mtok|mtokens)$/;

/** @returns Undefined for a field that states no price, or one of another kind. */
function meterOfField(field: string): PriceTableMeter | undefined {
  const words = toWords(field);
  const isAbout = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isCache = isAbout(CACHE_WORDS);
  const kinds = [OUTPUT_WORDS, INPUT_WORDS, CACHE_WORDS, CACHE_READ_WORDS, CACHE_WRITE_WORDS];
  if (!words.every((word) => PRICE_WORDS.has(word) || kinds.some((set) => set.has(word))))
    return undefined;
  // `input_tokens: 1200` is a count.
  const isCount = words.some((word) => /^tokens?$/.test(word));
  if (isCount && !words.some((word) => MONEY_WORDS.test(word))) return undefined;
  if (isCache) {
    if (isAbout(OUTPUT_WORDS)) return undefined;
    if (isAbout(CACHE_WRITE_WORDS)) return "cache_write";
    return isAbout(CACHE_READ_WORDS) || isAbout(INPUT_WORDS) ? "cache_read" : undefined;
  }
  const isInput = isAbout(INPUT_WORDS);
  const isOutput = isAbout(OUTPUT_WORDS);
  if (isInput === isOutput || isAbout(CACHE_READ_WORDS) || isAbout(CACHE_WRITE_WORDS))
    return undefined;
  return isInput ? "input" : "output";
}

/** Tokens that the name of a field says its price is for. */
function unitOfField(field: string): number | null {
  const words = toWords(field);
  const all = words.join("_");
  if (/(^|_)(1_?k|k|thousand|1000)(_|$)/.test(all)) return 1e3;
  if (/(^|_)(1_?m|m|mm|mt|mtok(ens?)?|million|1000000|1mtokens)(_|$)/.test(all)) return 1e6;
  return /per_(\w+_)?token(_|$)|token_(cost|price)(_|$)/.test(all) ? 1 : null;
}

/** Keys under which the prices of a model may be nested; the model is named further up. */
const GENERIC_KEY =
  /^(costs?|pric(e|es|ing)|rates?|tokens?|text|standard|usd|default|base|per_?(1k|1m|million|token)s?|(pricing_?)?tiers?|(price_?)?history|current)$/i;
/** Prices of some requests only. */
const CONDITION_KEY =
  /over|above|long|batch|flex|priority|audio|image|fast|cache|context|thinking|off_?peak|region/i;
const ID_FIELDS = "model model_id modelId model_name modelName id slug name match".split(" ");
const HOST_FIELDS = ["litellm_provider", "provider", "provider_id", "providerId", "host", "vendor"];

function readLiterals(text: string, day: string): ParsedPriceTableRow[] {
  const lineOf = toLineFinder(text);
  const isValid = createDateCheck(day);
  const rows: ParsedPriceTableRow[] = [];
  visit(parseSourceLiterals(text));
  return rows;

  function visit(node: SourceLiteral): void {
    const prices = pricesOf(node);
    const named = prices && nameOf(node);
    if (prices && named && isValid(node)) {
      const { name, host, owner } = named;
      const group = `${owner.parent?.start} ${prices.input?.field}`;
      const states = { saysRetired: isRetiredRow(owner), isDated: isDated(node) };
      rows.push({ name, host, ...lineOf(node.start), prices, group, ...states });
    }
    for (const { value } of node.entries ?? []) visit(value);
    for (const item of node.items ?? []) visit(item);
  }
}

function pricesOf(node: SourceLiteral): ParsedPriceTableRow["prices"] | undefined {
  if (!node.entries || isConditional(node)) return undefined;
  const prices: ParsedPriceTableRow["prices"] = {};
  for (const { key, value } of node.entries) {
    const meter = meterOfField(key);
    if (!meter || prices[meter]) continue;
    const price = toPrice(key, value);
    if (price) prices[meter] = price;
  }
  // `"gpt-4o": (2.5, 10)`, in Go `"gpt-4o": {2.5, 10}`.
  if (isIdLike(node.key) && node.items?.length === 2 && node.entries.length === 0) {
    const [input, output] = node.items.map((one) => toPrice("", one));
    if (input && output) return { input, output };
  }
  return prices.input ? prices : undefined;
}

function toPrice(key: string, value: SourceLiteral): PriceTableValue | undefined {
  const { start, end, number, isPlainNumber = value.text !== undefined } = value;
  if (number !== undefined)
    return { value: number, per: unitOfField(key), field: key, start, end, isPlainNumber };
  // `input: { costPerMillion: 2.5 }`.
  const [only, ...others] = (value.entries ?? []).filter((one) => one.value.number !== undefined);
  const words = only ? toWords(only.key) : [];
  if (!only || others.length > 0 || !words.every((word) => PRICE_WORDS.has(word))) return undefined;
  return { ...(toPrice(only.key, only.value) as PriceTableValue), per: unitOfField(only.key) };
}

/** Whether the prices are nested under a key for some requests only, within the object of their model. */
function isConditional(node: SourceLiteral): boolean {
  for (let at: SourceLiteral | undefined = node; at; at = at.parent)
    if (valuesByKey(at).get("isDefault")?.text === "false") return true;
  for (let at: SourceLiteral | undefined = node; at?.key !== undefined; at = at.parent) {
    if (CONDITION_KEY.test(at.key) && !/\d|gpt|claude|gemini/.test(at.key)) return true;
    if (/^context_over|^tiers?$/.test(at.key)) return true;
    if (!GENERIC_KEY.test(at.key)) return false;
  }
  return false;
}

interface NamedRow extends Pick<ParsedPriceTableRow, "name" | "host"> {
  owner: SourceLiteral;
}

function nameOf(row: SourceLiteral): NamedRow | undefined {
  /** Found in a row of a list of tiers, past prices or models: the row's own id. */
  let listed: NamedRow | undefined;
  let host: string | null = null;
  for (let node: SourceLiteral | undefined = row; node; node = node.parent) {
    const isArray = isItem(node);
    // The name of a tier, such as `Standard`, is not the name of a model.
    const id = [textOf(node, ID_FIELDS), isArray ? firstText(node) : undefined].find(isIdLike);
    if (isArray && GENERIC_KEY.test(node.parent?.key ?? "") && !isAssigned(node.parent)) {
      // Such a list belongs to the model above it; where none is above, its items are the models.
      if (id !== undefined)
        listed ??= { name: id, host: textOf(node, HOST_FIELDS) ?? null, owner: node };
      continue;
    }
    const key = node.key !== undefined && !GENERIC_KEY.test(node.key) ? node.key : undefined;
    host ??= textOf(node, HOST_FIELDS) ?? null;
    // The key of a table of models is the model's id; in a list, the object names itself.
    const name = isIdLike(key) ? key : (id ?? (listed ? undefined : key));
    if (name !== undefined) return { name, host: host ?? hostAbove(node), owner: node };
  }
  return listed && { ...listed, host: listed.host ?? hostAbove(listed.owner) };
}

/** The host, taken from the objects that contain the row. */
function hostAbove(owner: SourceLiteral): string | null {
  for (let node = owner.parent; node; node = node.parent) {
    if (!node.entries || !node.parent || isAssigned(node)) continue;
    const key = node.key !== undefined && !/^models?$/i.test(node.key) ? node.key : undefined;
    const named = textOf(node, [...HOST_FIELDS, "id"]);
    const host = named ?? (key !== undefined && isHostLike(key) ? key : undefined);
    if (host !== undefined) return host;
  }
  return null;
}

const START_KEY = /^(constraint|start_?date|from_?date|valid_?from|effective)/i;
const END_KEY = /^(to|until|end|valid_?to|valid_?until|effective_?to)/i;

/** The day that an object or its `constraint` has under such a key; "" when it has none. */
const createDayReader = (key: RegExp) =>
  memoizePerObject(({ entries = [] }: SourceLiteral): string => {
    const constraint = entries.find((one) => /^constraint$/i.test(one.key))?.value.entries ?? [];
    const days = [...entries, ...constraint].filter((one) => key.test(one.key));
    return days.find(({ value }) => /^\d{4}-/.test(value.text ?? ""))?.value.text ?? "";
  });
const startOf = createDayReader(START_KEY);
const endOf = createDayReader(END_KEY);

function isDated(row: SourceLiteral): boolean {
  for (let node: SourceLiteral | undefined = row; node; node = node.parent)
    if (startOf(node) !== "") return true;
  return false;
}

/**
 * @returns Whether a price is valid on this day by the dates in the table: in a list, the last price that has started.
 */
function createDateCheck(day: string): (row: SourceLiteral) => boolean {
  const hasStarted = (node: SourceLiteral) => startOf(node) <= day;
  /** Null where no price of the list has a date. */
  const latestOf = memoizePerObject((siblings: readonly SourceLiteral[]) => {
    const areDated = siblings.some(({ entries }) =>
      entries?.some(({ key }) => START_KEY.test(key)),
    );
    const started = siblings.filter((one) => hasStarted(one) && !hasHours(one));
    return areDated ? started.sort((a, b) => startOf(a).localeCompare(startOf(b))).at(-1) : null;
  });
  return (row) => {
    for (let node: SourceLiteral | undefined = row; node; node = node.parent) {
      if ((endOf(node) || day) < day || !hasStarted(node)) return false;
      const latest = latestOf(listPricesOfSameName(node));
      if (latest !== null) return node === latest;
      if (node.key !== undefined && !GENERIC_KEY.test(node.key)) return true;
    }
    return true;
  };
}

const nameIn = (node: SourceLiteral): string =>
  `${[textOf(node, ID_FIELDS)].find(isIdLike)} ${textOf(node, HOST_FIELDS)}`;
const itemsByName = memoizePerObject(({ items = [] }: SourceLiteral) => groupBy(items, nameIn));

/** The items of the same list with the same model and host, including none at all. */
function listPricesOfSameName(item: SourceLiteral): readonly SourceLiteral[] {
  const list = item.parent;
  if (!list?.items || !isItem(item)) return [];
  return itemsByName(list).get(nameIn(item)) ?? [];
}

/** Whether a price applies only to some hours of the day. `audio_hours` is a price per hour of audio. */
const hasHours = ({ entries = [] }: SourceLiteral): boolean =>
  entries.some(
    ({ key, value }) => (/time|hour/i.test(key) && !/audio/i.test(key)) || hasHours(value),
  );

/** Whether the object is assigned to a variable. The name of the variable is neither a host nor a list of a model. */
const isAssigned = (node: SourceLiteral | undefined): boolean =>
  node?.parent !== undefined && node.parent.parent === undefined && node.key !== undefined;

const isIdLike = (key: string | undefined): key is string =>
  key !== undefined && /[\d/-]/.test(key);
/** A name of a table or a constant is no host. */
const isHostLike = (key: string): boolean =>
  /^[a-z][a-z\d_.-]*$/i.test(key) &&
  !/pric|cost|rate|model|table|llm|data|config/i.test(key) &&
  !/^(chat|completions?|embeddings?|text|defaults?|all|current|languages?)$/i.test(key);

/** The first value of each key. Each row of a table looks up fields of the objects that contain all rows. */
const valuesByKey = memoizePerObject(
  ({ entries = [] }: SourceLiteral) =>
    new Map(entries.toReversed().map(({ key, value }) => [key, value])),
);
const textOf = (node: SourceLiteral, fields: readonly string[]): string | undefined =>
  fields
    .map((field) => valuesByKey(node).get(field))
    .map((value) => value?.items?.[0] ?? value)
    .find((value) => value?.text && value.number === undefined)?.text;
/** Whether it is in a list. */
const isItem = (node: SourceLiteral): boolean =>
  node.key === undefined && node.parent !== undefined;
const firstText = (node: SourceLiteral): string | undefined => {
  const sibling = node.parent?.items?.[0];
  return sibling !== node && sibling?.number === undefined ? sibling?.text : undefined;
};

/** `deprecation_date: "2026-01-01"`, `deprecated: true`, `status: "retired"`. */
const isRetiredRow = (owner: SourceLiteral): boolean =>
  (owner.entries ?? []).some(({ key, value: { text } }) =>
    /^status$/i.test(key)
      ? /deprecat|retire/i.test(text ?? "")
      : /deprecat|retire|sunset|obsolete|expir/i.test(key) &&
        !/^(false|null|none|nil)?$/i.test(String(text)),
  );

/** models.dev: `providers/openai/models/gpt-4o.toml` with `[cost]`. */
function readToml(text: string, path: string): ParsedPriceTableRow[] {
  const [, host = null, fileName] =
    /(?:^|\/)providers\/([^/]+)\/models\/(.+)\.toml$/.exec(path) ?? [];
  const lineOf = toLineFinder(text);
  const saysRetired = /^\s*status\s*=\s*["']deprecated/m.test(text);
  const heads = [...text.matchAll(/^[ \t]*\[+[ \t]*([^\]\n]+?)[ \t]*\]+.*/gm)];
  return [undefined, ...heads].flatMap((head, at): ParsedPriceTableRow[] => {
    const section = (head?.[1] ?? "").replaceAll(/["']/g, "");
    const start = head === undefined ? 0 : head.index + head[0].length;
    // Each section is a literal of its own.
    const prices = pricesOf(parseSourceLiterals(text.slice(start, heads[at]?.index)));
    for (const price of Object.values(prices ?? {})) {
      price.start += start;
      price.end += start;
    }
    const [own = ""] = section
      .replace(/(^|\.)(cost|pricing)$/, "")
      .split(".")
      .slice(-1);
    const name = fileName !== undefined && own === "" ? fileName : own;
    if (!prices || name === "" || /\./.test(section.replace(/.*\.(cost|pricing)$/, ""))) return [];
    return [{ name, host, ...lineOf(head?.index ?? 0), prices, group: "", saysRetired }];
  });
}

function readCsv(text: string): ParsedPriceTable {
  const [head = [], ...body] = parseCsvCells(text);
  const names = head.map(({ text: name }) => name.trim());
  const lower = names.map((name) => name.toLowerCase());
  const [nameAt = -1, hostAt = -1] = [ID_FIELDS, HOST_FIELDS].map((fields) =>
    fields.map((field) => lower.indexOf(field.toLowerCase())).find((at) => at >= 0),
  );
  const lineOf = toLineFinder(text);
  const rows = body.flatMap((cells): ParsedPriceTableRow[] => {
    const name = cells[nameAt];
    if (!name) return [];
    const prices: ParsedPriceTableRow["prices"] = {};
    for (const [at, field] of names.entries()) {
      const cell = cells[at];
      const meter = meterOfField(field);
      if (!cell || !meter || prices[meter] || !/^\s*\$?[\d.]+(e[+-]?\d+)?\s*$/i.test(cell.text))
        continue;
      const { start, end } = cell;
      const value = Number(cell.text.replace("$", ""));
      prices[meter] = { value, per: unitOfField(field), field, start, end, isPlainNumber: true };
    }
    if (!prices.input) return [];
    const host = cells[hostAt]?.text || null;
    return [
      { name: name.text, host, ...lineOf(name.start), prices, group: "", saysRetired: false },
    ];
  });
  return { format: "csv", per: null, rows };
}

/** Offset → line and column, from 1. */
function toLineFinder(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
