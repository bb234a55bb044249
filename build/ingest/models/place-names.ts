/** Today's names → models: known ids keep theirs, the rest is placed by the ladder. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import { parseNameParts } from "../../identity/canonical-key.ts";
import { toOfferKey } from "../../identity/host-ids.ts";
import {
  buildCanonicalModels,
  type ModelSlugWithMentions,
  type ResolvedSourceModelMention,
} from "../../identity/model-set.ts";
import { ModelNameIndex } from "../../identity/resolver.ts";
import type { SourceModelClaim } from "./claims.ts";

type Named = Pick<Facts, "models" | "offers" | "modelAliases">;

export interface NamesMatchedToModels {
  /** Slug → today's mentions of the model. */
  mentions: ReadonlyMap<string, ResolvedSourceModelMention<SourceModelClaim>[]>;
  /** Model of a host-side id. */
  modelOf: ReadonlyMap<string, string>;
}

export function matchNamesToModels(
  claims: readonly SourceModelClaim[],
  facts: Named,
): NamesMatchedToModels {
  const current = new Map(
    facts.offers.map((row) => [toOfferKey(row.file, row.model_id), row.model] as const),
  );
  const set = buildCanonicalModels(claims, facts.modelAliases, currentModels(facts));
  const mentions = new Map<string, ResolvedSourceModelMention<SourceModelClaim>[]>();
  const modelOf = new Map(current);
  for (const model of set) {
    for (const mention of model.mentions.filter(isOfToday)) {
      const key = toOfferKey(mention.host ?? "", mention.name);
      const slug = current.get(key) ?? model.slug;
      modelOf.set(key, slug);
      mentions.set(slug, [...(mentions.get(slug) ?? []), mention]);
    }
  }
  return { mentions, modelOf };
}

/** Current names are there to be found; only today's claims have traits. */
const isOfToday = ({ traits }: SourceModelClaim): boolean => traits !== null;

/** Models with the ids that lead to them, as the resolver knows them: their own names first. */
function currentModels({
  models,
  offers,
  modelAliases,
}: Named): ModelSlugWithMentions<SourceModelClaim>[] {
  const ids = new Map<string, Map<string, ResolvedSourceModelMention<SourceModelClaim>>>();
  const learn = (slug: string, name: string, host: string | null) => {
    const known = ids.get(slug) ?? new Map<string, ResolvedSourceModelMention<SourceModelClaim>>();
    ids.set(slug, known);
    if (!known.has(name)) known.set(name, toCurrentName(name, host));
  };
  for (const { slug } of models) learn(slug, slug, null);
  const aliases = new ModelNameIndex(modelAliases);
  for (const { model, model_id, file } of offers) {
    const parts = parseNameParts(model_id);
    // Decorated ids lead to their models by the ladder, as they did when they came; of an alias its key tells nothing.
    if (parts.droppable.length === 0 && !aliases.findAlias(model_id, parts, file))
      learn(model, model_id, file);
  }
  return models.map(({ slug }) => ({ slug, mentions: [...(ids.get(slug)?.values() ?? [])] }));
}

function toCurrentName(
  name: string,
  host: string | null,
): ResolvedSourceModelMention<SourceModelClaim> {
  const parts = parseNameParts(name);
  return {
    ...{ host, name, display_name: null, is_open_source: null, traits: null },
    ...{ source: "", as_of: "", parts },
    step: host === null ? "own" : "strict",
  };
}
