import * as z from "zod";
import { IsoDate, NonEmptyText, nullableSchemas, PartialDate, Slug, WebUrl } from "./values.ts";

const tokens = z.int().positive().nullable();
const modalities = NonEmptyText.nullable();

/**
 * What one source states about a model under one name, as it last stated it. The file name is the source. A model's
 * published traits are decided from these rows of all sources, so a run that reads only one source changes only that
 * source's rows.
 */
export const StatedTraits = z.strictObject({
  kind: z
    .enum(["offer", "record", "test", "notice"])
    .describe(
      "What the row describes. `offer`: a model id under which a host sells a model. `record`: a model that the source describes but does not sell. `test`: a model that the source tested. `notice`: a retirement notice for an id",
    ),
  host: Slug.nullable().describe(
    "Host that sells the model under this id; null for the kinds `record` and `test`",
  ),
  name: NonEmptyText.describe("Model id at this host, or the source's name of the model"),
  display_name: NonEmptyText.nullable(),
  is_open_source: nullableSchemas.flag,
  release_date: IsoDate.nullable(),
  knowledge_cutoff: PartialDate.nullable(),
  retirement_date: IsoDate.nullable(),
  context_window: tokens,
  max_output_tokens: tokens,
  input_modalities: modalities.describe("Modalities joined by `+`: `image+text`"),
  output_modalities: modalities,
  tools: nullableSchemas.flag,
  reasoning: nullableSchemas.flag,
  structured_output: nullableSchemas.flag,
  attachments: nullableSchemas.flag,
  weights_license: NonEmptyText.nullable(),
  weights: WebUrl.nullable(),
  announcement: WebUrl.nullable(),
  documentation: WebUrl.nullable(),
  more: NonEmptyText.nullable().describe("Further fields of the model, as a JSON object"),
  source_url: WebUrl.nullable().describe(
    "Page that states the row; null when the source has one URL for all rows",
  ),
  as_of: IsoDate.describe("First day on which the source stated the row with its current values"),
});
export type StatedTraits = z.infer<typeof StatedTraits>;
