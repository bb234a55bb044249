import { z } from "zod";
import { ABOVE_CONTEXT, isWithinContext } from "./limits.ts";
import { IsoDate, ModelType, PartialDate, Slug, Text, Url } from "./values.ts";

const Flag = z.boolean().nullable();

const Fields = z.strictObject({
  slug: Slug,
  name: Text,
  base_model: Slug.nullable().describe(
    "The listed model that it was tuned from, where another lab made that one; null otherwise or when unknown",
  ),
  lab: Slug.describe("Who made it, decided by its name family, never by who sells it"),
  model_type: ModelType.describe("By output modality"),
  is_open_source: Flag.describe(
    "Weights can be downloaded; null when nobody says, or the sources are split",
  ),
  release_date: IsoDate.nullable().describe(
    "Of days within a week of each other, the one most sources name",
  ),
  knowledge_cutoff: PartialDate.nullable().describe(
    "As precise as the maker says: year, month or day",
  ),
  retirement_date: IsoDate.nullable().describe("Day the lab's own host stops selling it"),
  context_window: z
    .int()
    .positive()
    .nullable()
    .describe("Maximum input tokens; null when unknown, and when sources are split"),
  max_output_tokens: z
    .int()
    .positive()
    .nullable()
    .describe("null when unknown, and when sources are split"),
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
    documentation: Url.nullable().describe(
      "How to use it, as its lab or a record of it says; not a host's price list",
    ),
  }),
  source: Slug,
  as_of: IsoDate,
});

/** One canonical model. Dated snapshots, regional and mode ids are offers of it. */
export const Model = Fields.refine(isWithinContext, ABOVE_CONTEXT);
export type Model = z.infer<typeof Model>;
