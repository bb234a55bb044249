/**
 * Free text is read in linear time: sixteen times the text takes at most three times sixteen times the steps, where a
 * quadratic reader would take 256 times as many. Steps are counted, so that a busy machine changes nothing.
 */
import { Session } from "node:inspector";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveSearchIntent } from "../../generator/endpoints/models/query-text.ts";
import { openBuiltSite } from "../contract/harness.ts";

const LENGTH = 500;
const TIMES = 16;

/** Pieces that make a careless parser backtrack; each is repeated up to the text's length. */
const PARTS = [
  ...Array.from("- (\"'/:é😀\u0301"),
  ..."1|1.|1,000|128k |$1 |7b-|under |not |on northwind |northwind |norn-|norn-4o vs |a ".split(
    "|",
  ),
  ..."以下模型|since june 2025 |2025-06-01 |70b at least ".split("|"),
  "cheapest vision under $1 with 200k context ",
];

const inspector = new Session();
beforeAll(() => {
  inspector.connect();
  inspector.post("Profiler.enable");
  inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
});
afterAll(() => inspector.disconnect());

/** How often each block of our code runs, and over how many signs its expressions look. */
function countSteps(read: (text: string) => unknown, text: string): number {
  let steps = 0;
  const { exec } = RegExp.prototype;
  takeBlockCounts();
  // Replacing, matching and splitting call it too.
  RegExp.prototype.exec = function (subject) {
    const from = this.lastIndex;
    const found = exec.call(this, subject);
    const isBound = this.sticky || this.source.startsWith("^");
    const end = isBound ? from : String(subject).length;
    steps += (found ? found.index + found[0].length : end) - from + 1;
    return found;
  };
  try {
    read(text);
  } finally {
    RegExp.prototype.exec = exec;
  }
  return steps + takeBlockCounts();
}

/** Of what ran since the last call. */
function takeBlockCounts(): number {
  let blocks = 0;
  inspector.post("Profiler.takePreciseCoverage", (_, coverage) => {
    const own = coverage.result.filter(({ url }) => /\/(build|generator|test)\//.test(url));
    for (const { functions } of own)
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
  });
  return blocks;
}

function growthOf(read: (text: string) => unknown, part: string): number {
  const repeat = (length: number) => part.repeat(Math.ceil(length / part.length));
  return countSteps(read, repeat(LENGTH * TIMES)) / countSteps(read, repeat(LENGTH));
}

test.each(PARTS)("%j, repeated, is read in linear time", async (part) => {
  const { context } = await openBuiltSite();
  const read = (text: string) => resolveSearchIntent(text, {}, context);
  read("cheapest vision under $1");
  expect(growthOf(read, part)).toBeLessThan(3 * TIMES);
});
