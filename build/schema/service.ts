import { z } from "zod";
import { Text, Url } from "./values.ts";

/** Who runs this service: the one place for its name, address, contact and licence. */
export const Service = z.strictObject({
  name: Text.describe("Name shown as `source` in every answer"),
  summary: Text.max(100, "at most 100 characters: the MCP registry takes no more").describe(
    "What the service is, in one sentence",
  ),
  base_url: Url.describe(
    "Public address without a trailing slash; BASE_URL overrides it at build time",
  ),
  contact_url: Url.describe("Where users ask and report errors"),
  repository_url: Url.nullable().describe("Source code; null when not published"),
  license: Text.describe("Licence of the operator's data and compilation"),
  license_url: Url,
});
export type Service = z.infer<typeof Service>;
