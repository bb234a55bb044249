/** The traits of a model that voices decide: the field of the fact that each one fills, and who is asked first. */

import { byText } from "../../schema/collections.ts";
import type { Model } from "../../schema/model.ts";
import { IsoDate, PartialDate } from "../../schema/values.ts";
import type { ModelTraits } from "../../sources/listing.ts";

export type TraitName = Exclude<
  keyof ModelTraits,
  "displayName" | "maker" | "retirementDate" | "facts"
>;
export type TraitValue<K extends TraitName> = NonNullable<ModelTraits[K]>;

/**
 * `records`: those who describe models without selling them, then the lab's own hosts, then all. `host`: the lab's own
 * hosts before the records, since they set the limits. `makers`: records and own hosts, nobody else.
 */
export type Order = "records" | "host" | "makers";

export const TRAITS: Readonly<Record<TraitName, readonly [field: string, order: Order]>> = {
  isOpenWeights: ["is_open_source", "records"],
  releaseDate: ["release_date", "records"],
  knowledgeCutoff: ["knowledge_cutoff", "records"],
  contextWindow: ["context_window", "host"],
  maxOutputTokens: ["max_output_tokens", "host"],
  inputModalities: ["input_modalities", "records"],
  outputModalities: ["output_modalities", "records"],
  tools: ["supports.tools", "records"],
  reasoning: ["supports.reasoning", "records"],
  structuredOutput: ["supports.structured_output", "records"],
  attachments: ["supports.attachments", "records"],
  weightsLicense: ["weights_license", "records"],
  weightsUrl: ["links.weights", "records"],
  announcementUrl: ["links.announcement", "records"],
  documentationUrl: ["links.documentation", "makers"],
};

export const TRAIT_NAMES = Object.keys(TRAITS) as TraitName[];

/** What stands of a trait: `supports.tools` of the model. */
export function traitOf(model: Model, name: TraitName): unknown {
  const [field] = TRAITS[name];
  return field
    .split(".")
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], model);
}

/** What one voice says of a trait; null where it says nothing, or nothing that can be. */
export function saidOf<K extends TraitName>(traits: ModelTraits, name: K): TraitValue<K> | null {
  return soundValue(traits, name) as TraitValue<K> | null;
}

function soundValue(traits: ModelTraits, name: TraitName): unknown {
  const said = traits[name];
  if (Array.isArray(said)) return said.length > 0 ? [...said].sort(byText) : null;
  if (name === "releaseDate") return IsoDate.safeParse(said).data ?? null;
  if (name === "knowledgeCutoff") return PartialDate.safeParse(said).data ?? null;
  return said;
}
