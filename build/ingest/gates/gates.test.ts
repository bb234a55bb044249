import { describe, expect, test } from "vitest";
import { checkAboveMaximum } from "./above-maximum.ts";
import { checkAboveMedian } from "./above-median.ts";
import { checkFutureDate } from "./future-date.ts";
import { type Hit, type Money, median, type PriceMove, toVerdicts } from "./hit.ts";
import { checkMedianMove, type ToldTwice } from "./median-move.ts";
import { checkRows } from "./rows.ts";
import { checkSwap } from "./swap.ts";
import { checkUnit } from "./unit.ts";

const money = (input: number | null, output: number | null): Money => ({ input, output });
const move = (was: Money | null, now: Money, peers: Money[] = []): PriceMove => ({
  ...{ source: "upstream", host: "host", modelId: "model" },
  ...{ was, now, peers },
});
const messages = (hits: readonly { message: string }[]) => hits.map(({ message }) => message);
const PEERS = [money(1, 4), money(2, 8), money(3, 12)];

describe("rows", () => {
  const verdicts = (before: number, now: number) =>
    checkRows("upstream", [{ kind: "offers", before, now }]);

  test("80 % pass, less is held with the numbers and the way out", () => {
    expect(verdicts(100, 80)).toEqual([]);
    expect(verdicts(100, 79)).toMatchObject([{ holds: "source", scope: "upstream" }]);
    expect(messages(verdicts(100, 79))[0]).toMatch(
      /^79 of the 100 offers .*--accept rows:upstream/,
    );
  });

  test("a source without facts, or with a handful, is not held", () => {
    expect(verdicts(0, 0)).toEqual([]);
    expect(verdicts(4, 1)).toEqual([]);
  });
});

describe("median move", () => {
  const offers = (host: string, count: number, factor: number): ToldTwice[] =>
    Array.from({ length: count }, (_, index) => ({
      ...{ key: `${host} ${index}`, host },
      ...{ was: money(10, 40), now: money(10 * factor, 40) },
    }));

  test("20 % pass, more is held for the host alone", () => {
    const calm = [...offers("a", 5, 1), ...offers("b", 5, 1)];
    expect(checkMedianMove("upstream", [...calm, ...offers("c", 5, 1.2)])).toEqual([]);
    const [verdict, ...others] = checkMedianMove("upstream", [...calm, ...offers("c", 5, 0.7)]);
    expect(verdict).toMatchObject({ holds: "row", scope: "c" });
    expect(verdict?.keys).toHaveLength(5);
    expect(verdict?.message).toContain("5 offers moved by 30 %");
    expect(others).toEqual([]);
  });

  test("half of the hosts is the source", () => {
    const told = [...offers("a", 5, 1), ...offers("b", 5, 2)];
    expect(checkMedianMove("upstream", told)).toMatchObject([{ holds: "source" }]);
  });

  test("a host of few models may change their prices, and one model of many may", () => {
    expect(checkMedianMove("upstream", offers("a", 4, 2))).toEqual([]);
    expect(checkMedianMove("upstream", [...offers("a", 6, 1), ...offers("a", 1, 5)])).toEqual([]);
  });
});

test.each([
  [money(40, 8), []],
  [money(41, 8), ["host model: input 41 USD per 1M tokens is 21 times the model's median of 2"]],
  [money(1, 200), ["host model: output 200 USD per 1M tokens is 25 times the model's median of 8"]],
])("above the median: %o", (now, expected) => {
  expect(messages(checkAboveMedian(move(null, now, PEERS), "key"))).toEqual(expected);
  expect(checkAboveMedian(move(null, now, PEERS.slice(1)), "key")).toEqual([]);
});

test.each([
  [money(1, 4), money(4, 1), ["host model: 4/1 is 1/4 with input and output swapped"]],
  [money(1, 4), money(4, 1.5), []],
  [money(2, 2), money(2, 2), []],
  [money(1, null), money(null, 1), []],
  [null, money(4, 1), []],
])("swap: %o → %o", (was, now, expected) => {
  expect(messages(checkSwap(move(was, now), "key"))).toEqual(expected);
});

test.each([
  [money(2, 8), money(0.002, 8), "about 0.001 times the price before of 2"],
  [money(2, 8), money(2e6, 8e6), "about 1000000 times the price before of 2"],
  [null, money(0.0025, 0.01), "about 0.001 times the model's median of 2"],
])("unit: %o → %o", (was, now, expected) => {
  expect(messages(checkUnit(move(was, now, PEERS), "key"))[0]).toContain(expected);
});

test("unit: a price cut, a gift and an unknown price pass", () => {
  for (const now of [money(0.02, 8), money(0, 0), money(null, null)])
    expect(checkUnit(move(money(2, 8), now, PEERS), "key")).toEqual([]);
});

test("future date: the night's own day passes", () => {
  const row = { key: "key", scope: "row", date: "2026-09-01" };
  expect(checkFutureDate(row, "2026-09-01")).toEqual([]);
  expect(messages(checkFutureDate(row, "2026-08-31"))).toEqual([
    "row: dated 2026-09-01, after the night of 2026-08-31",
  ]);
});

test("above maximum: the maximum itself passes, and no maximum is none", () => {
  const row = { key: "key", scope: "row", score: 100 };
  expect(checkAboveMaximum({ ...row, maximum: 100 })).toEqual([]);
  expect(checkAboveMaximum({ ...row, maximum: null })).toEqual([]);
  expect(messages(checkAboveMaximum({ ...row, maximum: 1 }))).toEqual([
    "row: 100 is above the maximum of 1",
  ]);
});

describe("many bad rows", () => {
  const hits = (count: number): Hit[] =>
    Array.from({ length: count }, (_, index) => ({ key: `${index}`, scope: "", message: "odd" }));

  test("are the source's fault when they are a fifth of it", () => {
    expect(toVerdicts("unit", "upstream", hits(21), 100)).toMatchObject([
      { holds: "source", keys: [] },
    ]);
    expect(toVerdicts("unit", "upstream", hits(20), 100)).toHaveLength(20);
    expect(toVerdicts("unit", "upstream", hits(10), 10)).toHaveLength(10);
  });
});

test("the median of an even count is the mean of the middle two", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
});
