import { existsSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { readFactsOfKinds } from "../facts/read-facts.ts";
import type { PublicAttentionQueries } from "../schema/editorial.ts";
import { createCollectors } from "./collectors.ts";
import { SEC_FILERS } from "./sec-edgar.ts";

const DATA = join(import.meta.dirname, "../../data");
const { attention, hostAliases } = readFactsOfKinds(DATA, ["attention", "hostAliases"]);

const NAMES = ["hn_query", "wikipedia_article", "github_repo"] as const;

test("every entity whose public attention is counted is in data/, has a name to count and shares none", () => {
  const isKnown = ({ entity_type, slug }: PublicAttentionQueries): boolean =>
    entity_type === "model"
      ? glob.sync(`models/*/${slug}.json`, { cwd: DATA }).length === 1
      : existsSync(join(DATA, `${entity_type}s`, `${slug}.json`));
  expect(attention.length).toBeGreaterThanOrEqual(60);
  expect(attention.filter((entity) => !isKnown(entity))).toEqual([]);
  expect(attention.filter((entity) => NAMES.every((name) => entity[name] === null))).toEqual([]);
  for (const name of NAMES) {
    const values = attention.flatMap((entity) => entity[name] ?? []);
    expect(new Set(values).size).toBe(values.length);
  }
});

test("every company whose SEC filings are read is a provider in data/", () => {
  const missing = SEC_FILERS.filter(
    ({ slug }) => !existsSync(join(DATA, "providers", `${slug}.json`)),
  );
  expect(SEC_FILERS.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

test("every source in the list of host aliases has a collector", () => {
  const ids = new Set(createCollectors([]).map(({ id }) => id));
  expect(hostAliases.length).toBeGreaterThan(100);
  expect(hostAliases.filter(({ source }) => !ids.has(source))).toEqual([]);
});
