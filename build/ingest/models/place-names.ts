/** Today's names → models: known ids keep theirs, the rest is placed by the ladder. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import { parseNameParts } from "../../identity/canonical-key.ts";
import { toOfferKey } from "../../identity/host-ids.ts";
import { buildCanonicalModels } from "../../identity/model-set.ts";
import { ModelNameIndex } from "../../identity/resolver.ts";
import { groupBy } from "../../schema/collections.ts";
import type { ModelClaim, ResolvedClaim } from "./claims.ts";

type Named = Pick<Facts, "models" | "offers" | "modelAliases">;

export interface NamesMatchedToModels {
  /** Slug → today's mentions of the model. */
  mentions: ReadonlyMap<string, ResolvedClaim[]>;
  /** Model of a host-side id. */
  modelOf: ReadonlyMap<string, string>;
}

export function matchNamesToModels(
  claims: readonly ModelClaim[],
  facts: Named,
): NamesMatchedToModels {
  const current = new Map(
    facts.offers.map((row) => [toOfferKey(row.file, row.model_id), row.model] as const),
  );
  const mentions = new Map<string, ResolvedClaim[]>();
  const modelOf = new Map(current);
  for (const model of buildCanonicalModels(claims, facts.modelAliases, currentNames(facts)))
    for (const mention of model.mentions) {
      const key = toOfferKey(mention.host ?? "", mention.name);
      const slug = current.get(key) ?? model.slug;
      modelOf.set(key, slug);
      mentions.set(slug, [...(mentions.get(slug) ?? []), mention]);
    }
  return { mentions, modelOf };
}

/** Models with the ids that lead to them, as the resolver knows them: their own names first. */
function currentNames({ models, offers, modelAliases }: Named) {
  const aliases = new ModelNameIndex(modelAliases);
  // Decorated ids lead to their models by the ladder, as they did when they came; of an alias its key tells nothing.
  const plain = offers.filter(({ model_id, file }) => {
    const parts = parseNameParts(model_id);
    return parts.droppable.length === 0 && !aliases.findAlias(model_id, parts, file);
  });
  const ids = groupBy(plain, ({ model }) => model);
  return models.flatMap(({ slug: model }) => [
    { model, name: model },
    ...(ids.get(model) ?? []).map(({ model_id: name }) => ({ model, name })),
  ]);
}
