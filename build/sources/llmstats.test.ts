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
const read = (metric: object, card: object = {}) => {
  const model = { ...CARD, ...card, qualitative_metrics: [{ ...METRIC, ...metric }] };
  return collectFromTexts(llmstatsCollector, { "models/cloudlab/nimbus-1/model.json": model });
};

test("a score is in percent and has its configuration, date, address and reporter", () => {
  const model = { modelName: "nimbus-1", maker: "cloudlab", display_name: "Nimbus 1" };
  const stated = { release_date: CARD.release_date, is_open_source: true };
  const run = { configuration: "5-shot", score: 81.2, self_reported: true };
  const origin = { source: "llmstats", as_of: "2025-03-04", source_url: METRIC.source_link };
  const score = { benchmark: "MMLU", ...model, ...stated, ...run, ...origin };
  expect(read({}).scores).toEqual([score]);
});

test.each<[object, object]>([
  [{ dataset_name: "GPQA", analysis_method: "Diamond, Pass@1" }, { benchmark: "GPQA Diamond" }],
  [{ dataset_name: "GPQA", analysis_method: "0-shot CoT" }, { benchmark: "GPQA" }],
  [{ dataset_name: "LiveCodeBench", analysis_method: "v5" }, { benchmark: "LiveCodeBench v5" }],
  // A benchmark graded from 0 to 10: fractions and points are both read as points.
  [{ dataset_name: "MT-Bench", score: 0.863 }, { score: 8.63 }],
  [{ dataset_name: "MT-Bench", score: 8.99 }, { score: 8.99 }],
  // No day, or one before the model came out.
  [{ date_recorded: "2024-03-18" }, { as_of: "2026-08-21" }],
  [{ date_recorded: "2025-01-02" }, { as_of: "2025-01-02" }],
  ...[
    ["0-shot chain-of-thought", "0-shot, cot"],
    ["Maj@32 5-shot CoT", "5-shot, cot, maj@32"],
    ["Cons@64", "cons@64"],
    ["accuracy (o4-mini-high)", "high"],
    ["accuracy (no tools)", "no tools"],
    ["pass@1 (with python tool)", "pass@1, python"],
    ["Parallel test-time compute. No extended thinking.", "parallel attempts"],
    ["Pass@1, Reasoning On", "pass@1, thinking"],
    ["Score, Reasoning Off", "no thinking"],
    ["MMMU (val), 0-shot", "0-shot, val"],
    ["MathVista-Mini", "testmini"],
  ].map(([method, configuration]): [object, object] => [
    { analysis_method: method },
    { configuration },
  ]),
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

const LIMITS = { context_window: 128000, max_output_tokens: 8192 };
const CLOSED = { license: "Proprietary", weights_link: null };
test.each([
  [{}, { ...LIMITS, display_name: "Nimbus 1", release_date: "2025-01-02" }],
  [{}, { knowledge_cutoff: "2024-06", weights: CARD.weights_link }],
  [{}, { is_open_source: true, weights_license: "Apache 2.0" }],
  [CLOSED, { is_open_source: false, weights_license: null }],
  [{ param_count: 8_290_000_000 }, { more: { parameters: { total: 8.29, active: null } } }],
  [{ param_count: null }, { more: { parameters: null } }],
])("a model with %j has the traits %j", (card, traits) => {
  expect(read({}, card).models).toMatchObject([{ name: "cloudlab/nimbus-1", traits }]);
});
