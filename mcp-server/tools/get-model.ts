/** One model: what it is, what it costs where, what it did cost, how it scored. */
import { z } from "zod";
import { type Field, fieldsIn } from "../../build/schema/fields.ts";
import {
  getModel,
  type ModelDetail,
  type ProviderOffer,
} from "../../generator/endpoints/models/get-model.ts";
import {
  getPriceHistory,
  type PriceHistoryRow,
} from "../../generator/endpoints/price-history/get-price-history.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { callEndpoint, findOneModel, MODEL_NAME } from "./endpoints.ts";
import {
  findOffer,
  howSold,
  joined,
  offerPrices,
  price,
  priceOf,
  prices,
  SELF_REPORTED,
  saleFields,
  saleFieldsAt,
  saleWords,
  tokens,
  yesNo,
} from "./offer-text.ts";
import {
  defineTool,
  type Fact,
  isRefusal,
  PROVENANCE,
  type Refusal,
  type Table,
  type TableRow,
  type ToolPage,
  toLines,
  toRow,
  toRows,
} from "./tool.ts";

type Catalog = Context["catalog"];

export const getModelTool = defineTool({
  name: "get_model",
  title: "Get one model",
  description:
    "Everything about one AI model: list price now and in the past, price at every host, context window, capabilities, release and retirement dates, licence, benchmark scores. For where to buy it use cheapest_provider.",
  input: z.strictObject({ model: MODEL_NAME }),
  output: z.looseObject({
    slug: z.string(),
    name: z.string(),
    provider: z.string(),
    pricing: z.looseObject({}),
    providers: z.array(z.looseObject({})),
    price_history: z.array(z.looseObject({ date: z.string() })),
    scores: z.array(z.looseObject({})),
    ...PROVENANCE,
  }),
  call({ model }, context) {
    const found = findOneModel(model, context);
    return isRefusal(found) ? found : modelPage(found.slug, context);
  },
});

/** @param slug Of a model that exists. */
export function modelPage(slug: string, context: Context): ToolPage | Refusal {
  const model = callEndpoint<ModelDetail>(getModel, { params: { slug } }, context);
  if (isRefusal(model)) return model;
  const { catalog } = context;
  const more = `all of them are at ${model.links.json}`;
  return {
    title: model.name,
    url: model.url,
    asOf: model.as_of,
    ...toLines([...descriptionOf(model, catalog), ...pricesOf(model, catalog), ...scoresOf(model)]),
    tables: [
      {
        field: "providers",
        heading: "Hosts that sell it, USD per 1M tokens, the cheapest first",
        rows: toRows(model.providers, (offer) => offerRow(offer, slug, catalog)),
        total: model.providers.length,
        more: `cheapest_provider lists who sells it free of charge, by subscription or above the list price; ${more}`,
      },
      priceHistory(model, context),
      {
        field: "scores",
        heading: "Benchmark scores",
        rows: toRows(model.scores, scoreRow),
        total: model.scores.length,
        more,
      },
    ],
  };
}

function descriptionOf(model: ModelDetail, { asOf }: Catalog) {
  const { slug, name, provider, release_date, retirement_date } = model;
  const { is_open_source, weights_license, model_type, input_modalities, supports } = model;
  const { context_window, max_output_tokens } = model;
  const license = weights_license === null ? "" : ` (${weights_license})`;
  return [
    toRow([
      ["slug", slug, `${name} (${slug}), by ${provider.name}.`],
      ["name", name],
      ["provider", provider.slug],
    ]),
    toRow(
      [
        ["release_date", release_date, release_date && `Released ${release_date}`],
        ...fieldsIn("mcp").map((field) => toLabelled(field, model)),
        ["retirement_date", retirement_date, retirement(retirement_date, asOf)],
        [
          "is_open_source",
          is_open_source,
          is_open_source ? `open weights${license}` : `open weights: ${yesNo(is_open_source)}`,
        ],
        ["weights_license", weights_license],
      ],
      "; ",
    ),
    toRow(
      [
        ["model_type", model_type, `${model_type} model`],
        [
          "input_modalities",
          input_modalities,
          input_modalities.length > 0 && `input ${input_modalities.join(", ")}`,
        ],
        ["context_window", context_window, `context window ${tokens(context_window)}`],
        ["max_output_tokens", max_output_tokens, `max output ${tokens(max_output_tokens)}`],
        ["supports", supports, `tool calling ${yesNo(supports.tools)}`],
        `reasoning ${yesNo(supports.reasoning)}`,
        `structured output ${yesNo(supports.structured_output)}`,
      ],
      "; ",
    ),
  ];
}

/** `knowledge cutoff 2025-03`. */
function toLabelled({ name, label, get }: Field, model: ModelDetail): Fact {
  const value = get(model);
  const text = typeof value === "number" ? value.toLocaleString("en-US") : String(value);
  return [name, value, value !== null && `${label.toLowerCase()} ${text}`];
}

/** @param asOf Newest day of all facts: what lies after it is announced. */
function retirement(day: string | null, asOf: string): string | null {
  if (day === null) return null;
  return day <= asOf ? `retired by its lab on ${day}` : `retirement announced for ${day}`;
}

function pricesOf(model: ModelDetail, catalog: Catalog) {
  const { slug, list_price: list, cheapest_provider: cheapest, providers, links } = model;
  const listFields = list && {
    ...{ input: list.input, output: list.output, cache_read: list.cache_read },
    ...saleFieldsAt(slug, list.provider_slug, catalog),
  };
  const cheapestFields = cheapest && {
    ...cheapest,
    ...saleFieldsAt(slug, cheapest.provider_slug, catalog),
  };
  const cheapestText = cheapest
    ? `Cheapest host: ${cheapest.provider} at ${prices(cheapest)} per 1M tokens (${howSold(slug, cheapest, catalog)}).`
    : "No confirmed per-token price is known.";
  return [
    toRow([["list_price", listFields, listPriceText(model, catalog)]]),
    toRow([["cheapest_provider", cheapestFields, cheapestText]]),
    toRow([
      ["pricing", priceOf(slug, catalog).fields],
      ["hosts", providers.length],
      ["price_history", links.price_history],
    ]),
  ];
}

function listPriceText({ list_price: list, slug, sold_by_lab }: ModelDetail, catalog: Catalog) {
  if (!list) return noListPrice(sold_by_lab);
  const { cache_read, provider_slug, announced = [] } = list;
  const cache = cache_read === null ? "" : `, cached input ${price(cache_read)}`;
  const later = announced.map(
    ({ effective, ...change }) => ` From ${effective}: ${prices(change)}.`,
  );
  return `List price at ${provider_slug}: ${prices(list)}${cache} per 1M tokens (${howSold(slug, list, catalog)}).${later.join("")}`;
}

/** @param soldByLab null when no host of the lab is followed. */
export function noListPrice(soldByLab: boolean | null): string {
  if (soldByLab === null) return "No price of its lab is known.";
  return soldByLab
    ? "Its lab lists it, but without a confirmed price."
    : "Its lab does not sell it, so it has no list price.";
}

/** The service score with its interval: the order of two models whose intervals overlap is open. */
function scoresOf({ service_score, avg_score, avg_score_basis: basis }: ModelDetail) {
  const service =
    service_score &&
    `Service score: ${service_score.score} of 100 (90 % interval ${service_score.low} to ${service_score.high}), rank ${service_score.rank} of ${service_score.ranked} models, over ${service_score.benchmarks} benchmarks, ${service_score.independent} of them not ${SELF_REPORTED}.`;
  const average =
    avg_score !== null &&
    `Average score: ${avg_score} of 100 over ${basis.benchmarks} benchmarks, ${basis.measured} of them measured and the rest expected.`;
  return [
    toRow([["service_score", service_score, service || "Too few benchmarks for a service score."]]),
    toRow([["avg_score", avg_score, average || "Too few benchmarks for an average score."]]),
  ];
}

function offerRow(offer: ProviderOffer, slug: string, catalog: Catalog): TableRow {
  const { provider, provider_slug, model_id, input, output, cache_read, context_window } = offer;
  const doubt = findOffer(slug, provider_slug, catalog)?.doubt ?? null;
  return toRow([
    ["provider", provider_slug, `${provider}: ${offerPrices(offer)}`],
    ["provider_name", provider],
    ...saleWords({ ...offer, doubt }),
    offer.quantization,
    ["model_id", model_id, `id ${model_id}`],
    context_window !== null && `context window ${context_window}`,
    ...Object.entries({ input, output, cache_read, ...saleFields(offer) }),
    ["as_of", offer.as_of, offer.as_of],
  ]);
}

/** The price on a day is that of the last row up to it. */
function priceHistory({ slug, links }: ModelDetail, context: Context): Table {
  const given = { params: { slug }, query: { envelope: "1" } };
  const answer = callEndpoint<{ data: z.infer<typeof PriceHistoryRow>[] }>(
    getPriceHistory,
    given,
    context,
  );
  const rows = isRefusal(answer) ? [] : answer.data.toReversed();
  const [last] = rows;
  return {
    field: "price_history",
    heading: `${last?.is_list_price ? "List price" : "Price"} at ${last?.provider} from each day on, the newest first`,
    rows: toRows(rows, ({ date, input, output, cache_read, change }) => ({
      text: `${date}: ${change === "removed" ? "no longer listed" : prices({ input, output })}`,
      value: { date, input, output, cache_read, change },
    })),
    total: rows.length,
    more: `all of them, and those of other hosts, are at ${links.price_history}?provider=all`,
  };
}

function scoreRow(row: ModelDetail["scores"][number]): TableRow {
  const { benchmark, benchmark_slug, unit, score, configuration, self_reported, as_of } = row;
  const notes = joined([configuration, self_reported === true && SELF_REPORTED, as_of]);
  return {
    text: `${benchmark}: ${score} ${unit} (${notes})`,
    value: {
      ...{ benchmark: benchmark_slug, name: benchmark, score, unit },
      ...{ configuration, self_reported, as_of },
    },
  };
}
