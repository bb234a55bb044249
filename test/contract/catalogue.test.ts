import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { BenchmarkEntry } from "../../generator/endpoints/benchmarks/benchmark.ts";
import { readCsv } from "./csv.ts";
import type { List, One, Site } from "./harness.ts";
import { verifies } from "./verifies.ts";
import { everyDetail } from "./walk.ts";

interface Fact {
  what: string;
  source: string | undefined;
  as_of: string | null | undefined;
}

const sourceIds = async ({ get }: Site): Promise<Set<string>> =>
  new Set((await get<List<{ id: string }>>("/api/v1/sources")).body.data.map(({ id }) => id));

/** Facts without a listed source or without a day. */
async function unproven(site: Site, facts: readonly Fact[]): Promise<string[]> {
  const known = await sourceIds(site);
  return facts
    .filter(
      ({ source, as_of }) => !known.has(source ?? "") || !/^\d{4}-\d{2}-\d{2}$/.test(as_of ?? ""),
    )
    .map(({ what, source, as_of }) => `${what}: ${source}, ${as_of}`);
}

describe("the size of the catalogue", () => {
  verifies("D-counts", "is what its sources hold", async ({ get }) => {
    const { counts } = (await get<One<{ counts: Record<string, number> }>>("/api/v1/status")).body
      .data;
    const least = {
      ...{ models_with_offer: 1_100, hosts: 140, offers: 5_000, models_with_score: 240 },
      ...{ benchmarks_with_15_models: 60, models_with_price_history: 1_400, price_moves: 200 },
      ...{ glossary_terms: 80 },
    };
    const short = Object.entries(least).filter(([name, count]) => !(counts[name]! >= count));
    expect(short.map(([name, count]) => `${name}: ${counts[name]} of ${count}`)).toEqual([]);
  });

  verifies(
    "D-counts",
    "benchmarks that tested 15 models are of four categories",
    async ({ get }) => {
      const { data } = (await get<List<BenchmarkEntry>>("/api/v1/benchmarks")).body;
      const large = data.filter(({ models_tested }) => models_tested >= 15);
      expect(large.length).toBeGreaterThanOrEqual(60);
      expect(new Set(large.map(({ category }) => category)).size).toBeGreaterThanOrEqual(4);
    },
  );

  verifies("D-labs", "less than 5 % of the models have no known lab", async (site) => {
    const details = await everyDetail(site);
    const unknown = details.filter(({ provider }) => provider.slug === "other");
    expect(unknown.length / details.length).toBeLessThan(0.05);
  });

  verifies("D-size", "is less than 10,000 files and 2,000 rules", async ({ manifest, dist }) => {
    expect(Object.keys(manifest).length + 1).toBeLessThan(10_000);
    const rules = await readFile(join(dist, "_redirects"), "utf8");
    expect(rules.trimEnd().split("\n").length).toBeLessThan(2_000);
  });
});

describe("provenance", () => {
  verifies("D-provenance", "every price has a source and a day", async (site) => {
    const details = await everyDetail(site);
    const offers = details.flatMap(({ slug, providers, list_price }) =>
      [...providers, ...(list_price ? [list_price] : [])].map((offer) => ({
        what: `${slug} at ${offer.provider_slug}`,
        ...offer,
      })),
    );
    expect(offers.length).toBeGreaterThan(4_000);
    expect(await unproven(site, offers)).toEqual([]);
    for (const { what, source_url } of offers) expect(source_url, what).toMatch(/^https?:/);
  });

  verifies("D-provenance", "every score has a source and a day", async (site) => {
    const details = await everyDetail(site);
    const scores = details.flatMap(({ slug, scores }) =>
      scores.map((score) => ({ what: `${slug} on ${score.benchmark_slug}`, ...score })),
    );
    expect(scores.length).toBeGreaterThan(3_000);
    expect(await unproven(site, scores)).toEqual([]);
  });

  verifies("D-provenance", "every row of every export has a source and a day", async (site) => {
    for (const [dataset, day] of [
      ["price-history", "date"],
      ["provider-offers", "date"],
      ["price-changes", "date"],
      ["company-facts", "as_of"],
      ["mindshare-daily", "day"],
      ["gpu-rental-daily", "day"],
    ] as const) {
      const { rows } = await readCsv(site, dataset);
      const facts = rows.map((row, index) => ({
        ...{ what: `${dataset} row ${index + 2}`, source: row.source, as_of: row[day] },
      }));
      expect(facts.length, dataset).toBeGreaterThan(0);
      expect((await unproven(site, facts)).slice(0, 5)).toEqual([]);
    }
  });

  verifies("D-provenance", "every company fact has the address it was read from", async (site) => {
    for (const row of (await readCsv(site, "company-facts")).rows)
      expect(row.source_url, `${row.company} ${row.metric}`).toMatch(/^https?:\/\//);
  });
});

describe("prices", () => {
  for (const [model, before, after] of [
    ["gpt-4o", [5, 15], [2.5, 10]],
    ["deepseek-v4-pro", [1.74, 3.48], [0.435, 0.87]],
    ["o3", [10, 40], [2, 8]],
  ] as const)
    verifies("D-prices", `${model} went from ${before} to ${after}`, async ({ get }) => {
      const { body } = await get<{ input: number; output: number; is_list_price: boolean }[]>(
        `/api/v1/price-history/${model}`,
      );
      expect(body.every(({ is_list_price }) => is_list_price)).toBe(true);
      const prices = body.map(({ input, output }) => `${input}/${output}`);
      const at = prices.indexOf(before.join("/"));
      expect(at, prices.join(" → ")).toBeGreaterThanOrEqual(0);
      expect(prices.slice(at)).toContain(after.join("/"));
      const detail = await get<One<{ list_price: { input: number; output: number } }>>(
        `/api/v1/models/${model}`,
      );
      const { input, output } = detail.body.data.list_price;
      expect([input, output]).toEqual(after);
    });

  verifies("D-dates", "no knowledge cutoff lies after the month of the release", async (site) => {
    const details = await everyDetail(site);
    const dated = details.flatMap(({ slug, release_date, knowledge_cutoff }) =>
      release_date && knowledge_cutoff ? [{ slug, release_date, knowledge_cutoff }] : [],
    );
    expect(dated.length).toBeGreaterThan(300);
    const late = dated.filter(
      (one) =>
        one.knowledge_cutoff.slice(0, 7) > one.release_date.slice(0, one.knowledge_cutoff.length),
    );
    expect(late).toEqual([]);
  });

  verifies("D-prices", "no cache read costs more than fresh input", async (site) => {
    const details = await everyDetail(site);
    const offers = details.flatMap(({ providers, list_price }) => [
      ...providers,
      ...(list_price ? [list_price, ...(list_price.tiers ?? [])] : []),
    ]);
    const { data } =
      await site.read<One<{ price_history: { input: number; cache_read: number | null }[] }>>(
        "/api/v1/dump.json",
      );
    const dear = [...offers, ...data.price_history].filter(
      ({ input, cache_read }) => cache_read !== null && cache_read > (input ?? 0),
    );
    expect(dear.slice(0, 3)).toEqual([]);
    for (const dataset of ["price-history", "provider-offers"]) {
      const { rows } = await readCsv(site, dataset);
      const wrong = rows.filter(
        (row) => Number(row.cache_read_usd_per_m) > Number(row.input_usd_per_m),
      );
      expect(wrong.slice(0, 3), dataset).toEqual([]);
    }
  });

  verifies(
    "D-prices",
    "no price is a thousand times off its neighbours: that is a unit",
    async (site) => {
      interface Row {
        model: string;
        host: string;
        date: string;
        input: number | null;
      }
      const { data } =
        await site.read<One<{ price_history: Row[]; offers: Row[] }>>("/api/v1/dump.json");
      const now = new Map(data.offers.map((row) => [`${row.model} ${row.host}`, row.input]));
      const wrong: string[] = [];
      for (const [index, { model, host, date, input }] of data.price_history.entries()) {
        const next = data.price_history[index + 1];
        const isLast = next?.model !== model || next.host !== host;
        const later = isLast ? now.get(`${model} ${host}`) : next.input;
        const ratio = (later || 1) / (input || 1);
        if (input && later && (ratio >= 1_000 || ratio <= 0.001))
          wrong.push(`${model} at ${host} on ${date}: ${input}, then ${later}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
