/** One model with everything known of it (SPEC 4.2). */
import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type {
  ModelRow,
  OfferRow,
  ProviderRow,
  ScoreRow,
} from "../../../build/model/catalog/rows.ts";
import { BILLINGS, SERVICE_TIERS } from "../../../build/schema/offer.ts";
import { BenchmarkCategory } from "../../../build/schema/values.ts";
import { scoresOf } from "../../experiments/outcomes.ts";
import { newest } from "../../http/envelope.ts";
import { Address, Day, named } from "../../http/response-parts.ts";
import { modelPage } from "../../site/components/addresses.ts";
import { OwnTestScore } from "../own-tests/own-test.ts";
import { sourceLicense, sourceUrl } from "../service/source.ts";
import { AVERAGE_FIELDS, FIRST_SEEN, MODEL_FIELDS } from "./model-entry.ts";
import {
  CheapestProvider,
  HostKind,
  ListPrice,
  OfferStatus,
  Pricing,
  SOLD_BY_LAB,
  soldByLab,
  Trust,
  toCheapestProvider,
  toListPrice,
  toPricing,
} from "./prices.ts";
import { ServiceScore, toServiceScore } from "./service-score.ts";

const Usd = z.number().nullable();

export const ServiceTier = z
  .enum(SERVICE_TIERS)
  .describe(
    "`standard`, or what else the host sells under the same model; list prices, cheapest prices and price moves are of `standard`",
  );

export const Billing = z
  .enum(BILLINGS)
  .describe("`tokens`; `plan`: a subscription; `free`: costs nothing and is no subscription");

export const ProviderOffer = named("Offer", {
  provider: z.string().describe("Name of the host"),
  provider_slug: z.string(),
  model_id: z.string().describe("Identifier to send to this host's API"),
  input: Usd,
  output: Usd,
  cache_read: Usd,
  cache_write: Usd,
  reasoning: Usd.describe("Only where reasoning tokens have a price of their own"),
  context_window: z.int().nullable(),
  max_output_tokens: z.int().nullable(),
  quantization: z.string().nullable(),
  is_free: z.boolean().describe("Costs nothing, and is no part of a subscription"),
  is_list_price: z.boolean(),
  billing: Billing,
  service_tier: ServiceTier,
  host_kind: HostKind,
  trust: Trust,
  status: OfferStatus,
  retirement_date: Day.nullable().describe("Day the host stops selling it, where it says"),
  as_of: Day.describe("Day this price was recorded"),
  source: z.string(),
  source_url: Address,
  variants: z
    .array(
      z.looseObject({
        model_id: z.string(),
        service_tier: ServiceTier,
        input: Usd,
        output: Usd,
      }),
    )
    .describe("The host's other ids of this model"),
});
export type ProviderOffer = z.infer<typeof ProviderOffer>;

const ModelScore = named("ModelScore", {
  benchmark: z.string(),
  benchmark_slug: z.string(),
  score: z.number(),
  max_score: z.number().nullable(),
  unit: z.string(),
  category: BenchmarkCategory,
  configuration: z
    .string()
    .nullable()
    .describe("Effort, snapshot, scaffold or shots; null for the plain model"),
  self_reported: z.boolean().nullable().describe("By the model's maker; null when not said"),
  as_of: Day,
  source: z.string(),
  source_url: Address,
  source_license: z.string(),
});
type ModelScore = z.infer<typeof ModelScore>;

export const ModelDetail = z.looseObject({
  slug: z.string(),
  name: z.string(),
  provider: z.looseObject({ name: z.string(), slug: z.string() }).describe("The lab that made it"),
  service_score: ServiceScore,
  list_price: ListPrice.nullable().describe(
    "Price at the lab's own API; null when it does not sell the model, and when no price of it is sure",
  ),
  sold_by_lab: SOLD_BY_LAB,
  pricing: Pricing,
  providers: z
    .array(ProviderOffer)
    .describe("One row per host: paid by blended price, then free and unknown"),
  cheapest_provider: CheapestProvider.nullable(),
  scores: z.array(ModelScore),
  ...AVERAGE_FIELDS,
  gecko_tests: z
    .record(z.string(), OwnTestScore)
    .nullable()
    .describe("Results of the operator's own tests by their name; null when it took none"),
  links: z.looseObject({
    json: Address,
    price_history: Address,
    page: Address.nullable().describe("The same for people"),
    lab: Address.nullable().describe("The lab's page of the model, else its home page"),
    announcement: Address.nullable(),
    weights: Address.nullable().describe("Where the weights can be downloaded"),
    documentation: Address.nullable().describe(
      "How to use the model, else the documentation of the lab's own host",
    ),
  }),
  ...MODEL_FIELDS,
  retirement_date: Day.nullable().describe(
    "Day the lab's own host stops selling it, or stopped; null when not said",
  ),
  weights_license: z.string().nullable(),
  first_seen: FIRST_SEEN,
  aliases: z.array(z.string()).describe("Other slugs under which it is found"),
  price_changes: z.int().describe("Rows `changed` of its default price series"),
  as_of: Day,
});
export type ModelDetail = z.infer<typeof ModelDetail>;

export function toModelDetail(model: ModelRow, catalog: Catalog): ModelDetail {
  const base = catalog.service.base_url;
  const lab = catalog.provider(model.lab);
  const ownTests = scoresOf(model.slug, catalog);
  return {
    slug: model.slug,
    name: model.name,
    provider: { name: lab?.name ?? model.lab, slug: model.lab },
    service_score: toServiceScore(model.slug, catalog),
    list_price: toListPrice(model, catalog),
    sold_by_lab: soldByLab(model, catalog),
    pricing: toPricing(model, catalog),
    providers: catalog.offersOf(model.slug).map((offer) => toProviderOffer(offer, catalog)),
    cheapest_provider: toCheapestProvider(model, catalog),
    scores: catalog.scoresOf(model.slug).map((score) => toModelScore(score, catalog)),
    avg_score: model.avg_score,
    avg_score_basis: model.avg_score_basis,
    gecko_tests: ownTests,
    links: {
      json: `${base}/api/v1/models/${model.slug}`,
      price_history: `${base}/api/v1/price-history/${model.slug}`,
      page: base + modelPage(model.slug),
      lab: model.links.lab ?? lab?.url ?? null,
      announcement: model.links.announcement,
      weights: model.links.weights,
      documentation: model.links.documentation ?? documentationOf(lab, catalog),
    },
    context_window: model.context_window,
    max_output_tokens: model.max_output_tokens,
    is_open_source: model.is_open_source,
    model_type: model.model_type,
    release_date: model.release_date,
    release_date_basis: model.release_date_basis,
    knowledge_cutoff: model.knowledge_cutoff,
    retirement_date: model.retirement_date,
    input_modalities: model.input_modalities,
    output_modalities: model.output_modalities,
    supports: model.supports,
    weights_license: model.weights_license,
    first_seen: model.first_seen,
    aliases: model.aliases,
    price_changes: model.price_changes,
    as_of:
      newest([model.as_of, ...Object.values(ownTests ?? {}).map(({ as_of }) => as_of)]) ??
      model.as_of,
  };
}

/** Of the first of the lab's own hosts that has one. */
const documentationOf = (lab: ProviderRow | undefined, catalog: Catalog): string | null =>
  (lab?.own_hosts ?? [])
    .map((host) => catalog.provider(host)?.documentation_url ?? null)
    .find((address) => address !== null) ?? null;

export function toProviderOffer(offer: OfferRow, catalog: Catalog): ProviderOffer {
  return {
    provider: catalog.provider(offer.host)?.name ?? offer.host,
    provider_slug: offer.host,
    model_id: offer.model_id,
    input: offer.input,
    output: offer.output,
    cache_read: offer.cache_read,
    cache_write: offer.cache_write,
    reasoning: offer.reasoning,
    context_window: offer.context_window,
    max_output_tokens: offer.max_output_tokens,
    quantization: offer.quantization,
    is_free: offer.is_free,
    is_list_price: offer.is_list_price,
    billing: offer.billing,
    service_tier: offer.service_tier,
    host_kind: offer.host_kind,
    trust: offer.trust,
    status: offer.status,
    retirement_date: offer.retirement_date,
    as_of: offer.as_of,
    source: offer.source,
    source_url: offer.source_url ?? sourceUrl(offer.source, catalog),
    variants: offer.variants,
  };
}

function toModelScore(score: ScoreRow, catalog: Catalog): ModelScore {
  const benchmark = catalog.benchmark(score.benchmark);
  return {
    benchmark: benchmark?.name ?? score.benchmark,
    benchmark_slug: score.benchmark,
    score: score.score,
    max_score: benchmark?.max_score ?? null,
    unit: benchmark?.unit ?? "",
    category: benchmark?.category ?? "other",
    configuration: score.configuration,
    self_reported: score.self_reported,
    as_of: score.as_of,
    source: score.source,
    source_url: score.source_url,
    source_license: sourceLicense(score.source, catalog),
  };
}
