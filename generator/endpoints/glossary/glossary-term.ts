/** A word of the field. */
import { z } from "zod";
import { Day } from "../../../build/schema/values.ts";

export const GlossaryTerm = z
  .looseObject({
    slug: z.string(),
    name: z.string(),
    summary: z.string().describe("One sentence that stands alone"),
    text: z.string(),
    also: z.array(z.string()).describe("Other names of the same thing"),
    see_also: z.array(z.string()).describe("Slugs of related terms"),
    as_of: Day.describe("Day the text was written"),
  })
  .meta({ id: "GlossaryTerm" });
