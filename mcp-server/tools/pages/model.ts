/** One model as a page: what it is, what it costs where, how it scored. */
import type {
  ModelDetail,
  ProviderOffer,
} from "../../../generator/endpoints/models/model-detail.ts";
import type { Enveloped } from "../call-endpoint.ts";
import { type TableRow, type ToolPage, toRows } from "../tool.ts";
import { joined, prices, rounded, tokens, usd, yesNo } from "../value-text.ts";

export function modelPage({ data, url, as_of }: Enveloped<ModelDetail>): ToolPage {
  const { slug, name, provider, pricing, avg_score, release_date } = data;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name} (${slug}), by ${provider.name}.`,
      joined([
        release_date !== null && `Released ${release_date}`,
        data.knowledge_cutoff !== null && `knowledge to ${data.knowledge_cutoff}`,
        data.retirement_date !== null && `retires ${data.retirement_date}`,
        data.is_open_source ? `open weights${license(data)}` : "closed weights",
      ]),
      toAbilities(data),
      toListPrice(data),
      toCheapest(data),
      toAbility(data),
      avg_score === null
        ? "Too few benchmarks for an average score."
        : `Average benchmark score: ${avg_score} of 100.`,
    ],
    value: {
      slug,
      name,
      provider: provider.slug,
      release_date,
      knowledge_cutoff: data.knowledge_cutoff,
      context_window: data.context_window,
      max_output_tokens: data.max_output_tokens,
      is_open_source: data.is_open_source,
      model_type: data.model_type,
      input_modalities: data.input_modalities,
      supports: data.supports,
      pricing,
      cheapest_provider: data.cheapest_provider,
      avg_score,
      service_score: data.service_score,
      price_history: data.links.price_history,
    },
    tables: [
      {
        field: "providers",
        heading: "Hosts that sell it, USD per 1M tokens, the cheapest first",
        rows: toRows(data.providers, offerRow),
        total: data.providers.length,
        more: `all of them are at ${data.links.json}`,
      },
      {
        field: "scores",
        heading: "Benchmark scores",
        rows: toRows(data.scores, scoreRow),
        total: data.scores.length,
        more: `all of them are at ${data.links.json}`,
      },
    ],
  };
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

function toListPrice({ list_price }: ModelDetail): string {
  if (!list_price) return "Its lab does not sell it, so it has no list price.";
  const { cache_read, provider_slug, as_of } = list_price;
  const cache = cache_read === null ? "" : `, cached input ${usd(cache_read)}`;
  return `List price at ${provider_slug}: ${prices(list_price)}${cache} per 1M tokens (recorded ${as_of}).`;
}

function toCheapest({ cheapest_provider: cheapest }: ModelDetail): string {
  if (!cheapest) return "Nobody here sells it for money.";
  return `Cheapest paid offer: ${cheapest.provider} at ${prices(cheapest)} per 1M tokens (recorded ${cheapest.as_of}).`;
}

export function offerRow(offer: ProviderOffer): TableRow {
  const { provider, provider_slug, model_id, input, output, cache_read, quantization, as_of } =
    offer;
  return {
    text: joined(
      [
        `${provider}: ${prices(offer)}`,
        quantization,
        `id ${model_id}`,
        offer.context_window !== null && `context ${offer.context_window}`,
        as_of,
      ],
      ", ",
    ),
    value: { provider: provider_slug, model_id, input, output, cache_read, as_of },
  };
}

function scoreRow(score: ModelDetail["scores"][number]): TableRow {
  const { benchmark, benchmark_slug, unit, configuration, self_reported, as_of } = score;
  const notes = joined([configuration, self_reported === true && "self-reported", as_of], ", ");
  return {
    text: `${benchmark}: ${rounded(score.score)} ${unit} (${notes})`,
    value: { benchmark: benchmark_slug, score: score.score, unit, configuration, as_of },
  };
}

/** Ability with its doubt: two models whose intervals overlap may stand either way round. */
function toAbility({ service_score }: ModelDetail): string {
  if (!service_score) return "Too few benchmarks for a service score.";
  const { score, low, high, rank, ranked, benchmarks } = service_score;
  return `Service score: ${score} of 100 (90 % interval ${low} to ${high}), rank ${rank} of ${ranked} models, over ${benchmarks} benchmarks.`;
}
