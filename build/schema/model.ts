import { z } from "zod";
import { IsoDate, ModelType, PartialDate, Slug, Text, Url } from "./values.ts";

const Flag = z.boolean().nullable();

/** One canonical model. Dated snapshots, regional and mode ids are offers of it. */
export const Model = z.strictObject({
  slug: Slug,
  name: Text,
  base_model: Slug.nullable().describe(
    "The listed model that it was tuned from, where another lab made that one; null otherwise or when unknown",
  ),
  lab: Slug.describe("Who made it, decided by its name family, never by who sells it"),
  model_type: ModelType.describe("By output modality"),
  is_open_source: z.boolean().describe("Weights can be downloaded"),
  release_date: IsoDate.nullable(),
  knowledge_cutoff: PartialDate.nullable().describe(
    "As precise as the maker says: year, month or day",
  ),
  retirement_date: IsoDate.nullable(),
  context_window: z.int().positive().nullable().describe("Maximum input tokens; null when unknown"),
  max_output_tokens: z.int().positive().nullable(),
  input_modalities: z.array(Text).describe("Sorted; empty when unknown"),
  output_modalities: z.array(Text).describe("Sorted; empty when unknown"),
  supports: z.strictObject({
    tools: Flag,
    reasoning: Flag,
    structured_output: Flag,
    attachments: Flag,
  }),
  weights_license: Text.nullable(),
  links: z.strictObject({
    lab: Url.nullable(),
    announcement: Url.nullable(),
    weights: Url.nullable(),
    documentation: Url.nullable(),
  }),
  source: Slug,
  as_of: IsoDate,
});
export type Model = z.infer<typeof Model>;
