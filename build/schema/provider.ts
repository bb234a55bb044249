import * as z from "zod";
import { HostKind, IsoDate, NonEmptyText, optionalFactField, Slug, WebUrl } from "./values.ts";

/** A lab that makes models, a host that sells them, or both. */
export const Provider = z.strictObject({
  slug: Slug,
  name: NonEmptyText,
  is_lab: z.boolean().describe("True when the provider made at least one model in the catalogue"),
  is_host: z.boolean().describe("True when the provider sells at least one model in the catalogue"),
  host_kind: HostKind.nullable().describe(
    "`lab`: sells its own models; `cloud`: a cloud platform; `inference`: runs models on its own machines; `router`: resells the endpoints of others; `plan`: sells subscriptions; null for a lab that sells nothing",
  ),
  host_kind_reason: NonEmptyText.nullable().describe(
    "Page that shows which kind of host this is, or `rule: …` if a rule decided it; null when the kind is null",
  ),
  own_hosts: z
    .array(Slug)
    .describe(
      "For labs only: hosts through which the lab sells its own models. The price at the first host of the list is the list price",
    ),
  flagship_lines: optionalFactField(z.array(Slug)).describe(
    "For labs only: the lab's flagship families, each written as the slug of one of its models without the version: `claude-opus`. The models page lists the two newest versions of each family first",
  ),
  url: WebUrl.nullable().describe("Home page"),
  api_url: WebUrl.nullable().describe("Base URL of the provider's API"),
  documentation_url: WebUrl.nullable(),
  pricing_page: optionalFactField(WebUrl).describe("Page with the provider's prices"),
  npm: optionalFactField(NonEmptyText).describe("npm package of the AI SDK for this provider"),
  env: optionalFactField(z.array(NonEmptyText)).describe(
    "Environment variables from which the package in `npm` reads the key and the account",
  ),
  source: Slug,
  as_of: IsoDate,
});
export type Provider = z.infer<typeof Provider>;
