import { z } from "zod";
import { IsoDate, Slug, Text, Url } from "./values.ts";

/** One model's result on one benchmark in one configuration. The file's name is the benchmark. */
export const Score = z.strictObject({
  model: Slug,
  configuration: Text.nullable().describe(
    "Effort, dated snapshot, scaffold, shots; null for the plain model",
  ),
  score: z.number().describe("In the unit of the benchmark"),
  self_reported: z
    .boolean()
    .nullable()
    .describe("By the model's maker; null when the upstream does not say"),
  source: Slug,
  source_url: Url.describe("Address the score was read from"),
  as_of: IsoDate.describe("Day of the evaluation, or else the day the upstream was recorded"),
});
export type Score = z.infer<typeof Score>;
