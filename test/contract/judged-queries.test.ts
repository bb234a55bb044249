/**
 * Search queries on the golden names for which people have written down the right first results (`judged-queries.csv`).
 */
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import * as z from "zod";
import { searchEverything } from "../../generator/endpoints/search/search.ts";
import { SEARCH_HIT_TYPES } from "../../generator/search/search-index.ts";
import { verifies } from "./harness.ts";

const JudgedQuery = z.strictObject({
  query: z.string().min(1),
  type: z.preprocess((text) => text || undefined, z.enum(SEARCH_HIT_TYPES).optional()),
  /** `type:slug` of every result that is right in first place. */
  expected: z.string().transform((text) => text.split(" ")),
  kind: z.string().min(1),
});

verifies("5.7", "each judged query has a right answer first", async ({ context }) => {
  const text = await readFile(new URL("judged-queries.csv", import.meta.url), "utf8");
  const queries = z.array(JudgedQuery).parse(parse(text, { columns: true }));
  expect(
    new Set(queries.flatMap(({ expected }) => expected.map((one) => one.split(":")[0]))),
  ).toEqual(new Set(SEARCH_HIT_TYPES));
  const wrong = queries.flatMap(({ query, type, expected }) => {
    const [first] = searchEverything({ q: query, type, limit: 1 }, context).hits;
    const found = first ? `${first.type}:${first.slug}` : "nothing";
    return expected.includes(found) ? [] : [`${query} → ${found}`];
  });
  expect(wrong).toEqual([]);
});
