/** Scores of all graded tests → the scorecard, as rows and as an outcome like any test's. */
import type { z } from "zod";
import { OWN_TESTS } from "../../build/experiments/registry.ts";
import { SCORECARD } from "../../build/experiments/scorecard/about.ts";
import { toScorecard } from "../../build/experiments/scorecard/scorecard.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import {
  type Outcome,
  type ScorecardRow,
  type TestResult,
  toScoreInterval,
} from "../endpoints/own-tests/own-test.ts";
import { perCatalog } from "../http/endpoint.ts";
import { newest } from "../http/envelope.ts";
import { rank } from "./asked.ts";
import { NOT_RUN, outcomeOf } from "./outcomes.ts";

type Row = z.infer<typeof ScorecardRow>;

/** The best first; empty while no model took two graded tests. */
export const scorecardRows = perCatalog((catalog: Catalog): Row[] => {
  const taken = OWN_TESTS.flatMap((test) =>
    outcomeOf(test.test, catalog).results.map(({ model_slug: model, score, interval }) => ({
      ...{ test, model, score, interval },
    })),
  );
  return toScorecard(taken).flatMap(({ model: slug, overall, grades, tests_taken }) => {
    const model = catalog.model(slug);
    if (!model) return [];
    const all = OWN_TESTS.map(({ test }) => [test, grades[test] ?? null]);
    return {
      ...{ slug, name: model.name, provider_slug: model.lab },
      overall: { ...overall, interval: toScoreInterval(overall.interval) },
      ...{ grades: Object.fromEntries(all), tests_taken },
    };
  });
});

/** The scorecard among the tests; `asOf` is the newest day of a run that counts. */
export const scorecardOutcome = perCatalog((catalog: Catalog): Outcome => {
  const rows = scorecardRows(catalog);
  const [best] = rows;
  if (!best) return NOT_RUN;
  const results = rank(
    rows.map((row) => toResult(row, catalog)),
    true,
  );
  return {
    ...NOT_RUN,
    status: "published",
    headline: `${best.name} has the best grades over all: ${best.overall.grade}, ${best.overall.score} of 100 points over ${best.tests_taken} tests.`,
    asOf: newest(results.map(({ run_date }) => run_date)),
    results,
  };
});

/** Of any test, the scorecard among them. @param test Name under /api/v1/own-tests. */
export const testOutcome = (test: string, catalog: Catalog): Outcome =>
  test === SCORECARD.test ? scorecardOutcome(catalog) : outcomeOf(test, catalog);

function toResult(row: Row, catalog: Catalog): TestResult {
  const taken = OWN_TESTS.flatMap(({ test }) =>
    outcomeOf(test, catalog).results.filter(({ model_slug }) => model_slug === row.slug),
  );
  const runDate = newest(taken.map(({ run_date }) => run_date)) ?? "";
  return {
    model_slug: row.slug,
    model_name: row.name,
    provider_slug: row.provider_slug,
    grade: row.overall.grade,
    score: row.overall.score,
    rank: null,
    n_items: OWN_TESTS.length,
    n_valid: row.tests_taken,
    metrics: { grades: row.grades },
    run_date: runDate,
    run_id: `${runDate}-scorecard-${row.slug}`,
    interval: row.overall.interval,
  };
}
