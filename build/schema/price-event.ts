import { z } from "zod";
import { IsoDate, Slug, Text, UsdPerMtok } from "./values.ts";

export const PRICE_CHANGES = ["added", "changed", "removed"] as const;

/** One recorded change of one host-side id's price. Append-only: nothing is ever rewritten. */
export const PriceEvent = z.strictObject({
  date: IsoDate.describe("Day the price was recorded, or took effect where the upstream dates it"),
  model: Slug,
  model_id: Text,
  change: z.enum(PRICE_CHANGES),
  input_usd_per_mtok: UsdPerMtok.nullable().describe(
    "After the change; null when removed or unknown",
  ),
  output_usd_per_mtok: UsdPerMtok.nullable(),
  cache_read_usd_per_mtok: UsdPerMtok.nullable(),
  cache_write_usd_per_mtok: UsdPerMtok.nullable(),
  source: Slug,
  suspect: Text.nullable().describe(
    "Why this row is kept out of the published history; null for a sound one",
  ),
});
export type PriceEvent = z.infer<typeof PriceEvent>;
