import * as z from "zod";
import { Flag, NonEmptyText, WebUrl } from "./values.ts";

/** Name, address, contact and licence of this service. They are stated only here. */
export const Service = z.strictObject({
  name: NonEmptyText.describe("Name shown as `source` in every answer"),
  summary: NonEmptyText.max(
    100,
    "longer than 100 characters, the maximum of the MCP registry",
  ).describe("What the service is, in one sentence"),
  base_url: WebUrl.nullable().describe(
    "URL of the deployed service, without trailing slash; null while it is not deployed",
  ),
  contact_url: WebUrl.nullable().describe(
    "Page where users ask questions and report errors; null when there is none",
  ),
  repository_url: WebUrl.nullable().describe("Source code; null when not published"),
  tiers: Flag.describe(
    "True when the service counts the requests of each client and refuses those above the limit",
  ),
  license: NonEmptyText.describe("Licence of the data and its compilation"),
  license_url: WebUrl,
});
export type ServiceDescription = z.infer<typeof Service>;

/** The service as a build knows it: with the address in its answers. */
export interface Service extends ServiceDescription {
  base_url: string;
  version: string;
}
