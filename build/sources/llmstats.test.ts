import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { llmstatsCollector } from "./llmstats.ts";

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
const read = (metric: Partial<typeof METRIC>, card: object = {}) =>
  collectFromTexts(llmstatsCollector, {
    "models/cloudlab/nimbus-1/model.json": {
      ...CARD,
      ...card,
      qualitative_metrics: [{ ...METRIC, ...metric }],
    },
  });

test("the size of a model is in billions of parameters", () => {
  const sizeOf = (card: object) => read({}, card).models[0]?.traits.more?.parameters;
  expect(sizeOf({ param_count: 8_290_000_000 })).toEqual({ total: 8.29, active: null });
  expect(sizeOf({ param_count: null })).toBeNull();
});

test("a score is in percent and has its configuration, date, address and reporter", () => {
  expect(read({}).scores).toEqual([
    {
      source: "llmstats",
      benchmark: "MMLU",
      modelName: "nimbus-1",
      maker: "cloudlab",
      display_name: "Nimbus 1",
      release_date: "2025-01-02",
      is_open_source: true,
      configuration: "5-shot",
      score: 81.2,
      self_reported: true,
      as_of: "2025-03-04",
      source_url: "https://cloud.example.org/card",
    },
  ]);
});

test.each([
  [{ dataset_name: "GPQA", analysis_method: "Diamond, Pass@1" }, { benchmark: "GPQA Diamond" }],
  [{ dataset_name: "GPQA", analysis_method: "0-shot CoT" }, { benchmark: "GPQA" }],
  [{ dataset_name: "LiveCodeBench", analysis_method: "v5" }, { benchmark: "LiveCodeBench v5" }],
  [{ dataset_name: "BFCL", analysis_method: "v3" }, { benchmark: "BFCL v3" }],
  // A benchmark graded from 0 to 10: fractions and points are both read as points.
  [{ dataset_name: "MT-Bench", score: 0.863 }, { score: 8.63 }],
  [{ dataset_name: "MT-Bench", score: 8.99 }, { score: 8.99 }],
  // No day, or one before the model came out.
  [{ date_recorded: "2024-03-18" }, { as_of: "2026-08-21" }],
  [{ date_recorded: "2025-01-02" }, { as_of: "2025-01-02" }],
])("a score with %j has %j", (metric, score) => {
  expect(read(metric).scores).toMatchObject([score]);
});

test.each([
  [{ score: 0 }, "in this source, 0 means a missing score"],
  [{ source_link: "https://example.com/image" }, "its source is a placeholder address"],
  [{ dataset_name: "Aider" }, "names both the editing and the polyglot test"],
])("%j is rejected", (metric, reason) => {
  expect(read(metric)).toMatchObject({ scores: [], reasons: [reason] });
});

test("a model has its traits; a proprietary license is not a license for weights", () => {
  const { models } = read({});
  expect(models).toMatchObject([
    {
      name: "cloudlab/nimbus-1",
      traits: {
        display_name: "Nimbus 1",
        is_open_source: true,
        release_date: "2025-01-02",
        knowledge_cutoff: "2024-06",
        context_window: 128000,
        max_output_tokens: 8192,
        weights_license: "Apache 2.0",
        weights: "https://weights.example.org/nimbus-1",
      },
    },
  ]);
  const closed = read({}, { license: "Proprietary", weights_link: null });
  expect(closed.models[0]?.traits).toMatchObject({ is_open_source: false, weights_license: null });
});

test.each([
  ["0-shot chain-of-thought", "0-shot, cot"],
  ["Maj@32 5-shot CoT", "5-shot, cot, maj@32"],
  ["Cons@64", "cons@64"],
  ["accuracy (diff, o4-mini-high)", "high, diff"],
  ["Diff-Fenced", "diff-fenced"],
  ["testmini", "testmini"],
  ["accuracy (no tools)", "no tools"],
  ["pass@1 (with python tool)", "pass@1, python"],
  ["Parallel test-time compute. No extended thinking.", "parallel attempts"],
  ["Pass@1, Reasoning On", "pass@1, thinking"],
  ["Score, Reasoning Off", "no thinking"],
  ["MMMU (val), 0-shot", "0-shot, val"],
  ["MathVista-Mini", "testmini"],
])("the method %j is read as the configuration %j", (analysis_method, configuration) => {
  expect(read({ analysis_method }).scores).toMatchObject([{ configuration }]);
});
