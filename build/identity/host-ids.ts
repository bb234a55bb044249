/** Ids as hosts write them: their key over all hosts, and the current meaning of reassigned ids. Pure. */
import { compareByCodePoint } from "../schema/collections.ts";
import type { IdReassignment, NonModelHostId } from "../schema/editorial.ts";

/** Key of a host's id, unique over all hosts: `openai gpt-4o`. */
export const toHostModelIdKey = (host: string, modelId: string): string => `${host} ${modelId}`;

/** @returns Key of the offer → the model that is sold under it now. */
export const findModelsOfReassignedIds = (
  names: readonly IdReassignment[],
): ReadonlyMap<string, string> =>
  new Map(
    [...names]
      .sort((a, b) => compareByCodePoint(a.since ?? "", b.since ?? ""))
      .map(({ host, model_id, model }) => [toHostModelIdKey(host, model_id), model]),
  );

/** Finds why an id is not a model, from data/aliases/not-models.csv; undefined for models. */
export function createNonModelReasonFinder(
  rows: readonly NonModelHostId[],
): (host: string, modelId: string) => string | undefined {
  const patterns = rows.map(({ host, model_id, reason }) => {
    const parts = model_id.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return { host, reason, pattern: new RegExp(`^${parts.join(".*")}$`) };
  });
  return (host, modelId) =>
    patterns.find((one) => (one.host ?? host) === host && one.pattern.test(modelId.toLowerCase()))
      ?.reason;
}
