/** One model: what it is, what it costs where, what it did cost, how it scored. */
import { z } from "zod";
import { type Field, fieldsIn } from "../../build/schema/fields.ts";
import {
  getModel,
  type ModelDetail,
  type ProviderOffer,
} from "../../generator/endpoints/models/get-model.ts";
import { getPriceHistory, type PriceHistoryRow } from "../../generator/endpoints/prices/prices.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import {
  joined,
  offerPrices,
  price,
  priceOf,
  prices,
  SELF_REPORTED,
  saleFields,
  saleWordsAt,
  soldAt,
} from "./offer-text.ts";
import {
  callEndpoint,
  defineTool,
  type Fact,
  findModelSlug,
  MODEL_NAME,
  PROVENANCE,
  type Row,
  type Table,
  type ToolPage,
  toPage,
  toRow,
  toTable,
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
  call: ({ model }, context) => modelPage(model, context),
});

/** @param named Slug, alias or name of the model. */
export function modelPage(named: string, context: Context): ToolPage {
  const slug = findModelSlug(named, context);
  const model = callEndpoint<ModelDetail>(getModel, { params: { slug } }, context);
  const { catalog } = context;
  const { name, provider, supports, retirement_date } = model;
  const more = `all of them are at ${model.links.json}`;
  return toPage(
    name,
    model,
    [
      toRow([
        ["slug", slug, `${name} (${slug}), by ${provider.name}.`],
        ["name", name],
        ["provider", provider.slug],
      ]),
      toRow(
        [
          ...fieldsIn("mcp").map((field) => toFact(field, model)),
          retirement_date !== null && retirement_date <= catalog.asOf && "retired by its lab",
          ["supports", supports],
        ],
        "; ",
      ),
      ...priceRows(model, catalog),
      ...scoreRows(model),
    ],
    [
      toTable(
        "providers",
        "Hosts that sell it, USD per 1M tokens, the cheapest first",
        model.providers,
        (offer) => offerRow(offer, slug, catalog),
        `cheapest_provider lists who sells it free of charge, by subscription or above the list price; ${more}`,
      ),
      priceHistory(model, context),
      toTable("scores", "Benchmark scores", model.scores, scoreRow, more),
    ],
  );
}

/** `context 200,000 tokens`, `tool calling yes`; a limit and a capability nobody states is unknown, others go unnamed. */
function toFact({ name, label, kind, unit, get }: Field, model: ModelDetail): Fact {
  const value = get(model);
  const isNamed = value !== null || kind === "flag" || kind === "tokens";
  const text = joined([label.toLowerCase(), valueText(value), value === null ? "" : unit], " ");
  return name.includes(".") ? text : [name, value, isNamed && text];
}

function valueText(value: ReturnType<Field["get"]>): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || typeof value === "string") return value ?? "unknown";
  return typeof value === "number" ? value.toLocaleString("en-US") : value.join(", ") || "unknown";
}

function priceRows(model: ModelDetail, catalog: Catalog) {
  const { slug, list_price: list, cheapest_provider: cheapest, providers, links } = model;
  const { cache_read = null, announced = [] } = list ?? {};
  const listSale = list && soldAt(slug, list, catalog);
  const cheapestSale = cheapest && soldAt(slug, cheapest, catalog);
  const later = announced.map(
    ({ effective, ...change }) => ` From ${effective}: ${prices(change)}.`,
  );
  return [
    toRow([
      [
        "list_price",
        list && { input: list.input, output: list.output, cache_read, ...listSale?.fields },
        list
          ? `List price at ${list.provider_slug}: ${prices(list)}${cache_read === null ? "" : `, cached input ${price(cache_read)}`} per 1M tokens (${listSale?.words}).${later.join("")}`
          : noListPrice(model.sold_by_lab),
      ],
    ]),
    toRow([
      [
        "cheapest_provider",
        cheapest && { ...cheapest, ...cheapestSale?.fields },
        cheapest
          ? `Cheapest host: ${cheapest.provider} at ${prices(cheapest)} per 1M tokens (${cheapestSale?.words}).`
          : "No confirmed per-token price is known.",
      ],
      ["pricing", priceOf(slug, catalog).fields],
      ["hosts", providers.length],
      ["price_history", links.price_history],
    ]),
  ];
}

/** @param soldByLab null when no host of the lab is followed. */
export function noListPrice(soldByLab: boolean | null): string {
  if (soldByLab === null) return "No price of its lab is known.";
  return soldByLab
    ? "Its lab lists it, but without a confirmed price."
    : "Its lab does not sell it, so it has no list price.";
}

/** The service score with its interval: the order of two models whose intervals overlap is open. */
function scoreRows({ service_score: service, avg_score, avg_score_basis: basis }: ModelDetail) {
  return [
    toRow([
      [
        "service_score",
        service,
        service
          ? `Service score: ${service.score} of 100 (90 % interval ${service.low} to ${service.high}), rank ${service.rank} of ${service.ranked} models, over ${service.benchmarks} benchmarks, ${service.independent} of them not ${SELF_REPORTED}.`
          : "Too few benchmarks for a service score.",
      ],
    ]),
    toRow([
      [
        "avg_score",
        avg_score,
        avg_score === null
          ? "Too few benchmarks for an average score."
          : `Average score: ${avg_score} of 100 over ${basis.benchmarks} benchmarks, ${basis.measured} of them measured and the rest expected.`,
      ],
    ]),
  ];
}

function offerRow(offer: ProviderOffer, slug: string, catalog: Catalog): Row {
  const { provider, provider_slug, model_id, input, output, cache_read, context_window } = offer;
  return toRow([
    ["provider", provider_slug, `${provider}: ${offerPrices(offer)}`],
    ["provider_name", provider],
    ...saleWordsAt(offer, slug, provider_slug, catalog),
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
  const { data } = callEndpoint<{ data: z.infer<typeof PriceHistoryRow>[] }>(
    getPriceHistory,
    given,
    context,
  );
  const last = data.at(-1);
  return toTable(
    "price_history",
    `${last?.is_list_price ? "List price" : "Price"} at ${last?.provider} from each day on, the newest first`,
    data.toReversed(),
    ({ date, input, output, cache_read, change }) => ({
      text: `${date}: ${change === "removed" ? "no longer listed" : prices({ input, output })}`,
      value: { date, input, output, cache_read, change },
    }),
    `all of them, and those of other hosts, are at ${links.price_history}?provider=all`,
  );
}

function scoreRow(row: ModelDetail["scores"][number]): Row {
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
