/** What is used a month: so much by each request, so many requests. Its address has the names of `/api/v1/cost`. */
import { SERVICE_TIERS, type ServiceTier } from "../../../../build/cost/rates.ts";
import type { Usage, UsageField } from "../../../../build/cost/usage.ts";
import { modelPagePath } from "../../components/addresses.ts";
import { formatTokens } from "../../components/html.ts";
import { HOST_KIND_LABELS } from "../../components/offers.ts";
import { pluralize } from "../../components/parts.ts";

export interface Workload {
  /** Of one request, as `/api/v1/cost` counts it: `input` is not cached. */
  usage: Usage;
  /** A month. */
  requests: number;
  /** Undefined: as the offer has it. */
  service_tier: ServiceTier | undefined;
  /** Day whose prices count; undefined: the newest. */
  at: string | undefined;
  /** Only hosts of this kind. */
  host_kind: string | undefined;
}

/** Count in an address → field of the usage. The API has the same names, but for `page`, which is that of a list here. */
const COUNTS = {
  ...{ input: "input", cached: "cache_read", output: "output" },
  ...{ cache_write_5m: "cache_write_5m", cache_write_1h: "cache_write_1h" },
  ...{ image: "image", minute: "minute", second: "second", character: "character" },
  ...{ pages: "page", search: "search" },
} as const satisfies Record<string, UsageField>;
const COUNT_ENTRIES = Object.entries(COUNTS);

const TERMS = ["service_tier", "at", "host_kind"] as const;

/** @returns Undefined where nothing is used. */
export function parseWorkloadQuery(query: URLSearchParams): Workload | undefined {
  const number = (name: string): number => {
    const count = Number(query.get(name) || 0);
    return Number.isFinite(count) && count >= 0 ? count : 0;
  };
  const counts = COUNT_ENTRIES.map(([name, field]) => [field, number(name)] as const);
  const usage = Object.fromEntries(counts.filter(([, count]) => count > 0));
  if (Object.keys(usage).length === 0) return undefined;
  const day = query.get("at") ?? "";
  return {
    ...{ usage, requests: number("requests") || 1 },
    service_tier: SERVICE_TIERS.find((tier) => tier === query.get("service_tier")),
    at: /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined,
    host_kind: Object.keys(HOST_KIND_LABELS).find((kind) => kind === query.get("host_kind")),
  };
}

/** The workload as parameters of the page, in one order. */
export function toWorkloadParameters(workload: Workload): [name: string, value: string][] {
  const counts = COUNT_ENTRIES.flatMap(([name, field]): [string, string][] => {
    const count = workload.usage[field] ?? 0;
    return count > 0 ? [[name, String(count)]] : [];
  });
  const terms = TERMS.flatMap((name): [string, string][] =>
    workload[name] === undefined ? [] : [[name, workload[name]]],
  );
  return [...counts, ["requests", String(workload.requests)], ...terms];
}

/** Of the page of a model: with a workload, it has the cost at every host. */
export const toModelPageHref = (slug: string, workload: Workload | undefined): string =>
  workload === undefined
    ? modelPagePath(slug)
    : `${modelPagePath(slug)}?${new URLSearchParams(toWorkloadParameters(workload))}#prices`;

/** What the workload costs at each host of some models. */
export function toCostApiPath(workload: Workload, slugs: readonly string[]): string {
  const query = new URLSearchParams({ models: slugs.join() });
  for (const [name, value] of toWorkloadParameters(workload))
    if (name !== "host_kind") query.set(name === "pages" ? "page" : name, value);
  return `/api/v1/cost?${String(query).replaceAll("%2C", ",")}`;
}

/** What the calculator shows where its address has no workload. */
const EXAMPLE = { model_type: "text", input: "10000", output: "2000", requests: "100" };

/** The query of the calculator as one of the page of models. Without a number of requests, the counts are of a month. */
export function toCalculatorQuery(asked: URLSearchParams): URLSearchParams {
  const month = parseWorkloadQuery(asked);
  if (!month) return new URLSearchParams({ ...EXAMPLE, ...Object.fromEntries(asked) });
  const query = new URLSearchParams(asked);
  if (asked.has("requests")) return query;
  const requests = countMonthlyRequests(countPromptTokens(month.usage), "tokens", undefined);
  for (const name of Object.keys(COUNTS))
    if (query.has(name))
      query.set(name, String(Number((Number(query.get(name)) / requests).toFixed(3))));
  query.set("requests", String(requests));
  return query;
}

/**
 * `40M`, `1.5 B`, `1,5M`, `200,000`, `200.000`: a mark before three digits each separates thousands, unless a letter makes a
 * dot that of a fraction. @returns Undefined for what is no count.
 */
export function parseShortCount(text: string): number | undefined {
  const [, digits = "", letter = ""] = /^([\d.,]+)\s*([kmb]?)$/i.exec(text.trim()) ?? [];
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)
    ? digits.replaceAll(",", "")
    : letter === "" && /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(digits)
      ? digits.replaceAll(".", "").replace(",", ".")
      : digits.replace(",", ".");
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  const factor = { k: 1e3, m: 1e6, b: 1e9 }[letter.toLowerCase()] ?? 1;
  return Number(plain) * factor;
}

/** `12.5`, `12,5 %`. @returns Undefined for what is no number. */
export function parsePercent(text: string): number | undefined {
  const [, digits] = /^(\d+(?:[.,]\d+)?)\s*%?$/.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits.replace(",", "."));
}

/** How much of what one request has. */
export interface RequestSize {
  /** `tokens` of the prompt, or a thing that is counted: `image`. */
  by: string;
  amount: number;
}

export function toRequestSize({ usage }: Pick<Workload, "usage">): RequestSize {
  const [thing, amount] = getThings(usage)[0] ?? ["tokens", countPromptTokens(usage)];
  return { by: thing === "page" ? "pages" : thing, amount };
}

const countPromptTokens = ({
  input = 0,
  cache_read = 0,
  cache_write_5m = 0,
  cache_write_1h = 0,
}: Usage): number => input + cache_read + cache_write_5m + cache_write_1h;

/** Tokens of a request, where nobody says how many requests there are. */
const USUAL_PROMPT = 10_000;

/** @param total Of a month. @param size Counts only where it is of the same kind. */
export function countMonthlyRequests(
  total: number,
  by: string,
  size: RequestSize | undefined,
): number {
  const usual = by === "tokens" ? USUAL_PROMPT : total;
  const amount = (size?.by === by && size.amount) || usual;
  return Math.max(1, amount > 0 ? Math.round(total / amount) : 1);
}

/** The fields of the form of a workload, with its totals of a month. */
export function toWorkloadForm({ usage, requests, ...terms }: Workload): Record<string, string> {
  const total = (count = 0): string => formatTokens(count * requests);
  const { cache_read = 0, cache_write_5m = 0, cache_write_1h = 0 } = usage;
  const written = cache_write_5m + cache_write_1h;
  const prompt = countPromptTokens(usage);
  const percent = (count: number) =>
    prompt > 0 ? String(Math.round((1000 * count) / prompt) / 10) : "0";
  const [, count] = getThings(usage)[0] ?? ["tokens", 0];
  return {
    by: toRequestSize({ usage }).by,
    count: count > 0 ? String(count * requests) : "",
    ...{ input: total(prompt), output: total(usage.output) },
    ...{ cached: percent(cache_read), written: percent(written) },
    ...{ ttl: cache_write_1h > 0 ? "1h" : "5m", requests: String(requests) },
    ...{ service_tier: terms.service_tier ?? "", at: terms.at ?? "" },
    host_kind: terms.host_kind ?? "",
  };
}

/** What is used beside tokens of text. */
const getThings = (usage: Usage): [name: string, count: number][] =>
  (["image", "minute", "second", "character", "page", "search"] as const).flatMap((name) => {
    const count = usage[name] ?? 0;
    return count > 0 ? [[name, count]] : [];
  });

/** Of a column with the cost of a workload. */
export const MONTHLY_COST_COLUMN_TITLE = "$ a month";

/** What is used a month, in words: `40M input`, `93 % cached`, `8M output tokens`, `batch tier`. */
function listWorkloadParts({ usage, requests, ...terms }: Workload): string[] {
  const { cache_read = 0, output = 0 } = usage;
  const prompt = countPromptTokens(usage);
  return [
    prompt > 0 &&
      `${formatTokens(Math.round(prompt * requests))} input${output === 0 ? " tokens" : ""}`,
    cache_read > 0 && `${Math.round((100 * cache_read) / prompt)} % cached`,
    output > 0 && `${formatTokens(Math.round(output * requests))} output tokens`,
    ...getThings(usage).map(([name, count]) =>
      pluralize(count * requests, name, name === "search" ? "searches" : `${name}s`),
    ),
    terms.service_tier && `${terms.service_tier} tier`,
    terms.host_kind && HOST_KIND_LABELS[terms.host_kind as keyof typeof HOST_KIND_LABELS],
    terms.at && `prices of ${terms.at}`,
  ].filter((part) => typeof part === "string");
}

/** `40M input · 93 % cached · 8M output tokens a month, 10k input a request`: rates may rise with the size of a request. */
export function formatWorkload(workload: Workload): string {
  const prompt = countPromptTokens(workload.usage);
  const each = prompt > 0 ? `, ${formatTokens(Math.round(prompt))} input a request` : "";
  return `${listWorkloadParts(workload).join(" · ")} a month${each}`;
}

/** `a month for 1M input and 200k output tokens`. */
export const describeMonthlyWorkload = (workload: Workload): string =>
  `a month for ${new Intl.ListFormat("en-GB").format(listWorkloadParts(workload))}`;
