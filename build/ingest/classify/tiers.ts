/** The service tier of every id of a catalogue, beside what else is sold of its model. Pure. */
import type { FiledFact } from "../../facts/kinds.ts";
import { groupBy } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import type { Provider } from "../../schema/provider.ts";
import { offerKey } from "../ledger/offer-key.ts";
import { type ServiceTier, toServiceTier } from "./tier.ts";

interface SoldId {
  /** Host. */
  file: string;
  model_id: string;
  model: string;
}

/**
 * Ids that somebody but a reseller says are sold: a list that borrows a lab's family name (`kimi-k2`) does not make the
 * lab's only id (`kimi-k2-0711-preview`) a preview of it. Ids of which the ledger says nothing yet are new.
 */
export function soldIds<T extends SoldId>(
  ids: readonly T[],
  prices: readonly FiledFact<"prices">[],
): T[] {
  const isLent = new Map<string, boolean>();
  for (const { file, model_id, event, note } of prices) {
    if (event !== "stated") continue;
    const key = offerKey(file, model_id);
    isLent.set(key, (isLent.get(key) ?? true) && (note?.startsWith("reseller:") ?? false));
  }
  return ids.filter(({ file, model_id }) => isLent.get(offerKey(file, model_id)) !== true);
}

/** @param ids All that is, or was, sold. */
export function createTiers(
  models: readonly Pick<Model, "slug" | "lab">[],
  providers: readonly Pick<Provider, "slug" | "own_hosts">[],
  ids: readonly SoldId[],
): (host: string, modelId: string, model: string) => ServiceTier {
  const sold = groupBy(ids, ({ file, model }) => `${file} ${model}`);
  const idsAt = (host: string, model: string) =>
    (sold.get(`${host} ${model}`) ?? []).map(({ model_id }) => model_id);
  const labs = new Map(models.map(({ slug, lab }) => [slug, lab]));
  const ownHosts = new Map(providers.map(({ slug, own_hosts }) => [slug, own_hosts]));
  return (host, modelId, model) =>
    toServiceTier({
      ...{ host, modelId, model, siblings: idsAt(host, model) },
      ownIds: (ownHosts.get(labs.get(model) ?? "") ?? []).flatMap((own) => idsAt(own, model)),
    });
}
