/** One entry of a usage log: an object or a row that counts tokens, whatever its fields are called. */
import type { Usage } from "../usage.ts";

export interface UsageEntry {
  usage: Usage;
  /** Null where the entry does not count them. */
  requests: number | null;
  /** USD, as the log has it. */
  spend: number | null;
}

/** What keeps an entry from being read, as the end of a sentence. */
export class EntryFault {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Field as in the log, and its value. */
type Fields = ReadonlyMap<string, readonly [name: string, value: unknown]>;

/** Names without case and marks: `cacheReadTokens`, `cache_read_tokens` and `Cache Read Tokens` are one. */
export const toFieldKey = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

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

/** Objects inside an entry that say more of the same request. */
const DETAILS = [
  ...["prompttokensdetails", "inputtokensdetails", "usageobject"],
  ...["metadata", "additionalusagevalues"],
];

export const isEntry = (keys: readonly string[]): boolean =>
  [...PROMPT, "inputtokens", "completiontokens", "outputtokens"].some((key) => keys.includes(key));

/** Rows may also be called `Input` and `Output`, as tables of people are. */
export const isEntryHead = (keys: readonly string[]): boolean =>
  isEntry(keys) || (keys.includes("input") && keys.includes("output"));

export function readEntry(object: Readonly<Record<string, unknown>>): UsageEntry | EntryFault {
  const fields = fieldsOf(object);
  try {
    const prompt = readCount(fields, PROMPT);
    const input = prompt ?? readCount(fields, INPUT) ?? 0;
    const cached = readCount(fields, CACHED);
    const read = readCount(fields, CACHE_READ);
    const cache_read = read ?? cached ?? 0;
    const cache_write = readCount(fields, CACHE_WRITE) ?? 0;
    // OpenAI and LiteLLM count what the cache had among the input, Anthropic and ccusage beside it.
    const isPart = prompt !== null || (read === null && cached !== null);
    const inside = isPart ? cache_read + (prompt === null ? 0 : cache_write) : 0;
    if (inside > input)
      throw new EntryFault(`has more cached tokens (${inside}) than input tokens (${input})`);
    const output = readCount(fields, OUTPUT) ?? 0;
    return {
      usage: { input: input - inside, cache_read, cache_write, output },
      requests: readCount(fields, REQUESTS),
      spend: readSpend(fields),
    };
  } catch (fault) {
    if (fault instanceof EntryFault) return fault;
    throw fault;
  }
}

function fieldsOf(object: Readonly<Record<string, unknown>>, depth = 0): Fields {
  const own = Object.entries(object).map(
    ([name, value]) => [toFieldKey(name), name, value] as const,
  );
  const inner = own.flatMap(([key, , value]) =>
    depth < 3 && DETAILS.includes(key) && isObject(value) ? [...fieldsOf(value, depth + 1)] : [],
  );
  return new Map([...inner, ...own.map(([key, name, value]) => [key, [name, value]] as const)]);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws EntryFault for what is no count. */
function readCount(fields: Fields, keys: readonly string[]): number | null {
  for (const key of keys) {
    const [name, value] = fields.get(key) ?? [];
    if (name === undefined || value === null || value === "") continue;
    const count = toNumber(value);
    if (!Number.isSafeInteger(count) || count < 0)
      throw new EntryFault(`says ${name} is ${show(value)}, which is no count`);
    return count;
  }
  return null;
}

function readSpend(fields: Fields): number | null {
  for (const key of SPEND) {
    const value = fields.get(key)?.[1];
    const spend = typeof value === "string" ? toNumber(value.replace("$", "")) : toNumber(value);
    if (value !== "" && Number.isFinite(spend) && spend >= 0) return spend;
  }
  return null;
}

/** `1,234` is a number in tables. */
const toNumber = (value: unknown): number =>
  typeof value === "number"
    ? value
    : typeof value === "string" && /^\s*-?[\d,]*\.?\d+(e[+-]?\d+)?\s*$/i.test(value)
      ? Number(value.replaceAll(",", ""))
      : Number.NaN;

const show = (value: unknown): string => {
  const text = typeof value === "string" ? `"${value}"` : (JSON.stringify(value) ?? String(value));
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
};
