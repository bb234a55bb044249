import { existsSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { requireNonEmpty } from "../../test/builders/get.ts";
import { readFactsOfKinds } from "../facts/read-facts.ts";
import { createCollectors } from "./collectors.ts";
import { SEC_FILERS } from "./sec-edgar.ts";

const DATA = join(import.meta.dirname, "../../data");
const { attention, hostAliases } = readFactsOfKinds(DATA, ["attention", "hostAliases"]);

test("every entity whose public attention or SEC filings are read is in data/", () => {
  const companies = SEC_FILERS.map(({ slug }) => ({ entity_type: "provider", slug }));
  const missing = [...companies, ...requireNonEmpty(attention, "entities")].filter((entity) =>
    entity.entity_type === "model"
      ? glob.sync(`models/*/${entity.slug}.json`, { cwd: DATA }).length !== 1
      : !existsSync(join(DATA, `${entity.entity_type}s`, `${entity.slug}.json`)),
  );
  expect(missing).toEqual([]);
});

test("every entity whose public attention is counted has a name to count and shares none", () => {
  const fields = ["hn_query", "wikipedia_article", "github_repo"] as const;
  for (const entity of attention)
    expect(fields.map((field) => entity[field])).not.toEqual([null, null, null]);
  for (const field of fields) {
    const names = attention.flatMap((entity) => entity[field] ?? []);
    expect(names).toEqual([...new Set(names)]);
  }
});

test("every source in the list of host aliases has a collector", () => {
  const ids = new Set(createCollectors([]).map(({ id }) => id));
  const aliases = requireNonEmpty(hostAliases, "aliases");
  expect(aliases.filter(({ source }) => !ids.has(source))).toEqual([]);
});
