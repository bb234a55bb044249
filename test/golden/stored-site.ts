/**
 * Stores one built file of each kind, made from the facts in `test/golden/data`, so that changes of answers and pages
 * are reviewed. What holds for all files of a kind is tested in `test/invariants` or `test/contract`.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const GOLDEN_DATA = fileURLToPath(new URL("data", import.meta.url));
export const GOLDEN_SITE = fileURLToPath(new URL("site", import.meta.url));

/** The API description is stored because the typed client is generated from it. */
const STORED = [
  "_headers",
  "_q/api/v1/benchmarks/category-coding.json",
  "_q/api/v1/findings/limit-50.json",
  "_q/api/v1/models/sort-release_date.json",
  "_q/api/v1/own-tests.json",
  "_redirects",
  "api/lab/tokenizer-tax",
  "api/scorecard",
  "api/spotlight",
  "api/v1/benchmarks/code-gauntlet",
  "api/v1/compare/norn-4o/norn-4o-mini",
  "api/v1/disputes",
  "api/v1/export/models",
  "api/v1/export/price-history",
  "api/v1/export/provider-offers",
  "api/v1/glossary/list-price",
  "api/v1/models/norn-4o",
  "api/v1/openapi.json",
  "api/v1/own-tests/tokenizer-tax",
  "api/v1/providers/northwind",
  "api/v1/sources",
  "api/v1/status",
  "benchmarks/code-gauntlet",
  "calculator",
  "chart/norn-4o.svg",
  "compare/norn-4o/norn-4o-mini",
  "datapackage.json",
  "docs/reference",
  "feed.json",
  "feed.xml",
  "index.html",
  "llms.txt",
  "models/index.html",
  "models/norn-4o",
  "own-tests/tokenizer-tax",
  "prices/2026-01",
  "providers/northwind",
  "retirements/index.html",
  "server.json",
  "tables/models.json",
];

/**
 * Reads all stored files below a folder.
 * @returns Path below the folder → content.
 * @throws Error when a file is missing.
 */
export async function readStoredSite(folder: string): Promise<Map<string, string>> {
  const read = async (path: string) => [path, await readFile(join(folder, path), "utf8")] as const;
  return new Map(await Promise.all(STORED.map(read)));
}

/** Replaces the stored files by those of a built site. */
export async function storeGoldenSite(dist: string): Promise<void> {
  const files = await readStoredSite(dist);
  await rm(GOLDEN_SITE, { recursive: true, force: true });
  for (const [path, text] of files) {
    const file = join(GOLDEN_SITE, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
