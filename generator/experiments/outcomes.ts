/** The outcome of each of our own tests and of the scorecard, from what the catalogue holds. */
import type { z } from "zod";
import {
  OWN_TESTS,
  SAME_MODEL_DIFFERENT_HOST,
  SCORECARD,
  TOKENIZER_TAX,
  toScorecard,
} from "../../build/experiments/own-tests.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import {
  type Outcome,
  type OwnTestScore,
  type ScorecardRow,
  type TestResult,
  toScoreInterval,
} from "../endpoints/own-tests/own-test.ts";
import { perCatalog } from "../http/endpoint.ts";
import { newest } from "../http/envelope.ts";
import { differentHostOutcome } from "./hosts.ts";
import { rank, runsOutcome } from "./runs.ts";
import { tokenizerTaxOutcome, tokenizerTaxScore } from "./tokenizer-tax.ts";

/** What is known of a test before its first run. */
const NOT_RUN: Outcome = {
  status: "not_run",
  headline: null,
  asOf: null,
  results: [],
  context: {},
  items: [],
  runs: [],
  records: [],
};

const OUTCOMES: Record<string, (catalog: Catalog) => Outcome | null> = {
  ...Object.fromEntries(
    OWN_TESTS.map((about) => [
      about.test,
      perCatalog((catalog: Catalog) => runsOutcome(about, catalog)),
    ]),
  ),
  [TOKENIZER_TAX.test]: perCatalog(tokenizerTaxOutcome),
  [SAME_MODEL_DIFFERENT_HOST.test]: perCatalog(differentHostOutcome),
};

/** @param test Name under /api/v1/own-tests. */
export const outcomeOf = (test: string, catalog: Catalog): Outcome =>
  (Object.hasOwn(OUTCOMES, test) ? OUTCOMES[test]?.(catalog) : null) ?? NOT_RUN;

/** Scores of a model: test → result; null when it took none. Parts without a score are no results of a model. */
export function scoresOf(model: string, catalog: Catalog): Record<string, OwnTestScore> | null {
  const tax = tokenizerTaxScore(model, catalog);
  // Without runs no outcome is worked out for a model's answer.
  const tests = catalog.own_test_runs.length === 0 ? [] : OWN_TESTS;
  const others = tests
    .filter(({ test }) => test !== TOKENIZER_TAX.test)
    .flatMap(({ test }) =>
      outcomeOf(test, catalog)
        .results.filter(({ model_slug, score }) => model_slug === model && score !== null)
        .map(({ grade, score, run_date }) => [test, { grade, score, as_of: run_date }] as const),
    );
  if (!tax && others.length === 0) return null;
  return { ...(tax && { [TOKENIZER_TAX.test]: tax }), ...Object.fromEntries(others) };
}

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
