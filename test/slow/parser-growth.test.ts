/**
 * Free text is read in linear time: sixteen times the text takes at most three times sixteen times the processor time,
 * where a quadratic reader would take 256 times as much. No time is asserted, only how it grows.
 */
import { expect, test } from "vitest";
import { resolveSearchIntent } from "../../generator/endpoints/models/query-text.ts";
import { openBuiltSite } from "../contract/harness.ts";

const LENGTH = 500;
const TIMES = 16;
/** ms below which a measurement is noise. */
const NOISE_MS = 0.3;

/** Texts that make a careless reader try again and again; each part is repeated up to the length. */
const PARTS = [
  ...[
    "1",
    "1.",
    "1,000",
    "128k ",
    "$1 ",
    "7b-",
    "-",
    " ",
    "(",
    '"',
    "'",
    "/",
    ":",
    "é",
    "😀",
    "\u0301",
  ],
  ...["under ", "not ", "on northwind ", "northwind ", "norn-", "norn-4o vs ", "a ", "以下模型"],
  ...[
    "since june 2025 ",
    "2025-06-01 ",
    "70b at least ",
    "cheapest vision under $1 with 200k context ",
  ],
];

/** The least processor time of some tries, in ms. */
function measure(read: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 7; time++) {
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

function growthOf(read: (text: string) => unknown, part: string): number {
  const repeat = (length: number) => part.repeat(Math.ceil(length / part.length));
  const short = measure(read, repeat(LENGTH));
  return measure(read, repeat(LENGTH * TIMES)) / Math.max(short, NOISE_MS);
}

test("the measure tells a quadratic reader from a linear one", () => {
  let seen = 0;
  const quadratic = (text: string) => {
    for (let from = 0; from < text.length; from++)
      for (let to = from; to < text.length; to++) seen += text.charCodeAt(to);
  };
  expect(growthOf(quadratic, "a ")).toBeGreaterThan(3 * TIMES);
  expect(seen).toBeGreaterThan(0);
});

test.each(PARTS)("%j, repeated, is read in linear time", async (part) => {
  const { context } = await openBuiltSite();
  const read = (text: string) => resolveSearchIntent(text, {}, context);
  read("cheapest vision under $1");
  expect(growthOf(read, part)).toBeLessThan(3 * TIMES);
});
