/** Ability on one scale for models that were tested on different benchmarks (SPEC 4.2). */
import { z } from "zod";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { METHOD_ID } from "../../../build/model/score/method.ts";
import { named } from "../../../build/schema/values.ts";

export const ServiceScore = named("ServiceScore", {
  score: z
    .number()
    .describe("0–100: 100 is the ablest ranked model, 0 the least able; both may change"),
  rank: z.int().describe("1 is the best; equal scores share a rank"),
  ranked: z.int().describe("Models that have a score"),
  benchmarks: z.int().describe("Benchmarks that count for this model"),
  independent: z.int().describe("How many of them its maker did not report"),
  low: z.number().describe("Lower end of the 90 % interval"),
  high: z.number().describe("Upper end of the 90 % interval"),
  method: z.string().describe("Formula and version, explained at /methods/service-score"),
})
  .nullable()
  .describe(
    "Ability, comparable between models tested on different benchmarks; null with fewer than 4 benchmarks that count, or fewer than 2 that somebody other than its maker measured",
  );
export type ServiceScore = z.infer<typeof ServiceScore>;

export function toServiceScore(slug: string, catalog: Catalog): ServiceScore {
  const found = catalog.serviceScore(slug);
  if (!found) return null;
  const { model: _, ...score } = found;
  return { ...score, method: METHOD_ID };
}
