/** Gate: a price more than 20 times the median of its model over the other hosts. */
import { FIELDS, type Hit, medianOf, type PriceMove, toScope } from "./hit.ts";

const MAX_TIMES = 20;

export function checkAboveMedian(move: PriceMove, key: string): Hit[] {
  return FIELDS.flatMap((field) => {
    const now = move.now[field];
    const middle = medianOf(move.peers, field);
    if (now === null || middle === null || now <= MAX_TIMES * middle) return [];
    const scope = toScope(move);
    const message = `${scope}: ${field} ${now} USD per 1M tokens is ${Math.round(now / middle)} times the model's median of ${middle}`;
    return [{ key, scope, message }];
  }).slice(0, 1);
}
