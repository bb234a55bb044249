import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { getDefined, getGroups, getSome } from "../builders/get.ts";
import { sampled } from "../builders/runs.ts";
import { openSite, type Site } from "../contract/harness.ts";
import { attributes, sitePages } from "../contract/site-pages.ts";

/** Bytes over the wire. */
const LIMITS = { home: 40_000, model: 15_000, script: 30_000, files: 15_000 };

const gzipped = (text: string | Buffer): number => gzipSync(text).length;
const readAsset = ({ dist }: Site, path: string): string => readFileSync(join(dist, path), "utf8");

/** A script and the modules that it imports, each once. */
function modulesOf(site: Site, paths: readonly string[], seen = new Set<string>()): Set<string> {
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
const weigh = (site: Site, paths: Iterable<string>): number =>
  sum([...paths].map((path) => gzipped(readAsset(site, path))));

/** What a browser loads to show a page, before anybody touches it. */
function weightOf(site: Site, html: string): number {
  const [style = ""] = getGroups(html, /<link rel="stylesheet" href="([^"]*)"/);
  const scripts = attributes(html, "src").filter((src) => src.endsWith(".js"));
  const pictures = [...html.matchAll(/<img [^>]*src="(\/[^"]*)"/g)].map(([, path = ""]) => path);
  return gzipped(html) + weigh(site, [style, ...modulesOf(site, scripts), ...pictures]);
}

describe("weights over the wire (gzip)", () => {
  test("the front page with its style sheet and scripts", async () => {
    const site = await openSite();
    const weight = weightOf(site, readAsset(site, "index.html"));
    console.log(`front page: ${weight} bytes with style sheet and scripts`);
    expect(weight).toBeLessThanOrEqual(LIMITS.home);
  });

  test("the page of a model, in the middle", async () => {
    const pages = (await sitePages(await openSite())).filter(({ kind }) => kind === "/models/*");
    const weights = sampled(getSome(pages, "pages of models"), 200)
      .map(({ text }) => gzipped(text))
      .sort((a, b) => a - b);
    const median = getDefined(weights[Math.floor(weights.length / 2)], "median");
    console.log(`page of a model: ${median} bytes in the middle, ${weights.at(-1)} at most`);
    expect(median).toBeLessThanOrEqual(LIMITS.model);
  });

  test("all files are few enough for a host of static files", async () => {
    const { manifest } = await openSite();
    const count = Object.keys(manifest).length + 1;
    console.log(`${count} files`);
    expect(count).toBeLessThan(LIMITS.files);
  });
});
