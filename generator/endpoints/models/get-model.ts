/** One model with all its facts, and where it is cheapest (SPEC 4.2). */
import * as z from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow, ScoreRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import {
  toResponseFieldSchema,
  toResponseShapeOfFields,
} from "../../../build/schema/field-schemas.ts";
import {
  getModelFieldsOfView,
  MODEL_FIELD_BY_NAME,
  OFFER_FIELD_DEFINITIONS,
} from "../../../build/schema/fields.ts";
import {
  BenchmarkCategory,
  definePublicSchema,
  nullableSchemas,
  pickValuesOfSchemaFields,
  ResponseDate,
  ResponseUrl,
} from "../../../build/schema/values.ts";
import { getOwnTestScoresOfModel } from "../../experiments/test-reports.ts";
import { defineEndpoint, memoizePerRow } from "../../http/endpoint.ts";
import { envelopeSchema, LICENSE_OF_ANSWERS_WITH_SCORES, newestDate } from "../../http/envelope.ts";
import { defineRowAnswer, findReassignedAliases, findRowOrProblem } from "../../http/names.ts";
import { badDayProblem } from "../../http/parameter.ts";
import { isProblem } from "../../http/problem.ts";
import { modelPagePath } from "../../site/components/addresses.ts";
import { formatRateName } from "../../site/components/offers.ts";
import { BenchmarkEntry, BenchmarkScore } from "../benchmarks/benchmarks.ts";
import { OwnTestScore } from "../own-tests/own-test.ts";
import { getPriceSourceUrl, getSourceLicense } from "../service/service.ts";
import { toFilterablePrices } from "./model-filters.ts";
import {
  AVERAGE_SCORE_FIELD_SCHEMAS,
  addHostDisplayName,
  CheapestProvider,
  compareEqualPrices,
  findCheapestProvider,
  findTrustOnDay,
  getRateCardsByHost,
  hintForFutureDay,
  isPastDay,
  isSoldByLab,
  ListPrice,
  MODEL_SLUG_PARAMETER,
  ModelPricing,
  PRICE_TRUST_ON_DAY_SCHEMA,
  PUBLISHED_RATES_SCHEMA,
  PublishedOverallScore,
  RateOfDay,
  RESELLER_RULE_TEXT,
  SOLD_BY_LAB_SCHEMA,
  toListPrice,
  toModelPricing,
  toOfferShape,
  toPublishedOverallScore,
  toPublishedRates,
  toRatesOfDay,
} from "./model-parts.ts";

export const PublishedOffer = definePublicSchema("Offer", {
  ...toResponseShapeOfFields(OFFER_FIELD_DEFINITIONS),
  rates: PUBLISHED_RATES_SCHEMA,
});
export type PublishedOffer = z.infer<typeof PublishedOffer>;

const ModelScore = definePublicSchema("ModelScore", {
  benchmark: z.string().describe("Name of the benchmark"),
  benchmark_slug: z.string().describe("Slug of the benchmark"),
  score: z.number(),
  max_score: BenchmarkEntry.shape.max_score,
  unit: z.string(),
  category: BenchmarkCategory,
  configuration: BenchmarkScore.shape.configuration,
  self_reported: BenchmarkScore.shape.self_reported,
  as_of: ResponseDate,
  source: z.string(),
  source_url: ResponseUrl,
  source_license: z.string(),
});

export const ModelDetail = z.looseObject({
  slug: z.string(),
  name: z.string(),
  provider: z
    .looseObject({ name: z.string(), slug: z.string() })
    .describe("Lab that made the model"),
  service_score: PublishedOverallScore,
  list_price: ListPrice.nullable(),
  sold_by_lab: SOLD_BY_LAB_SCHEMA,
  pricing: ModelPricing,
  providers: z
    .array(PublishedOffer)
    .describe(
      "One row per host: paid offers by blended price, then free offers, then offers with unknown prices",
    ),
  cheapest_provider: CheapestProvider.nullable(),
  scores: z.array(ModelScore).describe("All scores of the model, by category, then by benchmark"),
  ...AVERAGE_SCORE_FIELD_SCHEMAS,
  gecko_tests: z
    .record(z.string(), OwnTestScore)
    .nullable()
    .describe(
      "Name of an own test → the model's result in this test; null when the model took none of our tests",
    ),
  links: z.looseObject({
    json: ResponseUrl.describe("URL of this answer"),
    price_history: ResponseUrl.describe("URL of the model's price history"),
    page: ResponseUrl.nullable().describe("URL of the model's web page"),
    lab: ResponseUrl.nullable().describe(
      "The lab's page about the model, else the lab's home page; null when neither is known",
    ),
    announcement: ResponseUrl.nullable().describe("The lab's announcement of the model"),
    weights: ResponseUrl.nullable().describe("URL where the weights can be downloaded"),
    documentation: ResponseUrl.nullable().describe(
      "Documentation of the model, else of the API of the lab's own host; null when neither is known",
    ),
  }),
  ...toResponseShapeOfFields(getModelFieldsOfView("detail")),
  aliases: z.array(z.string()).describe("Other slugs of this model"),
  price_changes: toResponseFieldSchema(MODEL_FIELD_BY_NAME.price_changes),
  as_of: ResponseDate,
});
export type ModelDetail = z.infer<typeof ModelDetail>;

export const toModelDetail = memoizePerRow((model: ModelRow, catalog: Catalog): ModelDetail => {
  const base = catalog.service.base_url;
  const lab = catalog.provider(model.lab);
  return pickValuesOfSchemaFields(ModelDetail, {
    ...model,
    provider: { name: lab?.name ?? model.lab, slug: model.lab },
    service_score: toPublishedOverallScore(model.slug, catalog),
    list_price: toListPrice(model, catalog),
    sold_by_lab: isSoldByLab(model, catalog),
    pricing: toModelPricing(model, catalog),
    providers: catalog.offersOf(model.slug).map((offer) => toPublishedOffer(offer, catalog)),
    cheapest_provider: findCheapestProvider(model, catalog),
    scores: catalog.scoresOf(model.slug).map((score) => toModelScore(score, catalog)),
    gecko_tests: getOwnTestScoresOfModel(model.slug, catalog),
    links: {
      json: `${base}/api/v1/models/${model.slug}`,
      price_history: `${base}/api/v1/price-history/${model.slug}`,
      page: base + modelPagePath(model.slug),
      ...model.links,
    },
    aliases: model.aliases.filter((alias) => !findReassignedAliases(catalog).has(alias)),
  });
});

export const toPublishedOffer = (offer: OfferRow, catalog: Catalog): PublishedOffer =>
  pickValuesOfSchemaFields(PublishedOffer, {
    rates: toPublishedRates(offer),
    ...addHostDisplayName(offer, catalog),
    source_url: getPriceSourceUrl(offer, catalog),
  });

function toModelScore(row: ScoreRow, catalog: Catalog) {
  const benchmark = catalog.benchmark(row.benchmark);
  return pickValuesOfSchemaFields(ModelScore, {
    benchmark_slug: row.benchmark,
    max_score: benchmark?.max_score ?? null,
    unit: benchmark?.unit ?? "",
    category: benchmark?.category ?? "other",
    source_license: getSourceLicense(row.source, catalog),
    ...row,
    benchmark: benchmark?.name ?? row.benchmark,
  });
}

export const getModelEndpoint = defineEndpoint({
  id: "getModel",
  path: "/api/v1/models/{slug}",
  tag: "Models",
  summary: "One model, with its price at every host and all its scores",
  description:
    "Everything that the service knows about one model. You may also send another name of the model, such as a host's model id: the answer is the same, and its `Link` header with `rel=\"canonical\"` has the model's main URL.",
  params: MODEL_SLUG_PARAMETER,
  response: envelopeSchema("ModelDetail", ModelDetail.shape),
  ...defineRowAnswer("model", (model, catalog) => {
    const detail = toModelDetail(model, catalog);
    return {
      title: `${model.name}: prices, limits and scores`,
      asOf: detail.as_of,
      license: LICENSE_OF_ANSWERS_WITH_SCORES,
      body: detail,
    };
  }),
});

const PriceOfDay = definePublicSchema("PriceOfDay", {
  ...toOfferShape("provider", "provider_slug", "model_id", "input", "output"),
  ...toOfferShape("cache_read", "cache_write"),
  blended: CheapestProvider.shape.blended,
  ...toOfferShape("billing", "service_tier", "host_kind"),
  trust: PRICE_TRUST_ON_DAY_SCHEMA,
  rates: z.array(RateOfDay),
  source: nullableSchemas.text,
  as_of: ResponseDate.nullable().describe("Day on which the price was recorded"),
});
type PriceOfDay = z.infer<typeof PriceOfDay>;

export const getModelAtDayEndpoint = defineEndpoint({
  id: "getModelAtDay",
  path: "/api/v1/at/{date}/models/{slug}",
  tag: "Models",
  summary: "One model with its prices on a given day",
  description:
    "The answer of /api/v1/models/{slug} with the prices of another day: `pricing`, `list_price`, `cheapest_provider` and `providers` are those of the day in `meta.at`, and all other fields are today's. A price applies from its effective date if a source states one, else from the day on which it was recorded. The prices of another day have no `status`, `last_confirmed` or limits, because the service knows these only for today. An announced price replaces all prices of today from the day on which it takes effect; prices that the announcement does not state are then unknown.",
  params: {
    date: { description: "Day of the prices: YYYY-MM-DD", example: "2026-06-01" },
    ...MODEL_SLUG_PARAMETER,
  },
  problems: ["bad-parameter"],
  response: envelopeSchema("ModelDetailAtDay", {
    ...ModelDetail.shape,
    pricing: ModelPricing.omit({ rate: true }),
    list_price: PriceOfDay.nullable().describe(
      "Price at the lab's own API on the day. If the lab has several APIs, the API of the default price history comes first. Null when the lab is not known to have sold the model, or only at a doubtful price",
    ),
    cheapest_provider: PriceOfDay.nullable().describe(
      "Host with the lowest price at the standard tier, chosen as in /api/v1/models/{slug}/cheapest. For a past day, `trust` is unknown, so only prices that are doubtful on every day are left out, such as a price that only a reseller states. Null when no host had a price that qualifies",
    ),
    providers: z
      .array(PriceOfDay)
      .describe(
        "One row for each host that sold the model: paid offers by blended price (unknown ones last), then free offers, then offers without a price",
      ),
    meta: z.looseObject({
      at: ResponseDate.describe("The day of the prices"),
      hint: z.string().optional().describe("Which prices these are, for a day in the future"),
    }),
  }),
  respond({ params }, context) {
    const { catalog } = context;
    const { date, slug } = params;
    const fault = badDayProblem(date);
    if (fault) return fault;
    const model = findRowOrProblem("model", slug, context);
    if (isProblem(model)) return model;
    const { providers, list, best } = findPricesOfDay(model, date, catalog);
    const price = list ?? best;
    const detail = toModelDetail(model, catalog);
    const hint = hintForFutureDay(date, catalog);
    return {
      title: `${model.name}: prices on ${date}`,
      asOf: detail.as_of,
      license: LICENSE_OF_ANSWERS_WITH_SCORES,
      body: {
        ...detail,
        pricing: {
          input: price?.input ?? null,
          output: price?.output ?? null,
          basis: price === undefined ? null : price === list ? "list" : "cheapest_offer",
        },
        list_price: list ?? null,
        cheapest_provider: best ?? null,
        providers,
        meta: { at: date, ...(hint && { hint }) },
      },
      canonical: { date, slug: model.slug },
    };
  },
});

/** What each host charged on a day. For a day after the newest fact: today's prices with announced changes applied. */
function findPricesOfDay(model: ModelRow, day: string, catalog: Catalog) {
  const isPast = isPastDay(day, catalog);
  const own = catalog.provider(model.lab)?.own_hosts ?? [];
  const cards = [...getRateCardsByHost(model.slug, day, catalog).values()];
  const rows = cards.flatMap((card) => {
    if (card === undefined || card.status === "retired") return [];
    const host_kind = catalog.provider(card.host)?.host_kind ?? "inference";
    const price: PriceOfDay = pickValuesOfSchemaFields(PriceOfDay, {
      ...addHostDisplayName(card, catalog),
      service_tier: card.service_tier ?? "standard",
      host_kind,
      trust: findTrustOnDay(card, day, catalog),
      blended: toFilterablePrices({ ...card, billing: "tokens" }, model).blended,
      rates: toRatesOfDay(card),
    });
    const isKnown = !card.is_doubted && (card.input !== null || price.rates.length > 0);
    // A preview has a list price in the history while the lab sells nothing else (view 26).
    const isListed =
      price.service_tier === "standard" || (isPast && price.service_tier === "preview");
    const canBeList = isListed && (isKnown || !isPast) && price.billing !== "plan";
    return { price, card, canBeList };
  });
  const listHosts = isPast
    ? [model.default_is_list_price && model.default_host, ...own]
    : [model.list_host];
  const listable = rows.filter(({ canBeList }) => canBeList);
  const [best] = rows
    .filter(({ card }) => card.is_eligible && card.unit_price !== null)
    .sort(
      (a, b) =>
        Number(a.card.unit_price) - Number(b.card.unit_price) ||
        compareEqualPrices(model, catalog)(a.card, b.card),
    );
  return {
    providers: rows.map(({ price }) => price).sort(compareByPaidPrice),
    list: listHosts.flatMap((slug) => listable.filter(({ card }) => card.host === slug))[0]?.price,
    best: best?.price,
  };
}

/** The order of `catalog_offers`: paid offers first; in each group by blended price, unknown ones last, then by host. */
function compareByPaidPrice(a: PriceOfDay, b: PriceOfDay): number {
  const rankOf = ({ input, output, blended }: PriceOfDay) =>
    (Math.max(input ?? 0, output ?? 0) > 0 ? 0 : 2) + (blended === null ? 1 : 0);
  return (
    rankOf(a) - rankOf(b) ||
    (a.blended ?? 0) - (b.blended ?? 0) ||
    compareByCodePoint(a.provider_slug, b.provider_slug)
  );
}

const OfferWithReasonNotCheapest = definePublicSchema("PassedOffer", {
  ...toOfferShape("provider", "provider_slug", "model_id", "input", "output"),
  blended: CheapestProvider.shape.blended,
  ...toOfferShape("billing", "service_tier", "host_kind", "trust"),
  reason: z.string().describe("Reason why this host is not the cheapest provider"),
  ...toOfferShape("as_of"),
});
export type OfferWithReasonNotCheapest = z.infer<typeof OfferWithReasonNotCheapest>;

export const getCheapestProviderEndpoint = defineEndpoint({
  id: "getCheapestProvider",
  path: "/api/v1/models/{slug}/cheapest",
  tag: "Models",
  summary: "The cheapest host of a model, and why the other hosts are not the cheapest",
  description: `Returns the offer with the lowest blended price. An offer of a lab, cloud or inference host at the standard tier can be the cheapest if its trust is \`verified\` or \`one_source\`. ${RESELLER_RULE_TEXT} If two offers have the same price, the lab comes first, then clouds, then the other hosts by slug. \`others\` lists every other host with the reason why it is not the cheapest. \`cheapest_provider\` is null when no offer can be the cheapest.`,
  params: MODEL_SLUG_PARAMETER,
  response: envelopeSchema("CheapestAnswer", {
    slug: z.string(),
    name: z.string(),
    cheapest_provider: CheapestProvider.nullable(),
    list_price: ListPrice.nullable(),
    sold_by_lab: SOLD_BY_LAB_SCHEMA,
    others: z
      .array(OfferWithReasonNotCheapest)
      .describe(
        "Offers of all other hosts: first paid offers by blended price, then free offers, then offers with unknown prices",
      ),
  }),
  ...defineRowAnswer("model", (model, catalog) => {
    const others = listOffersNotCheapest(model, catalog);
    const detail = toModelDetail(model, catalog);
    const { slug, name, cheapest_provider, list_price, sold_by_lab } = detail;
    const days = [cheapest_provider, ...others].map((offer) => offer?.as_of);
    const prices = [list_price, ...(list_price?.announced ?? [])];
    const rates = [cheapest_provider?.rate, ...prices.flatMap((price) => price?.rates ?? [])];
    return {
      title: `Cheapest provider of ${name}`,
      asOf: newestDate([...days, ...rates.map((rate) => rate?.valid_from)]),
      body: { slug, name, cheapest_provider, list_price, sold_by_lab, others },
    };
  }),
  // The function answers all requests.
  enumerate: () => [],
});

const listOffersNotCheapest = memoizePerRow((model: ModelRow, catalog: Catalog) =>
  catalog.offersOf(model.slug).flatMap((offer) => {
    const { passed_over: reason } = offer;
    if (reason === null) return [];
    const named = addHostDisplayName(offer, catalog);
    return pickValuesOfSchemaFields(OfferWithReasonNotCheapest, { ...named, reason });
  }),
);

const PLAIN_RATES = ["input", "output", "cache read", "cache write"];

/** Rates of the model at the host of the list price, or else at the cheapest host. */
export function findAdditionalRatesOfModel(model: ModelDetail) {
  const { list_price, cheapest_provider, providers } = model;
  const slug = (list_price ?? cheapest_provider)?.provider_slug;
  const { provider: host = "", rates = [] } =
    providers.find(({ provider_slug }) => provider_slug === slug) ?? {};
  return { host, rates: omitInputOutputCacheRates(rates) };
}

/** Drops what every offer states in its own fields; keeps rates with a condition, such as batch input. */
export const omitInputOutputCacheRates = (rates: NonNullable<ListPrice["rates"]>) =>
  rates.filter((rate) => !PLAIN_RATES.includes(formatRateName(rate)));
