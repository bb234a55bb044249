/** Parts of answers about models that several endpoints share: prices, scores, and the parameter that names a model. */
import * as z from "zod";
import {
  type CatalogRateCard,
  describeFutureDay,
  findRateCardOfDay,
  RESELLER_RULE,
  toRateCard,
} from "../../../build/cost/card-of-day.ts";
import {
  compareRatesByMeter,
  findPriceOfRate,
  formatRateKey,
  listLongPromptPrices,
  parseRates,
  type Rate,
  toBlendedPrice,
} from "../../../build/cost/rates.ts";
import { type Catalog, OVERALL_SCORE_METHOD_ID } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow, OfferRow, RateCardRow } from "../../../build/model/catalog/rows.ts";
import {
  compareByCodePoint,
  groupBy,
  memoizePerObject,
} from "../../../build/schema/collections.ts";
import {
  NullableUsd,
  toResponseFieldSchema,
  toResponseShapeOfFields,
} from "../../../build/schema/field-schemas.ts";
import { MODEL_FIELD_BY_NAME, OFFER_FIELD_BY_NAME } from "../../../build/schema/fields.ts";
import {
  definePublicSchema,
  nullableSchemas,
  type PriceTrust,
  pickValuesOfSchemaFields,
  RateSchema,
  ResponseDate,
} from "../../../build/schema/values.ts";
import { memoizePerRow } from "../../http/endpoint.ts";
import { newestDate } from "../../http/envelope.ts";
import { getPriceSourceUrl } from "../service/service.ts";
import { isOutputCharged } from "./model-filters.ts";

export const MODEL_SLUG_PARAMETER = {
  slug: {
    description:
      "Slug of a model, or another name in any spelling, for example a host's model id (`openai/gpt-4o-2024-08-06`, with `/` or `%2F`) or host and model id (`openrouter/openai/gpt-4o:free`). If hosts use one id for different models, the id means the model of the lab's own host, or else the model of most hosts. An ambiguous id gives a 404 that lists the candidates",
    example: "claude-sonnet-4-5",
    mayHoldSlashes: true,
  },
};

const PublishedRate = definePublicSchema("Rate", {
  ...RateSchema.shape,
  service_tier: toResponseFieldSchema(OFFER_FIELD_BY_NAME.service_tier),
  trust: toResponseFieldSchema(OFFER_FIELD_BY_NAME.trust).describe(
    "Trust level of the rate: the trust level of the offer, or `one_source` if the offer is `verified` but only one source states this rate, or `stale` if the offer is `verified` or `one_source` but no source has confirmed this rate recently, or the lab has changed its own cache-read price since the host's was last confirmed",
  ),
  valid_from: ResponseDate.describe(
    "First day on which the source stated this rate; for input and output prices, the `as_of` of the offer",
  ),
  source: z.string(),
});
type PublishedRate = z.infer<typeof PublishedRate>;

const UNIT_RATE_FIELD = PublishedRate.nullable().describe(
  "Price per image, minute, page or other unit, used to compare hosts of a model that is not sold per token. If the price depends on the resolution or quality, the field has the lowest price. Null for models sold per token, and when no price is known",
);

export const ModelPricing = definePublicSchema("Pricing", {
  input: toResponseFieldSchema(MODEL_FIELD_BY_NAME["pricing.input"]),
  output: toResponseFieldSchema(MODEL_FIELD_BY_NAME["pricing.output"]),
  basis: toResponseFieldSchema(MODEL_FIELD_BY_NAME["pricing.basis"]),
  rate: UNIT_RATE_FIELD,
});
export type ModelPricing = z.infer<typeof ModelPricing>;

export const PUBLISHED_RATES_SCHEMA = z
  .array(PublishedRate)
  .optional()
  .describe(
    "All rates of the offer, one for each meter, unit and condition; present only if the offer has rates besides input, output and cache prices, or if the trust of the offer is `verified` but only one source states its cache price, or if a cache price is `stale`",
  );

/** The rates of a card by meter, with `more` of each; one that applies to several regions becomes one per region. */
const toRateRows = <Text extends string | null, More extends object>(
  card: CatalogRateCard & { source: Text; as_of: Text },
  more: (rate: Rate) => More,
) =>
  toRateCard(card)
    .rates.flatMap((rate) =>
      (rate.region?.split("+") ?? [null]).map((region) => ({ ...rate, region, ...more(rate) })),
    )
    .sort(compareRatesByMeter)
    .map(({ source, valid_from, meter, ...rate }) => ({
      meter,
      ...rate,
      service_tier: rate.service_tier ?? card.service_tier ?? "standard",
      valid_from: valid_from ?? card.as_of,
      source: source ?? card.source,
    }));

/**
 * All rates of the offer; undefined when it has only plain input, output and cache prices (without conditions) and all
 * have the trust of the offer.
 */
export const toPublishedRates = memoizePerObject((offer: OfferRow): PublishedRate[] | undefined => {
  const { cards, rate_trust, trust } = offer;
  if (cards.length === 0 && rate_trust === null) return undefined;
  return toRateRows(offer, (rate) => ({ trust: rate_trust?.[formatRateKey(rate)] ?? trust }));
});

export const RateOfDay = definePublicSchema("RateOfDay", {
  ...RateSchema.shape,
  service_tier: PublishedRate.shape.service_tier,
  valid_from: ResponseDate.nullable().describe("First day on which the source stated the rate"),
  source: nullableSchemas.text,
});

export const toRatesOfDay = (card: CatalogRateCard): z.infer<typeof RateOfDay>[] =>
  toRateRows(card, () => ({}));

/** Response fields of the same names as an offer's. */
export const toOfferShape = <N extends keyof typeof OFFER_FIELD_BY_NAME>(...names: N[]) =>
  toResponseShapeOfFields(names.map((name) => OFFER_FIELD_BY_NAME[name]));

const AnnouncedPrice = z.looseObject({
  effective: ResponseDate.describe("First day on which the prices apply"),
  ...toOfferShape("input", "output", "cache_read", "cache_write"),
  rates: z.array(RateOfDay).describe("All rates that the announcement states"),
  ...toOfferShape("source", "source_url"),
});

export const ListPrice = definePublicSchema("ListPrice", {
  ...toOfferShape("input", "output", "cache_read", "cache_write"),
  currency: z.literal("USD").describe("Currency of the prices"),
  unit: z.literal("1M tokens").describe("Unit of the prices"),
  ...toOfferShape("provider_slug", "status", "trust", "as_of", "last_confirmed"),
  ...toOfferShape("source", "source_url"),
  rates: PUBLISHED_RATES_SCHEMA,
  announced: z
    .array(AnnouncedPrice)
    .optional()
    .describe(
      "Announced future prices, each with the day from which it applies and the source that states it. `rates` has the rates that the announcement states; all other rates of that day are unknown",
    ),
  tiers: z
    .array(
      z.looseObject({
        above_input_tokens: z
          .int()
          .describe("The prices apply to prompts with more tokens than this"),
        input: z.number().describe("USD per 1M input tokens"),
        output: z.number().describe("USD per 1M output tokens"),
        cache_read: NullableUsd,
      }),
    )
    .optional()
    .describe(
      "Prices for prompts longer than `above_input_tokens`; present only when the lab has other prices for long prompts",
    ),
  batch: z
    .looseObject({ input: NullableUsd, output: NullableUsd })
    .optional()
    .describe("Prices of the lab's batch API; present when known"),
});
export type ListPrice = z.infer<typeof ListPrice>;

export const CheapestProvider = definePublicSchema("CheapestProvider", {
  ...toOfferShape("provider", "provider_slug", "model_id", "input", "output"),
  blended: nullableSchemas.number.describe(
    "Blended price, (3 × input + output) / 4 (of embedding and rerank models the input price), USD per 1M tokens; null if it is not known",
  ),
  rate: UNIT_RATE_FIELD,
  saving_vs_list: nullableSchemas.number.describe(
    "Percentage by which the blended price is below the lab's blended list price; null when there is no paid list price",
  ),
  ...toOfferShape("host_kind", "trust", "as_of"),
});
export type CheapestProvider = z.infer<typeof CheapestProvider>;

export const SOLD_BY_LAB_SCHEMA = nullableSchemas.flag.describe(
  "True when the lab's own host lists the model; null when the catalogue has no host of this lab",
);

export function isSoldByLab(model: ModelRow, catalog: Catalog): boolean | null {
  const ownHosts = catalog.provider(model.lab)?.own_hosts ?? [];
  return ownHosts.length > 0 ? model.is_sold_by_lab : null;
}

const offerAt = (catalog: Catalog, model: ModelRow, host: string | null): OfferRow | undefined =>
  host === null ? undefined : catalog.offersOf(model.slug).find((offer) => offer.host === host);

export function toModelPricing(model: ModelRow, catalog: Catalog): ModelPricing {
  const list = offerAt(catalog, model, model.list_host);
  const offer = list ?? offerAt(catalog, model, model.cheapest_host);
  if (!offer) return { input: null, output: null, basis: null, rate: null };
  const { input, output } = offer;
  const basis = list ? "list" : "cheapest_offer";
  return { input, output, basis, rate: findNonTokenRateOfOffer(offer) };
}

export const toListPrice = memoizePerRow((model: ModelRow, catalog): ListPrice | null => {
  const offer = offerAt(catalog, model, model.list_host);
  if (!offer) return null;
  const rates = offer.cards.flatMap((card) => parseRates(card.rates));
  const tiers = listLongPromptPrices(rates);
  const announced = offer.announced.map((change) =>
    pickValuesOfSchemaFields(AnnouncedPrice, {
      ...change,
      rates: toRatesOfDay({ ...offer, ...change }),
      source_url: getPriceSourceUrl({ ...offer, ...change }, catalog),
    }),
  );
  const batchPriceOf = (meter: Rate["meter"]) =>
    findPriceOfRate(rates, { meter, service_tier: "batch" });
  const batch = { input: batchPriceOf("input"), output: batchPriceOf("output") };
  return pickValuesOfSchemaFields(ListPrice, {
    ...addHostDisplayName(offer, catalog),
    currency: "USD",
    unit: "1M tokens",
    source_url: getPriceSourceUrl(offer, catalog),
    rates: toPublishedRates(offer),
    announced: announced.length > 0 ? announced : undefined,
    tiers: tiers.length > 0 ? tiers : undefined,
    batch: batch.input === null ? undefined : batch,
  });
});

export const findCheapestProvider = memoizePerRow(
  (model: ModelRow, catalog): CheapestProvider | null => {
    const offer = offerAt(catalog, model, model.cheapest_host);
    if (!offer) return null;
    const list = offerAt(catalog, model, model.list_host);
    return pickValuesOfSchemaFields(CheapestProvider, {
      ...addHostDisplayName(offer, catalog),
      rate: findNonTokenRateOfOffer(offer),
      saving_vs_list:
        offer.unit_price !== null && list?.unit_price && offer.unit === list.unit
          ? Math.round(1000 * (1 - offer.unit_price / list.unit_price)) / 10
          : null,
    });
  },
);

export const RESELLER_RULE_TEXT = `A reseller can be the cheapest host of a model in two cases: no other kind of host can be the cheapest (for example, because their prices are stale), or ${RESELLER_RULE.least} resellers are at least ${Math.round(100 * (1 - RESELLER_RULE.share))} % cheaper than all other hosts that can be the cheapest.`;

/** Rank among hosts with the same price: the lab's own hosts in their order, clouds, others (SPEC 4.2-cheapest). */
function placeAmongEqualPrices(host: string, { lab }: ModelRow, catalog: Catalog): number {
  const own = catalog.provider(lab)?.own_hosts ?? [];
  if (own.includes(host)) return own.indexOf(host);
  return catalog.provider(host)?.host_kind === "cloud" ? own.length : own.length + 1;
}

/** The order of hosts with the same price; those of one rank by slug. */
export const compareEqualPrices =
  (model: ModelRow, catalog: Catalog) =>
  (a: { host: string }, b: { host: string }): number =>
    placeAmongEqualPrices(a.host, model, catalog) - placeAmongEqualPrices(b.host, model, catalog) ||
    compareByCodePoint(a.host, b.host);

/** The rate by which an offer that is not priced per token is compared; null for other offers. */
export const findNonTokenRateOfOffer = (offer: OfferRow): PublishedRate | null =>
  offer.input === null && offer.unit !== null
    ? (toPublishedRates(offer)?.find(
        (rate) =>
          rate.service_tier === offer.service_tier &&
          formatRateKey({ ...rate, service_tier: null }) === offer.unit,
      ) ?? null)
    : null;

export const addHostDisplayName = <Row extends { host: string }>(offer: Row, catalog: Catalog) => ({
  provider: catalog.provider(offer.host)?.name ?? offer.host,
  provider_slug: offer.host,
  ...offer,
});

/** A model's rate card at a host. `trust`, `last_confirmed` and `status` are known only for today and later days. */
export type HostRateCard = CatalogRateCard &
  Pick<OfferRow, "model" | "host" | "model_id"> &
  Partial<Pick<OfferRow, "is_eligible" | "unit_price" | "trust" | "last_confirmed" | "status">>;

export const PRICE_TRUST_ON_DAY_SCHEMA = toResponseFieldSchema(OFFER_FIELD_BY_NAME.trust)
  .nullable()
  .describe(
    "Trust level of the host's price. For a past day, `unverified` if the price is doubtful on every day, else null. Null for a future day, and for a model id with a price of its own (`gpt-4o-2024-05-13`)",
  );

export const findTrustOnDay = (
  { trust, is_doubted }: Pick<HostRateCard, "trust" | "is_doubted">,
  day: string,
  { asOf }: Catalog,
): PriceTrust | null => (day <= asOf && trust) || (is_doubted ? "unverified" : null);

export const isPastDay = (day: string | undefined, { pricesAsOf }: Catalog): day is string =>
  day !== undefined && day < pricesAsOf;

/** Host → its card on the day, with announced changes; undefined for one that did not sell the model on a past day. */
export function getRateCardsByHost(
  slug: string,
  day: string | undefined,
  catalog: Catalog,
): Map<string, HostRateCard | undefined> {
  const model = catalog.getModel(slug);
  if (isPastDay(day, catalog)) {
    const byHost = groupBy(catalog.rateCardsOf(slug), ({ host }) => host);
    const cards = Array.from(
      byHost,
      ([host, rows]) => [host, findRateCardOfDay(rows, day)] as const,
    );
    const sold = cards.flatMap(([, card]) => card ?? []);
    const prices = findEligiblePrices(sold, model, catalog);
    return new Map(
      cards.map(([host, card]) => {
        const unit_price = prices.get(host) ?? null;
        return [host, card && { ...card, is_eligible: unit_price !== null, unit_price }];
      }),
    );
  }
  const isBegun = ({ effective }: { effective: string }) => effective <= (day ?? "");
  return new Map(
    catalog.offersOf(slug).map((offer): [string, HostRateCard] => {
      const card = { ...offer, ...offer.announced.findLast(isBegun) };
      return [offer.host, { ...card, unit_price: findPriceInUnit(card, offer.unit, model) }];
    }),
  );
}

/**
 * Which offers of a past day can be the cheapest of their model, by host, each with the price that is compared. The
 * rules are those of `passed_offers` (view 25), without what is known only for today: trust, status and token limits.
 */
export function findEligiblePrices(
  cards: readonly RateCardRow[],
  model: ModelRow,
  catalog: Catalog,
): ReadonlyMap<string, number> {
  const kindOf = (host: string) => catalog.provider(host)?.host_kind ?? "inference";
  const paid = cards.filter(
    ({ host, billing, service_tier, is_doubted }) =>
      billing === "tokens" &&
      (service_tier ?? "standard") === "standard" &&
      !is_doubted &&
      kindOf(host) !== "plan",
  );
  const units = catalog.offersOf(model.slug).flatMap(({ unit }) => unit ?? []);
  const others = ["input tokens", ...units].sort(compareByCodePoint);
  const byUnit = Array.from(new Set(["tokens", ...others]), (unit) =>
    paid.flatMap((card) => {
      const usd = findPriceInUnit(card, unit, model);
      return usd === null ? [] : [{ host: card.host, usd }];
    }),
  ).filter(({ length }) => length > 0);
  const ofLab = catalog.provider(model.lab)?.own_hosts.length ?? 0;
  const firstPlaceOf = (offers: readonly { host: string }[]) =>
    Math.min(ofLab, ...offers.map(({ host }) => placeAmongEqualPrices(host, model, catalog)));
  const [offers = []] = byUnit.sort(
    (a, b) => b.length - a.length || firstPlaceOf(a) - firstPlaceOf(b),
  );
  const direct = offers.filter(({ host }) => kindOf(host) !== "router");
  const highest = RESELLER_RULE.share * Math.min(...direct.map(({ usd }) => usd));
  const isCheaper = ({ host, usd }: { host: string; usd: number }) =>
    kindOf(host) === "router" && usd <= highest;
  const isOpen = direct.length === 0 || offers.filter(isCheaper).length >= RESELLER_RULE.least;
  return new Map((isOpen ? offers : direct).map(({ host, usd }) => [host, usd]));
}

/** @param unit The `unit` of an `OfferRow`. */
function findPriceInUnit(card: CatalogRateCard, unit: OfferRow["unit"], model: ModelRow) {
  const hasOutput = (card.output ?? 0) > 0 && isOutputCharged(model);
  if (unit === "tokens") return hasOutput ? toBlendedPrice(card.input, card.output) : null;
  if (unit === "input tokens") return hasOutput ? null : card.input;
  if (card.input !== null) return null;
  return toRateCard(card).rates.find((rate) => formatRateKey(rate) === unit)?.price ?? null;
}

/** @returns Undefined for a day up to that of the newest facts. */
export function hintForFutureDay(day: string, { asOf, service }: Catalog): string | undefined {
  const hint = describeFutureDay(day, asOf);
  return hint && `${hint} ${service.base_url}/prices/ lists all announced prices.`;
}

/** The average score as the list and the detail of models publish it. */
export const AVERAGE_SCORE_FIELD_SCHEMAS = {
  avg_score: toResponseFieldSchema(MODEL_FIELD_BY_NAME.avg_score),
  avg_score_basis: z
    .looseObject({
      measured: z
        .int()
        .describe("Number of the benchmarks of `avg_score` on which the model was tested"),
      benchmarks: z.int().describe("Number of benchmarks that `avg_score` uses"),
      provisional: z
        .boolean()
        .describe(
          "True when fewer than 2 of the measured scores are independent (not self-reported)",
        ),
    })
    .describe("Number of scores in `avg_score` that were measured; the other scores are predicted"),
};

export const PublishedOverallScore = definePublicSchema("ServiceScore", {
  score: z.number().describe(MODEL_FIELD_BY_NAME["service_score.score"].description),
  provisional: z
    .boolean()
    .describe("True when fewer than 2 results are independent, which doubles the interval"),
  rank: z.int().describe("Rank of the model; 1 is the best, and equal scores share a rank"),
  ranked: z.int().describe("Number of models that have an overall score"),
  benchmarks: z.int().describe("Number of results from which the overall score is computed"),
  independent: z
    .int()
    .describe("Number of results counted in `benchmarks` that are not self-reported"),
  low: z.number().describe("Lower end of the score's 90 % interval"),
  high: z.number().describe("Upper end of the score's 90 % interval"),
  method: z
    .string()
    .describe("Name and version of the formula; /methods/service-score explains it"),
})
  .nullable()
  .describe(
    "The overall score of the model: one number for its results on all benchmarks, comparable between models that were tested on different benchmarks; null for a model with results on fewer than 4 of the benchmarks that the overall score uses (see /methods/service-score)",
  );
/** Day of the newest fact of the models, of the newest confirmation of a price of theirs, and the later of both. */
export function getModelDays(models: readonly ModelRow[], catalog: Catalog) {
  const asOf = newestDate(models.map(({ as_of }) => as_of));
  const offers = models.flatMap(({ slug }) => catalog.offersOf(slug));
  const confirmed = newestDate(offers.map(({ last_confirmed }) => last_confirmed));
  return { asOf, confirmed, until: newestDate([asOf, confirmed]) ?? "" };
}

export type PublishedOverallScore = z.infer<typeof PublishedOverallScore>;

export function toPublishedOverallScore(slug: string, catalog: Catalog): PublishedOverallScore {
  const found = catalog.serviceScore(slug);
  if (!found) return null;
  const { model: _, ...score } = found;
  return { ...score, method: OVERALL_SCORE_METHOD_ID };
}
