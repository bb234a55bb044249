import * as z from "zod";
import {
  MIN_POINTS_BY_GRADE,
  OWN_TESTS,
  type OwnTestDescription,
  SCORECARD_DESCRIPTION,
} from "../../../build/experiments/own-tests.ts";
import { ResponseUrl } from "../../../build/schema/values.ts";
import {
  getOwnTestReport,
  listOwnTestPictures,
  listScorecardRows,
} from "../../experiments/test-reports.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelopeSchema, newestDate } from "../../http/envelope.ts";
import { unknownSlugProblem } from "../../http/names.ts";
import { PublishedFinding, toPublishedFinding } from "../findings/findings.ts";
import {
  getOwnTestVersion,
  OWN_TESTS_AND_SCORECARD,
  OwnTestItem,
  OwnTestName,
  type OwnTestReport,
  OwnTestResult,
  OwnTestScorecardRow,
  OwnTestScoring,
  OwnTestStatus,
  OwnTestSummary,
  PublishedTestRun,
  TESTS_WITH_DATASET,
  TestDatasetName,
} from "./own-test.ts";

const LATEST = 5;

const toTestSummary = (
  { test, name, question }: OwnTestDescription,
  { headline, status, asOf, results }: OwnTestReport,
  baseUrl: string,
): z.infer<typeof OwnTestSummary> => ({
  test,
  name,
  question,
  headline,
  status,
  as_of: asOf,
  models: results.length,
  url: `${baseUrl}/api/v1/own-tests/${test}`,
});

export const listOwnTestsEndpoint = defineEndpoint({
  id: "listOwnTests",
  path: "/api/v1/own-tests",
  tag: "Own tests",
  summary: "Our own tests of models",
  description:
    "All our own tests. Each test has the question that it examines, and a headline that states its result. A test that has not been run yet has the status `not_run` and no headline. `partial` means that only the part of the test that sends no questions to models was run.",
  response: envelopeSchema("OwnTestList", {
    data: z.array(OwnTestSummary),
    scorecard: z
      .looseObject({
        url: ResponseUrl,
        top: OwnTestScorecardRow.nullable().describe(
          "The model with the best overall grade; null until a model has two graded tests",
        ),
      })
      .describe("The scorecard of all models"),
    findings: z.array(PublishedFinding).describe("The five newest findings of any kind"),
  }),
  respond(_, { catalog }) {
    const base = catalog.service.base_url;
    const findings = catalog.findings.slice(0, LATEST);
    const data = OWN_TESTS_AND_SCORECARD.map((test) =>
      toTestSummary(test, getOwnTestReport(test.test, catalog), base),
    );
    return {
      title: "Own tests",
      asOf: newestDate([...data.map(({ as_of }) => as_of), ...findings.map(({ date }) => date)]),
      body: {
        data,
        scorecard: { url: `${base}/api/scorecard`, top: listScorecardRows(catalog)[0] ?? null },
        findings: findings.map((finding) => toPublishedFinding(finding, catalog)),
      },
    };
  },
});

export const getOwnTestEndpoint = defineEndpoint({
  id: "getOwnTest",
  path: "/api/v1/own-tests/{test}",
  tag: "Own tests",
  summary: "One of our own tests with its results",
  description: `Tests: ${OWN_TESTS_AND_SCORECARD.map(({ test }) => test).join(", ")}.`,
  params: {
    test: {
      description: "Name of the test",
      example: "tokenizer-tax",
      values: OwnTestName.options,
    },
  },
  response: envelopeSchema("OwnTestDetail", {
    ...OwnTestSummary.shape,
    results: z
      .array(OwnTestResult)
      .describe(
        "Results of the test for each model, the best score first. In a test that has only compared prices so far (status `partial`), the model with the largest price difference between hosts comes first. Empty until the test is run",
      ),
    version: z.string(),
    scoring: OwnTestScoring.describe("How answers become a score and a grade"),
    headline_rule: z.string().describe("Rule by which the result in the headline is chosen"),
    methodology: z
      .string()
      .describe("Paragraphs about the questions, the scoring and the limits of the test"),
    context: z
      .record(z.string(), z.unknown())
      .describe("Measurements of the test as a whole, not of one model"),
    pictures: z
      .array(
        z.looseObject({
          title: z.string(),
          url: ResponseUrl,
          type: z.literal("image/svg+xml").describe("Media type"),
        }),
      )
      .describe("Pictures of the results"),
    page: ResponseUrl.describe("URL of the test's page"),
    dataset: ResponseUrl.nullable().describe(
      "URL of the dataset with all raw records; null for a test without one",
    ),
  }),
  enumerate: () => OWN_TESTS_AND_SCORECARD.map(({ test }) => ({ params: { test } })),
  respond({ params }, { catalog }) {
    const test = OWN_TESTS_AND_SCORECARD.find((known) => known.test === params.test);
    if (!test) {
      const kind = { name: "own test", list: "/api/v1/own-tests" };
      const candidates = OWN_TESTS_AND_SCORECARD.map(({ test, name }) => ({ slug: test, name }));
      return unknownSlugProblem(params.test, { ...kind, candidates }, catalog);
    }
    const report = getOwnTestReport(test.test, catalog);
    const base = catalog.service.base_url;
    return {
      title: test.name,
      asOf: report.asOf,
      body: {
        ...toTestSummary(test, report, base),
        results: report.results,
        version: getOwnTestVersion(test, catalog),
        scoring: test.scoring,
        headline_rule: test.headline_rule,
        methodology: test.methodology.join("\n\n"),
        context: report.context,
        pictures: listOwnTestPictures(test.test, catalog).map(({ title, path }) => ({
          title,
          url: `${base}${path}`,
          type: "image/svg+xml",
        })),
        page: `${base}/own-tests/${test.test}`,
        dataset: test.lab === null ? null : `${base}/api/lab/${test.lab}`,
      },
    };
  },
});

export const getTestDatasetEndpoint = defineEndpoint({
  id: "getLabDataset",
  path: "/api/lab/{test}",
  tag: "Own tests",
  summary: "The raw dataset of one of our own tests",
  description: `Every question (or text) and every recorded answer of a test, so that you can recompute each score. Datasets: ${TESTS_WITH_DATASET.map(({ slug }) => slug).join(", ")}.`,
  params: {
    test: {
      description: "Name of the dataset",
      example: "tokenizer-tax",
      values: TestDatasetName.options,
    },
  },
  response: envelopeSchema("LabDataset", {
    test: TestDatasetName,
    status: OwnTestStatus,
    items: z.array(OwnTestItem).describe("Questions or texts of the test"),
    runs: z.array(PublishedTestRun).describe("Runs of the test, oldest first"),
    records: z
      .array(z.record(z.string(), z.unknown()))
      .describe(
        "Measurements that need no answers from a model: token counts by tokenizer and language, offers by model and host",
      ),
  }),
  enumerate: () => TESTS_WITH_DATASET.map(({ slug }) => ({ params: { test: slug } })),
  respond({ params }, { catalog }) {
    const test = TESTS_WITH_DATASET.find(({ slug }) => slug === params.test);
    if (!test) {
      const kind = { name: "dataset", folder: "/api/lab/", list: "/api/v1/own-tests" };
      return unknownSlugProblem(params.test, { ...kind, candidates: TESTS_WITH_DATASET }, catalog);
    }
    const { asOf, status, items, runs, records } = getOwnTestReport(test.test, catalog);
    return {
      title: `${test.name}: dataset`,
      asOf,
      body: { test: test.slug, status, items, runs, records },
    };
  },
});

export const getOwnTestScorecardEndpoint = defineEndpoint({
  id: "getScorecard",
  path: "/api/scorecard",
  tag: "Own tests",
  summary: "Grades of all models in our own tests",
  description:
    "The scorecard lists the grades of each model in our own tests, and an overall grade of the model. Each test score is converted to points from 0 to 100 (an A starts at 90 points); the overall grade of a model comes from the mean of its points. Models that took fewer than two graded tests are not in the scorecard.",
  response: envelopeSchema("Scorecard", {
    data: z.array(OwnTestScorecardRow),
    scale: z.record(z.string(), z.number()).describe("Grade → lowest mean of points that earns it"),
    tests: z.array(OwnTestName).describe("Names of all tests"),
    status: z
      .enum(["not_run", "published"])
      .describe("`not_run`: no model has taken two graded tests yet"),
  }),
  respond(_, { catalog }) {
    const { asOf, status } = getOwnTestReport(SCORECARD_DESCRIPTION.test, catalog);
    return {
      title: "Scorecard",
      asOf,
      body: {
        data: listScorecardRows(catalog),
        scale: MIN_POINTS_BY_GRADE,
        tests: OWN_TESTS.map(({ test }) => test),
        status,
      },
    };
  },
});
