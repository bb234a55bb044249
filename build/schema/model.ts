import { z } from "zod";
<<<<<<< HEAD
import { factShape } from "./field-schemas.ts";
import { fieldsIn } from "./fields.ts";
import { ABOVE_CONTEXT, isWithinContext } from "./model.ts";
import { IsoDate, Slug, Text, Url, ModelType, PartialDate } from "./values.ts";
=======

interface Limits {
  context_window: number | null;
  max_output_tokens: number | null;
}

/** The output is part of the context window: a larger limit is an error in one of the two. */
export const isWithinContext = ({ context_window, max_output_tokens }: Limits): boolean =>
  context_window === null || max_output_tokens === null || max_output_tokens <= context_window;

/** Of a schema's `refine`. */
export const ABOVE_CONTEXT = {
  path: ["max_output_tokens"],
  message: "is above context_window, which is impossible: leave out the less certain of the two",
};

const Flag = z.boolean().nullable();
>>>>>>> 9b5e97ca (facts: git protects recorded rows, csv-parse reads them, small modules join their noun)

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
