/**
 * Computes what many requests cost at a rate card. Each request is charged by its own prompt size. Requests whose sizes
 * select the same rates are summed first, so that a log of a hundred thousand requests can be priced at every host.
 */
import {
  type Cost,
  cost,
  fractionToUsd,
  type RateCard,
  type RateConditionsOfRequest,
  selectUsageRates,
  sumFractions,
  toExactFraction,
} from "./cost.ts";
import type { UsageReading } from "./readers/reading.ts";
import {
  addToUsageSum,
  PROMPT_USAGE_FIELDS,
  sumUsageFields,
  USAGE_FIELDS,
  type Usage,
  type UsageField,
} from "./usage.ts";

/** Several requests in an entry are assumed to be of the same size. */
export type UsageOfLogEntry = Pick<UsageReading, "usage" | "requests" | "promptRange">;

/** Requests whose prompt sizes select the same rates. */
interface RequestSum {
  usage: Usage;
  /** Prompt tokens of one of the requests. */
  promptSize: number;
}

/** Counts cached tokens as plain input if the host has no price for them. */
export function countUnpricedCacheAsInput(
  usage: Usage,
  card: RateCard,
  options: RateConditionsOfRequest = {},
): Usage {
  const rest: Usage = { ...usage };
  for (const [field, count] of Object.entries(usage) as [UsageField, number][]) {
    const { uncached } = USAGE_FIELDS[field];
    if (!uncached || !count || typeof selectUsageRates(field, usage, card, options, 0) !== "string")
      continue;
    rest[uncached] = (rest[uncached] ?? 0) + count;
    delete rest[field];
  }
  return rest;
}

/** @returns A function that prices the whole log at a card; it keeps the sums for cards with the same prompt sizes. */
export function createUsageLogPricer(entries: readonly UsageOfLogEntry[]) {
  const requests = entries.map(toRequestSum);
  const bySizes = new Map<string, RequestSum[]>();
  const sumsFor = (sizes: readonly number[]): RequestSum[] => {
    const key = sizes.join();
    const sums = bySizes.get(key) ?? sumBySize(requests, sizes);
    bySizes.set(key, sums);
    return sums;
  };
  return (card: RateCard, options: RateConditionsOfRequest = {}): Cost => {
    const sizes = [...new Set(card.rates.flatMap((rate) => rate.above_input_tokens ?? []))].sort(
      (a, b) => a - b,
    );
    // If a rate charges only the tokens above a size, each request is priced separately.
    const sums = card.rates.some(({ tier_mode }) => tier_mode === "excess")
      ? requests
      : sumsFor(sizes);
    return addCosts(
      sums.map(({ usage, promptSize }) => {
        const priced = countUnpricedCacheAsInput(usage, card, options);
        return cost(priced, card, { ...options, promptSize });
      }),
    );
  };
}

function toRequestSum({ usage, requests, promptRange }: UsageOfLogEntry): RequestSum {
  const tokens = sumUsageFields(usage, PROMPT_USAGE_FIELDS);
  return {
    usage: { request: requests ?? 1, ...usage },
    promptSize: requests ? tokens / requests : promptRange ? promptRange[0] + 1 : 0,
  };
}

function sumBySize(requests: readonly RequestSum[], sizes: readonly number[]): RequestSum[] {
  const sums = new Map<number, RequestSum>();
  for (const { usage, promptSize } of requests) {
    const tier = sizes.filter((size) => size < promptSize).length;
    const sum = sums.get(tier) ?? { usage: {}, promptSize };
    sums.set(tier, sum);
    addToUsageSum(sum.usage, usage);
  }
  return [...sums.values()];
}

/** Adds costs. The sum is null if one cost is unknown; each missing rate is listed once. */
function addCosts(costs: readonly Cost[]): Cost {
  const missing = costs.flatMap((one) => one.missing);
  const usds = costs.flatMap(({ usd }) => (usd === null ? [] : toExactFraction(usd)));
  return {
    usd: usds.length < costs.length ? null : fractionToUsd(sumFractions(usds)),
    parts: costs.flatMap(({ parts }) => parts),
    missing: [...new Map(missing.map((one) => [one.meter + one.reason, one])).values()],
  };
}
