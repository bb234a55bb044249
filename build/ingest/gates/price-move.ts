/** A price that a source states beside what it stated before and what others state. */
import { findPrice, parseRates, toPromptTiers } from "../../schema/rate.ts";
import type { StatedPrices } from "../statements.ts";
import { type Hit, ratioOf } from "./verdict.ts";

export interface Money {
  input: number | null;
  output: number | null;
}

export interface PriceMove {
  key: string;
  host: string;
  modelId: string;
  /** What this source stated until now; null at its first sight of the id. */
  before: StatedPrices | null;
  now: StatedPrices;
  /** Prices of the same model at other hosts. */
  peers: readonly Money[];
  /** What other sources state of this id. */
  witnesses: readonly StatedPrices[];
  /** Why it is another host's price but for a typo of a hand; null when it is none. */
  typo: string | null;
}

export const MONEY_FIELDS = ["input", "output"] as const;

export const isMoney = (field: string): boolean => field === "input" || field === "output";

/** Every amount of a statement by its name; those of tiers as `input of tier 1`, `start of tier 1`. Unknown ones are left out. */
export function amountsOf({ rates, ...base }: StatedPrices): Map<string, number> {
  const card = parseRates(rates);
  const amounts: [string, number | null][] = [
    ...Object.entries(base),
    ["reasoning", findPrice(card, { meter: "reasoning" })],
    ["batch_input", findPrice(card, { meter: "input", service_tier: "batch" })],
    ["batch_output", findPrice(card, { meter: "output", service_tier: "batch" })],
  ];
  for (const [index, { above, prices }] of tiersOf(rates).entries())
    for (const [name, usd] of Object.entries({ start: above, ...prices }))
      amounts.push([`${name} of tier ${index + 1}`, usd]);
  return new Map(amounts.flatMap(([name, usd]) => (usd === null ? [] : [[name, usd]])));
}

interface Tier {
  above: number;
  prices: { input: number | null; output: number | null; cache_read: number | null };
}

/** The prices of a card above prompt sizes. */
export const tiersOf = (rates: string | null): Tier[] =>
  toPromptTiers(parseRates(rates)).map(({ above_input_tokens: above, ...prices }) => ({
    ...{ above, prices },
  }));

/** Amounts reported before and now, with both values. */
export function pairsOf({ before, now }: Pick<PriceMove, "before" | "now">) {
  if (before === null) return [];
  const known = amountsOf(before);
  return [...amountsOf(now)].flatMap(([field, after]) => {
    const was = known.get(field);
    return was === undefined ? [] : [{ field, before: was, after }];
  });
}

/** Another source states the same price of the same id. */
export const isWitnessed = ({ now, witnesses }: PriceMove): boolean =>
  witnesses.some(({ input, output }) => isSame(input, now.input) && isSame(output, now.output));

/** But for the noise of numbers with a point. */
const isSame = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) < 1e-6 * b);

/** Farther than this share a price is shown with a doubt until it is seen again. */
export const MAX_UNMARKED_MOVE = 0.4;

/** Input and output, and what reading and writing a cache costs: the prices that are shown of every offer. */
const SHOWN = ["input", "output", "cache_read", "cache_write"];

/** The largest move of a shown price as a share of the price before; 0 when none moved, infinite from 0. */
export function shareMoved(move: Pick<PriceMove, "before" | "now">): number {
  const shares = pairsOf(move)
    .filter(({ field }) => SHOWN.includes(field))
    .map(({ before, after }) => Math.abs(ratioOf(before, after) - 1));
  return Math.max(0, ...shares);
}

export const toMoney = ({ input, output }: Money): string => `${input ?? "?"}/${output ?? "?"}`;

export const hitOf = ({ key, before, now }: PriceMove, reason: string): Hit => ({
  ...{ key, scope: key, before: before && toMoney(before), after: toMoney(now) },
  reason,
});

/** A field that has another name is lost everywhere at once. */
export const OPTIONAL_PRICES = ["cache_read", "cache_write", "rates"] as const;
