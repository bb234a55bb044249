/**
 * Converts arguments in the forms that language models send to those that a tool's schema expects. The schema rejects
 * what is still invalid.
 */

import { isJsonObject } from "../../build/cost/readers/reading.ts";

/** The subset of JSON Schema that the tools use. */
export interface ToolArgumentSchema {
  type?: string;
  enum?: readonly string[];
  maximum?: number;
  properties?: Record<string, ToolArgumentSchema>;
  /** For a record: its allowed keys. */
  propertyNames?: { enum?: readonly string[] };
  required?: readonly string[];
}

/** Converts a phrase such as `2 months ago` to the first day of that period; undefined if it is not a time. */
type DayPhraseParser = (words: string) => string | undefined;

/** Values that some models send for an argument that they mean to omit. */
const ABSENT = new Set(["", ..."null none undefined n/a any all either both *".split(" ")]);
const FLAGS = new Map(
  Object.entries({ true: true, yes: true, "1": true, false: false, no: false, "0": false }),
);
const toFlag = (value: unknown): boolean | undefined =>
  FLAGS.get(String(value).trim().toLowerCase());

type Words = Readonly<Record<string, string>>;

/** Argument → other names that models use for it, unless the tool has an argument with the other name. */
const OTHER_NAMES: Words = {
  query: "q text search keywords question topic name model model_name",
  model: "model_name model_id model_slug name slug id models q query",
  models: "model_names model_ids names slugs ids model query q",
  id: "ids result_id slug name",
  test: "test_name name slug id",
  provider: "lab company maker vendor developer organization",
  lab: "provider company maker vendor developer organization",
  type: "kind change_type",
  since: "date day days last_days from start_date",
  host: "hosts host_name provider vendor platform",
  open_source: "open_weights open opensource",
  model_type: "type",
  best_at: "benchmark category task best_for",
  input_modalities: "modalities modality input inputs",
  supports: "capabilities capability features",
  min_context: "context context_window context_length min_context_window",
  max_input_price: "max_price max_cost price",
  license: "licence weights_license",
  sort: "sort_by order_by",
  limit: "max_results num_results top count n",
  input: "input_tokens prompt_tokens",
  output: "output_tokens completion_tokens",
  cached: "cache_read cached_tokens cached_input cached_input_tokens cache_read_input_tokens",
  cache_write: "cache_creation_input_tokens cache_write_tokens",
  requests: "num_requests request_count calls",
  at: "date day as_of",
};

const toValueBySynonym = (synonyms: Words): Words =>
  Object.fromEntries(
    Object.entries(synonyms).flatMap(([value, words]) =>
      words.split(" ").map((word) => [word, value]),
    ),
  );

const CAPABILITIES = toValueBySynonym({
  tools: "tool tool_calling tool_use function_calling function",
  reasoning: "thinking",
  structured_output: "json json_schema json_mode structured_output",
  attachments: "file attachment",
});
const MODALITIES = toValueBySynonym({
  image: "image picture vision",
  pdf: "pdf",
  video: "video",
  audio: "speech voice",
});
/** Argument → synonym in the singular → value. */
const VALUE_WORDS: Readonly<Record<string, Words>> = {
  sort: toValueBySynonym({
    price: "cheapest lowest_price cost",
    newest: "latest recent date",
    service_score: "best score top",
    context_window: "context largest_context",
  }),
  type: toValueBySynonym({
    price_drop: "price_cut price_decrease price_reduction",
    price_increase: "price_rise price_hike",
    new_model: "release launch",
    retirement: "retired deprecation",
  }),
  model_type: toValueBySynonym({
    text: "llm chat language",
    audio: "tts stt asr speech voice",
    image: "picture",
    embedding: "embed",
    rerank: "reranker reranking",
  }),
  part: toValueBySynonym({
    providers: "price host offer provider",
    price_history: "history",
    scores: "benchmark score",
    rates: "rate",
  }),
  order: { descending: "desc", ascending: "asc" },
  license: toValueBySynonym({
    proprietary: "closed closed_source closed_weight not_open not_open_source",
  }),
  supports: CAPABILITIES,
  lacks: { ...CAPABILITIES, ...MODALITIES },
  input_modalities: MODALITIES,
  output_modalities: MODALITIES,
  status: { available: "current", live: "current", discontinued: "retired", sunset: "retired" },
};

/**
 * Normalizes arguments. `"3"` becomes 3, `"200k"` 200000, `"$1"` 1, `"yes"` true. A text with commas or `vs` becomes a
 * list, a list of one element a text. Enum values are matched in any case. A number above the maximum becomes the
 * maximum. Null is dropped, and so are words for it if the argument is optional. An argument may have another common
 * name or be inside an object; a record's keys may be sent as arguments of their own. If exactly one required argument
 * is missing, it gets the value of an unknown argument.
 * @param schema JSON Schema of the tool's input.
 * @returns The arguments, and the names of those that the tool does not have: they are dropped and reported.
 */
export function coerceToolArguments(
  sent: Record<string, unknown>,
  schema: ToolArgumentSchema,
  readDay: DayPhraseParser,
): { args: unknown; ignored: string[] } {
  const { properties = {}, required = [] } = schema;
  const isOwn = (name: string) => Object.hasOwn(properties, name);
  const given = Object.entries(sent)
    .flatMap((one) => (isJsonObject(one[1]) && !isOwn(one[0]) ? Object.entries(one[1]) : [one]))
    .filter(([name, value]) => !isAbsent(value, required.includes(name)));
  const known = new Map(given.filter(([name]) => isOwn(name)));
  const unknown = given.filter(([name, value]) => {
    const free = Object.keys(properties).filter((one) => !known.has(one));
    const meant = isOwn(name) ? name : findArgument(name, free, required);
    if (meant !== undefined) known.set(meant, value);
    return meant === undefined;
  });
  const left = unknown.filter(([name, value]) => !addToOther(name, value, known, properties));
  const [missing, ...others] = required.filter((name) => !known.has(name));
  const meant =
    missing !== undefined && others.length === 0
      ? meantBy(missing, left, properties[missing] ?? {})
      : [];
  if (isOwn("order")) splitOrder(known);
  const args = new Map(
    [...known, ...meant].map(([sentAs, value]) => {
      const name = toBoundOfText(sentAs, value);
      const schema = properties[name];
      return schema ? [name, readArgument(name, value, schema, readDay)] : [sentAs, value];
    }),
  );
  if (isOwn("input_modalities")) moveModalities(args);
  const ignored = meant.length > 0 ? [] : left.map(([name]) => name);
  return { args: Object.fromEntries(args), ignored };
}

function isAbsent(value: unknown, isRequired: boolean): boolean {
  if (value === null || value === undefined) return true;
  return !isRequired && typeof value === "string" && ABSENT.has(value.trim().toLowerCase());
}

/** Finds the argument that another name stands for, required arguments first: `minContext`, `Model`, `input_tokens`. */
function findArgument(name: string, free: readonly string[], required: readonly string[]) {
  const snake = name.replaceAll(/(?<=[a-z])(?=[A-Z])|[\s-]+/g, "_").toLowerCase();
  if (free.includes(snake)) return snake;
  const meant = Object.entries(OTHER_NAMES)
    .filter(([argument, names]) => free.includes(argument) && names.split(" ").includes(snake))
    .map(([argument]) => argument);
  return meant.find((argument) => required.includes(argument)) ?? meant[0];
}

/** Splits `price:desc`, `-release_date` or `price desc` into sort and order. */
function splitOrder(known: Map<string, unknown>): void {
  const sort = String(known.get("sort")).trim();
  const { sign, name, order } =
    /^(?<sign>[-+]?)(?<name>\w+?)(?:[\s:_]+(?<order>asc|desc)\w*)?$/i.exec(sort)?.groups ?? {};
  const direction = order ?? (sign === "-" ? "desc" : undefined);
  if (direction === undefined) return;
  known.set("sort", name);
  if (!known.has("order")) known.set("order", direction);
}

/** `supports: ["tools", "vision"]` → `supports: ["tools"]`, `input_modalities: ["image"]`. */
function moveModalities(args: Map<string, unknown>): void {
  const { supports, input_modalities = [] } = Object.fromEntries(args);
  if (!Array.isArray(supports) || !Array.isArray(input_modalities)) return;
  const isModality = (one: unknown) => isText(one) && isWord(one, MODALITIES);
  if (!supports.some(isModality)) return;
  const moved = supports.filter(isModality).map((one) => toWord(one, MODALITIES));
  args.set("input_modalities", [...input_modalities, ...moved]);
  args.set(
    "supports",
    supports.filter((one) => !isModality(one)),
  );
}

/**
 * Adds an unknown argument to one of the tool: flags such as `{ vision: true, tools: "yes" }` to the lists of
 * capabilities and modalities, `{ images: 3 }` to a record with the key `image`. A count with an unknown name is added
 * to the record too, so that the schema refuses it: a cost without it would be wrong.
 * @returns Whether there is an argument for it.
 */
function addToOther(
  name: string,
  value: unknown,
  known: Map<string, unknown>,
  properties: Record<string, ToolArgumentSchema>,
): boolean {
  const list = ["supports", "input_modalities"].find(
    (one) => Object.hasOwn(properties, one) && isWord(name, VALUE_WORDS[one]),
  );
  if (list !== undefined && toFlag(value) === true) {
    known.set(list, [known.get(list) ?? [], name].flat());
    return true;
  }
  const isCount = (isJsonObject(value) || Number(value) > 0) && !/total/i.test(name);
  for (const [table, { propertyNames }] of Object.entries(properties)) {
    const counts = propertyNames?.enum ?? [];
    const count = counts.find((one) => name === one || name === `${one}s`);
    const entries = known.get(table) ?? {};
    if (counts.length === 0 || !(count || isCount) || !isJsonObject(entries)) continue;
    known.set(table, { ...entries, [count ?? name]: value });
    return true;
  }
  return false;
}

/** `{ which: "norn-4o" }` for a missing model, `{ a: "norn-4o", b: "norn-5" }` for a missing list of models. */
function meantBy(
  missing: string,
  unknown: readonly [string, unknown][],
  { type }: ToolArgumentSchema,
): [string, unknown][] {
  const values = unknown.map(([, value]) => value);
  if (values.length === 1) return [[missing, values[0]]];
  const names = values.filter(isText);
  return names.length > 1 && type === "array" ? [[missing, names]] : [];
}

const isText = (value: unknown): value is string => typeof value === "string";

function readArgument(
  name: string,
  value: unknown,
  schema: ToolArgumentSchema,
  readDay: DayPhraseParser,
): unknown {
  switch (schema.type) {
    case "integer":
    case "number":
      return toNumber(
        boundIn(name, value),
        name.endsWith("_parameters") ? 1e-9 : 1,
        // Integers are limited to the safe range. Other numbers are counts, and the endpoint rejects those that are too
        // large.
        schema.maximum ?? (schema.type === "integer" ? Number.MAX_SAFE_INTEGER : Infinity),
      );
    case "boolean":
      return toFlag(value) ?? value;
    case "array":
      return toList(name, value);
    case "string":
      return toText(name, value, schema.enum, readDay);
    default:
      return value;
  }
}

/** The value of an object with one bound: `max_input_price: { lte: 1 }` → 1. */
function boundIn(name: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const bound = name.startsWith("min_")
    ? /^(gte?|min|from|at_least)$/i
    : /^(lte?|max|to|at_most)$/i;
  const [[key, one] = ["", undefined], ...others] = Object.entries(value);
  return others.length === 0 && bound.test(key.replace("$", "")) ? one : value;
}

/** Switches between `min_` and `max_` if the text says so: `over $5` for a maximum price means the minimum price. */
function toBoundOfText(name: string, value: unknown): string {
  const other = /^max_/.test(name) ? AT_LEAST : AT_MOST;
  if (!isText(value) || value.length > MAX_NUMBER_CHARACTERS || !other.test(value.trim()))
    return name;
  return name.replace(/^(?:min|max)_/, (side) => (side === "max_" ? "min_" : "max_"));
}
const AT_LEAST = /^(?:over|above|at least|more than|from|min|[>≥])|(?:\+|\sor more)$/i;
const AT_MOST = /^(?:under|below|less than|at most|up to|max|[<≤])|\sor (?:less|fewer)$/i;

/** The pattern below would be very slow on a text of several kB. */
const MAX_NUMBER_CHARACTERS = 60;
const NUMBER =
  /^(?:under|below|less than|at most|up to|max|over|above|at least|more than|from|min|[<>=≤≥~]+)?\s*(?:us)?\$?\s*(\d[\d,_ ]*(?:\.\d+)?(?:e\d{1,2})?|\.\d+)\s*(thousand|million|billion|trillion|[kmbt](?![a-z])|cents?|¢|c(?![a-z]))?\s*\+?\s*(?:%|percent|us|usd|dollars?|\$|tokens|params|parameters|requests)*\s*(?:(?:\/|per)\s*(?:1\s*)?(?:m|mtok|million)?\s*(?:input|output)?\s*(?:tokens?|month|day|request)?)?(?:\s+or\s+(?:more|less|fewer))?$/i;
const MULTIPLES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12, c: 0.01 };

/**
 * Parses `"200k"`, `"1,000,000"`, `"128 000 tokens"`, `"1 million"`, `"under $2"`, `"50 cents"`, `"0,5"`, `"70B"`.
 * @param scale Factor that converts a number with a multiple (such as `70B`) to the unit of the argument.
 */
function toNumber(value: unknown, scale: number, maximum: number): unknown {
  if (typeof value === "number") return Math.min(value, maximum);
  if (!isText(value) || value.length > MAX_NUMBER_CHARACTERS) return value;
  const [, digits, unit = ""] = NUMBER.exec(value.trim()) ?? [];
  if (digits === undefined) return value;
  const plain = /^\d+,\d{1,2}$/.test(digits.trim())
    ? digits.replace(",", ".")
    : digits.replaceAll(/[,_ ]/g, "");
  const written = unit.toLowerCase().replace("¢", "c").replace("thousand", "k");
  const multiple = MULTIPLES[written.charAt(0)];
  const number = multiple === undefined ? Number(plain) : Number(plain) * multiple * scale;
  // Removes floating-point errors of the multiplication.
  return Math.min(Number(number.toPrecision(15)), maximum);
}

function toText(
  name: string,
  value: unknown,
  values: readonly string[] | undefined,
  readDay: DayPhraseParser,
): unknown {
  const list = Array.isArray(value) ? value : [value];
  const link = list.every(isText)
    ? { query: " ", provider: ",", host: ",", license: "," }[name]
    : undefined;
  const one = link ? list.join(link) : list.length === 1 ? list[0] : value;
  if (typeof one === "number") return toDay(name, String(one), readDay);
  const text = toName(one);
  if (!isText(text)) return text;
  if (name === "id") return findInAddress(text) ?? text;
  if (name === "license")
    return toWord(text.replace(/\s+licen[cs]ed?\s*$/i, ""), VALUE_WORDS[name]);
  const plain = toPlainName(name, text);
  if (name === "test") return plain.replaceAll(/^\s*the\s|\s(?:own )?test\s*$/gi, "");
  if (values === undefined) return toDay(name, plain, readDay);
  const word = toWord(text, VALUE_WORDS[name]);
  return values.find((own) => own === word || `${own}s` === word) ?? text;
}

const isWord = (text: string, words: Words = {}): boolean =>
  Object.values(words).includes(toWord(text, words));

const toWord = (text: string, words: Words = {}): string => {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  const known = [word, word.replace(/s$/, "")].find((one) => Object.hasOwn(words, one));
  return known === undefined ? word : (words[known] ?? word);
};

/** `2026` and `2026-08` mean the first day of that period; `2026/8/1`, `2 months ago` and `7` (days) are days, too. */
function toDay(name: string, text: string, readDay: DayPhraseParser): string {
  const [, year, month, day] = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text) ?? [];
  const isFullDay = year === undefined || day !== undefined;
  const isDay = /^(?:released_|since$)/.test(name) || (name === "at" && isFullDay);
  if (year === undefined && isDay && !/^\d{4}/.test(text))
    return readDay(/^\d{1,3}$/.test(text) ? `${text} days` : text) ?? text;
  if (year === undefined || !isDay) return text;
  return [year, (month ?? "1").padStart(2, "0"), (day ?? "1").padStart(2, "0")].join("-");
}

/** Reduces an object from an earlier answer to its slug, id or name. */
function toName(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return [value.slug, value.id, value.name, value.model].find(isText) ?? value;
}

const ADDRESS =
  /^https?:\/\/\S+\/(?:models|providers|benchmarks|glossary|own-tests)\/([^/?#]+)\/?(?:[?#].*)?$/i;

const findInAddress = (text: string): string | undefined =>
  text.length < 300 ? ADDRESS.exec(text.trim())?.[1] : undefined;

/** Page of a model on another site: `https://openrouter.ai/openai/gpt-5`. */
const OTHER_ADDRESS = /^https?:\/\/[^/\s]+\/([^\s?#]{1,200})$/i;

/**
 * Extracts a name from a URL of this service or of another site, or from an id of `search`, such as `model:norn-5`. In
 * place of a model, the id of something else is kept, so that the error can name the tool for it.
 */
const toPlainName = (argument: string, text: string): string =>
  findInAddress(text) ??
  OTHER_ADDRESS.exec(text.trim())?.[1] ??
  text.replace(/^models?$/.test(argument) ? /^\s*model:/i : SEARCH_ID, "");
const SEARCH_ID = /^\s*(?:model|provider|benchmark|own-test|glossary):/i;

/** Words between the models of a comparison. */
const VERSUS = /\s(?:vs\.?|versus)\s/i;
const SEPARATOR = /[,;\n]|\s(?:vs\.?|versus|and|or|&)\s/i;

/** Parses a list, which some models send as JSON text. */
function toList(argument: string, value: unknown): unknown {
  const words = VALUE_WORDS[argument];
  const read = (name: string) => {
    const text = toPlainName(argument, name);
    return words ? toWord(text, words) : text;
  };
  if (Array.isArray(value)) {
    const names = value.map(toName);
    return names.flatMap((name) =>
      isText(name) ? name.split(VERSUS).map((one) => read(one.trim())) : [name],
    );
  }
  const text = toName(value);
  if (!isText(text)) return value;
  const names = text.trim().replace(/^\[(.*)\]$/s, "$1");
  return names
    .split(words ? /[,;\n+|]|\s(?:and|or|&)\s/i : SEPARATOR)
    .map((name) => name.trim().replace(/^(?:and|or)\s/i, ""))
    .map((name) => name.trim().replace(/^(["'])(.*)\1$/, "$2"))
    .filter((name) => name !== "")
    .map(read);
}
