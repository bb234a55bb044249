/**
 * Formats values and prices for language models: short, with unit and trust level. Also the tool for the cost of
 * requests.
 */
import * as z from "zod";
import { formatWithCommas, SERVICE_TIERS } from "../../build/cost/rates.ts";
import {
  dropZeroCounts,
  findFirstLogField,
  isJsonObject,
  parseJsonOrUndefined,
  UsageCountReader,
} from "../../build/cost/readers/reading.ts";
import { findUsageFormat, readDisjointUsage } from "../../build/cost/readers/shapes.ts";
import { USAGE_FIELDS, type UsageField } from "../../build/cost/usage.ts";
import type { ModelRow, OfferRow } from "../../build/model/catalog/rows.ts";
import { getItemAt, groupBy } from "../../build/schema/collections.ts";
import {
  COST_PARAMETER_NAMES,
  getCostEndpoint,
  type PublishedCost,
} from "../../generator/endpoints/cost/cost.ts";
import {
  findNonTokenRateOfOffer,
  toModelPricing,
} from "../../generator/endpoints/models/model-parts.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { findModelByName } from "../../generator/http/names.ts";
import { problemTypeUrl } from "../../generator/http/problem.ts";
import {
  formatRatePerUnit,
  HOST_KIND_LABELS,
  PRICE_TRUST_LABELS,
  serviceTierLabel,
} from "../../generator/site/components/offers.ts";
import {
  callApiFromMcpTool,
  createMcpToolAnswer,
  defineMcpTool,
  findModelsOrThrowRefusal,
  joinNonEmpty,
  type McpToolAnswerRow,
  ROW_SKIP_SCHEMA,
  ToolCallRefusedError,
  toMcpToolAnswerTable,
} from "./tool.ts";

type Catalog = AnswerContext["catalog"];

/** `$0.25`, `free`, `price unknown`; per 1M tokens unless stated otherwise. */
export function formatPriceForMcp(value: number | null): string {
  if (value === null) return "price unknown";
  return value === 0 ? "free" : `$${value}`;
}

export type InputOutputPrice = Pick<OfferRow, "input" | "output">;

/** `$3 input / $15 output`. */
export function formatInputAndOutputPrice({ input, output }: InputOutputPrice): string {
  if (input === null && output === null) return "price unknown";
  if (input === 0 && output === 0) return "free";
  const side = (price: number | null, name: string) =>
    price === null ? `${name} price unknown` : `${formatPriceForMcp(price)} ${name}`;
  return `${side(input, "input")} / ${side(output, "output")}`;
}

/** Input and output price with their unit; or `$0.04 per image` for a model that is not sold by token. */
export const formatTokenOrUnitPrice = (
  price: InputOutputPrice,
  rate: Parameters<typeof formatRatePerUnit>[0] | null | undefined,
  unit = "",
): string => (rate ? formatRatePerUnit(rate) : formatInputAndOutputPrice(price) + unit);

export const SELF_REPORTED_LABEL = "self-reported";

/** Terms of an offer that matter beside its price: `reseller`, `batch tier`, `verified`. */
const offerWords = ({ billing, host_kind, service_tier, trust, doubt, status }: OfferRow) =>
  [
    billing === "plan" ? "subscription, not per token" : "",
    host_kind === "router" ? HOST_KIND_LABELS.router.toLowerCase() : "",
    serviceTierLabel(service_tier ?? "standard"),
    doubt === null ? PRICE_TRUST_LABELS[trust] : `${trust}: ${doubt}`,
    status === "deprecated" || status === "retired" ? status : "",
  ].filter((words) => words !== "");

/**
 * The price of a model at a host that sells it: `$3 input / $15 output`, or `$0.04 per image`; a subscription's price
 * of 0 is not shown as a price. Its terms as words (`reseller`, `1 source`), as words with dates (`1 source, recorded
 * 2026-11-21`), and as fields.
 * @throws RangeError if the host does not sell the model.
 */
export function describeOfferForMcp(model: string, host: string, { offersOf }: Catalog) {
  const offers = offersOf(model).filter((offer) => offer.host === host);
  const offer = getItemAt(offers, 0);
  const { billing, input, output, host_kind, trust, as_of, last_confirmed } = offer;
  const rate = findNonTokenRateOfOffer(offer);
  const isPlan = billing === "plan" && !input && !output;
  const words = offerWords(offer);
  const dates = [`recorded ${as_of}`, last_confirmed && `confirmed ${last_confirmed}`];
  return {
    offer,
    price: isPlan && !rate ? "no price per token" : formatTokenOrUnitPrice(offer, rate),
    rate,
    words,
    datedWords: joinNonEmpty([...words, ...dates]),
    fields: { billing, host_kind, trust },
  };
}

/**
 * The price for comparing a model: `$3 input / $15 output (list price, verified)`; or its price at a host: `$3 input /
 * $15 output (at Bazaar, reseller, 1 source)`.
 */
export function toModelPriceForMcp(slug: string, catalog: Catalog, host?: string) {
  const model = catalog.getModel(slug);
  const pricing = toModelPricing(model, catalog);
  const isList = host === undefined && pricing.basis === "list";
  const at = host ?? (isList ? model.list_host : model.cheapest_host);
  if (at === null)
    return { text: formatInputAndOutputPrice(pricing), fields: { ...pricing, sold_by: null } };
  const { offer, price, rate, words, fields } = describeOfferForMcp(slug, at, catalog);
  const { input, output } = offer;
  const own = host === undefined ? pricing : { input, output, rate };
  const where = isList ? "list price" : `at ${catalog.provider(at)?.name ?? at}`;
  return {
    text: `${price} (${joinNonEmpty([where, ...words])})`,
    fields: { ...own, sold_by: at, ...fields },
  };
}

/** `released 2026-05-01`; for a model without a stated date that was news when first seen, `first listed 2026-11-26`. */
export const describeReleaseForMcp = (
  model: Pick<ModelRow, "release_date" | "release_date_basis" | "first_seen">,
) =>
  model.release_date === null
    ? model.release_date_basis === "first_seen" && `first listed ${model.first_seen}`
    : `released ${model.release_date}`;

/** `prompt_tokens: 5`, or `response` with a usage object in it. */
const isOfUsage = ([name, value]: [string, unknown]): boolean =>
  !Object.hasOwn(COST_ARGUMENTS, name) &&
  /token/i.test(name + (isJsonObject(value) ? JSON.stringify(value) : ""));

/**
 * Counts of a usage object as APIs return it: in `usage`, in a whole response, or as arguments. In most of them the
 * input includes cached tokens, which are an argument of their own here. An object in no such format stays as it is.
 */
function rewriteUsage(sent: Record<string, unknown>): Record<string, unknown> {
  const { usage: stated, ...others } = sent;
  const given = (typeof stated === "string" && parseJsonOrUndefined(stated)) || stated;
  const entries = Object.entries(others);
  const spread = Object.fromEntries(entries.filter(isOfUsage));
  for (const value of [given, ...Object.values(spread), spread]) {
    const whole = typeof value === "string" ? parseJsonOrUndefined(value) : value;
    if (!isJsonObject(whole)) continue;
    const usage =
      [whole.usage, whole.usageMetadata, whole.usage_metadata].find(isJsonObject) ?? whole;
    const isRead = Object.keys(usage).some((name) => Object.hasOwn(COST_ARGUMENTS, name));
    const format = isRead ? undefined : findUsageFormat(usage);
    if (!format) continue;
    const counts = new UsageCountReader(usage);
    const { cache_read: cached, ...used } = dropZeroCounts(readDisjointUsage(counts, format));
    const [fault] = counts.faults;
    // The schema refuses a text. Other faults are counts such as `40k`, which are read later.
    if (fault?.startsWith("has more")) return { ...others, usage: fault };
    if (fault !== undefined) continue;
    const model = findFirstLogField(whole === spread ? {} : whole, ["model", "modelVersion"]);
    // The schema refuses counts that have no known price.
    const unread = Object.fromEntries(counts.unread().map(({ meter }) => [meter, 1]));
    return {
      ...(model !== undefined && { model }),
      ...Object.fromEntries(entries.filter((one) => !isOfUsage(one))),
      ...used,
      ...(cached && { cached }),
      other: { ...Object(others.other), ...unread },
    };
  }
  if (!isJsonObject(given)) return sent;
  return Object.values(given).some(isJsonObject)
    ? { ...others, usage: JSON.stringify(given) }
    : { ...given, ...others };
}

const tokens = (field: UsageField) =>
  z.number().min(0).optional().describe(`Per request: ${USAGE_FIELDS[field].description}`);

const COST_ARGUMENTS = {
  models: z.array(z.string().min(1)).min(1).max(6).describe("Models, by slug, alias or name"),
  input: tokens("input"),
  output: tokens("output"),
  cached: tokens("cache_read"),
  cache_write: tokens("cache_write"),
  usage: z
    .looseObject({})
    .optional()
    .describe("Instead of single counts: the usage object of an API response, or the response"),
  cache_ttl: z
    .string()
    .optional()
    .describe("How long the tokens in cache_write stay in the cache: 5m, 1h"),
  other: z
    .partialRecord(z.enum(COST_PARAMETER_NAMES), z.coerce.number())
    .optional()
    .describe("Other counts per request: reasoning, image, minute, page, search, input_audio, …"),
  requests: z.number().min(0).default(1).describe("Number of requests, for example per month"),
  service_tier: z.enum(SERVICE_TIERS).optional().describe("batch, flex, …; standard by default"),
  host: z.string().optional().describe("Return only the cost at this host"),
  region: z.string().optional().describe("Region of the host"),
  variant: z.string().optional().describe("Resolution or quality"),
  at: z
    .string()
    .optional()
    .describe("Use the prices of this day, YYYY-MM-DD, or of this time, 2026-06-01T17:30Z"),
  skip: ROW_SKIP_SCHEMA,
};

export const estimateCostMcpTool = defineMcpTool({
  name: "estimate_cost",
  title: "Estimate the cost of requests",
  description:
    "Computes the cost of requests to AI models in US dollars, at one host or at every host, today or on a past day, including rates by prompt size, cache lifetimes, batch prices and fees. Give token counts per request and the number of requests. Use this tool instead of multiplying prices yourself.",
  rewrite: rewriteUsage,
  input: z.strictObject(COST_ARGUMENTS),
  output: { costs: z.array(z.looseObject({})) },
  call({ models: names, other, skip, usage: _, ...given }, context) {
    const { models: found, note } = findModelsOrThrowRefusal(names, context);
    const beside: Readonly<Record<string, unknown>> = given;
    const [twice] =
      Object.entries(other ?? {}).find(([name, count]) => count && beside[name]) ?? [];
    if (twice !== undefined)
      throw new ToolCallRefusedError(
        `${twice} is sent both as an argument and in \`other\`; send it once.`,
        problemTypeUrl("bad-parameter", context.catalog.service.base_url),
      );
    // Ids are passed on, because an id may have its own price. Names as people write them are replaced by the slug.
    const isId = (name: string) =>
      /^[\w.:/@-]{1,100}$/.test(name) && findModelByName(name, context.catalog) !== undefined;
    const asked = names.map((name, index) => (isId(name) ? name : found[index]?.slug));
    const query = { ...given, ...other, models: asked };
    const answer = callApiFromMcpTool(getCostEndpoint, { query }, context);
    // At the host, an id may mean another model.
    const meant = answer.data.map(({ model }) => context.catalog.getModel(model));
    const models = found.length === 1 ? [meant[0] ?? getItemAt(found, 0)] : found;
    const title = `Cost of ${models.map(({ name }) => name).join(" and ")}`;
    const when = given.at === undefined ? "" : ` at the prices of ${given.at}`;
    const known = answer.data.length > 0;
    const { input = 0, cached = 0, cache_write = 0 } = given;
    const prompt = input + cached + cache_write;
    const requests = `${given.requests} request${given.requests === 1 ? "" : "s"}`;
    return createMcpToolAnswer(
      title,
      answer,
      [
        note,
        `${title}, ${requests}${when}${known ? "" : ": no host with a price is known"}.`,
        ...models.flatMap((model) => describeLimits(model, prompt, given.at?.slice(0, 10) ?? "")),
        answer.meta.hint ?? false,
      ],
      [
        toMcpToolAnswerTable(
          "costs",
          `Cost by host in US dollars${models.length > 1 ? "; the cheapest host of each model first, then the second of each" : ""}`,
          toTurns(answer.data),
          toCostRow,
          (read) => `call estimate_cost again with skip: ${read}`,
          { limit: 20, skip },
        ),
      ],
    );
  },
});

function describeLimits(model: ModelRow, prompt: number, day: string) {
  const { slug, context_window, retirement_date } = model;
  return [
    context_window !== null &&
      prompt > context_window &&
      `A prompt of ${formatWithCommas(prompt)} tokens is larger than the context window of ${slug}, ${formatWithCommas(context_window)} tokens. Send the token counts of one request, and how many requests in the argument requests.`,
    retirement_date !== null &&
      day >= retirement_date &&
      `${slug} has the retirement date ${retirement_date}.`,
  ];
}

/** The first row of each model comes first, then the second, and so on, so that no model is cut from the answer. */
function toTurns(rows: readonly PublishedCost[]): PublishedCost[] {
  const byModel = groupBy(rows, ({ model }) => model);
  const turnOf = (row: PublishedCost) => byModel.get(row.model)?.indexOf(row) ?? 0;
  return rows.toSorted((a, b) => turnOf(a) - turnOf(b));
}

function toCostRow(row: PublishedCost): McpToolAnswerRow {
  const { model, provider_slug, usd, parts, missing, trust } = row;
  const sum = parts.map((part) => `${part.meter} ${part.quantity} × $${part.rate}/${part.unit}`);
  const reasons = missing.map(({ reason }) => reason);
  const words = usd === null ? `unknown: ${reasons.join("; ")}` : `$${usd} (${sum.join(" + ")})`;
  const shown = parts.map(({ source: _, as_of: __, ...part }) => part);
  const value = { model, provider: provider_slug, usd, parts: shown, missing: reasons, trust };
  return {
    text: `${model} at ${provider_slug}: ${words}${trust === null ? "" : `, ${PRICE_TRUST_LABELS[trust]}`}`,
    value,
  };
}
