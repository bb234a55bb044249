/** What a usage costs at a price. */
import type { Usage } from "./usage.ts";

/** USD per 1M tokens; null where no source says. */
export interface Rates {
  input: number;
  output: number | null;
  cache_read: number | null;
  cache_write: number | null;
}

export interface Cost {
  usd: number;
  /** Kinds of tokens that have no price of their own here, and are taken at the input price. */
  atInputPrice: ("cache_read" | "cache_write")[];
}

/** @returns Null where the usage has output, and the offer no price for it. */
export function costOf(usage: Usage, rates: Rates): Cost | null {
  if (usage.output > 0 && rates.output === null) return null;
  const atInputPrice = (["cache_read", "cache_write"] as const).filter(
    (kind) => usage[kind] > 0 && rates[kind] === null,
  );
  const usd =
    usage.input * rates.input +
    usage.cache_read * (rates.cache_read ?? rates.input) +
    usage.cache_write * (rates.cache_write ?? rates.input) +
    usage.output * (rates.output ?? 0);
  return { usd: usd / 1_000_000, atInputPrice };
}
