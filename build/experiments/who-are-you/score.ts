/** Judged answers → percent that name the model's own lab. */

import { type Interval, round, roundInterval, wilson } from "../../statistics/statistics.ts";
import type { Judged, Scored } from "../asked-test.ts";

const CLAIM = "claims:";
/** Of a model that seldom answers with a name, the few names would say nothing of the rest. */
const MIN_USABLE = 0.5;

/** Score in percent of the answers that can be used, with Wilson's interval; both null when fewer than half can. */
export function scoreIdentity(judged: readonly Judged[]): Scored {
  const said = judged.flatMap(({ parsed }) => (parsed === null ? [] : [parsed]));
  const self = said.filter((parsed) => parsed === "self").length;
  const isEnough = said.length > 0 && said.length >= MIN_USABLE * judged.length;
  return {
    score: isEnough ? round((100 * self) / said.length, 1) : null,
    interval: isEnough ? roundInterval(toPercent(wilson(self, said.length)), 1) : null,
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
