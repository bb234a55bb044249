import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { MODELS_TABLE_DATA_PATH } from "../../generator/site/components/addresses.ts";
import { getDefined, getRegExpGroups, requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { type BuiltSite, openBuiltSite } from "../contract/harness.ts";
import { readAttributeValues, readPublishedPages } from "../contract/site-pages.ts";

/** Limits in bytes, compressed with gzip as they are transferred. */
const LIMITS = { home: 40_000, models: 90_000, model: 15_000, script: 30_000 };

const gzipped = (text: string | Buffer): number => gzipSync(text).length;
const readAsset = ({ dist }: BuiltSite, path: string): string =>
  readFileSync(join(dist, path), "utf8");

/** A script and the modules that it imports, each once. */
function modulesOf(
  site: BuiltSite,
  paths: readonly string[],
  seen = new Set<string>(),
): Set<string> {
  for (const path of paths) {
    if (seen.has(path)) continue;
    seen.add(path);
    const imports = readAsset(site, path).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g);
    modulesOf(
      site,
      [...imports].map(([, name]) => `/assets/${name}`),
      seen,
    );
  }
  return seen;
}

const sum = (values: Iterable<number>): number =>
  [...values].reduce((all, value) => all + value, 0);
const weigh = (site: BuiltSite, paths: Iterable<string>): number =>
  sum([...paths].map((path) => gzipped(readAsset(site, path))));

/** Compressed bytes that a browser loads to show a page, before any interaction. */
function weightOf(site: BuiltSite, html: string): number {
  const [style = ""] = getRegExpGroups(html, /<link rel="stylesheet" href="([^"]*)"/);
  const scripts = readAttributeValues(html, "src").filter((src) => src.endsWith(".js"));
  const pictures = [...html.matchAll(/<img [^>]*src="(\/[^"]*)"/g)].map(([, path = ""]) => path);
  const modules = modulesOf(site, requireNonEmpty(scripts, "scripts"));
  return gzipped(html) + weigh(site, [style, ...modules, ...pictures]);
}

describe("the gzip size", () => {
  test("of the front page with its style sheet and scripts is at most 40 KB", async () => {
    const site = await openBuiltSite();
    const weight = weightOf(site, readAsset(site, "index.html"));
    console.log(`front page: ${weight} bytes with style sheet and scripts`);
    expect(weight).toBeLessThanOrEqual(LIMITS.home);
  });

  test("of the page of models with its style sheet and scripts is at most 90 KB", async () => {
    const site = await openBuiltSite();
    const weight = weightOf(site, readAsset(site, "models/index.html"));
    const table = weigh(site, [MODELS_TABLE_DATA_PATH]);
    console.log(`page of models: ${weight} bytes, and ${table} of all models once it is touched`);
    expect(weight).toBeLessThanOrEqual(LIMITS.models);
  });

  test("of half of the model pages is at most 15 KB", async () => {
    const pages = (await readPublishedPages(await openBuiltSite())).filter(
      ({ kind }) => kind === "/models/*",
    );
    const weights = sampleEvenly(requireNonEmpty(pages, "pages of models"), 200)
      .map(({ text }) => gzipped(text))
      .sort((a, b) => a - b);
    const median = getDefined(weights[Math.floor(weights.length / 2)], "median");
    console.log(`page of a model: ${median} bytes in the middle, ${weights.at(-1)} at most`);
    expect(median).toBeLessThanOrEqual(LIMITS.model);
  });
});
