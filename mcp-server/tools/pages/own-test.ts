/** Our own tests and the scorecard as pages; a test that was not run says so. */
import type { z } from "zod";
import type {
  ScorecardRow,
  TestResult,
  TestSummary,
} from "../../../generator/resources/own-test.ts";
import type { Asked } from "../ask.ts";
import type { Page } from "../tool.ts";

export interface TestDetail extends z.infer<typeof TestSummary> {
  results: z.infer<typeof TestResult>[];
}

export function ownTestPage({ data, url, as_of }: Asked<TestDetail>, limit: number): Page {
  const { test, name, question, status, headline, results } = data;
  return {
    title: name,
    url,
    asOf: as_of,
    lines: [
      `${name} (${test}): ${question}`,
      status === "not_run"
        ? "This test has not been run yet, so there are no results."
        : (headline ?? `Taken by ${data.models} models.`),
    ],
    value: { test, status, headline },
    tables: [
      {
        field: "results",
        heading: "Results, the best first",
        rows: results.slice(0, limit).map((row) => ({
          text: `${row.model_name} (${row.model_slug}): grade ${row.grade ?? "none"}, score ${row.score ?? "none"}, ${row.n_valid} of ${row.n_items} answers valid, run ${row.run_date}`,
          value: {
            model: row.model_slug,
            grade: row.grade,
            score: row.score,
            rank: row.rank,
            run_date: row.run_date,
          },
        })),
        total: results.length,
        more: `ask with a larger limit, or read ${url}`,
      },
    ],
  };
}

export type ScorecardRows = z.infer<typeof ScorecardRow>[];

interface Scorecard {
  status: string;
  tests: string[];
}

export function scorecardPage(
  asked: Asked<ScorecardRows> & Partial<Scorecard>,
  limit: number,
): Page {
  const { data, url, as_of, status = "not_run", tests = [] } = asked;
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
