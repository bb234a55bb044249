/**
 * Computes what a usage costs at a rate card, in US dollars, exact to a millionth of a cent. An unknown rate makes the
 * cost unknown: null with the reason, never 0.
 */
import {
  findPriceOfRate,
  listWeekdays,
  type Meter,
  type PriceUnit,
  type Rate,
  type ServiceTier,
  WEEKDAYS,
} from "./rates.ts";
import {
  PROMPT_USAGE_FIELDS,
  sumUsageFields,
  USAGE_FIELDS,
  type Usage,
  type UsageField,
} from "./usage.ts";

/** A rate of a card, with its source and the day since which the source states it, if known. */
export type CardRate = Rate & { source?: string | null; valid_from?: string | null };

export interface RateCard {
  /** Service tier of rates that state none. */
  service_tier: ServiceTier;
  /** `plan`: sold by subscription, so that a request has no price of its own. */
  billing: "tokens" | "plan" | "free";
  rates: readonly CardRate[];
}

/** Conditions of a request. For those left out, the card's defaults apply. */
export interface RateConditionsOfRequest {
  serviceTier?: ServiceTier | undefined;
  region?: string | undefined;
  /** In UTC, for cards with rates by the hour: `2026-06-01T14:05`. Rates for weekdays need the day. */
  time?: string | undefined;
  /** How long the cache keeps the written tokens: `5m`, `1h`. */
  cacheTtl?: string | undefined;
  /** Resolution or quality, in the host's own terms. */
  variant?: string | undefined;
}

export interface CostOptions extends RateConditionsOfRequest {
  /** Number of requests with this usage; default 1. */
  requests?: number | undefined;
  /** Prompt tokens of one request, if the usage is the sum of several. */
  promptSize?: number | undefined;
}

/** What one rate contributes to the cost. */
export type CostPart = {
  meter: Meter;
  /** As the usage counts it, not converted to `unit`: seconds stay seconds even if the price is per minute. */
  quantity: number;
  unit: PriceUnit;
  /** USD per `unit`. */
  rate: number;
  usd: number;
  source: string | null;
  /** Day since which the source states the rate; null if unknown. */
  as_of: string | null;
};

export interface Cost {
  /** Null where a rate is missing. */
  usd: number | null;
  parts: CostPart[];
  /** Fields of the usage without a known rate. */
  missing: { meter: string; reason: string }[];
}

/** @throws RangeError if a count is negative or not a number. */
export function cost(usage: Usage, card: RateCard, options: CostOptions = {}): Cost {
  const fees = card.rates.filter(({ meter }) => meter === "request");
  // A fee without a variant applies to every request, whatever else was used. A fee with a variant applies only when
  // that variant is requested.
  const isDue = fees.some(({ variant }) => variant === null || variant === options.variant);
  const request = fees.length > 0 ? (usage.request ?? Number(isDue)) : 0;
  const counts: Usage = { ...usage, request };
  const fields = (Object.keys(USAGE_FIELDS) as UsageField[]).filter(
    (field) => checkCount(field, counts[field] ?? 0) > 0,
  );
  const requests = checkCount("requests", options.requests ?? 1);
  if (card.billing === "plan") {
    const reason = "sold by subscription: a request has no price of its own";
    return { usd: null, parts: [], missing: [{ meter: "request", reason }] };
  }
  const missing: Cost["missing"] = [];
  const charges = fields.flatMap((field) => {
    const shares = selectUsageRates(field, counts, card, options, options.promptSize);
    if (typeof shares !== "string")
      return shares.map(({ rate, count }) => charge(field, count, requests, rate));
    missing.push({ meter: field, reason: shares });
    return [];
  });
  return {
    usd: missing.length > 0 ? null : fractionToUsd(sumFractions(charges.map(({ exact }) => exact))),
    parts: charges.map(({ part }) => part),
    missing,
  };
}

function checkCount(name: string, count: number): number {
  if (Number.isFinite(count) && count >= 0) return count;
  throw new RangeError(`${name}: ${count} is not a valid count; give a number of 0 or more`);
}

function charge(field: UsageField, count: number, requests: number, rate: CardRate) {
  const size = USAGE_FIELDS[field].units[rate.unit] ?? 1;
  const quantity = multiply(toExactFraction(count), toExactFraction(requests));
  const exact = multiply(divideBySize(quantity, size), toExactFraction(rate.price));
  const part: CostPart = {
    meter: rate.meter,
    quantity: toNumber(quantity),
    unit: rate.unit,
    rate: rate.price,
    usd: fractionToUsd(exact),
    source: rate.source ?? null,
    as_of: rate.valid_from ?? null,
  };
  return { exact, part };
}

/** An exact number: it takes the decimal digits of a value literally, and only the final result is rounded. */
interface Fraction {
  above: bigint;
  below: bigint;
}

/** @param value Finite; `0.1` is one tenth, not the binary number nearest to it. */
export function toExactFraction(value: number): Fraction {
  if (Number.isSafeInteger(value)) return { above: BigInt(value), below: 1n };
  const [digits = "", exponent = "0"] = String(value).split("e");
  const [whole = "", decimals = ""] = digits.split(".");
  const scale = decimals.length - Number(exponent);
  const above = BigInt(whole + decimals);
  return scale >= 0
    ? { above, below: 10n ** BigInt(scale) }
    : { above: above * 10n ** BigInt(-scale), below: 1n };
}

const multiply = (a: Fraction, b: Fraction): Fraction => ({
  above: a.above * b.above,
  below: a.below * b.below,
});

/** `size` is a whole number (1,000,000) or one divided by a whole number (1/60). */
const divideBySize = (a: Fraction, size: number): Fraction =>
  size >= 1
    ? { above: a.above, below: a.below * BigInt(size) }
    : { above: a.above * BigInt(Math.round(1 / size)), below: a.below };

export const sumFractions = (items: readonly Fraction[]): Fraction =>
  items.reduce(
    (a, b) => ({ above: a.above * b.below + b.above * a.below, below: a.below * b.below }),
    { above: 0n, below: 1n },
  );

const toNumber = ({ above, below }: Fraction): number => Number(above) / Number(below);

/** Rounds to a millionth of a cent, half up. */
export function fractionToUsd({ above, below }: Fraction): number {
  const parts = (above * 200_000_000n + below) / (2n * below);
  return Number(`${parts}e-8`);
}

interface Share {
  rate: CardRate;
  count: number;
}

/**
 * @param promptSize Prompt tokens of one request, if the usage is a sum of several.
 * @returns One share, or several if a rate charges only the tokens above a size; or a sentence that says why there is
 * none.
 */
export function selectUsageRates(
  field: UsageField,
  usage: Usage,
  card: RateCard,
  conditions: RateConditionsOfRequest,
  promptSize = sumUsageFields(usage, PROMPT_USAGE_FIELDS),
): Share[] | string {
  const rates = findRatesOfSize(field, card, conditions, promptSize);
  return typeof rates === "string" ? rates : shareOut(field, usage, rates);
}

/** Rates without a size or with one that the prompt exceeds, largest first; or a sentence that says why not. */
function findRatesOfSize(
  field: UsageField,
  card: RateCard,
  conditions: RateConditionsOfRequest,
  promptSize: number,
): CardRate[] | string {
  const { meters, units, follows, uncached = "input" } = USAGE_FIELDS[field];
  const counted = card.rates.filter((rate) => rate.unit in units);
  const ofMeters = meters.map((meter) => counted.filter((rate) => rate.meter === meter));
  const ofMeter = ofMeters.find((rates) => rates.length > 0);
  if (ofMeter === undefined || isMadeByModel(ofMeter, card))
    return `the host's price for ${field} is not known${describeTokenPrices(field, card)}`;
  const kinds = listKinds(ofMeters, ofMeter);
  if (kinds.length > 1) return `the price depends on the kind: ${kinds.join(", ")}`;
  const rates = meetConditions(field, ofMeter, card, conditions);
  if (typeof rates === "string") {
    if (conditions.serviceTier === undefined) return rates;
    const usual = { ...conditions, serviceTier: undefined };
    return findFollowedRates(usual, field, card, conditions, promptSize) ?? rates;
  }
  // A size in another service tier than the usual and the requested one says nothing about their prices.
  const isOfTier = ({ service_tier }: CardRate) =>
    [null, card.service_tier, conditions.serviceTier].includes(service_tier);
  const sized = field.startsWith("cache_") ? counted : ofMeter;
  const reached = largestBelow(promptSize, sized.filter(isOfTier));
  const [best, ...rest] = rates
    .filter(({ above_input_tokens: size }) => (size ?? 0) < promptSize || size === null)
    .sort((a, b) => (b.above_input_tokens ?? 0) - (a.above_input_tokens ?? 0));
  if (best === undefined) {
    const least = Math.min(...rates.map(({ above_input_tokens: size }) => size ?? 0));
    return `no price for ${field} is known for prompts of up to ${least} tokens`;
  }
  if ((best.above_input_tokens ?? 0) < reached)
    return `no price for ${field} is known for prompts above ${reached} tokens`;
  // The general cache price applies to audio and images only if their input has the same price as text input.
  if (uncached !== "input" && best.variant === null) {
    const [own, text] = [uncached, "input" as const].map((of) =>
      findPriceOfSize(of, card, conditions, promptSize),
    );
    if (own === undefined || own !== text) return `the host's price for ${field} is not known`;
  }
  const ofFollowed = counted.filter((rate) => rate.meter === follows && isOfTier(rate));
  const isNow = ({ hours_utc }: CardRate) => isWithin(hours_utc ?? "", conditions.time);
  const isOfHour = !ofMeter.some(isNow) && ofFollowed.some(isNow);
  const above = largestBelow(promptSize, ofFollowed);
  const isSized = ofMeter.some((rate) => rate.above_input_tokens !== null && isOfTier(rate));
  if (!isOfHour && (isSized || above === 0)) return [best, ...rest];
  const usual = { ...conditions, time: isOfHour ? undefined : conditions.time };
  const followed = findFollowedRates(usual, field, card, conditions, promptSize);
  const range = isOfHour ? "this time of day" : `prompts above ${above} tokens`;
  return followed ?? `no price for ${field} is known for ${range}`;
}

/**
 * The rates that a field follows, if both have the same price under the `usual` conditions. Sources then leave out the
 * prices of the field for longer prompts, for other service tiers and for other hours.
 */
function findFollowedRates(
  usual: RateConditionsOfRequest,
  ...[field, card, conditions, promptSize]: Parameters<typeof findRatesOfSize>
): CardRate[] | undefined {
  const { follows } = USAGE_FIELDS[field];
  if (follows === undefined) return undefined;
  const [own, followed] = [field, follows].map((of) => findPriceOfSize(of, card, usual, 0));
  const rates = findRatesOfSize(follows, card, conditions, promptSize);
  return own !== undefined && own === followed && typeof rates !== "string" ? rates : undefined;
}

/** For `image`: names the image meters for which the host charges by the token instead. */
function describeTokenPrices(field: UsageField, { rates }: RateCard): string {
  const meters = rates.flatMap(({ meter, unit }) =>
    unit === "1M tokens" && meter.endsWith(`_${field}`) ? meter : [],
  );
  const names = [...new Set(meters)].join(" and ");
  return names && `; it charges ${names} by the token`;
}

function findPriceOfSize(...of: Parameters<typeof findRatesOfSize>): number | undefined {
  const rates = findRatesOfSize(...of);
  return typeof rates === "string" ? undefined : rates[0]?.price;
}

/** Whether the price found is for an input, while the usage counts outputs, because the model also makes this kind. */
const isMadeByModel = ([counted]: readonly CardRate[], { rates }: RateCard): boolean =>
  counted?.unit !== "1M tokens" &&
  rates.some(
    ({ meter }) =>
      meter === counted?.meter.replace(/^input_/, "output_") && meter !== counted?.meter,
  );

/** Meters of the same direction that the host does not count in tokens, such as `input_video` and `input_audio`. */
const listKinds = (ofMeters: readonly CardRate[][], [counted]: readonly CardRate[]): Meter[] =>
  ofMeters.flatMap(([rate]) =>
    rate?.unit !== "1M tokens" && rate?.meter.split("_")[0] === counted?.meter.split("_")[0]
      ? (rate?.meter ?? [])
      : [],
  );

/** The largest size limit of the rates that the prompt exceeds; 0 if there is none. */
const largestBelow = (promptSize: number, rates: readonly CardRate[]): number =>
  Math.max(
    0,
    ...rates.map((rate) => rate.above_input_tokens ?? 0).filter((size) => size < promptSize),
  );

/** They cost the same in every service tier if a card has no rate for the tier, such as a search in a batch. */
const FIELDS_WITHOUT_TIERS: readonly UsageField[] = [
  ...(["search", "tool_call", "request", "cache_storage"] as const),
];

/** Rates of all prompt sizes that match the conditions; or a sentence that says why there are none. */
function meetConditions(
  field: UsageField,
  ofMeter: CardRate[],
  card: RateCard,
  conditions: RateConditionsOfRequest,
): CardRate[] | string {
  const { cacheTtl: ownTtl, variant: ownVariant } = USAGE_FIELDS[field];
  const tier = conditions.serviceTier ?? card.service_tier;
  const ofTier = ofMeter.filter((rate) => (rate.service_tier ?? card.service_tier) === tier);
  const inTier = ofTier.length > 0 || !FIELDS_WITHOUT_TIERS.includes(field) ? ofTier : ofMeter;
  if (inTier.length === 0) return `no ${tier} price for ${field} is known`;

  const ttl = ownTtl ?? (field === "cache_write" ? conditions.cacheTtl : undefined);
  const ofTtl = ofLifetime(inTier, ttl ?? null);
  if (ofTtl.length === 0) return `no price is known for ${field} that the cache keeps for ${ttl}`;

  const { region, time, variant } = conditions;
  const isThere = (names: string) => names.split("+").includes(region ?? "");
  // Rates of the region at the general price, such as flex rates, do not make the other rates unknown there.
  const hasOwnPrice = (rate: CardRate) =>
    isThere(rate.region ?? "") &&
    findPriceOfRate(ofMeter, { ...rate, region: null }) !== rate.price;
  if (region && ofMeter.some(hasOwnPrice) && !ofTtl.some((rate) => isThere(rate.region ?? "")))
    return `no ${tier} price for ${field} is known in the region ${region}`;

  let rates = ofTtl;
  for (const [condition, name, isMet] of [
    ["region", "region", isThere],
    ["hours_utc", "time of day", (hours) => isWithin(hours, time)],
    ["variant", "variant", (one) => one === (ownVariant ?? variant)],
  ] satisfies [keyof Rate, string, (value: string) => boolean][]) {
    // Rates whose condition is met; if there are none, those without such a condition.
    const met = rates.filter(({ [condition]: value }) => value !== null && isMet(value));
    const kept = met.length > 0 ? met : rates.filter((rate) => rate[condition] === null);
    if (kept.length === 0) {
      const values = new Set(rates.map((rate) => rate[condition]));
      return `the price depends on the ${name}: ${[...values].sort().join(", ")}`;
    }
    rates = kept;
  }
  return rates;
}

/** Without a lifetime, a rate means five minutes, and a request gets the rate without one, or else for five minutes. */
function ofLifetime(rates: CardRate[], ttl: string | null): CardRate[] {
  const exact = rates.filter(({ cache_ttl }) => cache_ttl === ttl);
  if (exact.length > 0 || (ttl !== null && ttl !== "5m")) return exact;
  return rates.filter(({ cache_ttl }) => cache_ttl === (ttl === null ? "5m" : null));
}

/** @param hours `16:30-00:30 Mon-Fri`: they begin on these days, and end before 00:30, here of the next day. */
function isWithin(hours: string, time: string | undefined): boolean {
  if (time === undefined) return false;
  const [from, to, days] = [hours.slice(0, 5), hours.slice(6, 11), hours.slice(12)];
  const clock = time.slice(-5);
  const isNextDay = from > to && clock < to;
  if (!isNextDay && (clock < from || (from <= to && clock >= to))) return false;
  if (days === "") return true;
  const day = (new Date(`${time}Z`).getUTCDay() + (isNextDay ? 5 : 6)) % 7;
  return listWeekdays(days).includes(WEEKDAYS[day] ?? "");
}

/**
 * Splits the count of a field between rates. A rate for the whole request charges the full count. A rate in mode
 * `excess` charges only the tokens above its size, and the rate of the next smaller size charges the rest; cached
 * tokens come first in the prompt.
 * @param rates Largest size first.
 */
function shareOut(field: UsageField, usage: Usage, rates: CardRate[]): Share[] {
  const count = usage[field] ?? 0;
  const place = PROMPT_USAGE_FIELDS.indexOf(field);
  const start = sumUsageFields(usage, PROMPT_USAGE_FIELDS.slice(0, Math.max(0, place)));
  const shares: Share[] = [];
  let end = start + count;
  for (const rate of rates) {
    const isPart = rate.tier_mode === "excess" && place >= 0;
    const from = isPart ? Math.max(start, rate.above_input_tokens ?? 0) : start;
    if (from < end) shares.push({ rate, count: end - from });
    end = Math.min(end, from);
    if (!isPart) break;
  }
  return shares.reverse();
}
