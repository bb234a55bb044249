/** Free text that is as long as a tool call may be is read in time: a quadratic reader would take minutes. */
import { expect, test } from "vitest";
import { resolveSearchIntent } from "../../generator/endpoints/models/query-text.ts";
import { openBuiltSite } from "../contract/harness.ts";

const LENGTH = 200_000;
/** Processor time, so that a busy machine changes little. Most texts take less than 0.1 s. */
const MOST_MICROSECONDS = 3_000_000;

/** Pieces that make a careless parser backtrack; each is repeated up to the text's length. */
const PARTS = [
  ...["1", "1.", "1,000", "128k ", "$1 ", "7b-", ...Array.from("- (\"'/:é😀\u0301")],
  ...["under ", "not ", "on northwind ", "northwind ", "norn-", "norn-4o vs ", "a ", "以下模型"],
  ...["since june 2025 ", "2025-06-01 ", "70b at least "],
  "cheapest vision under $1 with 200k context ",
];

test.each(PARTS)("%j, repeated, is read in time", async (part) => {
  const { context } = await openBuiltSite();
  resolveSearchIntent("cheapest vision under $1", {}, context);
  const start = process.cpuUsage();
  resolveSearchIntent(part.repeat(LENGTH / part.length), {}, context);
  const { user, system } = process.cpuUsage(start);
  expect(user + system).toBeLessThan(MOST_MICROSECONDS);
});
