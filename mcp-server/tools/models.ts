/** Tools for one model: its facts, current and past prices, and scores; and where to buy it. */
import * as z from "zod";
import { formatWithCommas } from "../../build/cost/rates.ts";
import { type FieldDefinition, getModelFieldsOfView } from "../../build/schema/fields.ts";
import { THIRD_PARTY } from "../../build/schema/values.ts";
import {
  findAdditionalRatesOfModel,
  getCheapestProviderEndpoint,
  getModelEndpoint,
  type ModelDetail,
  type OfferWithReasonNotCheapest,
  omitInputOutputCacheRates,
  type PublishedOffer,
} from "../../generator/endpoints/models/get-model.ts";
import { getPriceHistoryEndpoint } from "../../generator/endpoints/prices/prices.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import {
  formatRateName,
  formatRatePerUnit,
  PRICE_TRUST_LABELS,
} from "../../generator/site/components/offers.ts";
import {
  describeOfferForMcp,
  describeReleaseForMcp,
  formatInputAndOutputPrice,
  formatPriceForMcp,
  formatTokenOrUnitPrice,
  SELF_REPORTED_LABEL,
  toModelPriceForMcp,
} from "./prices.ts";
import {
  callApiFromMcpTool,
  createMcpToolAnswer,
  defineMcpTool,
  findModelOrThrowRefusal,
  joinNonEmpty,
  type LimitAndSkip,
  type McpToolAnswer,
  type McpToolAnswerField,
  type McpToolAnswerRow,
  MODEL_NAME_SCHEMA,
  ROW_SKIP_SCHEMA,
  ToolCallRefusedError,
  toMcpToolAnswerRow,
  toMcpToolAnswerTable,
} from "./tool.ts";

type Catalog = AnswerContext["catalog"];

const PARTS = ["providers", "rates", "price_history", "scores"] as const;
type Part = (typeof PARTS)[number];

const toPartTable = <T>(
  slug: string,
  part: Part,
  heading: string,
  rows: readonly T[],
  toRow: (row: T) => McpToolAnswerRow,
  shown: Partial<LimitAndSkip> = {},
) => {
  const more = (read: number) =>
    `call get_model with model: "${slug}", part: "${part}", skip: ${read}`;
  return toMcpToolAnswerTable(part, heading, rows, toRow, more, shown);
};

export const getModelMcpTool = defineMcpTool({
  name: "get_model",
  title: "Get one model",
  description:
    "Returns everything about one AI model: list price now and in the past, price at every host, context window, capabilities, release and retirement dates, licence, benchmark scores. To find the cheapest host, use cheapest_provider.",
  input: z.strictObject({
    model: MODEL_NAME_SCHEMA,
    part: z.enum(PARTS).optional().describe("Return only this part of the answer, with more rows"),
    skip: ROW_SKIP_SCHEMA,
  }),
  output: { slug: z.string(), name: z.string(), provider: z.string(), pricing: z.looseObject({}) },
  call: toModelMcpToolAnswer,
});

/** @param asked The slug, an alias or the name of the model; one of the lists, or all by default. */
export function toModelMcpToolAnswer(
  { model: named, part, skip = 0 }: { model: string; part?: Part | undefined; skip?: number },
  context: AnswerContext,
): McpToolAnswer {
  const { slug, note } = findModelOrThrowRefusal(named, context);
  const model = callApiFromMcpTool(getModelEndpoint, { params: { slug } }, context);
  const { catalog } = context;
  if (skip > 0 && part === undefined)
    throw new ToolCallRefusedError(
      `skip: the answer has several lists; with part, choose the list whose rows to skip: ${PARTS.join(", ")}.`,
      model.url,
    );
  const { name, provider, supports, retirement_date } = model;
  const from = { skip };
  const tables = [
    toPartTable(
      slug,
      "providers",
      "Hosts that sell this model, USD per 1M tokens, the cheapest first",
      model.providers,
      (offer) => offerRow(offer, slug, catalog),
      from,
    ),
    ratesTable(slug, findAdditionalRatesOfModel(model), from),
    priceHistory(slug, context, from),
    toPartTable(slug, "scores", "Benchmark scores", model.scores, scoreRow, from),
  ];
  return createMcpToolAnswer(
    name,
    model,
    [
      note,
      {
        text: `Model: ${name} (${slug}), by ${provider.name}.`,
        value: { slug, name, provider: provider.slug },
      },
      toMcpToolAnswerRow(
        [
          model.release_date === null && describeReleaseForMcp(model),
          ...getModelFieldsOfView("mcp").map((field) => toFact(field, model)),
          retirement_date !== null && retirement_date <= catalog.asOf && "retired by its lab",
          ["supports", supports],
        ],
        "; ",
      ),
      ...priceRows(model, catalog),
      ...scoreRows(model),
    ],
    tables.filter(({ field }) => part === undefined || field === part),
  );
}

/**
 * A fact as text: `context 200,000 tokens`, `tool calling yes`. An unknown limit or capability is shown as unknown;
 * other unknown facts are left out.
 */
function toFact(
  { name, label, kind, unit, get }: FieldDefinition,
  model: ModelDetail,
): McpToolAnswerField {
  const value = get(model);
  const isNamed = value !== null || kind === "flag" || kind === "tokens";
  const text = joinNonEmpty(
    [label.toLowerCase(), valueText(value), value === null ? "" : unit],
    " ",
  );
  return name.includes(".") ? text : [name, value, isNamed && text];
}

function valueText(value: ReturnType<FieldDefinition["get"]>): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || typeof value === "string") return value ?? "unknown";
  return typeof value === "number" ? formatWithCommas(value) : value.join(", ") || "unknown";
}

function priceRows(model: ModelDetail, catalog: Catalog) {
  const { slug, list_price: list, cheapest_provider: cheapest, providers, links } = model;
  const { cache_read = null, announced = [] } = list ?? {};
  const sale = cheapest && describeOfferForMcp(slug, cheapest.provider_slug, catalog);
  const later = announced.map(
    ({ effective, ...change }) =>
      ` From ${effective}: ${formatInputAndOutputPrice(change)}${formatCachedPrice(change.cache_read)}${change.source === THIRD_PARTY ? " (stated by a third party)" : ""}.`,
  );
  const listPrice = list && {
    input: list.input,
    output: list.output,
    cache_read,
    ...describeOfferForMcp(slug, list.provider_slug, catalog).fields,
  };
  const listText = listPriceText(model, catalog, formatCachedPrice(cache_read));
  return [
    ["list_price", listPrice, listText + later.join("")] as const,
    {
      text: cheapest
        ? `Cheapest host: ${cheapest.provider} at ${formatTokenOrUnitPrice(cheapest, cheapest.rate, " per 1M tokens")} (${sale?.datedWords}).`
        : "No confirmed price of this model is known.",
      value: {
        cheapest_provider: cheapest && { ...cheapest, ...sale?.fields },
        pricing: toModelPriceForMcp(slug, catalog).fields,
        hosts: providers.length,
        price_history: links.price_history,
      },
    },
  ];
}

const formatCachedPrice = (price: number | null): string =>
  price === null ? "" : `, cached input ${formatPriceForMcp(price)}`;

/** @param more Text after the prices. */
function listPriceText(
  { slug, list_price: list, sold_by_lab }: Pick<ModelDetail, "slug" | "list_price" | "sold_by_lab">,
  catalog: Catalog,
  more = "",
) {
  if (list) {
    const { rate, datedWords } = describeOfferForMcp(slug, list.provider_slug, catalog);
    const price = formatTokenOrUnitPrice(list, rate, `${more} per 1M tokens`);
    return `List price at ${list.provider_slug}: ${price} (${datedWords}).`;
  }
  if (sold_by_lab === null) return "No list price is known.";
  return sold_by_lab
    ? "The lab lists this model, but without a confirmed price."
    : "The lab does not sell this model, so there is no list price.";
}

/** The overall score with its interval. If the intervals of two models overlap, their order is uncertain. */
function scoreRows({ service_score: service, avg_score, avg_score_basis: basis }: ModelDetail) {
  return [
    [
      "service_score",
      service,
      service
        ? `Overall score${service.provisional ? " (provisional)" : ""}: ${service.score} of 100 (90 % interval ${service.low} to ${service.high}), rank ${service.rank} of ${service.ranked} models, from results on ${service.benchmarks} benchmarks, ${service.independent} of them not ${SELF_REPORTED_LABEL}.`
        : "This model was tested on too few benchmarks for an overall score.",
    ],
    [
      "avg_score",
      avg_score,
      avg_score === null
        ? "This model was tested on too few benchmarks for an average score."
        : `Average score: ${avg_score} of 100, the mean over ${basis.benchmarks} benchmarks, ${basis.measured} of them measured and the rest predicted.`,
    ],
  ] as const;
}

function offerRow(offer: PublishedOffer, slug: string, catalog: Catalog): McpToolAnswerRow {
  const { provider, provider_slug, model_id, input, output, cache_read, ...rest } = offer;
  const { context_window, as_of, last_confirmed } = rest;
  const { price, words, fields } = describeOfferForMcp(slug, provider_slug, catalog);
  return toMcpToolAnswerRow([
    ["provider", provider_slug, `${provider}: ${price}`],
    ["provider_name", provider],
    ...words,
    offer.quantization,
    ["model_id", model_id, `id ${model_id}`],
    context_window !== null && `context window ${context_window}`,
    ...Object.entries({ input, output, cache_read, ...fields }),
    ["as_of", as_of, `recorded ${as_of}`],
    ["last_confirmed", last_confirmed, last_confirmed && `confirmed ${last_confirmed}`],
  ]);
}

function ratesTable(
  slug: string,
  { host, rates }: ReturnType<typeof findAdditionalRatesOfModel>,
  shown: Partial<LimitAndSkip>,
) {
  return toPartTable(
    slug,
    "rates",
    `Additional rates at ${host}, USD`,
    rates,
    (rate) => ({
      text: `${formatRateName(rate)}: ${formatRatePerUnit({ ...rate, variant: null })}${rate.trust === "one_source" ? ` (${PRICE_TRUST_LABELS.one_source})` : ""}`,
      value: { ...rate },
    }),
    shown,
  );
}

/** Price history by start date, newest first. A price is valid until the date of the next one. */
function priceHistory(slug: string, context: AnswerContext, from: Partial<LimitAndSkip>) {
  const given = { params: { slug }, query: { envelope: "1" } };
  const answer = callApiFromMcpTool(getPriceHistoryEndpoint, given, context);
  const rows = Array.isArray(answer) ? answer : answer.data;
  const last = rows.at(-1);
  return toPartTable(
    slug,
    "price_history",
    `${last?.is_list_price ? "List price" : "Price"} at ${last?.provider} by start date, the newest first`,
    rows.toReversed(),
    ({ date, input, output, cache_read, change }) => ({
      text: `${date}: ${change === "removed" ? "no longer listed" : formatInputAndOutputPrice({ input, output }) + formatCachedPrice(cache_read)}`,
      value: { date, input, output, cache_read, change },
    }),
    from,
  );
}

function scoreRow(row: ModelDetail["scores"][number]): McpToolAnswerRow {
  const { benchmark: name, benchmark_slug: benchmark, score, unit, ...rest } = row;
  const { configuration, self_reported, as_of } = rest;
  const notes = joinNonEmpty([configuration, self_reported === true && SELF_REPORTED_LABEL, as_of]);
  return {
    text: `${name}: ${score} ${unit} (${notes})`,
    value: { benchmark, name, score, unit, configuration, self_reported, as_of },
  };
}

/** A rate card with regions has hundreds. */
const MAX_LIST_RATES = 5;

export const cheapestProviderMcpTool = defineMcpTool({
  name: "cheapest_provider",
  title: "Cheapest provider of a model",
  description:
    "Finds the host with the lowest confirmed price of an AI model (token prices are blended 3:1), and the saving compared with the lab's list price. For all other hosts, the answer states why they are not the cheapest, for instance that a price is higher or unconfirmed. The answer also lists the hosts that sell the model free of charge, by subscription or above the list price. Use this tool for any question about where to buy a model.",
  input: z.strictObject({ model: MODEL_NAME_SCHEMA }),
  output: {
    slug: z.string(),
    cheapest_provider: z.looseObject({}).nullable(),
    list_price: z.looseObject({}).nullable(),
    free_at: z.array(z.string()),
    subscriptions: z.array(z.string()),
    above_list: z.array(z.string()),
    providers: z.array(z.looseObject({})),
  },
  call({ model }, context) {
    const { slug, note } = findModelOrThrowRefusal(model, context);
    const answer = callApiFromMcpTool(getCheapestProviderEndpoint, { params: { slug } }, context);
    const { name, cheapest_provider: cheapest, list_price, others } = answer;
    const { catalog } = context;
    const { rates = [], ...list } = list_price ?? {};
    const listPrice = list_price && {
      ...list,
      ...describeOfferForMcp(slug, list_price.provider_slug, catalog).fields,
    };
    const { retirement_date } = catalog.getModel(slug);
    const sale = cheapest && describeOfferForMcp(slug, cheapest.provider_slug, catalog);
    return createMcpToolAnswer(
      `Cheapest provider of ${name}`,
      answer,
      [
        note,
        {
          text: cheapestText(answer, sale?.datedWords),
          value: { slug, name, cheapest_provider: cheapest && { ...cheapest, ...sale?.fields } },
        },
        ["list_price", listPrice, listPriceText(answer, catalog)],
        ...hostGroups(slug, others, catalog),
        retirement_date !== null && `${slug} has the retirement date ${retirement_date}.`,
      ],
      [
        toPartTable(
          slug,
          "providers",
          "Other hosts, the cheapest first, each with the reason why it was not chosen",
          others,
          (offer) => passedRow(offer, slug, catalog),
        ),
        ratesTable(
          slug,
          { host: list_price?.provider_slug ?? "", rates: omitInputOutputCacheRates(rates) },
          { limit: MAX_LIST_RATES },
        ),
      ],
    );
  },
});

function cheapestText(
  answer: z.infer<typeof getCheapestProviderEndpoint.response>,
  saleWords: string | undefined,
): string {
  const { name, slug, cheapest_provider: cheapest, others } = answer;
  if (!cheapest && others.length === 0) return `No host is known to sell ${name} (${slug}).`;
  if (!cheapest) return `No confirmed price of ${name} (${slug}) is known.`;
  const { provider, model_id, input, blended, rate, saving_vs_list: saving } = cheapest;
  const unit = ` per 1M tokens${blended === null || blended === input ? "" : `, blended (3:1) $${blended}`}`;
  const saved = saving !== null && saving > 0 ? ` (${saving} % below the list price)` : "";
  return `Cheapest host of ${name} (${slug}): ${provider} at ${formatTokenOrUnitPrice(cheapest, rate, unit)}${saved}; model id ${model_id} (${saleWords}).`;
}

/**
 * Hosts by group: free, subscription, above the list price. The groups are complete, regardless of how many rows the
 * table has.
 */
function hostGroups(slug: string, offers: readonly OfferWithReasonNotCheapest[], catalog: Catalog) {
  const { list_host } = catalog.getModel(slug);
  const list =
    (list_host && describeOfferForMcp(slug, list_host, catalog).offer.blended) || Infinity;
  const isAbove = ({ billing, blended }: OfferWithReasonNotCheapest) =>
    billing === "tokens" && (blended ?? 0) > list;
  const withBilling = (wanted: string) => offers.filter(({ billing }) => billing === wanted);
  const groups = [
    ["free_at", "Free of charge at", withBilling("free")],
    ["subscriptions", "By subscription, not per token, at", withBilling("plan")],
    ["above_list", "Above the list price (blended 3:1) at", offers.filter(isAbove)],
  ] as const;
  return groups.map(([field, words, hosts]) => {
    const names = hosts.map(({ provider, trust }) =>
      trust === "verified" || trust === "one_source" ? provider : `${provider} (${trust})`,
    );
    const slugs = hosts.map(({ provider_slug }) => provider_slug);
    return [field, slugs, names.length > 0 && `${words} ${names.join(", ")}.`] as const;
  });
}

/** The reason already names doubts and billing (subscription or free), so words that it contains are not repeated. */
function passedRow(offer: OfferWithReasonNotCheapest, slug: string, catalog: Catalog) {
  const { provider, provider_slug, reason, model_id, input, output, as_of } = offer;
  const sold = describeOfferForMcp(slug, provider_slug, catalog);
  const isNew = (word: string) => !reason.includes(word.replace(/^[a-z]+: /, ""));
  const others = sold.words.filter((word) => word !== sold.offer.status && isNew(word));
  return toMcpToolAnswerRow([
    ["provider", provider_slug, `${provider}: ${sold.price}`],
    ["model_id", model_id, `id ${model_id}`],
    ...others,
    ...Object.entries({ input, output, ...sold.fields }),
    ["reason", reason, reason],
    ["as_of", as_of, as_of],
  ]);
}
