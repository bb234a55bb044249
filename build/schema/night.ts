/** What a night of collection remembers for the next one, and what people let through its gates. */
import { z } from "zod";
import { IsoDate, Slug, Text, UsdPerMtok } from "./values.ts";

/** A gate held a source back, a person looked and let it through. Append-only. */
export const AcceptedGate = z.strictObject({
  date: IsoDate.describe("Day of the night that was let through"),
  gate: Slug.describe("Name of the gate: rows, median-move, unit, ..."),
  source: Slug,
  reason: Text.describe("What the person found"),
});
export type AcceptedGate = z.infer<typeof AcceptedGate>;

/**
 * What an upstream says of an offer whose price the catalog takes from another one. Remembered so
 * that a change of its statement can be told apart from a disagreement that goes on. The file's name is the source.
 */
export const SecondOpinion = z.strictObject({
  host: Slug,
  model_id: Text,
  input_usd_per_mtok: UsdPerMtok.nullable(),
  output_usd_per_mtok: UsdPerMtok.nullable(),
  as_of: IsoDate.describe("Day this statement was first recorded"),
});
export type SecondOpinion = z.infer<typeof SecondOpinion>;
