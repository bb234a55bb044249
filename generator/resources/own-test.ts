/** The operator's own tests as they are published (SPEC 4.6). A test that was never run says so. */
import { z } from "zod";
import type { OwnTest } from "../../build/own-tests/registry.ts";

const Grade = z.enum(["A", "B", "C", "D", "F"]).nullable();

export const TestResult = z.looseObject({
  model_slug: z.string(),
  model_name: z.string(),
  provider_slug: z.string(),
  grade: Grade,
  score: z.number().nullable(),
  rank: z.int().nullable(),
  n_items: z.int(),
  n_valid: z.int(),
  metrics: z.record(z.string(), z.unknown()),
  run_date: z.string(),
  run_id: z.string(),
});

export const ScorecardRow = z.looseObject({
  slug: z.string(),
  name: z.string(),
  provider_slug: z.string(),
  overall: z.looseObject({ grade: Grade, score: z.number().nullable() }),
  grades: z.record(z.string(), Grade),
  tests_taken: z.int(),
});

export const TestSummary = z.looseObject({
  test: z.string(),
  name: z.string(),
  question: z.string(),
  headline: z
    .string()
    .nullable()
    .describe("The result in a sentence; null while the test was not run"),
  status: z.enum(["not_run", "published"]),
  as_of: z.string().nullable(),
  models: z.int().describe("Models that took it"),
  url: z.string(),
});

export const toTestSummary = (test: OwnTest, baseUrl: string): z.infer<typeof TestSummary> => ({
  test: test.test,
  name: test.name,
  question: test.question,
  headline: null,
  status: "not_run",
  as_of: null,
  models: 0,
  url: `${baseUrl}/api/v1/own-tests/${test.test}`,
});

/** Grade → the score it starts at. */
export const SCALE = z
  .record(z.string(), z.number())
  .describe("Grade → lowest overall score that earns it");
export const GRADE_SCALE = { A: 90, B: 75, C: 60, D: 40, F: 0 };
