/** What people let through the gates of a night. */
import { z } from "zod";
import { IsoDate, Slug, Text } from "./values.ts";

/** A gate held a source back, a person looked and let it through. Append-only. */
export const AcceptedGate = z.strictObject({
  date: IsoDate.describe("Day of the night that was let through"),
  gate: Slug.describe("Name of the gate: rows, median-move, unit, ..."),
  source: Slug,
  reason: Text.describe("What the person found"),
});
export type AcceptedGate = z.infer<typeof AcceptedGate>;
