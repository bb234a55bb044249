/** One model as a page: what it is, what it costs where, what it did cost, how it scored. */
import type { z } from "zod";
import { getModel, type ModelDetail, type ProviderOffer } from "../../../generator/endpoints/models/get-model.ts";
import {
  getPriceHistory,
  type PriceHistoryRow,
} from "../../../generator/endpoints/price-history/get-price-history.ts";
import type { Context } from "../../../generator/http/endpoint.ts";
import { callEndpoint, type Enveloped } from "../call-endpoint.ts";
import {
  findOffer,
  howSold,
  offerPrices,
  priceOf,
  saleFields,
  saleFieldsAt,
  saleWords,
} from "../sale.ts";
import {
  isRefusal,
  type Refusal,
  type Table,
  type TableRow,
  type ToolPage,
  toRows,
} from "../tool.ts";
import { joined, price, prices, REPORTED, tokens, yesNo } from "../value-text.ts";

/** @param slug Of a model that there is. */
export function modelPage(slug: string, context: Context): ToolPage | Refusal {
  const answer = callEndpoint<ModelDetail>(getModel, { params: { slug } }, context);
  return isRefusal(answer) ? answer : toPage(answer, context);
}

function toPage(answer: Enveloped<ModelDetail>, context: Context): ToolPage {
  const { slug, name, provider, avg_score, avg_score_basis, release_date } = answer;
  const { catalog } = context;
  return {
    title: name,
    url: answer.url,
    asOf: answer.as_of,
    lines: [
      `${name} (${slug}), by ${provider.name}.`,
      joined([
        release_date !== null && `Released ${release_date}`,
        answer.knowledge_cutoff !== null && `knowledge to ${answer.knowledge_cutoff}`,
        retirement(answer, catalog.asOf),
        toWeights(answer),
      ]),
      toAbilities(answer),
      toListPrice(answer, catalog),
      toCheapest(answer, catalog),
      toAbility(answer),
      avg_score === null
        ? "Too few benchmarks for an average score."
        : `Average score: ${avg_score} of 100 over ${avg_score_basis.benchmarks} benchmarks, ${avg_score_basis.measured} of them measured and the rest expected.`,
    ],
    value: {
      slug,
      name,
      provider: provider.slug,
      release_date,
      knowledge_cutoff: answer.knowledge_cutoff,
      retirement_date: answer.retirement_date,
      context_window: answer.context_window,
      max_output_tokens: answer.max_output_tokens,
      is_open_source: answer.is_open_source,
      weights_license: answer.weights_license,
      model_type: answer.model_type,
      input_modalities: answer.input_modalities,
      supports: answer.supports,
      pricing: priceOf(slug, catalog).fields,
      list_price: answer.list_price && {
        input: answer.list_price.input,
        output: answer.list_price.output,
        cache_read: answer.list_price.cache_read,
        ...saleFieldsAt(slug, answer.list_price.provider_slug, catalog),
      },
      cheapest_provider: answer.cheapest_provider && {
        ...answer.cheapest_provider,
        ...saleFieldsAt(slug, answer.cheapest_provider.provider_slug, catalog),
      },
      hosts: answer.providers.length,
      avg_score,
      service_score: answer.service_score,
      price_history: answer.links.price_history,
    },
    tables: [
      {
        field: "providers",
        heading: "Hosts that sell it, USD per 1M tokens, the cheapest first",
        rows: toRows(answer.providers, (offer) => offerRow(offer, doubtOf(slug, offer, catalog))),
        total: answer.providers.length,
        more: `cheapest_provider tells who sells it freely, by subscription or above the list price; all of them are at ${answer.links.json}`,
      },
      priceHistory(answer, context),
      {
        field: "scores",
        heading: "Benchmark scores",
        rows: toRows(answer.scores, scoreRow),
        total: answer.scores.length,
        more: `all of them are at ${answer.links.json}`,
      },
    ],
  };
}

function toWeights(answer: ModelDetail): string {
  if (answer.is_open_source === null) return "open weights: unknown";
  return answer.is_open_source ? `open weights${license(answer)}` : "closed weights";
}

const license = ({ weights_license }: ModelDetail): string =>
  weights_license === null ? "" : ` (${weights_license})`;

function toAbilities(data: ModelDetail): string {
  const { supports } = data;
  return joined([
    `${data.model_type} model`,
    data.input_modalities.length > 0 && `takes ${data.input_modalities.join(", ")}`,
    `context ${tokens(data.context_window)}`,
    `output up to ${tokens(data.max_output_tokens)}`,
    `tools ${yesNo(supports.tools)}`,
    `reasoning ${yesNo(supports.reasoning)}`,
    `structured output ${yesNo(supports.structured_output)}`,
  ]);
}

type Catalog = Context["catalog"];

const doubtOf = (slug: string, { provider_slug }: { provider_slug: string }, catalog: Catalog) =>
  findOffer(slug, provider_slug, catalog)?.doubt ?? null;

/** @param asOf Newest day of all facts: what lies after it is to come. */
function retirement({ retirement_date: day }: ModelDetail, asOf: string): string | null {
  if (day === null) return null;
  return day <= asOf
    ? `retired: its lab stopped selling it on ${day}`
    : `retirement date ${day}: its lab sells it until then`;
}

function toListPrice(answer: ModelDetail, catalog: Catalog): string {
  const { list_price, slug } = answer;
  if (!list_price) return noListPrice(answer.sold_by_lab);
  const { cache_read, provider_slug, announced = [] } = list_price;
  const cache = cache_read === null ? "" : `, cached input ${price(cache_read)}`;
  const later = announced.map(
    ({ effective, ...change }) => ` From ${effective}: ${prices(change)}.`,
  );
  return `List price at ${provider_slug}: ${prices(list_price)}${cache} per 1M tokens (${howSold(slug, list_price, catalog)}).${later.join("")}`;
}

/** @param soldByLab null when no host of the lab is followed. */
export function noListPrice(soldByLab: boolean | null): string {
  if (soldByLab === null) return "No price of its lab is known.";
  return soldByLab
    ? "Its lab lists it, but no price there is sure."
    : "Its lab does not sell it, so it has no list price.";
}

function toCheapest({ slug, cheapest_provider: cheapest }: ModelDetail, catalog: Catalog): string {
  if (!cheapest) return "No sure offer paid per token is known.";
  return `Cheapest paid offer: ${cheapest.provider} at ${prices(cheapest)} per 1M tokens (${howSold(slug, cheapest, catalog)}).`;
}

function offerRow(offer: ProviderOffer, doubt: string | null): TableRow {
  const { provider, provider_slug, model_id, input, output, cache_read, quantization, as_of } =
    offer;
  return {
    text: joined(
      [
        `${provider}: ${offerPrices(offer)}`,
        ...saleWords({ ...offer, doubt }),
        quantization,
        `id ${model_id}`,
        offer.context_window !== null && `context ${offer.context_window}`,
        as_of,
      ],
      ", ",
    ),
    value: {
      ...{ provider: provider_slug, provider_name: provider, model_id },
      ...{ input, output, cache_read },
      ...saleFields(offer),
      as_of,
    },
  };
}

/** What it cost on a day is the price of the last row up to it. */
function priceHistory({ slug, links }: ModelDetail, context: Context): Table {
  const asked = { params: { slug }, query: { envelope: "1" } };
  const answer = callEndpoint<{ data: z.infer<typeof PriceHistoryRow>[] }>(
    getPriceHistory,
    asked,
    context,
  );
  const rows = isRefusal(answer) ? [] : answer.data.toReversed();
  const [last] = rows;
  const what = last?.is_list_price ? "List price" : "Price";
  return {
    field: "price_history",
    heading: `${what} at ${last?.provider} from each day on, the newest first`,
    rows: toRows(rows, ({ date, input, output, cache_read, change }) => ({
      text: `${date}: ${change === "removed" ? "no longer listed" : prices({ input, output })}`,
      value: { date, input, output, cache_read, change },
    })),
    total: rows.length,
    more: `all of them, and those of other hosts, are at ${links.price_history}?provider=all`,
  };
}

function scoreRow(score: ModelDetail["scores"][number]): TableRow {
  const { benchmark, benchmark_slug, unit, configuration, self_reported, as_of } = score;
  const notes = joined([configuration, self_reported === true && REPORTED, as_of], ", ");
  return {
    text: `${benchmark}: ${score.score} ${unit} (${notes})`,
    value: {
      benchmark: benchmark_slug,
      name: benchmark,
      score: score.score,
      unit,
      configuration,
      self_reported,
      as_of,
    },
  };
}

/** Ability with its doubt: two models whose intervals overlap may stand either way round. */
function toAbility({ service_score }: ModelDetail): string {
  if (!service_score) return "Too few benchmarks for a service score.";
  const { score, low, high, rank, ranked, benchmarks, independent } = service_score;
  return `Service score: ${score} of 100 (90 % interval ${low} to ${high}), rank ${rank} of ${ranked} models, over ${benchmarks} benchmarks, ${independent} of them not ${REPORTED}.`;
}
