import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { getRegExpGroups, requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { type BuiltSite, openBuiltSite } from "../contract/harness.ts";
import { readAttributeValues, readPublishedPages } from "../contract/site-pages.ts";

const gzipped = (text: string | Buffer): number => gzipSync(text).length;
const readAsset = ({ dist }: BuiltSite, path: string): string =>
  readFileSync(join(dist, path), "utf8");

/** Scripts and the modules that they import, each once. */
function modulesOf(site: BuiltSite, scripts: readonly string[]): Set<string> {
  const modules = new Set(scripts);
  // A set visits what is added to it meanwhile.
  for (const path of modules)
    for (const [, name] of readAsset(site, path).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
      modules.add(`/assets/${name}`);
  return modules;
}

const weigh = (site: BuiltSite, paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipped(readAsset(site, path)), 0);

/** Compressed bytes that a browser loads to show a page, before any interaction. */
function weightOf(site: BuiltSite, html: string): number {
  const [style = ""] = getRegExpGroups(html, /<link rel="stylesheet" href="([^"]*)"/);
  const scripts = readAttributeValues(html, "src").filter((src) => src.endsWith(".js"));
  const pictures = [...html.matchAll(/<img [^>]*src="(\/[^"]*)"/g)].map(([, path = ""]) => path);
  const modules = modulesOf(site, requireNonEmpty(scripts, "scripts"));
  return gzipped(html) + weigh(site, [style, ...modules, ...pictures]);
}

describe("the gzip size", () => {
  test.each([
    ["index.html", 40_000],
    ["models/index.html", 90_000],
  ])("of %s with its style sheet and scripts is at most %d bytes", async (page, most) => {
    const site = await openBuiltSite();
    expect(weightOf(site, readAsset(site, page))).toBeLessThanOrEqual(most);
  });

  test("of half of the model pages is at most 15 KB", async () => {
    const pages = await readPublishedPages(await openBuiltSite());
    const ofModels = pages.filter(({ kind }) => kind === "/models/*");
    const weights = sampleEvenly(requireNonEmpty(ofModels, "pages of models"), 200)
      .map(({ text }) => gzipped(text))
      .sort((a, b) => a - b);
    expect(weights[Math.floor(weights.length / 2)]).toBeLessThanOrEqual(15_000);
  });
});
