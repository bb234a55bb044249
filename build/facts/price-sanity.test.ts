import { describe, expect, test } from "vitest";
import { type PricedRow, PriceSanity } from "./price-sanity.ts";

const row = (host: string, more: Partial<PricedRow> = {}): PricedRow => ({
  ...{ host, model: "quark-1", source: "models-dev", recorded: "2026-01-01" },
  ...{ input: 2, output: 8, cache_read: 0.2, cache_write: 2.5 },
  ...more,
});
const HOSTS = ["alps", "bazaar", "cirrus"].map((host) => row(host));
const late = (more: Partial<PricedRow>) => row("delta", { recorded: "2026-02-01", ...more });
const typoOf = (one: PricedRow, others = HOSTS) => new PriceSanity([...others, one]).typoOf(one);

describe("a price beside those of three hosts", () => {
  test.each([
    [
      { input: 20 },
      "input 20 and output 8 are the 2 and 8 of 3 other hosts with a decimal point moved",
    ],
    [
      { output: 0.8 },
      "input 2 and output 0.8 are the 2 and 8 of 3 other hosts with a decimal point moved",
    ],
    [{ input: 8, output: 2 }, "input 8 and output 2 are the 2 and 8 of 3 other hosts exchanged"],
    [
      { cache_read: 0.02 },
      "input 2 and cache_read 0.02 are the 2 and 0.2 of 3 other hosts with a decimal point moved",
    ],
    [
      { cache_write: 25 },
      "input 2 and cache_write 25 are the 2 and 2.5 of 3 other hosts with a decimal point moved",
    ],
  ])("%o is a likely typo", (prices, expected) => {
    expect(typoOf(late(prices))).toBe(expected);
  });

  test.each([
    ["the same", {}],
    ["a price of its own", { input: 3, output: 12, cache_read: 0.3, cache_write: 3.75 }],
    ["ten times in all", { input: 20, output: 80, cache_read: 2, cache_write: 25 }],
    ["no discount for the cache", { cache_read: 2 }],
    ["another model's", { model: "quark-2", input: 20 }],
    ["stated on their day", { input: 20, recorded: "2026-01-01" }],
    ["free", { input: 0, output: 0, cache_read: 0, cache_write: 0 }],
  ])("is none when it is %s", (_, more) => {
    expect(typoOf(late(more))).toBeNull();
  });

  test("is none when another source states it too, or when only two hosts have the other price", () => {
    const odd = late({ input: 20 });
    expect(typoOf(odd, [...HOSTS, { ...odd, source: "litellm" }])).toBeNull();
    expect(typoOf(odd, HOSTS.slice(1))).toBeNull();
    const person = { ...odd, source: "operator" };
    expect([typoOf(odd, [...HOSTS, person]), typoOf(person)]).toEqual([null, null]);
  });
});
