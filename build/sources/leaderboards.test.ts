import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { aiderCollector, bfclCollector, vectaraCollector } from "./leaderboards.ts";

const readAider = (model: string) => {
  const run = `- {model: "${model}", edit_format: diff, pass_rate_1: 20.4, pass_rate_2: 35.6, date: 2025-02-03}\n`;
  const files = { "polyglot_leaderboard.yml": run, "edit_leaderboard.yml": run };
  return collectFromTexts(aiderCollector, files);
};

test("Aider: the second try's rate counts, and each file is a benchmark of its own", () => {
  const source_url = "https://aider.chat/docs/leaderboards/";
  const row = { modelName: "nimbus-1", score: 35.6, self_reported: false, as_of: "2025-02-03" };
  expect(readAider("nimbus-1").scores).toMatchObject([
    { benchmark: "aider-polyglot", ...row, source_url },
    { benchmark: "aider-edit" },
  ]);
});

test.each([
  ["nimbus-1 (whole)", "nimbus-1", "diff"],
  ["Nimbus R1 (0528)", "Nimbus R1 0528", "diff"],
  ["nimbus:8b-instruct-q8_0", "nimbus:8b-instruct", "q8_0, diff"],
  ["Nimbus 1 diff, no think, Cloud API", "Nimbus 1", "no thinking, cloud api, diff"],
  ["nimbus-r1 + nimbus-1", "two models working together, not a model", undefined],
  ["ollama/nimbus", "a local copy of unknown size", undefined],
])("Aider: the entry %s is %s with the configuration %s", (written, expected, configuration) => {
  const { scores, reasons } = readAider(written);
  const [score] = scores;
  expect([score?.modelName ?? reasons[0], score?.configuration]).toEqual([expected, configuration]);
});

const BFCL_HEADER =
  "Rank,Overall Acc,Model,Non-Live AST Acc,Live Acc,Multi Turn Acc,Web Search Acc,Memory Acc,Organization,License";
test("BFCL: the overall score and each part that was run are benchmarks, in one calling mode", () => {
  const rows = [
    "1,77.47%,Nimbus-1 (FC),88.58%,79.79%,68.38%,84.50%,73.76%,Cloud Lab,Proprietary",
    "2,50%,Nimbus-2 (Prompt),50%,50%,50%,N/A,50%,,",
  ];
  const text = [BFCL_HEADER, ...rows, ""].join("\n");
  const { scores, rejected } = collectFromTexts(bfclCollector, { "data_overall.csv": text });
  expect(scores.slice(0, 6).map(({ benchmark, score }) => `${benchmark} ${score}`)).toEqual([
    "bfcl-v4 77.47",
    "bfcl-v4-non-live 88.58",
    "bfcl-v4-live 79.79",
    "bfcl-v4-multi-turn 68.38",
    "bfcl-v4-web-search 84.5",
    "bfcl-v4-memory 73.76",
  ]);
  const first = { modelName: "Nimbus-1", maker: "Cloud Lab", is_open_source: false };
  expect(scores[0]).toMatchObject({ ...first, configuration: "fc", as_of: "2026-08-21" });
  const second = { modelName: "Nimbus-2", configuration: "prompt" };
  expect(scores.slice(6)).toMatchObject(Array(5).fill(second));
  const named = { place: "data_overall.csv", value: "Nimbus-2 (Prompt), Web Search Acc: N/A" };
  expect(rejected).toEqual([{ source: "bfcl", ...named, reason: "no score" }]);
});

test("Vectara: only the newest file's rates are read, with the day from its name", () => {
  const csv = (...rows: string[]) =>
    ["model,hallucination_rate,factual_consistency_rate", ...rows, ""].join("\n");
  const { scores, rejected } = collectFromTexts(vectaraCollector, {
    "leaderboard_2026-02-01.csv": csv("cloudlab/nimbus-0,9.9 %,90.1 %"),
    "leaderboard_2026-03-10.csv": csv("cloudlab/a,1.8 %,98.2 %", "cloudlab/b,,"),
  });
  const model = { modelName: "cloudlab/a", maker: "cloudlab", self_reported: false };
  const rate = { benchmark: "vectara-hallucination-rate", score: 1.8, as_of: "2026-03-10" };
  expect(scores).toMatchObject([{ ...model, ...rate }]);
  expect(rejected).toMatchObject([{ value: "cloudlab/b", reason: "no score" }]);
});

const README = `|a|table of something else|
|--|--|
|x|y|
Last updated on September 2nd, 2026

|Model|Hallucination Rate|Factual Consistency Rate|
|----|----:|----:|
|cloudlab/nimbus-1|1.8 %|98.2 %|
|cloudlab/nimbus-2 |6.2%|93.8 %|
|cloudlab/nimbus-3|||

## Model`;
test("Vectara: a README has the rates in its table and the day above it; without a day it is refused", () => {
  const read = (text: string) => collectFromTexts(vectaraCollector, { "README.md": text });
  const { scores, rejected } = read(README);
  expect(scores.map(({ modelName, score, as_of }) => [modelName, score, as_of])).toEqual([
    ["cloudlab/nimbus-1", 1.8, "2026-09-02"],
    ["cloudlab/nimbus-2", 6.2, "2026-09-02"],
  ]);
  expect(rejected.map(({ value }) => value)).toEqual(["cloudlab/nimbus-3"]);
  expect(read("Last updated on May 1, 2026\n").scores).toEqual([]);
  expect(() => read("|Model|Hallucination Rate|\n")).toThrow(/Last updated on/);
});
