import { z } from "zod";
import { factShape } from "./field-schemas.ts";
import { fieldsIn } from "./fields.ts";
import { ABOVE_CONTEXT, isWithinContext } from "./offer.ts";
import { IsoDate, Slug, Text, Url } from "./values.ts";

const Fields = z.strictObject({
  slug: Slug,
  name: Text,
  base_model: Slug.nullable().describe(
    "The listed model that it was tuned from, where another lab made that one; null otherwise or when unknown",
  ),
  lab: Slug.describe("Who made it, decided by its name family, never by who sells it"),
  ...factShape(fieldsIn("fact")),
  links: z.strictObject({
    lab: Url.nullable(),
    announcement: Url.nullable(),
    weights: Url.nullable(),
    documentation: Url.nullable().describe("How to use it; not a host's price list"),
  }),
  source: Slug,
  as_of: IsoDate,
});

/** One canonical model. Dated snapshots, regional and mode ids are offers of it. */
export const Model = Fields.refine(isWithinContext, ABOVE_CONTEXT);
export type Model = z.infer<typeof Model>;
