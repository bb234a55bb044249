import { z } from "zod";
import { IsoDate, Slug, Text, UsdPerMtok } from "./values.ts";

/** Price tiers by prompt size: `above:input:output:cache_read`, joined by `;`, cache_read may be empty. */
const TIERS_PATTERN = /^\d+:[\d.]+:[\d.]+:[\d.]*(;\d+:[\d.]+:[\d.]+:[\d.]*)*$/;

/** One model at one host under one host-side id. */
export const Offer = z.strictObject({
  model: Slug,
  model_id: Text.describe("Identifier to send to this host's API"),
  input_usd_per_mtok: UsdPerMtok.nullable(),
  output_usd_per_mtok: UsdPerMtok.nullable(),
  cache_read_usd_per_mtok: UsdPerMtok.nullable(),
  cache_write_usd_per_mtok: UsdPerMtok.nullable(),
  reasoning_usd_per_mtok: UsdPerMtok.nullable().describe(
    "Only where reasoning tokens have a price of their own",
  ),
  batch_input_usd_per_mtok: UsdPerMtok.nullable(),
  batch_output_usd_per_mtok: UsdPerMtok.nullable(),
  tiers: z
    .string()
    .regex(TIERS_PATTERN, "write above:input:output:cache_read, tiers joined by ';'")
    .nullable()
    .describe("Prices above a prompt size in tokens; null when one price holds for all"),
  context_window: z.int().positive().nullable(),
  max_output_tokens: z.int().positive().nullable(),
  quantization: Text.nullable().describe(
    "As the host's id or listing says: fp8, awq, ...; null when not said",
  ),
  status: z.enum(["active", "alpha", "beta", "deprecated"]),
  source: Slug,
  as_of: IsoDate.describe("Day this offer's present price was recorded"),
});
export type Offer = z.infer<typeof Offer>;
