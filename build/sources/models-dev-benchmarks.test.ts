import { describe, expect, test } from "vitest";
import { modelsDevBenchmarks } from "./models-dev-benchmarks.ts";

const LINE = {
  model: "anthropic/nimbus-1",
  name: "Terminal-Bench",
  score: 66.1,
  metric: "success rate",
  source: "https://www.anthropic.com/news/nimbus-1",
};

const toFiles = (...lines: object[]) =>
  new Map([["model_benchmarks.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")]]);

const collect = (more: object) =>
  modelsDevBenchmarks.translate(toFiles({ ...LINE, ...more }), "2026-06-04");

test("a score keeps the page it was read from; the maker's own page reports on itself", () => {
  expect(collect({}).scores).toEqual([
    {
      source: "models-dev",
      benchmark: "Terminal-Bench",
      modelName: "anthropic/nimbus-1",
      displayName: null,
      maker: "anthropic",
      releaseDate: null,
      isOpenWeights: null,
      configuration: null,
      score: 66.1,
      selfReported: true,
      asOf: "2026-06-04",
      sourceUrl: "https://www.anthropic.com/news/nimbus-1",
    },
  ]);
});

test("the edition belongs to the test's name, harness and variant to the configuration", () => {
  const { scores = [] } = collect({ version: "2.1", harness: "Terminus-2", date: "2026-05-28" });
  expect(scores[0]).toMatchObject({
    benchmark: "Terminal-Bench 2.1",
    configuration: "terminus-2",
    asOf: "2026-05-28",
  });
});

test.each([
  [{ source: "their paper" }, "its source is no address"],
  [{ model: "mistral/codestral-latest" }, "a moving name, not one model"],
  [{ model: "deepseek/deepseek-chat" }, "a moving name, not one model"],
])("%j is rejected", (more, reason) => {
  const { scores, rejected } = collect(more);
  expect(scores).toEqual([]);
  expect(rejected.map((row) => row.reason)).toEqual([reason]);
});

describe("the models that are read live", () => {
  const { model: id, ...score } = LINE;
  const translate = (...benchmarks: object[]) =>
    modelsDevBenchmarks.translate(
      new Map([
        ["models.json", JSON.stringify({ [id]: { name: "Nimbus 1", benchmarks }, "lab/none": {} })],
      ]),
      "2026-06-04",
    );

  test("hold their scores", () => {
    expect(translate(score).scores).toEqual(collect({}).scores);
  });

  test("also hold scores that we may not reuse", () => {
    const { scores, rejected } = translate(
      { ...score, name: "Artificial Analysis Coding Index" },
      { ...score, source: "https://artificialanalysis.ai/agents/coding-agents" },
    );
    expect(scores).toEqual([]);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("no licence"),
      expect.stringContaining("no licence"),
    ]);
  });
});
