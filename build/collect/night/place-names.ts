/** Names of tonight → models: those that stand keep their offers and slugs, the rest is placed by the resolver's ladder. */

import type { Voice } from "../../ingest/models/merge-models.ts";
import { toNameParts } from "../../ingest/resolve/canonical-key.ts";
import { buildModelSet, type CanonicalModel, type Placed } from "../../ingest/resolve/model-set.ts";
import type { Resolver } from "../../ingest/resolve/resolution.ts";
import { createResolver } from "../../ingest/resolve/resolver.ts";
import type { NightFacts } from "../kept-facts.ts";
import { seriesKey } from "../merge-prices.ts";
import { keyOfRow } from "./series.ts";

export interface Placement {
  /** Slug → tonight's mentions of the model. */
  mentions: ReadonlyMap<string, Placed<Voice>[]>;
  /** Model of a host-side id. */
  modelOf: ReadonlyMap<string, string>;
}

export const resolverOf = ({ models, offers, priceHistory, modelAliases }: NightFacts): Resolver =>
  createResolver({ models, ids: [...offers, ...priceHistory], aliases: modelAliases });

export function placeNames(voices: readonly Voice[], kept: NightFacts): Placement {
  const standing = new Map(
    [...kept.priceHistory, ...kept.offers].map((row) => [keyOfRow(row), row.model] as const),
  );
  const set = buildModelSet(voices, kept.modelAliases, standingModels(kept));
  const mentions = new Map<string, Placed<Voice>[]>();
  const modelOf = new Map(standing);
  for (const model of set) {
    for (const mention of model.mentions.filter(isOfTonight)) {
      const key = seriesKey(mention.host ?? "", mention.name);
      const slug = standing.get(key) ?? model.slug;
      modelOf.set(key, slug);
      mentions.set(slug, [...(mentions.get(slug) ?? []), mention]);
    }
  }
  return { mentions, modelOf };
}

/** What stands is there to be found; only tonight's voices have something to say. */
const isOfTonight = ({ traits }: Voice): boolean => traits !== null;

/** Models with the ids that lead to them, as the resolver knows them: their own names first. */
function standingModels({
  models,
  offers,
  priceHistory,
  modelAliases,
}: NightFacts): CanonicalModel<Voice>[] {
  const ids = new Map<string, Map<string, Placed<Voice>>>();
  const learn = (slug: string, name: string, host: string | null) => {
    const known = ids.get(slug) ?? new Map<string, Placed<Voice>>();
    ids.set(slug, known);
    if (!known.has(name)) known.set(name, toStanding(name, host));
  };
  for (const { slug } of models) learn(slug, slug, null);
  const declared = new Set(modelAliases.map(({ alias }) => alias));
  for (const { model, model_id, file } of [...offers, ...priceHistory])
    if (isPlain(model_id) && !isDeclared(file, model_id, declared)) learn(model, model_id, file);
  return models.map(({ slug }) => ({ slug, mentions: [...(ids.get(slug)?.values() ?? [])] }));
}

/** Decorated ids lead to their models by the ladder, as they did when they came. */
const isPlain = (modelId: string): boolean => toNameParts(modelId).droppable.length === 0;

/** An alias may hold at one host only: what it placed says nothing of the name elsewhere. */
function isDeclared(host: string, modelId: string, aliases: ReadonlySet<string>): boolean {
  const id = modelId.toLowerCase();
  return [`${host}/${id}`, id, id.split("/").at(-1) ?? id].some((name) => aliases.has(name));
}

function toStanding(name: string, host: string | null): Placed<Voice> {
  const parts = toNameParts(name);
  return {
    ...{ host, name, displayName: null, isOpenWeights: null, traits: null, source: "", asOf: "" },
    parts,
    step: host === null ? "own" : "strict",
  };
}
