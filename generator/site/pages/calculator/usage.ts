/** Tokens, and what they cost. */

/** Each token is counted once: `input` are those that were not read from a cache. */
export interface Usage {
  input: number;
  cache_read: number;
  cache_write: number;
  output: number;
}

export const NO_USAGE: Usage = { input: 0, cache_read: 0, cache_write: 0, output: 0 };

const KINDS = ["input", "cache_read", "cache_write", "output"] as const;

const mapUsage = (of: (kind: (typeof KINDS)[number]) => number): Usage => ({
  input: of("input"),
  cache_read: of("cache_read"),
  cache_write: of("cache_write"),
  output: of("output"),
});

export const addUsage = (a: Usage, b: Usage): Usage => mapUsage((kind) => a[kind] + b[kind]);

export const timesUsage = (usage: Usage, times: number): Usage =>
  mapUsage((kind) => usage[kind] * times);

export const totalTokens = (usage: Usage): number =>
  KINDS.reduce((sum, kind) => sum + usage[kind], 0);

/** USD per 1M tokens; null where unknown. */
export interface Rates {
  input: number;
  output: number | null;
  cache_read: number | null;
  cache_write: number | null;
}

export interface Cost {
  usd: number;
  /** Kinds of tokens that have no price of their own here, and are charged at the input price. */
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
