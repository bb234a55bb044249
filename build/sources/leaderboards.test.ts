import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { aiderCollector, bfclCollector, vectaraCollector } from "./leaderboards.ts";

const aiderRun = (model: string) => `
- dirname: 2025-01-01-00-00-00--sample
  model: ${model}
  edit_format: diff
  pass_rate_1: 20.4
  pass_rate_2: 35.6
  date: 2025-02-03
`;

const readAider = (polyglot: string, edit = "[]") =>
  collectFromTexts(aiderCollector, {
    "polyglot_leaderboard.yml": polyglot,
    "edit_leaderboard.yml": edit,
  });

test("the second try's rate counts, and the edit format is the configuration", () => {
  const { scores } = readAider(aiderRun("nimbus-1"), aiderRun("nimbus-1"));
  const source_url = "https://aider.chat/docs/leaderboards/";
  const row = { modelName: "nimbus-1", configuration: "diff", score: 35.6, self_reported: false };
  expect(scores).toMatchObject([
    { benchmark: "aider-polyglot", ...row, as_of: "2025-02-03", source_url },
    { benchmark: "aider-edit" },
  ]);
});

test.each([
  ["nimbus-1 (whole)", "nimbus-1", "diff"],
  ["Nimbus R1 (0528)", "Nimbus R1 0528", "diff"],
  ["nimbus:8b-instruct-q8_0", "nimbus:8b-instruct", "q8_0, diff"],
  ["Nimbus 1 diff, no think, Cloud API", "Nimbus 1", "no thinking, cloud api, diff"],
])(
  "the entry %s is the model %s with the configuration %s",
  (written, modelName, configuration) => {
    const { scores } = readAider(aiderRun(written));
    expect(scores[0]).toMatchObject({ modelName, configuration });
  },
);

test.each([
  ["nimbus-r1 + nimbus-1", "two models working together, not a model"],
  ["ollama/nimbus", "a local copy of unknown size"],
])("%s is rejected: %s", (model, reason) => {
  expect(readAider(aiderRun(model))).toMatchObject({ scores: [], reasons: [reason] });
});

const BFCL_HEADER =
  "Rank,Overall Acc,Model,Non-Live AST Acc,Live Acc,Multi Turn Acc,Web Search Acc,Memory Acc,Organization,License";

const readBfcl = (row: string) =>
  collectFromTexts(bfclCollector, { "data_overall.csv": `${BFCL_HEADER}\n${row}\n` });

test("the overall score and five partial scores are separate benchmarks", () => {
  const { scores } = readBfcl(
    "1,77.47%,Nimbus-1-20251101 (FC),88.58%,79.79%,68.38%,84.50%,73.76%,Cloud Lab,Proprietary",
  );
  expect(scores.map(({ benchmark, score }) => [benchmark, score])).toEqual([
    ["bfcl-v4", 77.47],
    ["bfcl-v4-non-live", 88.58],
    ["bfcl-v4-live", 79.79],
    ["bfcl-v4-multi-turn", 68.38],
    ["bfcl-v4-web-search", 84.5],
    ["bfcl-v4-memory", 73.76],
  ]);
  const row = { maker: "Cloud Lab", is_open_source: false, as_of: "2026-08-21" };
  expect(scores[0]).toMatchObject(row);
});

test.each([
  ["Nimbus-1 (FC)", "fc"],
  ["Nimbus-1 (Prompt)", "prompt"],
])("the calling mode of %s is its configuration", (model, configuration) => {
  const { scores } = readBfcl(`1,50%,${model},50%,50%,50%,50%,50%,,`);
  expect(scores[0]).toMatchObject({ modelName: "Nimbus-1", configuration });
});

test("a part that was not run has no score", () => {
  const { scores, rejected } = readBfcl("1,50%,Nimbus-1,50%,50%,50%,N/A,50%,,");
  expect(scores).toHaveLength(5);
  const named = { place: "data_overall.csv", value: "Nimbus-1, Web Search Acc: N/A" };
  expect(rejected).toEqual([{ source: "bfcl", ...named, reason: "no score" }]);
});

const VECTARA_HEADER =
  "model,hallucination_rate,factual_consistency_rate,answer_rate,avg_summary_words";
const csv = (...rows: string[]) => [VECTARA_HEADER, ...rows, ""].join("\n");

test("only the newest file's rates are read, with the day from its name", () => {
  const { scores, rejected } = collectFromTexts(vectaraCollector, {
    "leaderboard_2026-02-01.csv": csv("cloudlab/nimbus-0,9.9 %,90.1 %,99.5 %,80.0"),
    "leaderboard_2026-03-10.csv": csv("cloudlab/a,1.8 %,98.2 %,99.5 %,172.4", "cloudlab/b,,,,"),
  });
  expect(scores).toMatchObject([
    {
      benchmark: "vectara-hallucination-rate",
      modelName: "cloudlab/a",
      maker: "cloudlab",
      score: 1.8,
      as_of: "2026-03-10",
      self_reported: false,
    },
  ]);
  expect(rejected).toMatchObject([{ value: "cloudlab/b", reason: "no score" }]);
});

const README = [
  "|a|table of something else|",
  "|--|--|",
  "|x|y|",
  "Last updated on September 2nd, 2026",
  "",
  "|Model|Hallucination Rate|Factual Consistency Rate|",
  "|----|----:|----:|",
  "|cloudlab/nimbus-1|1.8 %|98.2 %|",
  "|cloudlab/nimbus-2 |6.2%|93.8 %|",
  "|cloudlab/nimbus-3|||",
  "",
  "## Model",
].join("\n");

test("the README of a live download gives the rates in its table and the day above the table", () => {
  const { scores, rejected } = collectFromTexts(vectaraCollector, { "README.md": README });
  expect(scores.map(({ modelName, score, as_of }) => [modelName, score, as_of])).toEqual([
    ["cloudlab/nimbus-1", 1.8, "2026-09-02"],
    ["cloudlab/nimbus-2", 6.2, "2026-09-02"],
  ]);
  expect(rejected.map(({ value }) => value)).toEqual(["cloudlab/nimbus-3"]);
});

test("a README without a table has no scores; a README without a day is refused", () => {
  const read = (text: string) => collectFromTexts(vectaraCollector, { "README.md": text });
  expect(read("Last updated on May 1, 2026\n").scores).toEqual([]);
  expect(() => read("|Model|Hallucination Rate|\n")).toThrow(/Last updated on/);
});
