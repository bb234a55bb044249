/** The search, by queries whose right answers people have written down. */
import { beforeAll, expect, test } from "vitest";
import { SEARCH_TYPES } from "../../generator/search/documents.ts";
import {
  answeredByOtherType,
  evaluate,
  GOAL,
  meanReciprocalRank,
  toMissLine,
} from "../../generator/search/evaluation/evaluate.ts";
import {
  type JudgedQuery,
  readJudgedQueries,
} from "../../generator/search/evaluation/judged-queries.ts";
import { verifies } from "../contract/verifies.ts";

/** Of 133 questions; the goal is 0. A night's models may take a first place; more is a fault of the ranking. */
const MOST_MISTAKEN = 4;

let queries: JudgedQuery[];
beforeAll(async () => {
  queries = await readJudgedQueries();
});

test("there are 150 judged queries or more, of every type, and of both halves in every kind", () => {
  expect(queries.length).toBeGreaterThanOrEqual(150);
  const types = queries.flatMap(({ expected }) => expected.map((one) => one.split(":")[0]));
  expect(new Set(types)).toEqual(new Set(SEARCH_TYPES));
  for (const { kind } of queries) {
    const halves = queries.filter((one) => one.kind === kind).map(({ half }) => half);
    expect(new Set(halves).size, kind).toBe(2);
  }
});

verifies("5.7", "judged queries expect what there is: a renamed slug is noticed", async (site) => {
  const { search } = site.context;
  const unknown = queries
    .flatMap(({ expected }) => expected)
    // A pattern stands for whatever the night found.
    .filter((answer) => !answer.includes("*"))
    .filter((answer) => {
      const slug = answer.slice(answer.indexOf(":") + 1);
      const { hits } = search.find(slug, { limit: 50 });
      return !hits.some((hit) => `${hit.type}:${hit.slug}` === answer);
    });
  expect(unknown).toEqual([]);
});

verifies(
  "5.7",
  `a right answer comes first, by a mean reciprocal rank of ${GOAL}`,
  async (site) => {
    // On the half that nothing was tuned on.
    const held = evaluate(queries, site.context.search).filter(({ half }) => half === "held");
    const misses = held.filter(({ rank }) => rank !== 1).map(toMissLine);
    expect(meanReciprocalRank(held), misses.join("\n")).toBeGreaterThanOrEqual(GOAL);
  },
);

verifies("5.7", "a question is answered by a thing of the right type", async (site) => {
  const mistaken = answeredByOtherType(evaluate(queries, site.context.search));
  expect(mistaken.length, mistaken.map(toMissLine).join("\n")).toBeLessThanOrEqual(MOST_MISTAKEN);
});
