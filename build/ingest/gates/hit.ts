/** What a gate looks at and what it says. Gates are pure: they see numbers and hold back, others decide. */
import type { GateFinding, GateName } from "../../collect/night/outcome.ts";

export interface Money {
  input: number | null;
  output: number | null;
}

/** A price told tonight that is not the one told before. */
export interface PriceMove {
  source: string;
  host: string;
  modelId: string;
  /** What this source said before; null when the offer is new. */
  was: Money | null;
  now: Money;
  /** Prices of the same model at other hosts. */
  peers: readonly Money[];
}

/** A row that does not pass. */
export interface Hit {
  /** Names the row among the answers of its source. */
  key: string;
  /** For people: `openai gpt-4o`. */
  scope: string;
  message: string;
}

/** What a gate holds back of one source. */
export interface Verdict extends GateFinding {
  /** Of the rows; empty when the source is held. */
  keys: readonly string[];
}

/** So few bad rows are no sign of a bad answer, however small the answer is. */
const MAX_SINGLE_ROWS = 10;
/** Above this share the whole answer is not to be believed. */
const MAX_SHARE = 0.2;

/** @param looked Rows that the gate looked at: many hits among them are one finding about the source. */
export function toVerdicts(
  gate: GateName,
  source: string,
  hits: readonly Hit[],
  looked: number,
): Verdict[] {
  if (hits.length > MAX_SINGLE_ROWS && hits.length > MAX_SHARE * looked) {
    const message = `${hits.length} of ${looked} rows: ${hits[0]?.message}, and so on; ${howToAccept(gate, source)}`;
    return [toVerdict(gate, source, { scope: source, message, key: "" }, "source")];
  }
  return hits.map((hit) =>
    toVerdict(
      gate,
      source,
      { ...hit, message: `${hit.message}; ${howToAccept(gate, source)}` },
      "row",
    ),
  );
}

export function toVerdict(
  gate: GateName,
  source: string,
  { key, scope, message }: Hit,
  holds: "source" | "row",
): Verdict {
  const keys = holds === "row" ? [key] : [];
  return { gate, source, scope, holds, message, accepted: null, keys };
}

export const howToAccept = (gate: GateName, source: string): string =>
  `look at the upstream and, if it is real, rerun with --accept ${gate}:${source} and a reason`;

/** Middle of the numbers; of an even count the mean of the middle two. NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

/** Fewer hosts than this have no middle worth the name. */
const MIN_PEERS = 3;

/** Price in the middle of the hosts that ask one; null when too few do. */
export function medianOf(peers: readonly Money[], field: keyof Money): number | null {
  const prices = peers.flatMap((peer) => (peer[field] ? [peer[field]] : []));
  return prices.length < MIN_PEERS ? null : median(prices);
}

export const FIELDS = ["input", "output"] as const;

export const toScope = ({ host, modelId }: Pick<PriceMove, "host" | "modelId">): string =>
  `${host} ${modelId}`;

export const toMoney = ({ input, output }: Money): string => `${input ?? "?"}/${output ?? "?"}`;
