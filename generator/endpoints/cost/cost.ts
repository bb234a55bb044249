/** What requests cost at every host of one or more models, today or on a day (SPEC 5, Cost). */
import * as z from "zod";
import {
  describeUnknownLongPromptPrices,
  endsWithModelId,
  findModelOfIdOnDay,
  findRateCardOfModelId,
  findRateCardOfRequest,
  isRequestedModelIdWithdrawn,
  isSameModelId,
  MAX_HOSTS_IN_HINT,
  toRateCard,
} from "../../../build/cost/card-of-day.ts";
import { type CostOptions, cost, type RateConditionsOfRequest } from "../../../build/cost/cost.ts";
import {
  CACHE_TTL,
  parseRates,
  SERVICE_TIERS,
  type ServiceTier,
} from "../../../build/cost/rates.ts";
import {
  PROMPT_USAGE_FIELDS,
  sumUsageFields,
  USAGE_FIELDS,
  type Usage,
  type UsageField,
} from "../../../build/cost/usage.ts";
import { findNearestWords } from "../../../build/identity/nearest-names.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { compareByCodePoint, groupBy } from "../../../build/schema/collections.ts";
import { toResponseFieldSchema } from "../../../build/schema/field-schemas.ts";
import { OFFER_FIELD_BY_NAME } from "../../../build/schema/fields.ts";
import {
  definePublicSchema,
  nullableSchemas,
  RateSchema,
  ResponseDate,
} from "../../../build/schema/values.ts";
import { type AnswerContext, defineEndpoint } from "../../http/endpoint.ts";
import { envelopeSchema, newestDate } from "../../http/envelope.ts";
import { findRowOrProblem } from "../../http/names.ts";
import {
  badParameterProblem,
  dayOrMinuteParameter,
  decimalParameter,
  namesParameter,
  type QueryParameter,
  strictChoiceParameter,
  textParameter,
} from "../../http/parameter.ts";
import { isProblem, type Problem, quoteInput } from "../../http/problem.ts";
import { resolveComparedModels } from "../compare/compare.ts";
import { isStillSold } from "../models/model-filters.ts";
import {
  addHostDisplayName,
  compareEqualPrices,
  findTrustOnDay,
  getRateCardsByHost,
  type HostRateCard,
  hintForFutureDay,
  isPastDay,
  PRICE_TRUST_ON_DAY_SCHEMA,
} from "../models/model-parts.ts";

const CostPart = definePublicSchema("CostPart", {
  meter: RateSchema.shape.meter,
  quantity: z
    .number()
    .describe(
      "Number of tokens, requests, searches or characters, or of other units that the host counts",
    ),
  unit: RateSchema.shape.unit,
  rate: z.number().describe("USD per unit"),
  usd: z.number(),
  source: nullableSchemas.text,
  as_of: ResponseDate.nullable().describe(
    "First day on which the source stated the rate; this day is later than `at` if the source listed the rate late",
  ),
});

export const PublishedCost = definePublicSchema("Cost", {
  model: z.string().describe("Slug"),
  provider: z.string().describe("Name of the host"),
  provider_slug: z.string(),
  model_id: z.string().describe("Id of the model at the host"),
  usd: nullableSchemas.number.describe(
    "Cost of all requests in US dollars, exact to a millionth of a cent; null when a needed rate is unknown",
  ),
  parts: z.array(CostPart),
  missing: z
    .array(z.looseObject({ meter: z.string(), reason: z.string() }))
    .describe("Counts for which no rate is known, each with the reason"),
  trust: PRICE_TRUST_ON_DAY_SCHEMA,
  as_of: ResponseDate.nullable().describe("Day on which the price was recorded"),
  last_confirmed: toResponseFieldSchema(OFFER_FIELD_BY_NAME.last_confirmed),
});
export type PublishedCost = z.infer<typeof PublishedCost>;

/** Parameter → field of a usage; `cached` is an alias of `cache_read`. */
const FIELD_OF_PARAMETER = new Map<string, UsageField>([
  ["cached", "cache_read"],
  ...(Object.keys(USAGE_FIELDS) as UsageField[]).map((field) => [field, field] as const),
]);
const usageParameters = Object.fromEntries(
  Array.from(FIELD_OF_PARAMETER, ([name, field]) => [
    name,
    decimalParameter({ description: USAGE_FIELDS[field].description, example: "1000" }),
  ]),
) as Record<string, QueryParameter<number | undefined>>;

const MODELS = { min: 1, max: 20, example: "gpt-4o,claude-sonnet-4-5" };

export const getCostEndpoint = defineEndpoint({
  id: "getCost",
  path: "/api/v1/cost",
  tag: "Prices",
  summary: "The cost of requests, at one host or at every host",
  description:
    "Computes what a number of requests costs at a host, from all rates of the host: rates by prompt size and cache lifetime, service tiers, fees, and units other than tokens. All counts, for example of tokens or images, are per request. Count each token once: `input` excludes tokens that are read from the cache (`cached`) or written to the cache (`cache_write`). If a host has rates by prompt size, the total size of the prompt selects the rate. If a needed rate is unknown, `usd` is null and `missing` has the reason. Without `host`, the answer has a row for each host that qualifies as cheapest provider, or for every host if none qualifies. The cheapest row comes first; among equal costs of a model, its lab comes first, then clouds, then the other hosts by slug. `meta.hint` lists the hosts that are not in the answer, says why an answer is empty, and suggests the right name for a misspelt parameter.",
  hintsAtUnknownParameters: true,
  query: {
    models: namesParameter({
      description: "1 to 20 slugs or other names, separated by commas",
      ...MODELS,
    }),
    host: textParameter({
      description: "Slug or name of a host; returns only the cost at this host",
      example: "anthropic",
    }),
    at: dayOrMinuteParameter({
      description:
        "Uses the prices and the model ids of this day (YYYY-MM-DD). Add a time in UTC (2026-06-01T17:30Z) for rates that depend on the hour",
    }),
    requests: decimalParameter({
      description: "Number of requests, each with the given token counts",
      default: 1,
    }),
    service_tier: strictChoiceParameter({
      description:
        "Service tier of the requests, such as `batch`; by default, the tier to which the model id belongs at the host. If the model's price has no rates of this tier, the host's separate id for the tier is used (`openai/gpt-4o:batch`)",
      values: SERVICE_TIERS,
    }),
    cache_ttl: {
      ...textParameter({ description: "How long the cache keeps the written tokens: `5m`, `1h`" }),
      read: (raw, name) =>
        raw === undefined || CACHE_TTL.test(raw)
          ? raw
          : badParameterProblem(
              name,
              `=${quoteInput(raw)} is not a number of minutes, hours or days; send for example ${name}=5m.`,
            ),
    } satisfies QueryParameter<string | undefined>,
    region: textParameter({ description: "Region, as the host names it" }),
    variant: textParameter({ description: "Resolution or quality, in the host's own terms" }),
    ...usageParameters,
  },
  exampleQuery: `models=${MODELS.example}&input=1000&cached=50000&output=200`,
  problems: ["unknown-slug"],
  response: envelopeSchema("CostList", {
    data: z.array(PublishedCost),
    meta: z.looseObject({
      total: z.int(),
      at: nullableSchemas.text.describe("Day or minute of the prices; null for the newest prices"),
      hint: z
        .string()
        .optional()
        .describe(
          "Notes on the answer: ignored parameters whose names look misspelt, why the answer is empty, which hosts are left out, at which hours a host has other prices, and which hosts state no prices for such long prompts",
        ),
    }),
  }),
  respond({ query, unknown = [] }, context) {
    const { catalog } = context;
    const host =
      query.host === undefined
        ? undefined
        : findRowOrProblem("provider", query.host, context, "host");
    if (host && isProblem(host)) return nameSellers(host, query.models, context);
    const found = resolveComparedModels(query.models, context, host?.slug);
    if (isProblem(found)) return found;
    const day = query.at?.slice(0, 10);
    const time = query.at?.includes("T") ? query.at.slice(0, 16) : undefined;
    const { requests, region, variant, service_tier: serviceTier, cache_ttl: cacheTtl } = query;
    const options: CostOptions = { requests, region, variant, time, serviceTier, cacheTtl };
    const counts: Readonly<Record<string, unknown>> = query;
    const misspelt = unknown.flatMap(hintForUnknownParameter);
    if (COST_PARAMETER_NAMES.every((name) => counts[name] === undefined)) {
      const fault = ` is missing, and no other count was sent; send at least one of ${COST_PARAMETER_NAMES.join(", ")}, for example input=1000.`;
      return badParameterProblem("input", [fault, ...misspelt].join(" "));
    }
    const { cached, cache_read } = counts;
    if (cached && cache_read && cached !== cache_read)
      return badParameterProblem(
        "cached",
        " and cache_read are two names of one count; send one of them.",
      );
    const usage = toUsage(counts);
    const asked = found.map(({ slug: today, list_host }, index): AskedModel => {
      const name = query.models[index] ?? today;
      const sale = { name, host: host?.slug, day: day ?? catalog.asOf };
      // A slug is only looked up as a host's model id when the request names a host.
      if (host === undefined && name === today) return { slug: today, name };
      return { slug: findModelOfIdOnDay(sale, today, catalog, list_host), name };
    });
    const market = { host: host?.slug, day, catalog };
    const data = computeCosts(asked, usage, options, market);
    const hints = [
      ...misspelt,
      day && hintForFutureDay(day, catalog),
      hintForUnknownTerm("region", region, asked, market),
      hintForUnknownTerm("variant", variant, asked, market),
      serviceTier && hintForTierIds(serviceTier, data, market),
      ...(time === undefined ? hintsForHours(data, market) : []),
      ...[...groupBy(data, ({ model }) => model)].map(([slug, rows]) => {
        const cards = getRateCardsByHost(slug, day, catalog);
        const cardOf = (at: string) => {
          const card = cards.get(at);
          return card && toRateCard(card);
        };
        const hosts = rows.map((row) => row.provider_slug);
        const long = describeUnknownLongPromptPrices(catalog.getModel(slug), hosts, cardOf);
        return long && sumUsageFields(usage, PROMPT_USAGE_FIELDS) > long.above
          ? long.hint
          : undefined;
      }),
      day === undefined ? hintForStaleCachePrices(data, catalog) : undefined,
      ...new Set(asked.flatMap((one) => hintsForHosts(one, data, market))),
    ].filter((hint) => hint !== undefined);
    return {
      title: `Cost of ${asked.map(({ slug }) => catalog.getModel(slug).name).join(" and ")}`,
      asOf: newestDate(data.flatMap((row) => [row, ...row.parts].map(({ as_of }) => as_of))),
      body: {
        data,
        meta: {
          total: data.length,
          at: query.at ?? null,
          ...(hints.length > 0 && { hint: hints.join(" ") }),
        },
      },
    };
  },
});

function hintForUnknownParameter(name: string): string[] {
  const names = Object.keys(getCostEndpoint.query);
  const [near] = name.length > 2 ? findNearestWords(name, names) : [];
  return near === undefined
    ? []
    : [`${quoteInput(name)} is not a parameter and was ignored; did you mean ${near}?`];
}

/** Undefined when current or past prices of the models at the requested hosts depend on the value. */
function hintForUnknownTerm(
  term: "region" | "variant",
  value: string | undefined,
  models: readonly AskedModel[],
  { host, catalog }: Market,
): string | undefined {
  if (value === undefined) return undefined;
  const rows = models
    .flatMap(({ slug }) => [
      ...catalog.offersOf(slug),
      ...catalog.rateCardsOf(slug),
      ...catalog.idCardsOf(slug),
    ])
    .filter((row) => host === undefined || row.host === host);
  const rates = rows.flatMap((row) => row.cards.flatMap((card) => parseRates(card.rates)));
  const ofRates = rates.flatMap((rate) => rate[term]?.split("+") ?? []);
  const ofIds = term === "region" ? rows.flatMap(({ model_id }) => findRegionOfId(model_id)) : [];
  const known = [...new Set([...ofRates, ...ofIds])].sort(compareByCodePoint);
  if (known.includes(value)) return undefined;
  const next = known.length > 0 ? ` Known ${term}s: ${known.join(", ")}.` : "";
  return `No rate of ${models.map(({ slug }) => slug).join(", ")} depends on the ${term} ${quoteInput(value)}, so the parameter had no effect.${next}`;
}

/** `eu.anthropic.claude-…` → `eu`. */
const findRegionOfId = (modelId: string | null): string[] =>
  /^([a-z-]{2,12})\.[a-z0-9-]+\./.exec(modelId ?? "")?.slice(1) ?? [];

/** Lists the hosts that sell the tier under a separate model id, when a row has the price of that id. */
function hintForTierIds(
  tier: ServiceTier,
  rows: readonly PublishedCost[],
  { catalog, day = catalog.asOf }: Market,
): string | undefined {
  const ofTier = rows.filter(({ model, model_id, provider_slug: host }) => {
    const own = catalog.idCardsOf(model).filter((row) => row.host === host);
    return findRateCardOfModelId({ name: model_id, host, day }, own)?.service_tier === tier;
  });
  if (ofTier.length === 0) return undefined;
  const list = ofTier.map(
    (row) => `${row.provider_slug} sells ${row.model} at service_tier=${tier} as ${row.model_id}`,
  );
  return `${list.slice(0, MAX_HOSTS_IN_HINT).join("; ")}.`;
}

/** The hours with other prices, of rows with the prices of all other hours. */
const hintsForHours = (rows: readonly PublishedCost[], { catalog, day }: Market): string[] =>
  rows.flatMap(({ model, provider_slug }) => {
    const { cards = [] } = getRateCardsByHost(model, day, catalog).get(provider_slug) ?? {};
    const rates = cards.flatMap((card) => parseRates(card.rates));
    const hours = new Set(rates.flatMap(({ hours_utc }) => hours_utc ?? []));
    if (hours.size === 0) return [];
    return `${provider_slug} has other prices for ${model} at these hours (UTC): ${[...hours].join(", ")}. To get the prices of an hour, send at= with a time, for example at=${day ?? catalog.asOf}T03:00Z.`;
  });

/** Hosts whose lab has changed its price of cached input since theirs was confirmed, or that nobody confirms any more. */
function hintForStaleCachePrices(
  rows: readonly PublishedCost[],
  catalog: Catalog,
): string | undefined {
  const hosts = rows.flatMap(({ model, provider_slug, parts }) => {
    const offer = catalog.offersOf(model).find(({ host }) => host === provider_slug);
    const isUsed = parts.some(({ meter }) => meter === "cache_read");
    return isUsed && offer?.rate_trust?.cache_read === "stale" ? provider_slug : [];
  });
  if (hosts.length === 0) return undefined;
  return `The price of cached input may be out of date at these hosts: ${listHosts([...new Set(hosts)])}.`;
}

/** Why a model has no row, or which hosts have none. */
function hintsForHosts(
  asked: AskedModel,
  rows: readonly PublishedCost[],
  { host, day, catalog }: Market,
): string[] {
  const { slug, retirement_date } = catalog.getModel(asked.slug);
  const own = rows.filter(({ model }) => model === slug);
  const isPast = isPastDay(day, catalog);
  const sellers = catalog.offersOf(slug).filter(isStillSold);
  const isSoldAt = (at: string) => isKnownToSell(asked, at, { day, catalog });
  if (own.length === 0) {
    const seller = host ?? "No host";
    const isRetired = retirement_date !== null && retirement_date <= (day ?? catalog.asOf);
    const ended = isRetired ? `; it was retired on ${retirement_date}` : "";
    const isOfId = host === undefined ? sellers.length > 0 : !isSoldAt(host);
    const sold = isOfId ? asked.name : slug;
    const what = isPast ? `have sold ${sold} on ${day}` : `sell ${sold}`;
    const selling = host === undefined || isPast ? undefined : describeSellers(slug, catalog);
    const next =
      selling ??
      `${catalog.service.base_url}/api/v1/price-history/${slug}?provider=all has all prices.`;
    return [`${seller} is ${host ? "not " : ""}known to ${what}${ended}. ${next}`];
  }
  if (host !== undefined) return [];
  const named = new Set(own.map(({ provider_slug }) => provider_slug));
  const sold = [...getRateCardsByHost(slug, day, catalog).values()].flatMap((card) => card ?? []);
  const left = (isPast ? sold : sellers).flatMap(({ host }) => (named.has(host) ? [] : host));
  const gone = left.filter((at) => !isSoldAt(at));
  const others = left.filter(isSoldAt);
  const hints: string[] = [];
  if (gone.length > 0) hints.push(`Hosts not known to sell ${asked.name}: ${listHosts(gone)}.`);
  if (others.length > 0)
    hints.push(
      `The answer leaves out these hosts of ${slug}: ${listHosts(others)}.${isPast ? "" : ` ${catalog.service.base_url}/api/v1/models/${slug}/cheapest states the reason for each, for instance an unconfirmed price.`}`,
      "To get the cost at a host that is not in the answer, send host= with the slug of the host.",
    );
  return hints;
}

/** For an unknown host: adds the hosts that sell the models. */
function nameSellers(problem: Problem, names: readonly string[], context: AnswerContext): Problem {
  const models = resolveComparedModels(names, context);
  if (isProblem(models)) return problem;
  const sellers = models.flatMap(({ slug }) => describeSellers(slug, context.catalog) ?? []);
  return { ...problem, detail: [problem.detail, ...sellers].join(" ") };
}

/** `Hosts that sell norn-4o: northwind, cumulus.`: its lab first, then clouds. Undefined if nobody sells it. */
function describeSellers(slug: string, catalog: Catalog): string | undefined {
  const hosts = catalog
    .offersOf(slug)
    .filter(isStillSold)
    .sort(compareEqualPrices(catalog.getModel(slug), catalog))
    .map(({ host }) => host);
  return hosts.length > 0 ? `Hosts that sell ${slug}: ${listHosts(hosts)}.` : undefined;
}

function listHosts(hosts: readonly string[]): string {
  const more = hosts.length - MAX_HOSTS_IN_HINT;
  return hosts.slice(0, MAX_HOSTS_IN_HINT).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

export const COST_PARAMETER_NAMES = [...FIELD_OF_PARAMETER.keys()];

/** Counts of 0 are dropped; without a count of requests, the usage is one request. */
const toUsage = (query: Readonly<Record<string, unknown>>): Usage =>
  Object.fromEntries(
    Array.from(FIELD_OF_PARAMETER, ([name, field]) => [field, query[name]]).filter(
      ([, count]) => count !== undefined && count !== 0,
    ),
  );

interface AskedModel {
  slug: string;
  /** The name in the request. It matters because a model id may have its own price. */
  name: string;
}

interface Market {
  /** Slug of the requested host; undefined means every host that qualifies as cheapest provider. */
  host: string | undefined;
  day: string | undefined;
  catalog: Catalog;
}

type HostCard = Omit<HostRateCard, "trust" | "last_confirmed"> &
  Pick<PublishedCost, "trust" | "last_confirmed">;

/** One row per host, the cheapest first; rows with an unknown cost come last. */
function computeCosts(
  models: readonly AskedModel[],
  usage: Usage,
  options: CostOptions,
  market: Market,
): PublishedCost[] {
  const { catalog } = market;
  const cards = models
    .flatMap((model) => cardsFor(model, market, options))
    .map((card) => [`${card.model} ${card.host} ${card.model_id}`, card] as const);
  const hostOf = ({ provider_slug: host }: PublishedCost) => ({ host });
  return [...new Map(cards).values()]
    .map((card): PublishedCost => {
      const { model, model_id, trust, as_of, last_confirmed } = card;
      const { provider, provider_slug } = addHostDisplayName(card, catalog);
      const priced = cost(usage, toRateCard(card), options);
      return { model, provider, provider_slug, model_id, ...priced, trust, as_of, last_confirmed };
    })
    .sort(
      (a, b) =>
        (a.usd ?? Infinity) - (b.usd ?? Infinity) ||
        compareByCodePoint(a.model, b.model) ||
        compareEqualPrices(catalog.getModel(a.model), catalog)(hostOf(a), hostOf(b)),
    );
}

/**
 * Whether a host sells the requested model id. False when the host has withdrawn the offer although a source still
 * lists it, when the id is no longer sold, and when the id has its own price at the lab but this host does not list it:
 * the host's price of the model is then not a price of the id.
 */
function isKnownToSell(
  { slug, name }: AskedModel,
  host: string,
  { day, catalog }: Omit<Market, "host">,
): boolean {
  const offer = catalog.offersOf(slug).find((one) => one.host === host);
  if (offer && !isStillSold(offer) && !isPastDay(day, catalog)) return false;
  const ids = catalog.idCardsOf(slug);
  const sale = { name, model: slug, host, day: day ?? catalog.asOf };
  if (isRequestedModelIdWithdrawn(sale, ids, offer)) return false;
  const own = catalog.provider(catalog.getModel(slug).lab)?.own_hosts ?? [];
  const ofLab = ids.findLast(
    (row) => own.includes(row.host) && isSameModelId(row.name, name) && row.date <= sale.day,
  );
  // A row with a service tier but without a model id only repeats the price of the model.
  const isOwnPrice =
    ofLab !== undefined && (ofLab.model_id !== null || ofLab.service_tier === null);
  if (!isOwnPrice || own.includes(host) || name === slug) return true;
  const listed = [
    ...(offer ? [offer, ...offer.variants].map(({ model_id }) => model_id) : []),
    ...ids.flatMap((row) => (row.host === host ? row.name : [])),
  ];
  return listed.some((id) => endsWithModelId(id, name));
}

/** The cards that apply to the request at the requested host, or else at hosts that qualify as cheapest, or else at all. */
function cardsFor(
  model: AskedModel,
  market: Market,
  conditions: RateConditionsOfRequest,
): HostCard[] {
  const { day = market.catalog.asOf, host: only, catalog } = market;
  const sales = [...getRateCardsByHost(model.slug, market.day, catalog)]
    .filter(([host]) => (only ?? host) === host && isKnownToSell(model, host, market))
    .map(([host, usual]) => {
      const sale = { name: model.name, model: model.slug, host, day };
      const ids = catalog.idCardsOf(model.slug);
      const found = findRateCardOfRequest(sale, conditions, ids, usual);
      const isEligible = usual?.is_eligible === true;
      const { last_confirmed = null } =
        usual !== undefined && found === usual && day <= catalog.asOf ? usual : {};
      const trust = found ? findTrustOnDay(found, day, catalog) : null;
      return { isEligible, card: found && { ...found, trust, last_confirmed } };
    });
  const eligible = sales.filter(({ isEligible }) => isEligible);
  const isEvery = only !== undefined || eligible.length === 0;
  return (isEvery ? sales : eligible).flatMap(({ card }) => card ?? []);
}
