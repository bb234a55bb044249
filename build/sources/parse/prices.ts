/** Prices as upstreams write them → USD per 1M tokens, and what may be said of them. Pure. */
import type { ModelTraits, Prices } from "../listing.ts";

export const NO_PRICES: Prices = { input: null, output: null, cacheRead: null, cacheWrite: null };

export const NO_TRAITS: ModelTraits = {
  displayName: null,
  maker: null,
  isOpenWeights: null,
  releaseDate: null,
  knowledgeCutoff: null,
  retirementDate: null,
  contextWindow: null,
  maxOutputTokens: null,
  inputModalities: [],
  outputModalities: [],
  tools: null,
  reasoning: null,
  structuredOutput: null,
  attachments: null,
  weightsLicense: null,
  weightsUrl: null,
  announcementUrl: null,
  documentationUrl: null,
};

/** Without the noise of binary fractions: 2.8e-7 × 1e6 is 0.28, not 0.27999999999999997. */
export const withoutFloatNoise = (usd: number): number => Number(usd.toPrecision(10));

/** USD per token → USD per 1M tokens; null stays null, and so does a negative price. */
export function perMtok(usdPerToken: number | null | undefined): number | null {
  if (usdPerToken === null || usdPerToken === undefined || usdPerToken < 0) return null;
  return withoutFloatNoise(usdPerToken * 1e6);
}

/** A CSV cell in USD per 1M tokens; empty or negative is unknown. */
export function toUsd(cell: string): number | null {
  if (cell === "") return null;
  const usd = Number(cell);
  return Number.isFinite(usd) && usd >= 0 ? withoutFloatNoise(usd) : null;
}

export const hasPrice = ({ input, output }: Pick<Prices, "input" | "output">): boolean =>
  input !== null || output !== null;

export function isSamePrice(a: Prices, b: Prices): boolean {
  return (
    a.input === b.input &&
    a.output === b.output &&
    a.cacheRead === b.cacheRead &&
    a.cacheWrite === b.cacheWrite
  );
}

/** Reading from a cache never costs more than reading: the upstream has swapped its fields. */
export const hasImpossibleCache = ({ input, cacheRead }: Prices): boolean =>
  input !== null && cacheRead !== null && cacheRead > input;
