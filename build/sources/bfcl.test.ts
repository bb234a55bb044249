import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { bfcl } from "./bfcl.ts";

const HEADER =
  "Rank,Overall Acc,Model,Non-Live AST Acc,Live Acc,Multi Turn Acc,Web Search Acc,Memory Acc,Organization,License";

const read = (row: string) => collect(bfcl, { "data_overall.csv": `${HEADER}\n${row}\n` });

test("the overall score and five parts are benchmarks of their own", () => {
  const { scores } = read(
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
  expect(scores[0]).toMatchObject({ maker: "Cloud Lab", isOpenWeights: false, asOf: "2026-08-21" });
});

test.each([
  ["Nimbus-1 (FC)", "fc"],
  ["Nimbus-1 (Prompt)", "prompt"],
  ["Nimbus-1 (FC thinking)", "thinking, fc"],
  ["Nimbus-1 (Prompt + Thinking)", "thinking, prompt"],
  ["Nimbus-1", null],
])("the calling mode of %s is its configuration", (model, configuration) => {
  const { scores } = read(`1,50%,${model},50%,50%,50%,50%,50%,,`);
  expect(scores[0]).toMatchObject({ modelName: "Nimbus-1", configuration });
});

test("a part that was not run has no score", () => {
  const { scores, rejected } = read("1,50%,Nimbus-1,50%,50%,50%,N/A,50%,,");
  expect(scores).toHaveLength(5);
  expect(rejected).toEqual([
    {
      source: "bfcl",
      place: "data_overall.csv, Web Search Acc",
      value: "Nimbus-1: N/A",
      reason: "no score",
    },
  ]);
});
