import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { vectara } from "./vectara.ts";

const HEADER = "model,hallucination_rate,factual_consistency_rate,answer_rate,avg_summary_words";
const csv = (...rows: string[]) => [HEADER, ...rows, ""].join("\n");

test("the newest day's rates are read, with the day from the file's name", () => {
  const { scores, rejected } = collect(vectara, {
    "leaderboard_2026-02-01.csv": csv("cloudlab/nimbus-0,9.9 %,90.1 %,99.5 %,80.0"),
    "leaderboard_2026-03-10.csv": csv("cloudlab/a,1.8 %,98.2 %,99.5 %,172.4", "cloudlab/b,,,,"),
  });
  expect(scores).toMatchObject([
    {
      benchmark: "vectara-hallucination-rate",
      modelName: "cloudlab/a",
      maker: "cloudlab",
      score: 1.8,
      asOf: "2026-03-10",
      selfReported: false,
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

test("the README that is read live has the rates in its table and the day above it", () => {
  const { scores, rejected } = collect(vectara, { "README.md": README });
  expect(scores.map(({ modelName, score, asOf }) => [modelName, score, asOf])).toEqual([
    ["cloudlab/nimbus-1", 1.8, "2026-09-02"],
    ["cloudlab/nimbus-2", 6.2, "2026-09-02"],
  ]);
  expect(rejected.map(({ value }) => value)).toEqual(["cloudlab/nimbus-3"]);
});

test("a README without a table has no scores; one without a day is refused", () => {
  const withoutTable = { "README.md": "Last updated on May 1, 2026\n" };
  expect(collect(vectara, withoutTable).scores).toEqual([]);
  const withoutDay = { "README.md": "|Model|Hallucination Rate|\n" };
  expect(() => collect(vectara, withoutDay)).toThrow(/Last updated on/);
});
