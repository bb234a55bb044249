/** Tools over our own tests. */
import { z } from "zod";
import { OWN_TESTS } from "../../build/experiments/registry.ts";
import { getOwnTest } from "../../generator/endpoints/own-tests/get-own-test.ts";
import { getScorecard } from "../../generator/endpoints/own-tests/get-scorecard.ts";
import { callEndpoint } from "./call-endpoint.ts";
import { findOneModel, MODEL_NAME } from "./model-argument.ts";
import { ownTestPage, type Scorecard, scorecardPage, type TestDetail } from "./pages/own-test.ts";
import { defineTool, isRefusal, PROVENANCE, rowLimit } from "./tool.ts";

export const getOwnTestTool = defineTool({
  name: "get_own_test",
  title: "Get one of our own tests",
  description: `Results of an experiment that this service runs itself: ${OWN_TESTS.map(({ test }) => test).join(", ")}. A test that was not run yet says so, and one of which only the price part was measured gives prices.`,
  input: z.strictObject({
    test: z.string().describe("Name of the test, such as tokenizer-tax"),
    model: MODEL_NAME.optional(),
    limit: rowLimit(10),
  }),
  output: z.looseObject({
    test: z.string(),
    status: z.string(),
    results: z.array(z.looseObject({})),
    ...PROVENANCE,
  }),
  call({ test, model, limit }, context) {
    const only = model === undefined ? undefined : findOneModel(model, context);
    if (only && isRefusal(only)) return only;
    const answer = callEndpoint<TestDetail>(
      getOwnTest,
      { params: { test: toTestName(test) } },
      context,
    );
    return isRefusal(answer) ? answer : ownTestPage(answer, limit, only?.slug);
  },
});

/** Tests have two names here and one that people see. */
function toTestName(written: string): string {
  const wanted = written.trim().toLowerCase();
  const known = OWN_TESTS.find(
    ({ test, lab, name }) => test === wanted || lab === wanted || name.toLowerCase() === wanted,
  );
  return known?.test ?? wanted;
}

export const getScorecardTool = defineTool({
  name: "get_scorecard",
  title: "Get the scorecard",
  description:
    "Grades from A to F of AI models over all of this service's own tests, the best first.",
  input: z.strictObject({ limit: rowLimit(10) }),
  output: z.looseObject({
    status: z.string(),
    models: z.array(z.looseObject({})),
    ...PROVENANCE,
  }),
  call({ limit }, context) {
    const answer = callEndpoint<Scorecard>(getScorecard, {}, context);
    return isRefusal(answer) ? answer : scorecardPage(answer, limit);
  },
});
