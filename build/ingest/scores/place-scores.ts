/** Scores of all answers → their models, those that stand and those that they found. Pure. */
import type { Facts } from "../../facts/kinds.ts";
import type { LabFinder } from "../../identity/labs.ts";
import { createResolver } from "../../identity/resolver.ts";
import type { Model } from "../../schema/model.ts";
import { correctRows } from "../corrections.ts";
import type { Answer } from "../read/read-sources.ts";
import { mergeScores } from "./merge-scores.ts";

interface ScoreNames {
  models: readonly Pick<Model, "slug" | "name">[];
  ids: readonly { model: string; model_id: string }[];
  labs: LabFinder;
}

/** Names that found a model are placed again beside it, as every later night will place them. */
export function placeScores(
  answers: readonly Answer[],
  facts: Facts,
  { models, ids, labs }: ScoreNames,
) {
  const listings = answers.flatMap(({ collected }) =>
    collected.flatMap(({ scores }) => scores ?? []),
  );
  const founded: Model[] = [];
  for (;;) {
    const known = [...models, ...founded];
    const slugs = new Set(known.map(({ slug }) => slug));
    const resolver = createResolver({ models: known, ids, aliases: facts.modelAliases });
    const merged = mergeScores(listings, { ...facts, resolver, labs, slugs });
    const fresh = merged.models.filter(({ slug }) => !slugs.has(slug));
    if (fresh.length === 0) {
      // Before they are compared with what stands, which was corrected when it came.
      const right = correctRows(facts.corrections, { models: [], scores: merged.scores });
      return { ...merged, founded, scores: right.scores, obsolete: right.obsolete };
    }
    founded.push(...fresh);
  }
}
