import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { describe, expect, test } from "vitest";
import { FACT_KINDS } from "../facts/kinds.ts";
import { parseFile } from "../facts/parse-file.ts";
import type { Attention } from "../schema/editorial.ts";
import { FILERS } from "./sec-companies.ts";

const DATA = join(import.meta.dirname, "../../data");
const PATH = FACT_KINDS.attention.pattern;
const text = readFileSync(join(DATA, PATH), "utf8");
const entities = parseFile(FACT_KINDS.attention, PATH, text).rows as Attention[];

/** Entity type → slugs that `data/` holds. */
const isKnown = ({ entity_type, slug }: Attention): boolean =>
  entity_type === "model"
    ? glob.sync(`models/*/${slug}.json`, { cwd: DATA }).length === 1
    : existsSync(join(DATA, `${entity_type}s`, `${slug}.json`));

describe("the entities whose attention is counted", () => {
  test("are agents, models and providers of ours, each counted somewhere", () => {
    expect(entities.length).toBeGreaterThanOrEqual(60);
    expect(entities.filter((entity) => !isKnown(entity))).toEqual([]);
    expect(
      entities.filter(({ hn_query, wikipedia_article, github_repo }) => {
        return hn_query === null && wikipedia_article === null && github_repo === null;
      }),
    ).toEqual([]);
  });

  test.each(["hn_query", "wikipedia_article", "github_repo"] as const)("share no %s", (field) => {
    const values = entities.map((entity) => entity[field]).filter((value) => value !== null);
    expect(new Set(values).size).toBe(values.length);
  });
});

test("companies whose filings are read are providers of ours", () => {
  const missing = FILERS.filter(({ slug }) => !existsSync(join(DATA, "providers", `${slug}.json`)));
  expect(missing).toEqual([]);
});
