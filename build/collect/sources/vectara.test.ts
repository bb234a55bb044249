import { expect, test } from "vitest";
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
  expect(vectara.newestFact(FILES)).toBe("2026-03-10");
});
