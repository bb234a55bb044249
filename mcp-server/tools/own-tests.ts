/** Tools for our own tests and the scorecard. A test that has not been run says so. */
import * as z from "zod";
import { formatOwnTestScore, OWN_TESTS } from "../../build/experiments/own-tests.ts";
import {
  OWN_TESTS_AND_SCORECARD,
  type OwnTestResult,
} from "../../generator/endpoints/own-tests/own-test.ts";
import {
  getOwnTestEndpoint,
  getOwnTestScorecardEndpoint,
} from "../../generator/endpoints/own-tests/own-tests.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { quoteInput } from "../../generator/http/problem.ts";
import {
  callApiFromMcpTool,
  createMcpToolAnswer,
  defineMcpTool,
  findModelOrThrowRefusal,
  joinNonEmpty,
  type LimitAndSkip,
  type McpToolAnswer,
  type McpToolAnswerRow,
  MODEL_NAME_SCHEMA,
  ROW_LIMIT_SCHEMA,
  ROW_SKIP_SCHEMA,
  ToolCallRefusedError,
  toMcpToolAnswerTable,
} from "./tool.ts";

type ScoringRule = z.infer<typeof getOwnTestEndpoint.response>["scoring"];

export const getOwnTestMcpTool = defineMcpTool({
  name: "get_own_test",
  title: "Get one of our own tests",
  description: `Results of an experiment that this service runs itself: ${OWN_TESTS.map(({ test }) => test).join(", ")}. If a test has not been run yet, the answer says so.`,
  input: z.strictObject({
    test: z.string().describe("Name of the test"),
    model: MODEL_NAME_SCHEMA.optional(),
    limit: ROW_LIMIT_SCHEMA,
    skip: ROW_SKIP_SCHEMA,
  }),
  output: { test: z.string(), status: z.string(), results: z.array(z.looseObject({})) },
  call({ test, model, ...rows }, context) {
    const only = model === undefined ? undefined : findModelOrThrowRefusal(model, context);
    return toOwnTestMcpToolAnswer(test, rows, context, only);
  },
});

/** Id of the test with one of its two ids or its display name. */
export function findOwnTest(named: string): string | undefined {
  const wanted = named.trim().toLowerCase();
  return OWN_TESTS_AND_SCORECARD.find((test) =>
    [test.test, test.lab, test.name].some((own) => own?.toLowerCase() === wanted),
  )?.test;
}

/** @param only A model, to get only its result. */
export function toOwnTestMcpToolAnswer(
  named: string,
  { limit, skip }: LimitAndSkip,
  context: AnswerContext,
  only?: ReturnType<typeof findModelOrThrowRefusal>,
): McpToolAnswer {
  const test = findOwnTest(named);
  if (test === undefined)
    throw new ToolCallRefusedError(
      `No own test is called ${quoteInput(named)}; the tests are ${OWN_TESTS.map(({ test }) => test).join(", ")}.`,
      `${context.catalog.service.base_url}/api/v1/own-tests`,
    );
  const answer = callApiFromMcpTool(getOwnTestEndpoint, { params: { test } }, context);
  const { name, question, status, headline, scoring } = answer;
  const results = answer.results.filter(({ model_slug }) => !only || model_slug === only.slug);
  const direction = scoring.higher_is_better ? "higher" : "lower";
  return createMcpToolAnswer(
    name,
    answer,
    [
      only?.note ?? "",
      { text: `${name} (${test}): ${question}`, value: { test, status, headline } },
      status === "not_run"
        ? `This test has not been run yet, so there are no results. Questions and scoring of this test: ${answer.page}`
        : (headline ?? `${answer.models} models took the test.`),
      status === "published" &&
        `How a model is scored: ${scoring.rule}. Unit of the score: ${scoring.unit}. A ${direction} score is better.`,
      only !== undefined && results.length === 0 && `There is no result for ${only.slug}.`,
    ],
    [
      toMcpToolAnswerTable(
        "results",
        status === "partial"
          ? "Confirmed per-token prices, the widest spread first"
          : "Results, the best first",
        results,
        (row) => resultRow(row, scoring),
        (read) => `call get_own_test again with skip: ${read}, or for one model`,
        { limit, skip },
      ),
    ],
  );
}

/** A result without a score shows host prices if the test has them, or else the number of usable answers. */
function resultRow(row: OwnTestResult, scoring: ScoringRule): McpToolAnswerRow {
  const { model_slug: model, model_name, score, grade, rank, interval, run_date, metrics } = row;
  const { hosts, ratio, ratios } = metrics;
  const shared = { model, grade, score, rank, run_date };
  const text =
    score !== null
      ? scoredText(row, score, scoring)
      : hosts !== undefined
        ? priceSpread(row)
        : `no score (${row.n_valid} of ${row.n_items} answers were usable), run ${run_date}`;
  return {
    text: `${model_name} (${model}): ${text}`,
    value: score === null ? { ...shared, hosts, ratio } : { ...shared, interval, ratios },
  };
}

function scoredText(row: OwnTestResult, score: number, scoring: ScoringRule): string {
  const { grade, interval, rank, n_valid, n_items, run_date, metrics } = row;
  const inUnit = (value: number) => formatOwnTestScore({ scoring }, value);
  const languages = Object.entries(metrics.ratios ?? {}).filter(([language]) => language !== "en");
  return joinNonEmpty([
    grade !== null && `grade ${grade}`,
    `score ${inUnit(score)}${interval ? ` (${inUnit(interval.low)} to ${inUnit(interval.high)})` : ""}`,
    rank !== null && `rank ${rank}`,
    `${n_valid} of ${n_items} items valid`,
    languages.length > 0 &&
      `tokens relative to English: ${languages.map((one) => one.join(" ")).join(", ")}`,
    `run ${run_date}`,
  ]);
}

const priceSpread = ({ metrics, run_date }: OwnTestResult): string =>
  `${metrics.hosts} hosts, from $${metrics.blendedLowest} at ${metrics.cheapestHost} to $${metrics.blendedHighest} at ${metrics.mostExpensiveHost} per 1M tokens, blended (3:1), a factor of ${metrics.ratio}, as of ${run_date}${metrics.isPlausible === false ? "; probably a wrong unit at one host" : ""}`;

export const ownTestScorecardMcpTool = defineMcpTool({
  name: "get_scorecard",
  title: "Get the scorecard",
  description:
    "Lists AI models, graded from A to F across all of this service's own tests, the best first.",
  input: z.strictObject({ limit: ROW_LIMIT_SCHEMA, skip: ROW_SKIP_SCHEMA }),
  output: { status: z.string(), models: z.array(z.looseObject({})) },
  call: toTestScorecardMcpToolAnswer,
});

export function toTestScorecardMcpToolAnswer(
  { limit, skip }: LimitAndSkip,
  context: AnswerContext,
): McpToolAnswer {
  const answer = callApiFromMcpTool(getOwnTestScorecardEndpoint, {}, context);
  const { data, status, tests } = answer;
  return createMcpToolAnswer(
    "Scorecard",
    answer,
    [
      {
        text: `Grades of models across our own tests: ${tests.join(", ")}.`,
        value: { status, tests },
      },
      data.length === 0 &&
        "Fewer than two of our own tests were run, so no model has an overall grade yet.",
    ],
    [
      toMcpToolAnswerTable(
        "models",
        "Overall grades, the best first",
        data,
        ({ name, slug, overall, grades, tests_taken }) => ({
          text: `${name} (${slug}): ${overall.grade ?? "no grade"}, ${overall.score ?? "no score"}, ${tests_taken} tests`,
          value: { model: slug, overall, grades },
        }),
        (read) => `call get_scorecard again with skip: ${read}`,
        { limit, skip },
      ),
    ],
  );
}
