import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { FACT_KINDS } from "../facts/kinds.ts";
import { parseFactFile } from "../facts/parse-file.ts";
import type { PublicAttentionQueries, UpstreamHostAlias } from "../schema/editorial.ts";
import { createCollectors } from "./collectors.ts";
import { SEC_FILERS } from "./sec-edgar.ts";

const DATA = join(import.meta.dirname, "../../data");
function readRows<Row>(kind: "attention" | "hostAliases"): Row[] {
  const { pattern } = FACT_KINDS[kind];
  return parseFactFile(FACT_KINDS[kind], pattern, readFileSync(join(DATA, pattern), "utf8"))
    .rows as Row[];
}

const NAMES = ["hn_query", "wikipedia_article", "github_repo"] as const;

test("every entity whose public attention is counted is in data/, has a name to count and shares none", () => {
  const entities = readRows<PublicAttentionQueries>("attention");
  const isKnown = ({ entity_type, slug }: PublicAttentionQueries): boolean =>
    entity_type === "model"
      ? glob.sync(`models/*/${slug}.json`, { cwd: DATA }).length === 1
      : existsSync(join(DATA, `${entity_type}s`, `${slug}.json`));
  expect(entities.length).toBeGreaterThanOrEqual(60);
  expect(entities.filter((entity) => !isKnown(entity))).toEqual([]);
  expect(entities.filter((entity) => NAMES.every((name) => entity[name] === null))).toEqual([]);
  for (const name of NAMES) {
    const values = entities.flatMap((entity) => entity[name] ?? []);
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
  const aliases = readRows<UpstreamHostAlias>("hostAliases");
  expect(aliases.length).toBeGreaterThan(100);
  expect(aliases.filter(({ source }) => !ids.has(source))).toEqual([]);
});
