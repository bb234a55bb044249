/** Models that stand, renewed by what was said of them tonight, and the new ones. Slugs, names and labs stay. Pure. */

import type { Voice } from "../../ingest/models/merge-models.ts";
import { toModelType } from "../../ingest/models/model-type.ts";
import type { LabFinder } from "../../ingest/resolve/labs.ts";
import type { Placed } from "../../ingest/resolve/model-set.ts";
import type { Correction } from "../../schema/editorial.ts";
import type { Model } from "../../schema/model.ts";
import type { Provider } from "../../schema/provider.ts";
import { describe } from "../catalogue.ts";
import { correctModel } from "./corrections.ts";

export interface NightOfModels {
  labs: LabFinder;
  providers: readonly Provider[];
  /** Those of models count: what an upstream repeats wrongly every night is no news. */
  corrections: readonly Correction[];
  day: string;
}

/** @param mentions Slug → tonight's voices. */
export function mergeModels(
  standing: readonly Model[],
  mentions: ReadonlyMap<string, Placed<Voice>[]>,
  night: NightOfModels,
): Model[] {
  const known = new Set(standing.map(({ slug }) => slug));
  const renewed = standing.map((model) => {
    const voices = mentions.get(model.slug);
    return voices ? renew(model, voices, night) : model;
  });
  const founded = [...mentions]
    .filter(([slug]) => !known.has(slug))
    .map(([slug, voices]) => describe({ slug, mentions: voices }, night.labs, night.providers));
  return [...renewed, ...founded];
}

/** The upstream that described a model goes on doing so; while it is silent the others only fill what is missing. */
function renew(model: Model, voices: Placed<Voice>[], night: NightOfModels): Model {
  const told = describe({ slug: model.slug, mentions: voices }, night.labs, night.providers);
  const isLed = voices.some(({ source }) => source === model.source);
  const pick = <T>(before: T | null, now: T | null): T | null =>
    isLed ? (now ?? before) : (before ?? now);
  const pickList = (before: string[], now: string[]): string[] =>
    pick(before.length > 0 ? before : null, now.length > 0 ? now : null) ?? [];
  const output_modalities = pickList(model.output_modalities, told.output_modalities);
  const isSameOutput = `${output_modalities}` === `${model.output_modalities}`;
  const next: Model = {
    ...model,
    model_type: isSameOutput ? model.model_type : toModelType(model.slug, output_modalities),
    is_open_source: isLed && isSaid(voices) ? told.is_open_source : model.is_open_source,
    // A day of the past does not move; upstreams differ about it by how they count previews.
    release_date: model.release_date ?? told.release_date,
    knowledge_cutoff: pick(model.knowledge_cutoff, told.knowledge_cutoff),
    retirement_date: pick(model.retirement_date, told.retirement_date),
    context_window: pick(model.context_window, told.context_window),
    max_output_tokens: pick(model.max_output_tokens, told.max_output_tokens),
    input_modalities: pickList(model.input_modalities, told.input_modalities),
    output_modalities,
    supports: {
      tools: pick(model.supports.tools, told.supports.tools),
      reasoning: pick(model.supports.reasoning, told.supports.reasoning),
      structured_output: pick(model.supports.structured_output, told.supports.structured_output),
      attachments: pick(model.supports.attachments, told.supports.attachments),
    },
    weights_license: pick(model.weights_license, told.weights_license),
    links: {
      ...model.links,
      announcement: pick(model.links.announcement, told.links.announcement),
      weights: pick(model.links.weights, told.links.weights),
    },
  };
  const right = correctModel(night.corrections, next);
  return JSON.stringify(right) === JSON.stringify(model) ? model : { ...right, as_of: night.day };
}

const isSaid = (voices: readonly Voice[]): boolean =>
  voices.some(({ isOpenWeights }) => isOpenWeights !== null);
