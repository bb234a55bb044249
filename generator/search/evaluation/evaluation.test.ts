/** The search on the real data, by queries whose right answers people have written down. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Loaded, load } from "../../load.ts";
import { searchIndexOf } from "../search-index.ts";
import { evaluate, GOAL, meanReciprocalRank, misnamed, toMissLine } from "./evaluate.ts";
import { type JudgedQuery, readJudgedQueries } from "./judged-queries.ts";

let loaded: Loaded;
let queries: JudgedQuery[];
beforeAll(async () => {
  queries = await readJudgedQueries();
  loaded = await load({ dataFolder: "data", snapshotFile: null, baseUrl: undefined });
});
afterAll(() => loaded.snapshot.close());

describe("judged queries", () => {
  it("are at least 150, of every type, and of both halves in every kind", () => {
    expect(queries.length).toBeGreaterThanOrEqual(150);
    const types = new Set(
      queries.flatMap(({ expected }) => expected.map((one) => one.split(":")[0])),
    );
    expect(types.size).toBe(7);
    for (const { kind } of queries)
      expect(new Set(queries.filter((one) => one.kind === kind).map(({ half }) => half)).size).toBe(
        2,
      );
  });

  it("expect only what there is, so that a renamed slug is noticed", () => {
    const { documents } = JSON.parse(searchIndexOf(loaded.catalog, loaded.searchFacts)) as {
      documents: { type: string; slug: string }[];
    };
    const known = new Set(documents.map(({ type, slug }) => `${type}:${slug}`));
    const unknown = queries.flatMap(({ query, expected }) =>
      expected.filter((answer) => !known.has(answer)).map((answer) => `${query}: ${answer}`),
    );
    expect(unknown).toEqual([]);
  });

  it(`have a mean reciprocal rank of ${GOAL} on the half that nothing was tuned on`, () => {
    const held = evaluate(queries, loaded.search).filter(({ half }) => half === "held");
    const misses = held.filter(({ rank }) => rank !== 1).map(toMissLine);
    expect(meanReciprocalRank(held), misses.join("\n")).toBeGreaterThanOrEqual(GOAL);
  });
});

describe("every model", () => {
  it("comes first under its own name and slug", () => {
    expect(misnamed(loaded.catalog.models, loaded.search)).toEqual([]);
  });
});
