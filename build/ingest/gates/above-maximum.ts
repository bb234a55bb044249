/** Gate: a score above what its benchmark allows. */
import type { Hit } from "./hit.ts";

export interface ScoredRow {
  key: string;
  scope: string;
  score: number;
  /** Null where a benchmark has no upper end. */
  maximum: number | null;
}

export const checkAboveMaximum = ({ key, scope, score, maximum }: ScoredRow): Hit[] =>
  maximum !== null && score > maximum
    ? [{ key, scope, message: `${scope}: ${score} is above the maximum of ${maximum}` }]
    : [];
