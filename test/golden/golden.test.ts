import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waitForBuiltSite } from "../contract/built-site.ts";
import { toBuiltPaths } from "../contract/run-build.ts";

/**
 * One built file of each kind is stored in `test/golden/site`, so that changes of answers and pages are reviewed:
 * `npm run golden:update` rewrites them. The API description is stored because the typed client is generated from it.
 */
const STORED = `
  _headers _redirects datapackage.json feed.json feed.xml index.html llms.txt server.json
  _q/api/v1/benchmarks/category-coding.json _q/api/v1/findings/limit-50.json
  _q/api/v1/models/sort-release_date.json _q/api/v1/own-tests.json
  api/lab/tokenizer-tax api/scorecard api/spotlight
  api/v1/benchmarks/code-gauntlet api/v1/compare/norn-4o/norn-4o-mini api/v1/disputes
  api/v1/export/models api/v1/export/price-history api/v1/export/provider-offers
  api/v1/glossary/list-price api/v1/models/norn-4o api/v1/openapi.json
  api/v1/own-tests/tokenizer-tax api/v1/providers/northwind api/v1/sources api/v1/status
  benchmarks/code-gauntlet calculator chart/norn-4o.svg compare/norn-4o/norn-4o-mini
  docs/reference models/index.html models/norn-4o own-tests/tokenizer-tax prices/2026-01
  providers/northwind retirements/index.html tables/models.json`;

test.each(STORED.trim().split(/\s+/))("the golden facts make the stored %s", async (path) => {
  const { dist } = toBuiltPaths(await waitForBuiltSite());
  const stored = join(import.meta.dirname, "site", path);
  await expect(await readFile(join(dist, path), "utf8")).toMatchFileSnapshot(stored);
});
