import { describe, expect, test } from "vitest";
import { vectara } from "./vectara.ts";

const HEADER = "model,hallucination_rate,factual_consistency_rate,answer_rate,avg_summary_words";
const FILES = new Map([
  ["leaderboard_2026-02-01.csv", `${HEADER}\ncloudlab/nimbus-0,9.9 %,90.1 %,99.5 %,80.0\n`],
  [
    "leaderboard_2026-03-10.csv",
    `${HEADER}\ncloudlab/nimbus-1,1.8 %,98.2 %,99.5 %,172.4\ncloudlab/nimbus-2,,,,\n`,
  ],
]);

test("the newest day's rates are read, with the day from the file's name", () => {
  const { scores, rejected } = vectara.translate(FILES, "2026-03-10");
  expect(scores).toEqual([
    expect.objectContaining({
      benchmark: "vectara-hallucination-rate",
      modelName: "cloudlab/nimbus-1",
      maker: "cloudlab",
      score: 1.8,
      asOf: "2026-03-10",
      selfReported: false,
    }),
  ]);
  expect(rejected.map(({ value, reason }) => [value, reason])).toEqual([
    ["cloudlab/nimbus-2", "no score"],
  ]);
});

describe("the README that is read live", () => {
  const README = [
    "# Hallucination Leaderboard",
    "|a|table of something else|",
    "|--|--|",
    "|x|y|",
    "<!-- LEADERBOARD_START -->",
    "Last updated on September 2nd, 2026",
    "",
    "|Model|Hallucination Rate|Factual Consistency Rate|Answer Rate|Average Summary Length (Words)|",
    "|----|----:|----:|----:|----:|",
    "|cloudlab/nimbus-1|1.8 %|98.2 %|99.5 %|172.4|",
    "|cloudlab/nimbus-2 |6.2%|93.8 %|99.6 %|61.2 |",
    "|cloudlab/nimbus-3||||",
    "",
    "## Model",
  ].join("\n");

  test("has the rates in its table and the day above it", () => {
    const files = new Map([["README.md", README]]);
    const { scores = [], rejected } = vectara.translate(files, "2026-10-01");
    expect(scores.map(({ modelName, score, asOf }) => [modelName, score, asOf])).toEqual([
      ["cloudlab/nimbus-1", 1.8, "2026-09-02"],
      ["cloudlab/nimbus-2", 6.2, "2026-09-02"],
    ]);
    expect(rejected.map(({ value }) => value)).toEqual(["cloudlab/nimbus-3"]);
  });

  test("without a day is refused", () => {
    const files = new Map([["README.md", "|Model|Hallucination Rate|\n"]]);
    expect(() => vectara.translate(files, "2026-10-01")).toThrow(/Last updated on/);
  });
});
