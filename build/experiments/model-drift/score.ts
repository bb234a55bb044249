/** Judged answers of two runs → how many of them changed. */

import { round, roundInterval, wilson } from "../../statistics/statistics.ts";
import type { Judged, Scored } from "../asked-test.ts";

/** With fewer items one flip would be more than ten percent. */
const MIN_COMPARED = 10;

/** @param first item → parsed of the model's first run; null when this is the first. */
export function scoreDrift(
  judged: readonly Judged[],
  first: ReadonlyMap<string, string | null> | null,
): Scored {
  const compared = judged.filter(
    ({ item, parsed }) => parsed !== null && isUsable(first, item.item_id),
  );
  const changed = compared.filter(({ item, parsed }) => first?.get(item.item_id) !== parsed);
  const isScored = compared.length >= MIN_COMPARED;
  const rate = wilson(changed.length, compared.length);
  return {
    score: isScored ? round((100 * changed.length) / compared.length, 1) : null,
    interval:
      isScored && rate ? roundInterval({ low: 100 * rate.low, high: 100 * rate.high }, 1) : null,
    metrics: {
      compared: compared.length,
      changed: changed.length,
      changedItems: changed.map(({ item }) => item.item_id),
      right: judged.filter(({ correct }) => correct === true).length,
      judged: judged.filter(({ item }) => item.answer !== null).length,
    },
  };
}

const isUsable = (first: ReadonlyMap<string, string | null> | null, id: string): boolean =>
  (first?.get(id) ?? null) !== null;
