import { describe, expect, test } from "vitest";
import { llmstats } from "./llmstats.ts";

const METRIC = {
  dataset_name: "MMLU",
  score: 0.812,
  is_self_reported: true,
  analysis_method: "5-shot",
  date_recorded: "2025-03-04",
  source_link: "https://cloud.example.org/card",
};

const CARD = {
  name: "Nimbus 1",
  release_date: "2025-01-02",
  knowledge_cutoff: "2024-06",
  input_context_size: 128000,
  output_context_size: 8192,
  license: "Apache 2.0",
  weights_link: "https://weights.example.org/nimbus-1",
  scorecard_blog_link: "https://cloud.example.org/nimbus",
};

function collect(metrics: Partial<typeof METRIC>[], card: object = {}) {
  const metricsOfCard = metrics.map((metric) => ({ ...METRIC, ...metric }));
  const text = JSON.stringify({ ...CARD, ...card, qualitative_metrics: metricsOfCard });
  const files = new Map([["models/cloudlab/nimbus-1/model.json", text]]);
  return llmstats.translate(files, "2025-05-22");
}

test("a score is percent, with its configuration, day, address and reporter", () => {
  expect(collect([{}]).scores).toEqual([
    {
      source: "llmstats",
      benchmark: "MMLU",
      modelName: "nimbus-1",
      displayName: "Nimbus 1",
      maker: "cloudlab",
      releaseDate: "2025-01-02",
      isOpenWeights: true,
      configuration: "5-shot",
      score: 81.2,
      selfReported: true,
      asOf: "2025-03-04",
      sourceUrl: "https://cloud.example.org/card",
    },
  ]);
});

describe("the test that was meant", () => {
  test.each([
    ["GPQA", "Diamond, Pass@1", "GPQA Diamond"],
    ["GPQA", "0-shot CoT", "GPQA"],
    ["LiveCodeBench", "v5", "LiveCodeBench v5"],
    ["LiveCodeBench", "Pass@1", "LiveCodeBench"],
    ["BFCL", "v3", "BFCL v3"],
  ])("%s measured as %j is %s", (dataset_name, analysis_method, benchmark) => {
    const { scores = [] } = collect([{ dataset_name, analysis_method }]);
    expect(scores[0]?.benchmark).toBe(benchmark);
  });
});

test.each([
  [{ score: 0 }, "0 means a missing score in this upstream"],
  [{ source_link: "https://example.com/image" }, "its source is a placeholder address"],
  [{ dataset_name: "Aider" }, "names both the editing and the polyglot test"],
])("%j is rejected", (metric, reason) => {
  const { scores, rejected } = collect([metric]);
  expect(scores).toEqual([]);
  expect(rejected[0]?.reason).toBe(reason);
});

describe("the model itself", () => {
  test("its traits", () => {
    const { models = [] } = collect([]);
    expect(models[0]).toMatchObject({
      source: "llmstats",
      name: "cloudlab/nimbus-1",
      traits: {
        displayName: "Nimbus 1",
        isOpenWeights: true,
        releaseDate: "2025-01-02",
        knowledgeCutoff: "2024-06",
        contextWindow: 128000,
        maxOutputTokens: 8192,
        weightsLicense: "Apache 2.0",
        weightsUrl: "https://weights.example.org/nimbus-1",
      },
    });
  });
});

test.each([
  ["0-shot chain-of-thought", "0-shot, cot"],
  ["Maj@32 5-shot CoT", "5-shot, cot, maj@32"],
  ["Pass @ 1", "pass@1"],
  ["Cons@64", "cons@64"],
  ["accuracy (diff, o4-mini-high)", "high, diff"],
  ["Diff-Fenced", "diff-fenced"],
  ["Standard benchmark (o3-mini grader)", null],
  ["testmini", "testmini"],
  ["mini", "testmini"],
  ["accuracy (no tools)", "no tools"],
  ["pass@1 (with python tool)", "pass@1, python"],
  ["Parallel test-time compute. No extended thinking.", "parallel attempts"],
  ["Pass@1, Reasoning On", "pass@1, thinking"],
  ["Score, Reasoning Off", "no thinking"],
  ["standard evaluation", null],
  ["Mathematical reasoning accuracy", null],
  ["MMMU (val), 0-shot", "0-shot, val"],
  ["MathVista-Mini", "testmini"],
])("of the method %j only the facts are kept: %j", (analysis_method, configuration) => {
  const { scores = [] } = collect([{ analysis_method }]);
  expect(scores[0]?.configuration).toBe(configuration);
});
