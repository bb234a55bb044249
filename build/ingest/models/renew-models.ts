/** Models that stand, renewed by what was said of them tonight, and the new ones. Slugs, names and labs stay. Pure. */
import type { Correction } from "../../schema/editorial.ts";
import { Model } from "../../schema/model.ts";
import type { Provider } from "../../schema/provider.ts";
import { unknownFields } from "../../schema/unknown-fields.ts";
import { correctRows } from "../corrections.ts";
import { distance } from "../gates/numbers.ts";
import type { LabFinder } from "../resolve/labs.ts";
import type { Placed } from "../resolve/model-set.ts";
import type { Voice } from "./merge-models.ts";
import { toModelType } from "./model-type.ts";
import { describe } from "./voices.ts";

export interface NightOfModels {
  labs: LabFinder;
  providers: readonly Provider[];
  /** What an upstream repeats wrongly every night is no news. */
  corrections: readonly Correction[];
  day: string;
  /**
   * Whether all who sell the model were heard: a voice that is missing must not let the others' values move in, so
   * such a model stays as it is.
   */
  isHeard(slug: string): boolean;
}

/** @param mentions Slug → tonight's voices. */
export function renewModels(
  standing: readonly Model[],
  mentions: ReadonlyMap<string, Placed<Voice>[]>,
  night: NightOfModels,
): Model[] {
  const known = new Set(standing.map(({ slug }) => slug));
  const renewed = standing.map((model) => {
    const voices = mentions.get(model.slug);
    return voices && night.isHeard(model.slug) ? renew(model, voices, night) : model;
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
  const pickEach = <T extends object>(names: object, before: T, now: T) => {
    const keys = Object.keys(names) as (keyof T)[];
    return Object.fromEntries(keys.map((name) => [name, pick(before[name], now[name])]));
  };
  const pickList = (before: string[], now: string[]): string[] =>
    pick(before.length > 0 ? before : null, now.length > 0 ? now : null) ?? [];
  const output_modalities = pickList(model.output_modalities, told.output_modalities);
  const isSameOutput = `${output_modalities}` === `${model.output_modalities}`;
  const next: Model = {
    ...model,
    ...pickEach(unknownFields(Model), model, told),
    model_type: isSameOutput ? model.model_type : toModelType(model.slug, output_modalities),
    is_open_source: isLed && isSaid(voices) ? told.is_open_source : model.is_open_source,
    // A day of the past does not move; upstreams differ about it by how they count previews.
    release_date: model.release_date ?? told.release_date,
    context_window: nearby(model.context_window, pick(model.context_window, told.context_window)),
    max_output_tokens: nearby(
      model.max_output_tokens,
      pick(model.max_output_tokens, told.max_output_tokens),
    ),
    input_modalities: pickList(model.input_modalities, told.input_modalities),
    output_modalities,
    supports: {
      ...model.supports,
      ...pickEach(Model.shape.supports.shape, model.supports, told.supports),
    },
    links: {
      ...model.links,
      announcement: pick(model.links.announcement, told.links.announcement),
      weights: pick(model.links.weights, told.links.weights),
    },
  };
  const own = night.corrections.filter(({ kind, key }) => kind === "model" && key === model.slug);
  const [right = next] = correctRows(own, { models: [next], scores: new Map() }).models;
  return JSON.stringify(right) === JSON.stringify(model) ? model : { ...right, as_of: night.day };
}

/** No model's window ever grew, or shrank, so much in a night. */
const MAX_TIMES = 16;

const nearby = (before: number | null, now: number | null): number | null =>
  before !== null && now !== null && distance(before, now) >= MAX_TIMES ? before : now;

const isSaid = (voices: readonly Voice[]): boolean =>
  voices.some(({ isOpenWeights }) => isOpenWeights !== null);
