/** Which model a moving name means now: the last row of `data/aliases/moving.csv` for a host-side id. Pure. */

import { offerKey } from "../ingest/ledger/offer-key.ts";
import { byText } from "../schema/collections.ts";
import type { MovingName } from "../schema/editorial.ts";

/** @returns Key of the offer → the model that is sold under it now. */
export const presentMeanings = (names: readonly MovingName[]): ReadonlyMap<string, string> =>
  new Map(
    [...names]
      .sort((a, b) => byText(a.since ?? "", b.since ?? ""))
      .map(({ host, model_id, model }) => [offerKey(host, model_id), model]),
  );
