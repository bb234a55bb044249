import { z } from "zod";
import { OWN_TESTS, SCORECARD } from "../../build/own-tests/registry.ts";
import { defineEndpoint } from "../endpoint.ts";
import { envelope } from "../envelope.ts";
import { unknownSlug } from "../resources/not-found.ts";
import { TestResult, TestSummary, toTestSummary } from "../resources/own-test.ts";

const TESTS = [...OWN_TESTS, SCORECARD];

export const getOwnTest = defineEndpoint({
  id: "getOwnTest",
  path: "/api/v1/own-tests/{test}",
  tag: "Own tests",
  summary: "One of our own tests with its results",
  description: `Tests: ${TESTS.map(({ test }) => test).join(", ")}.`,
  params: { test: { description: "Name of the test", example: "tokenizer-tax" } },
  query: {},
  response: envelope("OwnTestAnswer", {
    data: TestSummary.extend({
      results: z.array(TestResult).describe("The best first; empty while the test was not run"),
    }),
  }),
  *enumerate() {
    for (const { test } of TESTS) yield { params: { test }, query: {} };
  },
  respond({ params }, { catalog }) {
    const test = TESTS.find((known) => known.test === params.test);
    if (!test)
      return unknownSlug(
        "own test",
        params.test,
        TESTS.map(({ test, name }) => ({ slug: test, name })),
        catalog,
        "/api/v1/own-tests/",
      );
    return {
      title: test.name,
      asOf: null,
      body: { data: { ...toTestSummary(test, catalog.service.base_url), results: [] } },
    };
  },
});
