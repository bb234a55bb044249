/** Gate: a price that is a thousand or a million times off: told per token, or per thousand tokens. */
import { FIELDS, type Hit, medianOf, type PriceMove, toScope } from "./hit.ts";

const RATIOS = [1e3, 1e6, 1e-3, 1e-6];
/** A price that was told before slips by the unit alone, or nearly. */
const NEAR_OWN = 1.5;
/** Hosts differ among themselves. */
const NEAR_PEERS = 3;

export function checkUnit(move: PriceMove, key: string): Hit[] {
  return FIELDS.flatMap((field) => {
    const now = move.now[field];
    if (!now) return [];
    return [
      ...compare(now, move.was?.[field] ?? null, NEAR_OWN, "the price before"),
      ...compare(now, medianOf(move.peers, field), NEAR_PEERS, "the model's median"),
    ].map((message) => `${toScope(move)}: ${field} ${now} USD per 1M tokens is ${message}`);
  })
    .slice(0, 1)
    .map((message) => ({ key, scope: toScope(move), message }));
}

function compare(now: number, known: number | null, near: number, what: string): string[] {
  if (!known) return [];
  const ratio = RATIOS.find((one) => now / known / one < near && now / known / one > 1 / near);
  return ratio === undefined ? [] : [`about ${ratio} times ${what} of ${known}`];
}
