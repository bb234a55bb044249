import { z } from "zod";
import { IsoDate, Slug, Text, Url } from "./values.ts";

/** A lab that makes models, a host that sells them, or both. */
export const Provider = z.strictObject({
  slug: Slug,
  name: Text,
  is_lab: z.boolean().describe("Makes at least one model of the catalog"),
  is_host: z.boolean().describe("Sells at least one model of the catalog"),
  own_hosts: z
    .array(Slug)
    .describe(
      "Labs only: hosts through which it sells its own models, the preferred one for list prices first",
    ),
  url: Url.nullable().describe("Home page"),
  api_url: Url.nullable().describe("Base address of its API"),
  documentation_url: Url.nullable(),
  source: Slug,
  as_of: IsoDate,
});
export type Provider = z.infer<typeof Provider>;
