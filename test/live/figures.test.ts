import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { type DetailAnswer, verifies } from "../contract/harness.ts";
import { getHostComparisonTest } from "../contract/measured.ts";
import { readEveryModelDetail } from "../contract/walk.ts";

describe("the size of the catalogue", () => {
  verifies("D-counts", "is what its sources hold", async ({ get }) => {
    const { counts } = (
      await get<DetailAnswer<{ counts: Record<string, number> }>>("/api/v1/status")
    ).body;
    // A move counts when one source saw it twice and a second confirms it, or it held for a week (4.7).
    const least = {
      ...{ models_with_offer: 1_080, hosts: 140, offers: 5_000, models_with_score: 240 },
      ...{ benchmarks_with_15_models: 60, models_with_price_history: 1_400, price_moves: 200 },
      ...{ glossary_terms: 80 },
    };
    const short = Object.entries(least).filter(([name, count]) => !((counts[name] ?? 0) >= count));
    expect(short.map(([name, count]) => `${name}: ${counts[name]} of ${count}`)).toEqual([]);
  });

  verifies("D-labs", "less than 5 % of the models have no known lab", async (site) => {
    const details = await readEveryModelDetail(site);
    const unknown = details.filter(({ provider }) => provider.slug === "other");
    expect(unknown.length / details.length).toBeLessThan(0.05);
  });

  verifies("D-size", "is less than 15,000 files and 2,000 rules", async ({ manifest, dist }) => {
    expect(Object.keys(manifest).length + 1).toBeLessThan(15_000);
    const rules = await readFile(join(dist, "_redirects"), "utf8");
    expect(rules.trimEnd().split("\n").length).toBeLessThan(2_000);
  });

  verifies("D-counts", "most of what a model has is known of most models", async (site) => {
    const details = await readEveryModelDetail(site);
    const sum = (of: (detail: (typeof details)[number]) => number) =>
      details.reduce((total, detail) => total + of(detail), 0);
    expect(sum(({ providers }) => providers.length)).toBeGreaterThan(4_000);
    expect(sum(({ scores }) => scores.length)).toBeGreaterThan(3_000);
    expect(sum(({ aliases }) => Math.min(1, aliases.length))).toBeGreaterThan(100);
    const variants = (detail: (typeof details)[number]) =>
      detail.providers.reduce((total, offer) => total + offer.variants.length, 0);
    expect(sum(variants)).toBeGreaterThan(100);
    const dated = details.filter(
      ({ release_date, knowledge_cutoff }) => release_date !== null && knowledge_cutoff !== null,
    );
    expect(dated.length).toBeGreaterThan(300);
    expect(sum(({ retirement_date }) => (retirement_date === null ? 0 : 1))).toBeGreaterThan(80);
  });

  verifies("4.7", "findings of every kind are derived", async ({ read }) => {
    const dump = await read<DetailAnswer<{ findings: { kind: string }[] }>>("/api/v1/dump.json");
    expect(new Set(dump.findings.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(7);
  });

  verifies("4.6-measured", "the prices of 200 models or more are compared", async (site) => {
    expect((await getHostComparisonTest(site)).models).toBeGreaterThanOrEqual(200);
  });
});
