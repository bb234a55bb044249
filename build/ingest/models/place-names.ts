/** Names of tonight → models: ids that stand keep theirs, the rest is placed by the resolver's ladder. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import { toNameParts } from "../../identity/canonical-key.ts";
import { buildModelSet, type CanonicalModel, type Placed } from "../../identity/model-set.ts";
import type { Resolver } from "../../identity/resolution.ts";
import { createResolver } from "../../identity/resolver.ts";
import { offerKey } from "../ledger/offer-key.ts";
import type { Voice } from "./voices.ts";

type Named = Pick<Facts, "models" | "offers" | "modelAliases">;

export interface Placement {
  /** Slug → tonight's mentions of the model. */
  mentions: ReadonlyMap<string, Placed<Voice>[]>;
  /** Model of a host-side id. */
  modelOf: ReadonlyMap<string, string>;
}

export const resolverOf = ({ models, offers, modelAliases }: Named): Resolver =>
  createResolver({ models, ids: offers, aliases: modelAliases });

export function placeNames(voices: readonly Voice[], facts: Named): Placement {
  const standing = new Map(
    facts.offers.map((row) => [offerKey(row.file, row.model_id), row.model] as const),
  );
  const set = buildModelSet(voices, facts.modelAliases, standingModels(facts));
  const mentions = new Map<string, Placed<Voice>[]>();
  const modelOf = new Map(standing);
  for (const model of set) {
    for (const mention of model.mentions.filter(isOfTonight)) {
      const key = offerKey(mention.host ?? "", mention.name);
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
function standingModels({ models, offers, modelAliases }: Named): CanonicalModel<Voice>[] {
  const ids = new Map<string, Map<string, Placed<Voice>>>();
  const learn = (slug: string, name: string, host: string | null) => {
    const known = ids.get(slug) ?? new Map<string, Placed<Voice>>();
    ids.set(slug, known);
    if (!known.has(name)) known.set(name, toStanding(name, host));
  };
  for (const { slug } of models) learn(slug, slug, null);
  const declared = new Set(modelAliases.map(({ alias }) => alias));
  for (const { model, model_id, file } of offers)
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
