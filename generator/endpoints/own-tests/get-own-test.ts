import { z } from "zod";
import { Address } from "../../../build/schema/values.ts";
import { testOutcome } from "../../experiments/outcomes.ts";
import { picturesOf } from "../../experiments/pictures.ts";
import { versionOf } from "../../experiments/runs.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { envelope } from "../../http/envelope.ts";
import { unknownSlug } from "../../names/not-found.ts";
import { Scoring, TESTS, TestName, TestResult, TestSummary, toTestSummary } from "./own-test.ts";

export const getOwnTest = defineEndpoint({
  id: "getOwnTest",
  path: "/api/v1/own-tests/{test}",
  tag: "Own tests",
  summary: "One of our own tests with its results",
  description: `Tests: ${TESTS.map(({ test }) => test).join(", ")}.`,
  params: {
    test: { description: "Name of the test", example: "tokenizer-tax", values: TestName.options },
  },
  query: {},
  response: envelope("OwnTestDetail", {
    ...TestSummary.shape,
    results: z
      .array(TestResult)
      .describe("Best first; without scores, widest spread first; empty until the test is run"),
    version: z
      .string()
      .describe("Version of the items. Results of different versions are not compared"),
    scoring: Scoring,
    headline_rule: z.string().describe("What the headline states"),
    methodology: z.string().describe("Questions, scoring and limits, in paragraphs"),
    context: z
      .record(z.string(), z.unknown())
      .describe("Measurements that are not results of a model"),
    pictures: z
      .array(z.looseObject({ title: z.string(), url: Address, type: z.literal("image/svg+xml") }))
      .describe("Drawings of the results"),
    page: Address.describe("Address of the test's page"),
    dataset: z.string().nullable().describe("Address of all raw records; null without any"),
  }),
  *enumerate() {
    for (const { test } of TESTS) yield { params: { test }, query: {} };
  },
  respond({ params }, { catalog }) {
    const test = TESTS.find((known) => known.test === params.test);
    if (!test) {
      const kind = { name: "own test", folder: "/api/v1/own-tests/", list: "/api/v1/own-tests" };
      const candidates = TESTS.map(({ test, name }) => ({ slug: test, name }));
      return unknownSlug(params.test, { ...kind, candidates }, catalog);
    }
    const outcome = testOutcome(test.test, catalog);
    const base = catalog.service.base_url;
    return {
      title: test.name,
      asOf: outcome.asOf,
      body: {
        ...toTestSummary(test, outcome, base),
        results: outcome.results,
        version: versionOf(test, catalog),
        scoring: test.scoring,
        headline_rule: test.headline_rule,
        methodology: test.methodology.join("\n\n"),
        context: outcome.context,
        pictures: picturesOf(test.test, catalog).map(({ title, path }) => ({
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
