/** Our own tests and the scorecard as pages; a test that was not run says so. */
import type { z } from "zod";
import { scoreText } from "../../../build/experiments/definition.ts";
import type {
  ScorecardRow,
  Scoring,
  TestResult,
  TestSummary,
} from "../../../generator/endpoints/own-tests/own-test.ts";
import type { Enveloped } from "../call-endpoint.ts";
import type { ToolPage } from "../tool.ts";

type Result = z.infer<typeof TestResult>;

export interface TestDetail extends z.infer<typeof TestSummary> {
  results: Result[];
  scoring: z.infer<typeof Scoring>;
  /** Address of its questions and method, for people. */
  page: string;
}

/** @param only Slug of the one model whose result is asked for. */
export function ownTestPage(answer: Enveloped<TestDetail>, limit: number, only?: string): ToolPage {
  const { test, name, question, status, headline, scoring, url, as_of } = answer;
  const results = answer.results.filter(({ model_slug }) => [model_slug, undefined].includes(only));
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name} (${test}): ${question}`,
      status === "not_run"
        ? `This test has not been run yet, so there are no results. What it asks and how it is scored: ${answer.page}`
        : (headline ?? `Taken by ${answer.models} models.`),
      ...(status === "published" ? [`Score: ${toRule(scoring)}.`] : []),
      ...(only !== undefined && results.length === 0 ? [`There is no result of ${only}.`] : []),
    ],
    value: { test, status, headline },
    tables: [
      {
        field: "results",
        heading:
          status === "partial"
            ? "Prices paid per token, none that is doubted, the widest spread first"
            : "Results, the best first",
        rows: results.slice(0, limit).map((row) => ({
          text: `${row.model_name} (${row.model_slug}): ${toText(row, scoring)}`,
          value: toValue(row),
        })),
        total: results.length,
        more: `ask with a larger limit, or read ${url}`,
      },
    ],
  };
}

const toRule = ({ rule, unit, higher_is_better }: z.infer<typeof Scoring>): string =>
  `${rule}: ${unit}, ${higher_is_better ? "higher" : "lower"} is better`;

/** Without a score: prices where the test has such a part, else what is missing. */
function toText(row: Result, scoring: z.infer<typeof Scoring>): string {
  if (row.score !== null) return resultText(row, row.score, scoring);
  if (row.metrics.hosts !== undefined) return priceText(row);
  return `no score from ${row.n_valid} of ${row.n_items} answers that could be used, run ${row.run_date}`;
}

const resultText = (
  { grade, interval, rank, n_valid, n_items, run_date, metrics }: Result,
  score: number,
  scoring: z.infer<typeof Scoring>,
): string =>
  [
    ...(grade === null ? [] : [`grade ${grade}`]),
    `score ${scoreText({ scoring }, score)}${interval ? ` (${scoreText({ scoring }, interval.low)} to ${scoreText({ scoring }, interval.high)})` : ""}`,
    ...(rank === null ? [] : [`rank ${rank}`]),
    `${n_valid} of ${n_items} items valid`,
    ...ratioText(metrics),
    `run ${run_date}`,
  ].join(", ");

/** Of the tokenizer tax: `tokens against English: de 1.22, hi 4.7`. */
function ratioText({ ratios }: Result["metrics"]): string[] {
  if (typeof ratios !== "object" || ratios === null) return [];
  const languages = Object.entries(ratios).filter(([language]) => language !== "en");
  return [`tokens against English: ${languages.map((one) => one.join(" ")).join(", ")}`];
}

/** A part that asks no model: only the price part has one. */
const priceText = ({ metrics, run_date }: Result): string =>
  `${metrics.hosts} hosts, from $${metrics.blendedLowest} at ${metrics.cheapestHost} to $${metrics.blendedHighest} at ${metrics.dearestHost} per 1M tokens blended, ${metrics.ratio} times, as of ${run_date}${metrics.isPlausible === false ? "; an error of units at a host, not a price" : ""}`;

const toValue = ({ model_slug, grade, score, interval, rank, metrics, run_date }: Result) =>
  score === null
    ? {
        model: model_slug,
        grade,
        score,
        rank,
        run_date,
        hosts: metrics.hosts,
        ratio: metrics.ratio,
      }
    : { model: model_slug, grade, score, interval, rank, run_date, ratios: metrics.ratios };

export interface Scorecard {
  data: z.infer<typeof ScorecardRow>[];
  status: string;
  tests: string[];
}

export function scorecardPage(answer: Enveloped<Scorecard>, limit: number): ToolPage {
  const { data, url, as_of, status, tests } = answer;
  return {
    title: "Scorecard",
    url,
    asOf: as_of,
    lines: [
      `Grades of models over our own tests: ${tests.join(", ")}.`,
      ...(data.length === 0 ? ["Fewer than two tests were run, so nobody has a grade yet."] : []),
    ],
    value: { status, tests },
    tables: [
      {
        field: "models",
        heading: "Overall grades, the best first",
        rows: data.slice(0, limit).map((row) => ({
          text: `${row.name} (${row.slug}): ${row.overall.grade ?? "no grade"}, ${row.overall.score ?? "no score"}, ${row.tests_taken} tests`,
          value: { model: row.slug, overall: row.overall, grades: row.grades },
        })),
        total: data.length,
        more: `ask with a larger limit, or read ${url}`,
      },
    ],
  };
}
