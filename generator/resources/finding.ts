/** A dated fact worth a headline (SPEC 4.7). */
import { z } from "zod";
import type { Catalog } from "../../build/catalog/catalog.ts";
import type { Finding } from "../../build/catalog/finding.ts";

export const FindingItem = z
  .looseObject({
    id: z.string().describe("Stable: the same fact keeps its id"),
    date: z.string(),
    kind: z.enum([
      "price_drop",
      "price_rise",
      "new_model",
      "new_cheapest",
      "top_score",
      "own_test",
      "spread",
      "editorial",
    ]),
    title: z.string(),
    summary: z.string(),
    numbers: z.record(z.string(), z.number()),
    models: z.array(z.string()).describe("Slugs"),
    test: z.string().nullable(),
    url: z.string().describe("Address of the facts behind it"),
  })
  .meta({ id: "Finding" });
export type FindingItem = z.infer<typeof FindingItem>;

export function toFindingItem({ size: _, ...finding }: Finding, catalog: Catalog): FindingItem {
  const [model] = finding.models;
  const path = model === undefined ? "/api/v1/findings" : `/api/v1/models/${model}`;
  return { ...finding, url: `${catalog.service.base_url}${path}` };
}
