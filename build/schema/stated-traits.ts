import { z } from "zod";
import { IsoDate, NonEmptyText, nullableType, PartialDate, Slug, WebUrl } from "./values.ts";

const tokens = z.int().positive().nullable();
const modalities = NonEmptyText.nullable();

/**
 * What one source states of a model under one name, as it last stated it. The file's name is the source. A model's
 * published traits are decided over these rows of all sources, so that a night that reads one of them changes what
 * that source states and nothing else.
 */
export const StatedTraits = z.strictObject({
  kind: z
    .enum(["offer", "record", "test", "notice"])
    .describe(
      "`offer`: of an id that a host sells; `record`: of a model that the source describes without selling it; `test`: of a model that it tested; `notice`: of an id that a lab or host retires",
    ),
  host: Slug.nullable().describe("Who sells it under this id; null for a record or a test"),
  name: NonEmptyText.describe("The id at this host, or the source's name of the model"),
  display_name: NonEmptyText.nullable(),
  is_open_source: nullableType.flag,
  release_date: IsoDate.nullable(),
  knowledge_cutoff: PartialDate.nullable(),
  retirement_date: IsoDate.nullable(),
  context_window: tokens,
  max_output_tokens: tokens,
  input_modalities: modalities.describe("Joined by `+`: `image+text`"),
  output_modalities: modalities,
  tools: nullableType.flag,
  reasoning: nullableType.flag,
  structured_output: nullableType.flag,
  attachments: nullableType.flag,
  weights_license: NonEmptyText.nullable(),
  weights: WebUrl.nullable(),
  announcement: WebUrl.nullable(),
  documentation: WebUrl.nullable(),
  more: NonEmptyText.nullable().describe("Further fields of the model, as a JSON object"),
  source_url: WebUrl.nullable().describe(
    "Page that states it; null when the source has one address for all",
  ),
  as_of: IsoDate.describe("First day on which the source stated the row as it is"),
});
export type StatedTraits = z.infer<typeof StatedTraits>;
