/** What a gate says. Gates are pure: they look at values and hold back, others decide. */
import type { GateFinding } from "../outcome.ts";
import type { GateName } from "./gate-names.ts";

/** What of a source a row belongs to; `limits` are an id's limits, status and retirement. */
export type Area = "offers" | "limits" | "traits" | "endpoints" | "scores" | "facts" | "hosts";

/** A row that does not pass. */
export interface Hit {
  /** Names the row among the answers of its source, within its area. */
  key: string;
  /** For people: `openai gpt-4o`. */
  scope: string;
  /** Values for people; empty where there is none. */
  before: string;
  after: string;
  /** What is wrong, without what to do. */
  reason: string;
}

/** What a gate holds back of one source. */
export interface Verdict extends GateFinding {
  area: Area;
  /** Of the rows; empty when the source is held. */
  keys: readonly string[];
}

export interface Gate {
  name: GateName;
  source: string;
  area: Area;
}

/** So few bad rows are no sign of a bad answer, however small the answer is. */
const MAX_SINGLE_ROWS = 10;
/** Above this share the whole answer is not to be believed. */
const MAX_SHARE = 0.2;

/** @param looked Rows that the gate looked at: many hits among them are one verdict on the source. */
export function toVerdicts(gate: Gate, hits: readonly Hit[], looked: number): Verdict[] {
  const [first] = hits;
  if (first !== undefined && hits.length > MAX_SINGLE_ROWS && hits.length > MAX_SHARE * looked) {
    const reason = `${hits.length} of ${looked} rows: ${first.scope} ${first.reason}, and so on`;
    return [holdSource(gate, { ...first, scope: gate.source, reason })];
  }
  return hits.map((hit) => holdRows(gate, hit, [hit.key]));
}

export const holdSource = (gate: Gate, about: Omit<Hit, "key">): Verdict =>
  verdict(gate, about, "source", []);

/** @param keys Rows that stay as they were; one finding speaks for all. */
export const holdRows = (gate: Gate, about: Omit<Hit, "key">, keys: readonly string[]): Verdict =>
  verdict(gate, about, "row", keys);

/** The row is published, and marked. */
export const mark = (gate: Gate, about: Omit<Hit, "key">): Verdict =>
  verdict(gate, about, "nothing", []);

function verdict(
  { name, source, area }: Gate,
  { scope, before, after, reason }: Omit<Hit, "key">,
  holds: Verdict["holds"],
  keys: readonly string[],
): Verdict {
  const next =
    holds === "nothing"
      ? "it is confirmed by a second source or when it is read again"
      : `look at the upstream and, if it is real, run again with --accept ${name}:${source} and a reason`;
  const message = `${scope === source ? "" : `${scope}: `}${reason}; ${next}`;
  return { gate: name, source, scope, holds, before, after, message, accepted: null, area, keys };
}
