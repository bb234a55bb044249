/** Judged answers → percent that name the model's own lab. */

import { type Interval, round, roundInterval, wilson } from "../../statistics/statistics.ts";
import type { Judged, Scored } from "../asked-test.ts";

const CLAIM = "claims:";

/** Score in percent of the answers that can be used, with Wilson's interval; both null without any. */
export function scoreIdentity(judged: readonly Judged[]): Scored {
  const said = judged.flatMap(({ parsed }) => (parsed === null ? [] : [parsed]));
  const self = said.filter((parsed) => parsed === "self").length;
  return {
    score: said.length === 0 ? null : round((100 * self) / said.length, 1),
    interval: roundInterval(toPercent(wilson(self, said.length)), 1),
    metrics: {
      selfIdentified: self,
      misidentified: said.filter((parsed) => parsed.startsWith(CLAIM)).length,
      vague: said.filter((parsed) => parsed === "vague").length,
      claims: countClaims(said),
    },
  };
}

/** Lab → answers that name it as maker, labs by slug. */
function countClaims(said: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  const labs = said.flatMap((parsed) =>
    parsed.startsWith(CLAIM) ? [parsed.slice(CLAIM.length)] : [],
  );
  for (const lab of labs.sort()) counts[lab] = (counts[lab] ?? 0) + 1;
  return counts;
}

const toPercent = (rate: Interval | null): Interval | null =>
  rate && { low: 100 * rate.low, high: 100 * rate.high };
