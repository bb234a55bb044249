import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { openBuiltSite } from "../contract/harness.ts";
import { readPublishedPages } from "../contract/site-pages.ts";

const gzipped = (text: string | Buffer): number => gzipSync(text).length;

/** Compressed bytes that a browser loads to show a page: its file, style sheet, pictures, scripts and their imports. */
function weightOf(dist: string, page: string): number {
  const LOADED = /<(?:link rel="stylesheet" href|img [^>]*src|script [^>]*src)="(\/[^"]*)"/g;
  const IMPORTED = /(?:from|import)\s*"\.\/([\w-]+\.js)"/g;
  const files = new Set([page]);
  // A set visits what is added to it meanwhile.
  for (const path of files) {
    const text = readFileSync(join(dist, path), "utf8");
    if (path === page) for (const [, loaded = ""] of text.matchAll(LOADED)) files.add(loaded);
    if (path.endsWith(".js"))
      for (const [, name] of text.matchAll(IMPORTED)) files.add(`/assets/${name}`);
  }
  expect(files.size).toBeGreaterThan(2);
  return [...files].reduce((sum, path) => sum + gzipped(readFileSync(join(dist, path))), 0);
}

describe("the gzip size", () => {
  test.each([
    ["index.html", 40_000],
    ["models/index.html", 90_000],
  ])("of %s with its style sheet and scripts is at most %d bytes", async (page, most) => {
    const { dist } = await openBuiltSite();
    expect(weightOf(dist, page)).toBeLessThanOrEqual(most);
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
