/** What hosts call their models: `openai/gpt-4o-2024-08-06`, `us.anthropic.claude-sonnet-4-5-20250929-v1:0`. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { perCatalog } from "../http/endpoint.ts";

interface HostId {
  host: string;
  /** Slug. */
  model: string;
  /** The host is the lab that made the model. */
  isAtLab: boolean;
}

/**
 * Slugs of the models that an id means, whoever uses it. Where hosts mean several by it: what the lab's own host means,
 * else what most hosts mean. Several only when as many hosts mean one as the other.
 */
export function meantByHostId(id: string, catalog: Catalog): readonly string[] {
  const uses = hostIds(catalog).get(id.toLowerCase()) ?? [];
  const atLab = uses.filter(({ isAtLab }) => isAtLab);
  const votes = new Map<string, number>();
  for (const { model } of atLab.length > 0 ? atLab : uses)
    votes.set(model, (votes.get(model) ?? 0) + 1);
  const most = Math.max(...votes.values());
  return [...votes].filter(([, count]) => count === most).map(([model]) => model);
}

/** What one host means by an id. */
export const modelAtHost = (host: string, id: string, catalog: Catalog): string | undefined =>
  hostIds(catalog)
    .get(id.toLowerCase())
    ?.find((use) => use.host === host)?.model;

/** By id in lower case: no two hosts tell ids apart by their case. */
const hostIds = perCatalog((catalog) => {
  const uses = new Map<string, HostId[]>();
  for (const { host, model, model_id, variants } of catalog.offers) {
    const use = { host, model, isAtLab: catalog.model(model)?.lab === host };
    for (const id of [model_id, ...variants.map((variant) => variant.model_id)]) {
      const key = id.toLowerCase();
      const others = uses.get(key);
      if (others) others.push(use);
      else uses.set(key, [use]);
    }
  }
  return uses;
});

/** What OpenRouter and its like append for a way to be served, Bedrock for a revision, others for a day. */
const MARKS =
  /(:(free|beta|nitro|floor|online|web|exacto|extended|thinking|cloud|latest))+$|-v\d+:\d+(:\d+k)?$|[-@]20\d{2}-?\d{2}-?\d{2}$/;
/** Folders that say nothing of the maker. */
const FOLDER = /^(hf:|~|(@cf|@hf|workers-ai|models|accounts\/[^/]+\/models)\/)/;
/** Where Bedrock runs a model. */
const REGION = /^(us|us-gov|eu|apac|global|jp|au|ca)\.(?=[a-z0-9]+\.)/;

/** `us.anthropic.claude-opus-4-20250514-v1:0` → `anthropic.claude-opus-4`, `openai/gpt-4o:free` → `openai/gpt-4o`. */
export function withoutMarks(id: string): string {
  let rest = id.toLowerCase().replace(FOLDER, "").replace(REGION, "");
  for (let shorter = ""; shorter !== rest; ) {
    shorter = rest;
    rest = rest.replace(MARKS, "");
  }
  return rest;
}
