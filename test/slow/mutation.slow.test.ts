/** `npm run mutate` on the live facts, with a seed of its own. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { isEnough, toLine, toSummary } from "../mutation/report.ts";
import { tryCorruptions } from "../mutation/try-corruptions.ts";

const COUNT = 60;

test("of corruptions that change a published number, 95 % are stopped or marked, with file and line", async () => {
  const trials = await tryCorruptions(resolve("data"), {
    seed: 20_261_122,
    count: COUNT,
    word: "",
  });
  const slipped = trials.filter(({ fate }) => fate === "slipped");
  expect(isEnough(trials), [toSummary(trials), ...slipped.map(toLine)].join("\n")).toBe(true);
  const stopped = trials.filter(({ fate }) => fate === "stopped" || fate === "unread");
  expect(stopped.length).toBeGreaterThan(COUNT / 2);
  // A maker that the names contradict is seen by the scoreboard, which counts and names no line.
  const named = stopped.filter(({ kind }) => kind !== "lab changed");
  expect(named.filter(({ reason }) => !/^\S+:\d+: ./.test(reason))).toEqual([]);
});
