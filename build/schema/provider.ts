import { z } from "zod";
import { HostKind, IsoDate, NonEmptyText, optionalFactField, Slug, WebUrl } from "./values.ts";

/** A lab that makes models, a host that sells them, or both. */
export const Provider = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  is_lab: z.boolean().describe("Makes at least one model of the catalog"),
  is_host: z.boolean().describe("Sells at least one model of the catalog"),
  host_kind: HostKind.nullable().describe(
    "`lab`: sells its own models; `cloud`: a cloud platform; `inference`: runs models on its own machines; `router`: resells the endpoints of others; `plan`: sells subscriptions; null for a lab that sells nothing",
  ),
  host_kind_reason: NonEmptyText.nullable().describe(
    "Page that shows the kind of host, or `rule: …` if a rule decided the kind; null without a kind",
  ),
  own_hosts: z
    .array(Slug)
    .describe(
      "For labs only: hosts through which the lab sells its own models; the first one sets the list price",
    ),
  flagship_lines: optionalFactField(z.array(Slug)).describe(
    "For labs only: lines of models that the lab presents as its flagships, as a model's slug without its version: `claude-opus`. The page of models lists the two newest versions of each first",
  ),
  url: WebUrl.nullable().describe("Home page"),
  api_url: WebUrl.nullable().describe("Base address of the provider's API"),
  documentation_url: WebUrl.nullable(),
  pricing_page: optionalFactField(WebUrl).describe("Page with the provider's prices"),
  npm: optionalFactField(NonEmptyText).describe("npm package of the AI SDK for this provider"),
  env: optionalFactField(z.array(NonEmptyText)).describe(
    "Environment variables in which that package expects the key and the account",
  ),
  source: Slug,
  as_of: IsoDate,
});
export type Provider = z.infer<typeof Provider>;
