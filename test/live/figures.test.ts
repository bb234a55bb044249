import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { bundleFunction } from "../../bench/function-rows.ts";
import { PACKAGED_FACTS_URL_PATH } from "../../build/model/package-facts.ts";
import { EXPORT_DATASETS } from "../../generator/exports/datasets.ts";
import { SQLITE_HREF, toSqlTableName } from "../../generator/exports/sqlite.ts";
import {
  filterModelTableItems,
  parseModelsView,
  sortModelTableItems,
} from "../../generator/site/pages/models/view.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { readCsvExport, readCsvFile } from "../contract/csv.ts";
import { verifies } from "../contract/harness.ts";
import { toBuiltPaths } from "../contract/run-build.ts";
import { readModelTableItems } from "../contract/site-pages.ts";
import { readEveryModelDetail } from "../contract/walk.ts";

describe("the size of the catalogue", () => {
  verifies("D-counts", "is at least what its sources support", async (site) => {
    const { counts } = (await site.get("/api/v1/status")).body;
    const details = await readEveryModelDetail(site);
    const countModels = (has: (detail: (typeof details)[number]) => unknown) =>
      details.filter(has).length;
    const found: Record<string, number> = {
      ...counts,
      models_with_alias: countModels(({ aliases }) => aliases.length > 0),
      models_with_release_and_cutoff: countModels((of) => of.release_date && of.knowledge_cutoff),
      models_with_retirement: countModels(({ retirement_date }) => retirement_date),
      variants: details.flatMap((one) => one.providers.flatMap(({ variants }) => variants)).length,
    };
    // A move counts when one source saw it twice and a second confirms it, or it held for a week (4.7).
    const least = {
      models_with_offer: 1_080,
      hosts: 140,
      offers: 5_000,
      models_with_score: 240,
      benchmarks_with_15_models: 60,
      models_with_price_history: 1_400,
      price_moves: 200,
      glossary_terms: 80,
      scores: 3_001,
      models_with_alias: 101,
      models_with_release_and_cutoff: 301,
      models_with_retirement: 81,
      variants: 101,
    };
    const short = Object.entries(least).filter(([name, count]) => !((found[name] ?? 0) >= count));
    expect(short.map(([name, count]) => `${name}: ${found[name]} of ${count}`)).toEqual([]);
  });

  verifies("P-models", "the first hundred include each flagship of 13 labs", async (site) => {
    const view = parseModelsView(new URLSearchParams());
    const models = await readModelTableItems(site);
    const listed = sortModelTableItems(filterModelTableItems(models, view), view).map(
      ({ row }) => row,
    );
    const flagships = readCsvFile(new URL("flagships.csv", import.meta.url));
    const places = flagships.map(({ model }) => ({
      model,
      place: listed.findIndex(({ slug }) => slug === model),
    }));
    const onSale = places.filter(({ place }) => place >= 0);
    expect(onSale.length).toBeGreaterThan(50);
    expect(onSale.filter(({ place }) => place >= 100)).toEqual([]);
    const first = listed.slice(0, 50);
    const unsold = first.filter((row) => row.offers === 0 || !row.status.includes("current"));
    expect(unsold).toEqual([]);
  });

  verifies("D-labs", "less than 5 % of the models have no known lab", async (site) => {
    const details = await readEveryModelDetail(site);
    const unknown = details.filter(({ provider }) => provider.slug === "other");
    expect(unknown.length / details.length).toBeLessThan(0.05);
  });

  verifies("D-size", "is below 15,000 files and 2,000 rules", async ({ manifest, dist }) => {
    expect(Object.keys(manifest).length + 1).toBeLessThan(15_000);
    const rules = await readFile(join(dist, "_redirects"), "utf8");
    expect(rules.trimEnd().split("\n").length).toBeLessThan(2_000);
  });

  verifies("D-size", "keeps the function, the package and SQLite small", async ({ dist }) => {
    const folder = createTemporaryFolder("sizes");
    const bundle = join(folder, "api.mjs");
    await bundleFunction(bundle);
    const data = await readFile(toBuiltPaths(dirname(dist)).functionData);
    const code = gzipSync(await readFile(bundle)).length;
    expect(code + gzipSync(data).length).toBeLessThanOrEqual(5e6);
    // Compressed as in clients/typescript/build.mjs.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };
    const facts = gzipSync(await readFile(join(dist, PACKAGED_FACTS_URL_PATH))).length;
    expect(facts + brotliCompressSync(data, { params }).length).toBeLessThanOrEqual(2e6);
    expect((await readFile(join(dist, SQLITE_HREF))).length).toBeLessThanOrEqual(12e6);
  });

  verifies("9a-sqlite", "has every exported row, as the command sqlite3 reads it", async (site) => {
    const counting = EXPORT_DATASETS.map(
      ({ name }) => `SELECT count(*) FROM ${toSqlTableName(name)}`,
    );
    const args = ["-readonly", join(site.dist, SQLITE_HREF)];
    const sql = ["PRAGMA integrity_check", ...counting].join(";");
    const [integrity, ...counts] = execFileSync("sqlite3", [...args, sql], { encoding: "utf8" })
      .trimEnd()
      .split("\n");
    expect(integrity).toBe("ok");
    const exports = await Promise.all(EXPORT_DATASETS.map(({ name }) => readCsvExport(site, name)));
    expect(counts.map(Number)).toEqual(exports.map(({ rows }) => rows.length));
  });

  verifies("4.7", "has findings of all seven derived kinds", async ({ read }) => {
    const dump = await read("/api/v1/dump.json");
    const derived = dump.findings.map(({ kind }) => kind).filter((kind) => kind !== "editorial");
    expect(new Set(derived).size).toBe(7);
  });

  verifies("4.6-measured", "the prices of 200 models or more are compared", async (site) => {
    const { body } = await site.get("/api/v1/own-tests/same-model-different-host");
    expect(body.models).toBeGreaterThanOrEqual(200);
  });
});
