import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readFacts } from "../../build/facts/read-facts.ts";
import { readInvariants } from "../../build/model/invariants.ts";
import { buildSnapshot } from "../../build/model/snapshot/snapshot.ts";
import { judge, toText } from "./figures.ts";
import { disagreements, readLabPrices } from "./list-prices.ts";

describe("a figure", () => {
  const figure = (name: string, value: number) => ({ name, value, cases: [] });
  const bounds = { truth: { floor: 0.9 }, lies: { ceiling: 0 } };
  const heldOf = (...figures: ReturnType<typeof figure>[]) =>
    judge(figures, bounds).map(({ name, isHeld }) => [name, isHeld]);

  test("is held at its bound, and falls below or above it", () => {
    expect(heldOf(figure("truth", 0.9), figure("lies", 0))).toEqual([
      ["truth", true],
      ["lies", true],
    ]);
    expect(heldOf(figure("truth", 0.89), figure("lies", 1))).toEqual([
      ["truth", false],
      ["lies", false],
    ]);
  });

  test("without a bound, and a bound without a figure, are not held", () => {
    expect(heldOf(figure("truth", 1), figure("beauty", 1))).toEqual([
      ["truth", true],
      ["beauty", false],
      ["lies", false],
    ]);
    expect(heldOf(figure("truth", Number.NaN), figure("lies", 0))[0]).toEqual(["truth", false]);
  });

  test("that fell shows its cases, a few of them", () => {
    const cases = Array.from({ length: 10 }, (_, index) => `case ${index}`);
    const text = toText(judge([{ name: "lies", value: 10, cases }], { lies: { ceiling: 0 } }));
    expect(text).toMatch(/^✗ lies +10 +at most 0\n +case 0\n/);
    expect(text).toMatch(/case 7\n +and 2 more$/);
    expect(toText(judge([{ name: "lies", value: 0, cases }], bounds))).not.toContain("case 0");
  });
});

describe("the labs' list prices", () => {
  const lab = { model: "acme-large", day: "2026-03-01", input: 1, output: 2, source_url: "" };
  const row = (date: string, input: number | null, output = 2) =>
    ({ model: "acme-large", date, input, output }) as const;

  test("agree with the row in force on the day, not with a later or an older one", () => {
    expect(disagreements([lab], [row("2026-01-01", 9), row("2026-02-01", 1)])).toEqual([]);
    expect(disagreements([lab], [row("2026-01-01", 1), row("2026-02-01", 9)])).toEqual([
      "acme-large on 2026-03-01: 9 / 2 since 2026-02-01, the lab said 1 / 2",
    ]);
  });

  test("disagree where nothing is published", () => {
    expect(disagreements([lab], [row("2026-04-01", 1)])).toEqual([
      "acme-large on 2026-03-01: no list price, the lab said 1 / 2",
    ]);
  });

  test("are those of at least 60 models, each price of a day once and with an address", () => {
    const prices = readLabPrices();
    expect(new Set(prices.map(({ model }) => model)).size).toBeGreaterThanOrEqual(60);
    const keys = prices.map(({ model, day }) => `${model} ${day}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(prices.every(({ source_url }) => source_url.startsWith("https://"))).toBe(true);
  });
});

test("every invariant has a bound", async () => {
  const { db, close } = await buildSnapshot(await readFacts("test/golden/data"), null);
  const names = (await readInvariants(db)).map(({ name }) => name);
  close();
  const bounds = JSON.parse(readFileSync(join(import.meta.dirname, "bounds.json"), "utf8"));
  expect(Object.keys(bounds)).toEqual(expect.arrayContaining(names));
});
