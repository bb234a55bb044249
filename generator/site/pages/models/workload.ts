/** A monthly workload: the usage of a request, and how many. Its URL parameters are those of `/api/v1/cost`. */
import { SERVICE_TIERS, type ServiceTier } from "../../../../build/cost/rates.ts";
import type { Usage, UsageField } from "../../../../build/cost/usage.ts";
import { type Html, html } from "../../components/html.ts";
import { HOST_KIND_LABELS } from "../../components/offers.ts";
import { pluralize } from "../../components/parts.ts";

export interface Workload {
  /** Usage of one request in the units of `/api/v1/cost`; `input` is without cached tokens. */
  usage: Usage;
  /** Requests per month. */
  requests: number;
  /** Undefined: the offer's own tier. */
  service_tier: ServiceTier | undefined;
  /** Only hosts of this kind; undefined: all. */
  host_kind: string | undefined;
  /** Whether only the monthly totals are given, so that the size of a request is a guess. */
  is_size_assumed: boolean;
}

/** URL parameter → field of the usage. The API uses the same names, except for `page`: here, that is a page number. */
const COUNTS = {
  input: "input",
  cached: "cache_read",
  output: "output",
  cache_write_5m: "cache_write_5m",
  cache_write_1h: "cache_write_1h",
  image: "image",
  minute: "minute",
  second: "second",
  character: "character",
  pages: "page",
  search: "search",
} as const satisfies Record<string, UsageField>;
const COUNT_ENTRIES = Object.entries(COUNTS);
const WRITTEN = "cache_write";
const WORKLOAD_COUNT_NAMES: readonly string[] = [...Object.keys(COUNTS), WRITTEN, "requests"];

/** Reads digits as the API does, and `1M` as the form does. @returns Undefined if the text is not a count. */
function parseWorkloadCount(name: string, query: URLSearchParams): number | undefined {
  const text = query.get(name) || "0";
  const count = Number.isFinite(Number(text)) ? Number(text) : parseShortCount(text);
  return count !== undefined && count >= 0 ? count : undefined;
}

const TERM_NAMES = ["service_tier", "host_kind"] as const;

/** A term is undefined if its text is not a valid value. */
function parseTerms(query: URLSearchParams): Pick<Workload, (typeof TERM_NAMES)[number]> {
  return {
    service_tier: SERVICE_TIERS.find((tier) => tier === query.get("service_tier")),
    host_kind: Object.keys(HOST_KIND_LABELS).find((kind) => kind === query.get("host_kind")),
  };
}

/** Parameters whose values `parseWorkloadQuery` ignores: `input=many`. @param others Names to list, too, if they are set. */
export const listInvalidWorkloadParameters = (
  query: URLSearchParams,
  others: readonly string[] = [],
): string[] =>
  [
    ...others,
    ...WORKLOAD_COUNT_NAMES.filter((name) => parseWorkloadCount(name, query) === undefined),
    ...TERM_NAMES.filter((name) => parseTerms(query)[name] === undefined),
  ].flatMap((name) => (query.get(name)?.trim() ? `${name}=${query.get(name)}` : []));

/** @returns Undefined if the query contains no usage. */
export function parseWorkloadQuery(query: URLSearchParams): Workload | undefined {
  const number = (name: string): number => parseWorkloadCount(name, query) ?? 0;
  // The API's `cache_write` without `cache_ttl` may have any lifetime; here, it is the shortest.
  const written = query.get("cache_ttl") === "1h" ? "cache_write_1h" : "cache_write_5m";
  const counts = COUNT_ENTRIES.map(
    ([name, field]) => [field, number(name) + (name === written ? number(WRITTEN) : 0)] as const,
  );
  const usage = Object.fromEntries(counts.filter(([, count]) => count > 0));
  if (Object.keys(usage).length === 0) return undefined;
  const is_size_assumed = query.get("assumed") === "requests";
  return { usage, requests: number("requests") || 1, ...parseTerms(query), is_size_assumed };
}

/** The workload as URL parameters in a fixed order. */
export function toWorkloadParameters(workload: Workload): [name: string, value: string][] {
  const counts = COUNT_ENTRIES.flatMap(([name, field]): [string, string][] => {
    const count = workload.usage[field] ?? 0;
    return count > 0 ? [[name, String(count)]] : [];
  });
  const terms = TERM_NAMES.flatMap((name): [string, string][] =>
    workload[name] === undefined ? [] : [[name, workload[name]]],
  );
  const assumed: [string, string][] = workload.is_size_assumed ? [["assumed", "requests"]] : [];
  return [...counts, ["requests", String(workload.requests)], ...terms, ...assumed];
}

/**
 * Why a cost is not known: `no batch price`.
 * @param missing What no price is known for; left out if no price is known at all.
 */
export function renderUnknownCost(workload: Workload | undefined, missing?: string): Html {
  const what = missing && (workload?.service_tier ?? missing).replaceAll("_", " ");
  return html`<small class="unknown">${what ? `no ${what} price` : "no price"}</small>`;
}

/** Parameters of the page that the API does not have. */
const PAGE_PARAMETERS = ["host_kind", "assumed"];

/** API path for the cost with some models at each host. */
export function toCostApiPath(workload: Workload, slugs: readonly string[]): string {
  const query = new URLSearchParams({ models: slugs.join() });
  for (const [name, value] of toWorkloadParameters(workload))
    if (!PAGE_PARAMETERS.includes(name)) query.set(name === "pages" ? "page" : name, value);
  return `/api/v1/cost?${String(query).replaceAll("%2C", ",")}`;
}

/** Example that the calculator uses if its URL has no workload. */
const EXAMPLE = {
  model_type: "text",
  input: "10000",
  output: "2000",
  requests: "100",
  assumed: "requests",
};

/** The calculator's query as one of the models page. Without a number of requests, its counts are monthly totals. */
export function toModelsQueryOfCalculator(asked: URLSearchParams): URLSearchParams {
  const month = parseWorkloadQuery(asked);
  if (!month) return new URLSearchParams({ ...EXAMPLE, ...Object.fromEntries(asked) });
  const query = new URLSearchParams(asked);
  if (asked.has("requests")) return query;
  const { prompt } = countPromptTokens(month.usage);
  const requests = estimateRequestsFromMonthlyTotal(prompt, "tokens");
  for (const name of WORKLOAD_COUNT_NAMES) {
    const total = parseWorkloadCount(name, query);
    if (total) query.set(name, toCountPerRequest(total, requests));
  }
  query.set("requests", String(requests));
  query.set("assumed", "requests");
  return query;
}

/**
 * Parses `40M`, `1.5 B`, `1,5M`, `200,000`, `200.000`. A comma or dot before groups of three digits separates
 * thousands; but with a letter, a dot is a decimal point.
 * @returns Undefined if the text is not a count.
 */
export function parseShortCount(text: string): number | undefined {
  const [, digits = "", letter = ""] = /^([\d.,]+)\s*([kmb]?)$/i.exec(text.trim()) ?? [];
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)
    ? digits.replaceAll(",", "")
    : letter === "" && /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(digits)
      ? digits.replaceAll(".", "").replace(",", ".")
      : digits.replace(",", ".");
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  const [, factor] = UNITS.find(([unit]) => unit.toLowerCase() === letter.toLowerCase()) ?? ["", 1];
  return Number(plain) * factor;
}
const UNITS = Object.entries({ B: 1e9, M: 1e6, k: 1e3 });

/** `1.5k`, `40M`, `6B`: a text that `parseShortCount` reads as the count, to five digits or two decimals. */
export function formatShortCount(count: number): string {
  const [letter, unit] = UNITS.find(([, least]) => count >= 0.99995 * least) ?? ["", 1];
  return `${Number(letter ? (count / unit).toPrecision(5) : count.toFixed(2))}${letter}`;
}

/** Parses `12.5` or `12,5 %`. @returns Undefined if the text is not a number. */
export function parsePercent(text: string): number | undefined {
  const [, digits] = /^(\d+(?:[.,]\d+)?)\s*%?$/.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits.replace(",", "."));
}

export interface AmountPerRequest {
  /** `tokens` of the prompt, or a counted unit such as `image`. */
  by: string;
  amount: number;
}

export function toAmountPerRequest({ usage }: Pick<Workload, "usage">): AmountPerRequest {
  const [thing, amount] = getThings(usage)[0] ?? ["tokens", countPromptTokens(usage).prompt];
  return { by: thing === "page" ? "pages" : thing, amount };
}

/** All tokens of the prompt, and those that are read from the cache or written to it. */
export function countPromptTokens(usage: Usage) {
  const { input = 0, cache_read: cached = 0, cache_write_5m = 0, cache_write_1h = 0 } = usage;
  const written = cache_write_5m + cache_write_1h;
  return { prompt: input + cached + written, cached, written };
}

/** Precise enough for the total to be exact up to a billion, and no longer than the API accepts. */
export const toCountPerRequest = (total: number, requests: number): string =>
  String(Number((total / requests).toPrecision(10)));

/** Assumed tokens per request if the number of requests is unknown. */
const USUAL_PROMPT = 10_000;

/**
 * @param total Total per month.
 * @param size Size of one request; ignored if it is counted in another unit.
 */
export function estimateRequestsFromMonthlyTotal(
  total: number,
  by: string,
  size?: AmountPerRequest,
): number {
  const usual = by === "tokens" ? USUAL_PROMPT : total;
  const amount = (size?.by === by && size.amount) || usual;
  return Math.max(1, amount > 0 ? Math.round(total / amount) : 1);
}

/** Values of the workload form's fields, as monthly totals. */
export function toWorkloadForm({ usage, requests, ...terms }: Workload): Record<string, string> {
  const total = (count = 0): string => {
    const sum = Number((count * requests).toPrecision(9));
    const short = formatShortCount(sum);
    return Number.isInteger(sum) && parseShortCount(short) !== sum ? String(sum) : short;
  };
  const { prompt, cached, written } = countPromptTokens(usage);
  const percent = (count: number) =>
    prompt > 0 ? String(Math.round((10_000 * count) / prompt) / 100) : "0";
  const { by, amount } = toAmountPerRequest({ usage });
  return {
    by,
    count: by === "tokens" ? "" : String(amount * requests),
    input: total(prompt),
    output: total(usage.output),
    cached: percent(cached),
    written: percent(written),
    ttl: usage.cache_write_1h ? "1h" : "5m",
    requests: String(requests),
    service_tier: terms.service_tier ?? "",
    host_kind: terms.host_kind ?? "",
  };
}

/** Counts of units other than text tokens. */
const getThings = (usage: Usage): [name: string, count: number][] =>
  (["image", "minute", "second", "character", "page", "search"] as const).flatMap((name) => {
    const count = usage[name] ?? 0;
    return count > 0 ? [[name, count]] : [];
  });

export const MONTHLY_COST_COLUMN_TITLE = "$ a month";

/** The monthly usage as texts: `40M input`, `93 % cached`, `8M output tokens`, `batch tier`. */
function listWorkloadParts({ usage, requests, ...terms }: Workload): string[] {
  const { prompt, cached, written } = countPromptTokens(usage);
  const { output = 0 } = usage;
  return [
    prompt > 0 && `${formatShortCount(prompt * requests)} input${output === 0 ? " tokens" : ""}`,
    cached > 0 && `${Math.round((100 * cached) / prompt)} % cached`,
    written > 0 && `${Math.round((100 * written) / prompt)} % written to the cache`,
    output > 0 && `${formatShortCount(output * requests)} output tokens`,
    ...getThings(usage).map(([name, count]) =>
      pluralize(count * requests, name, name === "search" ? "searches" : `${name}s`),
    ),
    terms.service_tier && `${terms.service_tier} tier`,
    terms.host_kind && HOST_KIND_LABELS[terms.host_kind as keyof typeof HOST_KIND_LABELS],
  ].filter((part) => typeof part === "string");
}

/** `40M input · 8M output tokens a month, 10k input a request`. Rates may depend on the size of a request. */
export function formatWorkload(workload: Workload): string {
  const { prompt } = countPromptTokens(workload.usage);
  const size = `${formatShortCount(prompt)} input a request`;
  const each = prompt > 0 ? `, ${workload.is_size_assumed ? `assuming ${size}` : size}` : "";
  return `${listWorkloadParts(workload).join(" · ")} a month${each}`;
}

/** `a month for 1M input and 200k output tokens`. */
export const describeMonthlyWorkload = (workload: Workload): string =>
  `a month for ${new Intl.ListFormat("en-GB").format(listWorkloadParts(workload))}`;
