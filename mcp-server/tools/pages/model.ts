/** One model as a page: what it is, what it costs where, how it scored. */
import type {
  ModelDetail,
  ProviderOffer,
} from "../../../generator/endpoints/models/model-detail.ts";
import type { Enveloped } from "../call-endpoint.ts";
import { type TableRow, type ToolPage, toRows } from "../tool.ts";
import { joined, price, prices, REPORTED, tokens, yesNo } from "../value-text.ts";

export function modelPage(answer: Enveloped<ModelDetail>): ToolPage {
  const { slug, name, provider, pricing, avg_score, avg_score_basis, release_date } = answer;
  return {
    title: name,
    url: answer.url,
    asOf: answer.as_of,
    lines: [
      `${name} (${slug}), by ${provider.name}.`,
      joined([
        release_date !== null && `Released ${release_date}`,
        answer.knowledge_cutoff !== null && `knowledge to ${answer.knowledge_cutoff}`,
        answer.retirement_date !== null && `retirement date ${answer.retirement_date}`,
        toWeights(answer),
      ]),
      toAbilities(answer),
      toListPrice(answer),
      toCheapest(answer),
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
      context_window: answer.context_window,
      max_output_tokens: answer.max_output_tokens,
      is_open_source: answer.is_open_source,
      model_type: answer.model_type,
      input_modalities: answer.input_modalities,
      supports: answer.supports,
      pricing,
      cheapest_provider: answer.cheapest_provider,
      avg_score,
      service_score: answer.service_score,
      price_history: answer.links.price_history,
    },
    tables: [
      {
        field: "providers",
        heading: "Hosts that sell it, USD per 1M tokens, the cheapest first",
        rows: toRows(answer.providers, offerRow),
        total: answer.providers.length,
        more: `all of them are at ${answer.links.json}`,
      },
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

function toListPrice({ list_price, sold_by_lab }: ModelDetail): string {
  if (!list_price) return noListPrice(sold_by_lab);
  const { cache_read, provider_slug, as_of, announced = [] } = list_price;
  const cache = cache_read === null ? "" : `, cached input ${price(cache_read)}`;
  const how = joined([...soldHow(list_price), `recorded ${as_of}`], ", ");
  const later = announced.map(
    ({ effective, ...change }) => ` From ${effective}: ${prices(change)}.`,
  );
  return `List price at ${provider_slug}: ${prices(list_price)}${cache} per 1M tokens (${how}).${later.join("")}`;
}

/** @param soldByLab null when no host of the lab is followed. */
export function noListPrice(soldByLab: boolean | null): string {
  if (soldByLab === null) return "No price of its lab is known.";
  return soldByLab
    ? "Its lab lists it, but no price there is sure."
    : "Its lab does not sell it, so it has no list price.";
}

function toCheapest({ cheapest_provider: cheapest }: ModelDetail): string {
  if (!cheapest) return "No sure offer paid per token is known.";
  const how = joined([...soldHow(cheapest), `recorded ${cheapest.as_of}`], ", ");
  return `Cheapest paid offer: ${cheapest.provider} at ${prices(cheapest)} per 1M tokens (${how}).`;
}

type Sale = Partial<
  Pick<ProviderOffer, "billing" | "host_kind" | "service_tier" | "trust" | "status">
>;

/** What a reader has to know of an offer; nothing of a verified one that a host sells itself, by the token. */
export const soldHow = ({ billing, host_kind, service_tier, trust, status }: Sale): string[] => [
  ...(billing === "plan" ? ["by subscription"] : []),
  ...(host_kind === "router" ? ["reseller"] : []),
  ...(service_tier !== undefined && service_tier !== "standard" ? [`${service_tier} tier`] : []),
  ...(trust === "unverified" ? ["unverified"] : []),
  ...(trust === "disputed" ? ["sources differ"] : []),
  ...(status === "deprecated" ? ["deprecated"] : []),
];

function offerRow(offer: ProviderOffer): TableRow {
  const { provider, provider_slug, model_id, input, output, cache_read, quantization, as_of } =
    offer;
  const { billing, trust } = offer;
  return {
    text: joined(
      [
        `${provider}: ${billing === "plan" && input === 0 ? "no price per token" : prices(offer)}`,
        ...soldHow(offer),
        quantization,
        `id ${model_id}`,
        offer.context_window !== null && `context ${offer.context_window}`,
        as_of,
      ],
      ", ",
    ),
    value: { provider: provider_slug, model_id, input, output, cache_read, trust, billing, as_of },
  };
}

function scoreRow(score: ModelDetail["scores"][number]): TableRow {
  const { benchmark, benchmark_slug, unit, configuration, self_reported, as_of } = score;
  const notes = joined([configuration, self_reported === true && REPORTED, as_of], ", ");
  return {
    text: `${benchmark}: ${score.score} ${unit} (${notes})`,
    value: {
      benchmark: benchmark_slug,
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
