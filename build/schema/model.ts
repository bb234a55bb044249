import * as z from "zod";
import { toFactZodShape } from "./field-schemas.ts";
import { getModelFieldsOfView, MODEL_FIELD_BY_NAME } from "./fields.ts";
import { isMaxOutputInContext, MAX_OUTPUT_ABOVE_CONTEXT_ISSUE } from "./offer.ts";
import { IsoDate, NonEmptyText, Slug, WebUrl } from "./values.ts";

const Fields = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  base_model: Slug.nullable().describe(
    "Model from which this model was fine-tuned, if another lab made that model and it is in the catalogue; else null",
  ),
  lab: Slug.describe(
    "Lab that made the model, derived from the model family in the name, never from the host that sells the model",
  ),
  ...toFactZodShape(getModelFieldsOfView("fact")),
  links: z.strictObject({
    lab: WebUrl.nullable(),
    announcement: WebUrl.nullable(),
    weights: WebUrl.nullable(),
    documentation: WebUrl.nullable().describe(
      "URL of the lab's documentation of the model; never a host's price list",
    ),
  }),
  source: Slug,
  ...toFactZodShape([MODEL_FIELD_BY_NAME.sources]),
  as_of: IsoDate,
});

/** One canonical model. Dated snapshots, regional and mode ids are offers of it. */
export const Model = Fields.refine(isMaxOutputInContext, MAX_OUTPUT_ABOVE_CONTEXT_ISSUE);
export type Model = z.infer<typeof Model>;
