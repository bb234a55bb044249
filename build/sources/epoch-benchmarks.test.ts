import { describe, expect, test } from "vitest";
import { epochBenchmarks } from "./epoch-benchmarks.ts";

const COMMON = "Release date,Organization,Country";
const REGISTER =
  "Model version,Display name,Model accessibility\nnimbus-1_high,Nimbus 1 (high),Open weights (unrestricted)\n";

/** Collects one made-up file beside the register of models. */
function collect(file: string, text: string) {
  const files = new Map([
    ["epoch_capabilities_index.csv", REGISTER],
    [`${file}.csv`, text],
  ]);
  const { scores = [], rejected } = epochBenchmarks.translate(files, "2026-04-17");
  return { scores, rejected };
}

describe("a file of Epoch's own runs", () => {
  const header = `Model version,mean_score,${COMMON},Log viewer,Started at`;
  const run = collect(
    "gpqa_diamond",
    `${header}\nnimbus-1_high,0.37520000000000003,2025-01-02,Cloud Lab,X,https://logs.example.org/a?log=1,2026-03-04T05:06:07.000Z\n`,
  );

  test("a fraction becomes percent without float noise", () => {
    expect(run.scores[0]?.score).toBe(37.52);
  });

  test("the run's own log and day are its address and its as-of date, and it is not self-reported", () => {
    expect(run.scores[0]).toMatchObject({
      benchmark: "gpqa-diamond",
      sourceUrl: "https://logs.example.org/a?log=1",
      asOf: "2026-03-04",
      selfReported: false,
    });
  });

  test("the effort leaves the name; the register adds spelling and openness", () => {
    expect(run.scores[0]).toMatchObject({
      modelName: "nimbus-1",
      configuration: "high",
      displayName: "Nimbus 1 (high)",
      isOpenWeights: true,
      maker: "Cloud Lab",
      releaseDate: "2025-01-02",
    });
  });
});

describe("a table of a paper", () => {
  test.each([
    ["Nimbus-2", "Nimbus-2 Base", "Nimbus-2-Base"],
    ["Nimbus-2-Base", "Nimbus-2 Base", "Nimbus-2-Base"],
    ["Nimbus-2", "Nimbus-2", "Nimbus-2"],
    ["text-davinci-001", "GPT-3 175B", "davinci"],
    ["text-davinci-001", "text-davinci-001", "text-davinci-001"],
  ])("%s that it calls %s is %s", (version, name, model) => {
    const { scores } = collect("mmlu_external", `Model version,EM,Name\n${version},0.5,${name}\n`);
    expect(scores[0]?.modelName).toBe(model);
  });
});

describe("a file from papers", () => {
  test("one file may hold two benchmarks", () => {
    const { scores } = collect(
      "arc_ai2_external",
      `Model version,Challenge score,Easy score,${COMMON}\na,0.5,0.75,,,\n`,
    );
    expect(scores.map(({ benchmark, score }) => [benchmark, score])).toEqual([
      ["arc-challenge", 50],
      ["arc-easy", 75],
    ]);
  });
});

describe("rows that are left out, each with its reason", () => {
  const papers = `Model version,EM,${COMMON},Name,Notes`;
  test.each([
    ["gsm8k_external", `${papers}\nnimbus-1,,,,,,\n`, "no score"],
    [
      "gsm8k_external",
      `${papers}\n,0.5,,,,Cloud 8B/64E,\n`,
      "a size studied in a paper, not a model",
    ],
    [
      "video_mme_external",
      `Model version,Overall (no subtitles),Notes\nnimbus-1,0.5,nimbus-1 augmented by a retriever\n`,
      "several models or a pipeline around one, not a model",
    ],
    [
      "terminalbench_external",
      `Model version,Accuracy mean,Agent\n,0.5,Handy\n`,
      "no model named, only an agent or a pipeline",
    ],
    [
      "deepresearchbench_external",
      `Model version,Average score,Agent\nhandy-research,0.5,True\n`,
      "an agent, not a model",
    ],
  ])("%s", (file, text, reason) => {
    const { scores, rejected } = collect(file, text);
    expect(scores).toEqual([]);
    expect(rejected.map((row) => row.reason)).toEqual([reason]);
  });
});

describe("a model version", () => {
  const modelOf = (version: string) => {
    const { scores } = collect("gpqa_diamond", `Model version,mean_score\n${version},0.5\n`);
    return [scores[0]?.modelName, scores[0]?.configuration];
  };
  test.each([
    ["gpt-5-2025-08-07_high", "gpt-5-2025-08-07", "high"],
    ["gpt-5.1-2025-11-13_none", "gpt-5.1-2025-11-13", "no thinking"],
    ["nimbus-6_unknown", "nimbus-6", "thinking not stated"],
    ["nimbus-6_120K", "nimbus-6", "120k thinking"],
    ["QwQ-32B (16K thinking)", "QwQ-32B", "16k thinking"],
    ["glm-4.5_thinking", "glm-4.5", "thinking"],
    ["nimbus-pro-2026-03-05-web-app", "nimbus-pro-2026-03-05", "web app"],
    ["gemini-1.5-pro-001-feb24", "gemini-1.5-pro-001", "2024-02"],
    ["Llama-2-70b-hf ", "Llama-2-70b", null],
    ["GPT-4 (8-shot)", "GPT-4", "8-shot"],
    ["GLaM (Zero-shot)", "GLaM", "0-shot"],
    ["Mixtral (8x7B 32K seqlen)", "Mixtral 8x7B", null],
    ["PaLM-2 (Bison)", "PaLM-2 Bison", null],
    ["ChatGLM 2-6B (base)*", "ChatGLM 2-6B base", null],
    ["deepseek-reasoner", "DeepSeek-V3.2", "thinking"],
    ["parasail-qwen3-32b", "qwen3-32b", null],
    ["c4ai-command-a-03-2025", "command-a-03-2025", null],
    ["chatgpt-4o-03-27-2025", "chatgpt-4o-latest-2025-03-27", null],
  ])("%s is %s, run with %s", (version, name, configuration) => {
    expect(modelOf(version)).toEqual([name, configuration]);
  });
});
