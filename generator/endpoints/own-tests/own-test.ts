/** The operator's own tests in their published form (SPEC 4.6). A test without runs has the status `not_run`. */
import * as z from "zod";
import {
  LETTER_GRADES,
  OWN_TESTS,
  type OwnTestDescription,
  SCORECARD_DESCRIPTION,
  toLetterGrade,
} from "../../../build/experiments/own-tests.ts";
import {
  CONFIDENCE_LEVEL,
  type ConfidenceInterval,
} from "../../../build/experiments/statistics.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ModelRow, OwnTestRunRow } from "../../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../../build/schema/collections.ts";
import {
  definePublicSchema,
  nullableSchemas,
  pickValuesOfSchemaFields,
  ResponseDate,
  ResponseUrl,
} from "../../../build/schema/values.ts";

/** In the order in which the API lists them. */
export const OWN_TESTS_AND_SCORECARD = [...OWN_TESTS, SCORECARD_DESCRIPTION];
export const OwnTestName = z.enum(OWN_TESTS_AND_SCORECARD.map(({ test }) => test));

/** Tests that publish a dataset of their questions and answers, which has its own name in `slug`. */
export const TESTS_WITH_DATASET = OWN_TESTS.flatMap(({ lab, name, test }) =>
  lab === null ? [] : [{ slug: lab, name, test }],
);
export const TestDatasetName = z.enum(TESTS_WITH_DATASET.map(({ slug }) => slug));

const Grade = z.enum(LETTER_GRADES).nullable();
const Metrics = z.record(z.string(), z.unknown());

const ScoreInterval = definePublicSchema("Interval", {
  low: z.number(),
  high: z.number(),
  level: z.number().describe("Confidence level of the interval, as a fraction of 1"),
})
  .nullable()
  .describe(
    "Uncertainty of the score, as explained in the test's methodology; null without a score",
  );

export const toPublishedScoreInterval = (
  interval: ConfidenceInterval | null,
): z.infer<typeof ScoreInterval> => interval && { ...interval, level: CONFIDENCE_LEVEL };

export const OwnTestResult = definePublicSchema("OwnTestResult", {
  model_slug: z.string(),
  model_name: z.string(),
  provider_slug: z.string(),
  grade: Grade.describe("Grade of the score; null without a score, and for a test without grades"),
  score: nullableSchemas.number.describe(
    "Score in the unit of the test; null when the model was not tested",
  ),
  rank: nullableSchemas.count.describe(
    "Rank of the score; 1 is the best, and equal scores share a rank",
  ),
  n_items: z.int(),
  n_valid: z.int(),
  metrics: Metrics,
  run_date: ResponseDate,
  run_id: z.string(),
  interval: ScoreInterval,
});
export type OwnTestResult = z.infer<typeof OwnTestResult>;

export const toTestResultBeforeRanking = (
  test: OwnTestDescription,
  { slug, name, lab }: Pick<ModelRow, "slug" | "name" | "lab">,
  measured: Pick<
    OwnTestResult,
    "score" | "n_items" | "n_valid" | "metrics" | "run_date" | "run_id"
  > & { interval: ConfidenceInterval | null },
): OwnTestResult =>
  pickValuesOfSchemaFields(OwnTestResult, {
    ...measured,
    interval: toPublishedScoreInterval(measured.interval),
    model_slug: slug,
    model_name: name,
    provider_slug: lab,
    grade: toLetterGrade(test, measured.score),
    rank: null,
  });

/** Ranks results, the best first and results without a score last; equal scores share a rank. */
export function rankTestResults(
  { scoring }: OwnTestDescription,
  results: readonly OwnTestResult[],
): OwnTestResult[] {
  const worth = ({ score }: OwnTestResult): number =>
    score === null ? Number.NEGATIVE_INFINITY : scoring.higher_is_better ? score : -score;
  const placeOf = (result: OwnTestResult) =>
    1 + results.filter((other) => worth(other) > worth(result)).length;
  return results
    .map((result) => ({ ...result, rank: result.score === null ? null : placeOf(result) }))
    .sort(
      (a, b) =>
        (a.rank ?? Infinity) - (b.rank ?? Infinity) ||
        compareByCodePoint(a.model_slug, b.model_slug),
    );
}

export const OwnTestScorecardRow = definePublicSchema("ScorecardRow", {
  slug: z.string(),
  name: z.string(),
  provider_slug: z.string(),
  overall: z
    .looseObject({
      grade: Grade,
      score: nullableSchemas.number.describe(
        "Mean of the points of all graded tests that the model took, 0 to 100",
      ),
      interval: ScoreInterval,
    })
    .describe("Overall grade of the model"),
  grades: z.record(z.string(), Grade),
  tests_taken: z.int().describe("Number of graded tests that the model took"),
});

export const OwnTestStatus = z
  .enum(["not_run", "partial", "published"])
  .describe(
    "`not_run`: the test has not been run yet. `partial`: only the part of the test that sends no questions to models was run, so there are no scores. `published`: models were tested",
  );

export const OwnTestSummary = definePublicSchema("OwnTest", {
  test: OwnTestName,
  name: z.string(),
  question: z.string().describe("What the test measures"),
  headline: nullableSchemas.text.describe(
    "The result of the test in a sentence; null until the test is run",
  ),
  status: OwnTestStatus,
  as_of: ResponseDate.nullable(),
  models: z
    .int()
    .describe("Number of tested models; while the status is `partial`, number of measured models"),
  url: ResponseUrl,
});

export const OwnTestScoring = definePublicSchema("Scoring", {
  rule: z.string().describe("How the score is computed from the answers"),
  unit: z.string(),
  higher_is_better: z.boolean(),
  grades: z
    .record(z.string(), z.number())
    .nullable()
    .describe(
      "Grade → the worst score that still earns this grade; a score that is worse than all of these gets an F. Null for a test without grades",
    ),
});

export const OwnTestItem = definePublicSchema("LabItem", {
  item_id: z.string(),
  prompt: z.string().describe("The question or text, word for word"),
  answer: nullableSchemas.text.describe(
    "The right answer; null for an item without a right answer",
  ),
  meta: z
    .record(z.string(), z.unknown())
    .describe("Further facts about the item, such as its language or kind"),
  version: z.string(),
});
export type OwnTestItem = z.infer<typeof OwnTestItem>;

export const listItemsOfTest = (
  { test: name }: OwnTestDescription,
  catalog: Catalog,
): OwnTestItem[] =>
  catalog.own_test_items
    .filter(({ test }) => test === name)
    .map(({ test: _, version, ...item }) => ({ ...item, version }));

/** Version of a test's items; 1 for the scorecard, which has none. */
export const getOwnTestVersion = ({ test: name }: OwnTestDescription, catalog: Catalog): string =>
  catalog.own_tests.find(({ test }) => test === name)?.version ?? "1";

const LabAnswer = z.looseObject({
  item_id: z.string(),
  raw: nullableSchemas.text.describe("The model's reply; null when tokens were only counted"),
  parsed: z.unknown().describe("Value read from the reply; of a counted text, its tokens"),
  correct: nullableSchemas.flag.describe(
    "True when the answer is right; null when the item has no right answer or the reply is unusable",
  ),
});

export const PublishedTestRun = definePublicSchema("LabRun", {
  id: z.string().describe("Id of the run"),
  test: z.string(),
  version: z.string(),
  model_id: z.string().describe("Id of the model that was asked, or of the tokenizer that counted"),
  model_slug: z.string(),
  model_name: z.string(),
  route: nullableSchemas.text.describe("Host that answered; null when no host was asked"),
  run_date: ResponseDate,
  n_items: z.int(),
  n_valid: z.int(),
  score: nullableSchemas.number,
  metrics: Metrics,
  cost_usd: nullableSchemas.number.describe(
    "Cost of the answers in USD; 0 when no model was asked, null when unknown",
  ),
  config: z.record(z.string(), z.unknown()),
  answers: z.array(LabAnswer).describe("One answer per item"),
  interval: ScoreInterval,
});
export type PublishedTestRun = z.infer<typeof PublishedTestRun>;

/** A run whose model is in the catalogue, with the model's name and lab. */
export type TestRunWithModelName = OwnTestRunRow & Pick<ModelRow, "name" | "lab">;

/** All runs of the test, oldest first. */
export const listRunsOfTest = (
  { test: name }: OwnTestDescription,
  catalog: Catalog,
): TestRunWithModelName[] =>
  catalog.own_test_runs
    .filter(({ test }) => test === name)
    .flatMap((run) => {
      const model = catalog.model(run.model);
      return model ? [{ ...run, name: model.name, lab: model.lab }] : [];
    });

export const toPublishedTestRun = (run: TestRunWithModelName): PublishedTestRun =>
  pickValuesOfSchemaFields(PublishedTestRun, {
    ...run,
    model_slug: run.model,
    model_name: run.name,
    interval: toPublishedScoreInterval(run.interval),
    answers: run.answers.map((answer) => pickValuesOfSchemaFields(LabAnswer, answer)),
  });

export const OwnTestScore = definePublicSchema("OwnTestScore", {
  grade: Grade,
  score: nullableSchemas.number,
  as_of: ResponseDate.nullable().describe("Day of the run"),
});
export type OwnTestScore = z.infer<typeof OwnTestScore>;

export interface OwnTestReport {
  status: z.infer<typeof OwnTestStatus>;
  headline: string | null;
  asOf: string | null;
  results: OwnTestResult[];
  /** Measurements that are not results of a model. */
  context: Record<string, unknown>;
  items: OwnTestItem[];
  runs: PublishedTestRun[];
  /** Rows from counting or reading, not from a model's answers. */
  records: Record<string, unknown>[];
}
