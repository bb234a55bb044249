/** Ids as hosts write them: their key over all hosts, and what a moving one means now. Pure. */

import type { Catalog } from "../model/catalog/catalog.ts";
import { byText, groupBy } from "../schema/collections.ts";
import type { MovingName } from "../schema/editorial.ts";
import { HUB_FOLDERS, REGIONS, ROUTE_MARKS } from "./vocabulary.ts";

/** @returns Key of the offer → the model that is sold under it now. */
export const currentMeanings = (names: readonly MovingName[]): ReadonlyMap<string, string> =>
  new Map(
    [...names]
      .sort((a, b) => byText(a.since ?? "", b.since ?? ""))
      .map(({ host, model_id, model }) => [offerKey(host, model_id), model]),
  );

/** Names a host-side id over all hosts: `openai gpt-4o`. */
export const offerKey = (host: string, modelId: string): string => `${host} ${modelId}`;

/** What hosts call their models: `openai/gpt-4o-2024-08-06`. */
export interface HostIds {
  /**
   * Slugs of the models that an id means, at any host. Where hosts mean several by it: what the lab's own host
   * means, else what most hosts mean. Several only when as many hosts mean one as the other.
   */
  meantBy(id: string): readonly string[];
  /** What one host means by an id. */
  modelAt(host: string, id: string): string | undefined;
}

export function createHostIds(catalog: Pick<Catalog, "offers" | "model">): HostIds {
  const all = catalog.offers.flatMap(({ host, model, model_id, variants }) => {
    const isAtLab = catalog.model(model)?.lab === host;
    const ids = [model_id, ...variants.map((variant) => variant.model_id)];
    // No two hosts tell ids apart by their case.
    return ids.map((id) => ({ id: id.toLowerCase(), host, model, isAtLab }));
  });
  const uses = groupBy(all, ({ id }) => id);
  const usesOf = (id: string) => uses.get(id.toLowerCase()) ?? [];
  return {
    meantBy(id) {
      const atLab = usesOf(id).filter(({ isAtLab }) => isAtLab);
      const votes = [...groupBy(atLab.length > 0 ? atLab : usesOf(id), ({ model }) => model)];
      const most = Math.max(...votes.map(([, own]) => own.length));
      return votes.filter(([, own]) => own.length === most).map(([model]) => model);
    },
    modelAt: (host, id) => usesOf(id).find((use) => use.host === host)?.model,
  };
}

/** What OpenRouter and its like append for a way to be served, Bedrock for a revision, others for a day. */
const MARKS = new RegExp(
  `(:(${ROUTE_MARKS}|thinking|latest))+$|-v\\d+:\\d+(:\\d+k)?$|[-@]20\\d{2}-?\\d{2}-?\\d{2}$`,
);
const FOLDER = new RegExp(`^(?:${HUB_FOLDERS}|(?:workers-ai|models|accounts/[^/]+/models)/)`);
const REGION = new RegExp(`^(?:${REGIONS}|global)\\.(?=[a-z0-9]+\\.)`);

/** `us.anthropic.claude-opus-4-20250514-v1:0` → `anthropic.claude-opus-4`, `openai/gpt-4o:free` → `openai/gpt-4o`. */
export function withoutMarks(id: string): string {
  let rest = id.toLowerCase().replace(FOLDER, "").replace(REGION, "");
  for (let shorter = ""; shorter !== rest; ) {
    shorter = rest;
    rest = rest.replace(MARKS, "");
  }
  return rest;
}
