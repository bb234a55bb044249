/** Ids as hosts write them: their key over all hosts, and what a moving one means now. Pure. */
import { compareByCodePoint } from "../schema/collections.ts";
import type { MovingModelName } from "../schema/editorial.ts";

/** Names a host-side id over all hosts: `openai gpt-4o`. */
export const toOfferKey = (host: string, modelId: string): string => `${host} ${modelId}`;

/** @returns Key of the offer → the model that is sold under it now. */
export const findCurrentModelsOfMovingNames = (
  names: readonly MovingModelName[],
): ReadonlyMap<string, string> =>
  new Map(
    [...names]
      .sort((a, b) => compareByCodePoint(a.since ?? "", b.since ?? ""))
      .map(({ host, model_id, model }) => [toOfferKey(host, model_id), model]),
  );
