import { z } from "zod";
import { HostKind, IsoDate, NonEmptyText, Slug, WebUrl } from "./values.ts";

/** A lab that makes models, a host that sells them, or both. */
export const Provider = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  is_lab: z.boolean().describe("Makes at least one model of the catalog"),
  is_host: z.boolean().describe("Sells at least one model of the catalog"),
  host_kind: HostKind.nullable().describe(
    "How it sells: `lab` its own models, `cloud`, `inference` on its own machines, `router` others' endpoints, `plan` subscriptions; null for a lab that sells nothing",
  ),
  host_kind_reason: NonEmptyText.nullable().describe(
    "Address that shows it, or `rule: …`; null: no kind",
  ),
  own_hosts: z
    .array(Slug)
    .describe("Labs only: hosts that sell its models for it, the first one for list prices"),
  url: WebUrl.nullable().describe("Home page"),
  api_url: WebUrl.nullable().describe("Base address of its API"),
  documentation_url: WebUrl.nullable(),
  source: Slug,
  as_of: IsoDate,
});
export type Provider = z.infer<typeof Provider>;
