/** Makes the report of each of our own tests and of the scorecard from the catalogue. */
import type * as z from "zod";
import {
  formatYearMonthNumber,
  type LetterGrade,
  OWN_TESTS,
  type OwnTestDescription,
  SAME_MODEL_DIFFERENT_HOST_TEST,
  SCORECARD_DESCRIPTION,
  TOKENIZER_TAX_TEST,
  toPointsOfTestScore,
} from "../../build/experiments/own-tests.ts";
import {
  formatIntervalInParentheses,
  roundToDecimals,
} from "../../build/experiments/statistics.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { compareByCodePoint, groupBy } from "../../build/schema/collections.ts";
import {
  getOwnTestVersion,
  listItemsOfTest,
  listRunsOfTest,
  type OwnTestReport,
  type OwnTestResult,
  type OwnTestScore,
  type OwnTestScorecardRow,
  rankTestResults,
  toPublishedTestRun,
  toTestResultBeforeRanking,
} from "../endpoints/own-tests/own-test.ts";
import { memoizePerCatalog } from "../http/endpoint.ts";
import { newestDate } from "../http/envelope.ts";
import { formatLongDate } from "../site/components/html.ts";
import {
  getTokenizerTaxScoreOfModel,
  type HostPriceSpread,
  listTokenizersWithTaxRatios,
  makeSameModelDifferentHostReport,
  makeTokenizerTaxReport,
} from "./measured.ts";

const NOT_RUN: OwnTestReport = {
  status: "not_run",
  headline: null,
  asOf: null,
  results: [],
  context: {},
  items: [],
  runs: [],
  records: [],
};

const REPORTS: Record<string, (catalog: Catalog) => OwnTestReport | null> = {
  ...Object.fromEntries(
    OWN_TESTS.map((about) => [
      about.test,
      memoizePerCatalog((catalog: Catalog) => toReportOfRuns(about, catalog)),
    ]),
  ),
  [TOKENIZER_TAX_TEST.test]: memoizePerCatalog(makeTokenizerTaxReport),
  [SAME_MODEL_DIFFERENT_HOST_TEST.test]: memoizePerCatalog(makeSameModelDifferentHostReport),
  [SCORECARD_DESCRIPTION.test]: (catalog) => reportOfScorecard(catalog),
};

/** @param test Name under /api/v1/own-tests, or that of the scorecard. */
export const getOwnTestReport = (test: string, catalog: Catalog): OwnTestReport =>
  (Object.hasOwn(REPORTS, test) ? REPORTS[test]?.(catalog) : null) ?? NOT_RUN;

export const listHostPriceSpreads = (catalog: Catalog) =>
  getOwnTestReport(SAME_MODEL_DIFFERENT_HOST_TEST.test, catalog)
    .results.map(({ model_name: name, model_slug: slug, metrics }) => ({
      ...(metrics as unknown as HostPriceSpread),
      name,
      slug,
    }))
    .filter(({ isPlausible }) => isPlausible);

const CHARTS = [
  {
    of: TOKENIZER_TAX_TEST,
    title: "Tokens for the same passage, as a multiple of English",
    list: listTokenizersWithTaxRatios,
  },
  {
    of: SAME_MODEL_DIFFERENT_HOST_TEST,
    title: "The same model at its cheapest and its most expensive host",
    list: listHostPriceSpreads,
  },
];

/** At most one chart; none without data to draw. */
export const listOwnTestPictures = (test: string, catalog: Catalog) =>
  CHARTS.filter(({ of, list }) => of.test === test && list(catalog).length > 0).map(
    ({ title }) => ({ title, path: `/chart/own-tests/${test}.svg` }),
  );

/** Scores of a model: test → result; null when it has none. Results without a score are left out. */
export function getOwnTestScoresOfModel(
  model: string,
  catalog: Catalog,
): Record<string, OwnTestScore> | null {
  const tax = getTokenizerTaxScoreOfModel(model, catalog);
  // Without runs, no reports have to be made for a model's answer.
  const tests = catalog.own_test_runs.length === 0 ? [] : OWN_TESTS;
  const others = tests
    .filter(({ test }) => test !== TOKENIZER_TAX_TEST.test)
    .flatMap(({ test }) =>
      getOwnTestReport(test, catalog)
        .results.filter(({ model_slug, score }) => model_slug === model && score !== null)
        .map(({ grade, score, run_date }) => [test, { grade, score, as_of: run_date }] as const),
    );
  if (!tax && others.length === 0) return null;
  return { ...(tax && { [TOKENIZER_TAX_TEST.test]: tax }), ...Object.fromEntries(others) };
}

/** Minimum number of tests for the mean. With one test, it would only repeat that test's grade. */
const MIN_TESTS = 2;

/** The best model first; empty until a model has two graded tests. */
export const listScorecardRows = (catalog: Catalog): z.infer<typeof OwnTestScorecardRow>[] =>
  reportOfScorecard(catalog).results.map(({ grade, score, interval, ...result }) => ({
    slug: result.model_slug,
    name: result.model_name,
    provider_slug: result.provider_slug,
    overall: { grade, score, interval },
    grades: result.metrics.grades as Record<string, LetterGrade | null>,
    tests_taken: result.n_valid,
  }));

const reportOfScorecard = memoizePerCatalog((catalog: Catalog): OwnTestReport => {
  const taken = OWN_TESTS.flatMap((test) =>
    getOwnTestReport(test.test, catalog).results.map((result) => ({ ...result, test })),
  );
  const byModel = groupBy(taken, ({ model_slug }) => model_slug);
  const results = rankTestResults(
    SCORECARD_DESCRIPTION,
    [...byModel.values()].flatMap((own) => toScorecardResult(own) ?? []),
  );
  const [best] = results;
  if (!best) return NOT_RUN;
  return {
    ...NOT_RUN,
    status: "published",
    headline: `${best.model_name} has the best overall grade: ${best.grade}, ${best.score} of 100 points in ${best.n_valid} tests.`,
    asOf: newestDate(results.map(({ run_date }) => run_date)),
    results,
  };
});

/** @param taken Results of one model, at least one. @returns null for fewer than two graded tests. */
function toScorecardResult(taken: readonly (OwnTestResult & { test: OwnTestDescription })[]) {
  const graded = taken.flatMap(({ test, score, grade, interval }) => {
    const points = toPointsOfTestScore(test, score);
    if (grade === null || points === null) return [];
    const ends = [interval?.low ?? score, interval?.high ?? score].map(
      (end) => toPointsOfTestScore(test, end) ?? points,
    );
    return [{ test: test.test, grade, points, low: Math.min(...ends), high: Math.max(...ends) }];
  });
  const [first] = taken;
  if (!first || graded.length < MIN_TESTS) return null;
  const model = { slug: first.model_slug, name: first.model_name, lab: first.provider_slug };
  const meanOf = (field: "points" | "low" | "high") =>
    roundToDecimals(graded.reduce((sum, one) => sum + one[field], 0) / graded.length, 1);
  const gradeOf = new Map(graded.map(({ test, grade }) => [test, grade]));
  const grades = OWN_TESTS.map(({ test }) => [test, gradeOf.get(test) ?? null]);
  const run_date = newestDate(taken.map((result) => result.run_date)) ?? "";
  return toTestResultBeforeRanking(SCORECARD_DESCRIPTION, model, {
    score: meanOf("points"),
    n_items: OWN_TESTS.length,
    n_valid: graded.length,
    metrics: { grades: Object.fromEntries(grades) },
    run_date,
    run_id: `${run_date}-scorecard-${model.slug}`,
    interval: { low: meanOf("low"), high: meanOf("high") },
  });
}

/** Uses the recorded scores and computes none. */
function toReportOfRuns(test: OwnTestDescription, catalog: Catalog): OwnTestReport {
  const runs = listRunsOfTest(test, catalog);
  const version = getOwnTestVersion(test, catalog);
  // Keeps the newest run of each model with the current items; on the same day, the run at the lab's own host.
  const oldestFirst = runs
    .filter((run) => run.version === version)
    .sort(
      (a, b) =>
        compareByCodePoint(a.run_date, b.run_date) ||
        Number(a.route === null) - Number(b.route === null) ||
        compareByCodePoint(b.id, a.id),
    );
  const newestRuns = [...new Map(oldestFirst.map((run) => [run.model, run])).values()];
  const results = rankTestResults(
    test,
    newestRuns.map((run) =>
      toTestResultBeforeRanking(test, { ...run, slug: run.model }, { ...run, run_id: run.id }),
    ),
  );
  return {
    ...NOT_RUN,
    status: results.length === 0 ? "not_run" : "published",
    headline: headlineOf(test, results),
    asOf: newestDate(results.map(({ run_date }) => run_date)),
    results,
    items: listItemsOfTest(test, catalog),
    runs: runs.map(toPublishedTestRun),
  };
}

const claimsIn = ({ metrics, n_valid }: OwnTestResult): number =>
  Number(metrics.misidentified) / Math.max(n_valid, 1);

/** Name under /api/v1/own-tests → what the headline says about the model with the highest score. */
const HEADLINES: Readonly<
  Record<string, (highest: OwnTestResult, lowest: OwnTestResult) => string>
> = {
  "who-are-you": (most) =>
    `names another lab as its maker in ${Math.round(100 * claimsIn(most))} % of its answers`,
  "world-map": ({ score, interval }) =>
    `is right about ${score} % of the cells${formatIntervalInParentheses(interval)}`,
  "censorship-index": ({ score, interval }, lowest) =>
    `leaves ${score} percentage points more of the sensitive questions than of the neutral ones unanswered${formatIntervalInParentheses(interval)}, ${lowest.model_name} ${lowest.score}`,
  "knowledge-horizon": ({ score }) =>
    `knows events up to ${formatLongDate(formatYearMonthNumber(score ?? 0))}`,
  "model-drift-index": ({ score, interval }) =>
    `changed ${score} % of its answers since its first run${formatIntervalInParentheses(interval)}`,
};

/** @returns null when no result has a score. */
function headlineOf({ test }: OwnTestDescription, results: readonly OwnTestResult[]) {
  const by = (result: OwnTestResult) =>
    test === "who-are-you" ? claimsIn(result) : (result.score ?? 0);
  const scored = results.filter(({ score }) => score !== null).sort((a, b) => by(b) - by(a));
  const [highest, lowest] = [scored[0], scored.at(-1)];
  if (!highest || !lowest) return null;
  return `${highest.model_name} ${HEADLINES[test]?.(highest, lowest)}; models tested: ${results.length}.`;
}
