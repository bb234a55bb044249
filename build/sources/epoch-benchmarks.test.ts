import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { epochBenchmarksCollector } from "./epoch-benchmarks.ts";

const REGISTER =
  "Model version,Display name,Model accessibility\nnimbus-1_high,Nimbus 1 (high),Open weights (unrestricted)\n";

/** Columns of the made-up files. */
const HEADERS = {
  gpqa_diamond: "Model version,mean_score,Release date,Organization,Log viewer,Started at",
  mmlu_external: "Model version,EM,Name",
  gsm8k_external: "Model version,EM,Name,Shots",
  terminalbench_external: "Model version,Accuracy mean,Agent",
  os_world_external: "Model version,Score,Agent",
  deepresearchbench_external: "Model version,Average score,Agent",
  video_mme_external: "Model version,Overall (no subtitles),Notes",
  arc_ai2_external: "Model version,Challenge score,Easy score",
  webdev_arena_external: "Model version,Arena Score,Last updated",
};
type FileName = keyof typeof HEADERS;

/** Collects a row of one made-up file beside the register of models. */
const read = (file: FileName, row: string) =>
  collectFromTexts(epochBenchmarksCollector, {
    "epoch_capabilities_index.csv": REGISTER,
    [`${file}.csv`]: [HEADERS[file], row, ""].join("\n"),
  });

test("a run by Epoch has the day and address of its log and the display name in the register of models", () => {
  const log = "https://logs.example.org/a?log=1";
  const row = `nimbus-1_high,0.37520000000000003,2025-01-02,Cloud Lab,${log},2026-03-04T05:06:07Z`;
  const model = { modelName: "nimbus-1", display_name: "Nimbus 1 (high)", maker: "Cloud Lab" };
  const stated = { release_date: "2025-01-02", is_open_source: true, self_reported: false };
  const run = { benchmark: "gpqa-diamond", configuration: "high", score: 37.52 };
  const origin = { source: "epoch-benchmarks", as_of: "2026-03-04", source_url: log };
  expect(read("gpqa_diamond", row).scores).toEqual([{ ...model, ...stated, ...run, ...origin }]);
});

test.each<[FileName, string, object]>([
  // A run without a public log has the address of the benchmark's page.
  ["gpqa_diamond", "n,0.5,,,,", { source_url: "https://epoch.ai/benchmarks/gpqa-diamond" }],
  ["gpqa_diamond", "n,0.5,,,,", { as_of: "2026-08-21", is_open_source: null }],
  // A score that is no fraction stays as it is.
  ["webdev_arena_external", "n,1377.0,2026-01-05", { score: 1377, as_of: "2026-01-05" }],
  ["gsm8k_external", "a,0.1,,8.0", { configuration: "8-shot" }],
  ["gsm8k_external", "a,0.1,,25-shot", { configuration: "25-shot" }],
  ["gsm8k_external", "a,0.1,,", { configuration: null }],
  ["terminalbench_external", "a_low,0.5, Terminus 2  ", { configuration: "low, terminus 2" }],
  ["os_world_external", "a,62.9,a (50 steps)", { configuration: "50 steps" }],
])("%s: the score of %s has %j", (file, row, score) => {
  expect(read(file, row).scores).toMatchObject([score]);
});

test("one file may hold two benchmarks", () => {
  const { scores } = read("arc_ai2_external", "a,0.5,0.75");
  const rows = scores.map(({ benchmark, score }) => `${benchmark} ${score}`);
  expect(rows).toEqual(["arc-challenge 50", "arc-easy 75"]);
});

test.each([
  ["Nimbus-2", "Nimbus-2 Base", "Nimbus-2-Base"],
  ["Nimbus-2-Base", "Nimbus-2 Base", "Nimbus-2-Base"],
  ["Llama-3.1-70B-Instruct", "OpenHands + Llama-3.3-70b", "Llama-3.3-70B-Instruct"],
  ["Llama-3.1-70B-Instruct", "OpenHands + Nimbus", "Llama-3.1-70B-Instruct"],
  ["text-davinci-001", "GPT-3 175B", "davinci"],
  ["text-davinci-001", "text-davinci-001", "text-davinci-001"],
  ["", "Pythia (12B)", "Pythia 12B"],
  ["ChatGLM 2-6B (base)*", "", "ChatGLM 2-6B base"],
  ["Llama-2-70b-hf ", "", "Llama-2-70b"],
  ["parasail-qwen3-32b", "", "qwen3-32b"],
  ["c4ai-command-a-03-2025", "", "command-a-03-2025"],
  ["chatgpt-4o-03-27-2025", "", "chatgpt-4o-latest-2025-03-27"],
])("version %j, which a paper calls %j, is the model %s", (version, name, modelName) => {
  const { scores } = read("mmlu_external", `${version},0.5,${name}`);
  expect(scores).toMatchObject([{ modelName, configuration: null, score: 50 }]);
});

test.each([
  ["2025-10-03", "deepseek-v3-2-exp"],
  ["2025-12-16", "deepseek-v3-2"],
  ["", "deepseek-v3-2"],
])("a moving name that was tested on %j is the model %s", (day, modelName) => {
  const row = `deepseek-reasoner,0.5,2025-12-01,DeepSeek,,${day}`;
  const [score] = read("gpqa_diamond", row).scores;
  expect(score).toMatchObject({ modelName, configuration: "thinking", release_date: null });
});

test.each<[FileName, string, string]>([
  ["gsm8k_external", "nimbus-1,,,", "no score"],
  ["gsm8k_external", ",0.5,Cloud 8B/64E,", "a model size studied in a paper"],
  ["video_mme_external", "nimbus-1,0.5,nimbus-1 augmented by a retriever", "several models or"],
  ["terminalbench_external", ",0.5,Handy", "the source names no model, only an agent"],
  ["deepresearchbench_external", "handy-research,0.5,True", "an agent, not a model"],
])("%s: %s is left out: %s", (file, row, reason) => {
  expect(read(file, row)).toMatchObject({ scores: [], reasons: [expect.stringContaining(reason)] });
});

test.each([
  ["gpt-5.1-2025-11-13_none", "gpt-5.1-2025-11-13", "no thinking"],
  ["nimbus-6_unknown", "nimbus-6", "thinking not stated"],
  ["nimbus-6_120K", "nimbus-6", "120k thinking"],
  ["QwQ-32B (16K thinking)", "QwQ-32B", "16k thinking"],
  ["nimbus-pro-2026-03-05-web-app", "nimbus-pro-2026-03-05", "web app"],
  ["gemini-1.5-pro-001-feb24", "gemini-1.5-pro-001", "2024-02"],
  ["GLaM (Zero-shot)", "GLaM", "0-shot"],
])("%s is %s, run with %s", (version, modelName, configuration) => {
  const { scores } = read("gpqa_diamond", `${version},0.5,,,,`);
  expect(scores).toMatchObject([{ modelName, configuration }]);
});
