import { z } from "zod";
import { toFactShape } from "./field-schemas.ts";
import { getModelFieldsOfView } from "./fields.ts";
import { isOutputWithinContext, OUTPUT_ABOVE_CONTEXT_ISSUE } from "./offer.ts";
import { IsoDate, NonEmptyText, Slug, WebUrl } from "./values.ts";

const Fields = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  base_model: Slug.nullable().describe(
    "The listed model that it was tuned from, where another lab made that one; null otherwise or when unknown",
  ),
  lab: Slug.describe("Who made it, decided by its name family, never by who sells it"),
  ...toFactShape(getModelFieldsOfView("fact")),
  links: z.strictObject({
    lab: WebUrl.nullable(),
    announcement: WebUrl.nullable(),
    weights: WebUrl.nullable(),
    documentation: WebUrl.nullable().describe("How to use it; not a host's price list"),
  }),
  source: Slug,
  as_of: IsoDate,
});

/** One canonical model. Dated snapshots, regional and mode ids are offers of it. */
export const Model = Fields.refine(isOutputWithinContext, OUTPUT_ABOVE_CONTEXT_ISSUE);
export type Model = z.infer<typeof Model>;
