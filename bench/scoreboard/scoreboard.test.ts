import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { judge, toText } from "./figures.ts";
import { INVARIANTS } from "./invariants.ts";
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

/** The columns that the invariants read of the snapshot, without a row. */
const TABLES = `
  CREATE TABLE series_rows (offer INT, host TEXT, model TEXT, model_id TEXT, day DATE, change TEXT, input DOUBLE, output DOUBLE);
  CREATE TABLE offer_ids (offer INT, host TEXT, model_id TEXT, host_kind TEXT, billing TEXT, is_free BOOLEAN, input DOUBLE, output DOUBLE);
  CREATE TABLE list_offers (model TEXT, host TEXT, service_tier TEXT, billing TEXT, is_resold BOOLEAN);
  CREATE TABLE price_rows (model TEXT, host TEXT, date TEXT, is_at_lab BOOLEAN, is_resold BOOLEAN);
  CREATE TABLE price_moves (offer INT, host TEXT, model_id TEXT, day DATE, date TEXT, source TEXT, price_before INT, service_tier TEXT);
  CREATE TABLE statements (offer INT, source TEXT, day DATE, price INT);
  CREATE TABLE cheapest_offers (model TEXT, host TEXT, host_kind TEXT, trust TEXT, billing TEXT, service_tier TEXT);
  CREATE TABLE host_offers (model TEXT, host_kind TEXT, service_tier TEXT, billing TEXT, is_paid BOOLEAN, trust TEXT, status TEXT)`;

const OPEN = "INSERT INTO series_rows VALUES (1, 'acme', 'm', 'id', '2026-01-01', 'added', 1, 2)";
const SOLD = "INSERT INTO offer_ids VALUES (1, 'acme', 'id', 'lab', 'tokens', false, 1, 2)";
const ROUTER =
  "INSERT INTO cheapest_offers VALUES ('m', 'r', 'router', 'verified', 'tokens', 'standard')";
const DIRECT =
  "INSERT INTO host_offers VALUES ('m', 'cloud', 'standard', 'tokens', true, 'verified', 'active')";
const MOVE =
  "INSERT INTO price_moves VALUES (1, 'acme', 'id', '2026-02-01', '2026-02-01', 'a', 7, 'standard')";
const SEEN = "INSERT INTO statements VALUES (1, 'a', '2026-01-01', 7)";

/** Invariant → rows that break it, and rows that do not. */
const PLANTED: Record<string, { broken: string[]; sound: string[] }> = {
  "open series without an offer": { broken: [OPEN], sound: [OPEN, SOLD] },
  "offers without an open series": {
    broken: [OPEN, OPEN.replace("01-01', 'added", "02-01', 'removed"), SOLD],
    sound: [OPEN, SOLD],
  },
  "offers whose series ends at another price": {
    broken: [OPEN, SOLD.replace("1, 2)", "1, 3)")],
    sound: [OPEN, SOLD],
  },
  "list prices that only a reseller states": {
    broken: ["INSERT INTO list_offers VALUES ('m', 'acme', 'standard', 'tokens', true)"],
    sound: ["INSERT INTO list_offers VALUES ('m', 'acme', 'standard', 'tokens', false)"],
  },
  "list-history rows that only a reseller states": {
    broken: ["INSERT INTO price_rows VALUES ('m', 'acme', '2026-01-01', true, true)"],
    sound: ["INSERT INTO price_rows VALUES ('m', 'acme', '2026-01-01', false, true)"],
  },
  "list prices of another tier or of a plan": {
    broken: ["INSERT INTO list_offers VALUES ('m', 'acme', 'fast', 'tokens', false)"],
    sound: ["INSERT INTO list_offers VALUES ('m', 'acme', 'standard', 'free', false)"],
  },
  "moves whose source did not see the price before": {
    broken: [MOVE, SEEN.replace("'a'", "'b'")],
    sound: [MOVE, SEEN],
  },
  "moves of another tier than the standard one": {
    broken: [MOVE.replace("'standard'", "'flex'")],
    sound: [MOVE],
  },
  "plans among the free": {
    broken: [SOLD.replace("'lab', 'tokens', false", "'plan', 'free', true")],
    sound: [SOLD.replace("'lab', 'tokens', false", "'plan', 'plan', false")],
  },
  "cheapest offers that are unverified, plans or of another tier": {
    broken: [ROUTER.replace("'verified'", "'unverified'")],
    sound: [ROUTER],
  },
  "cheapest offers of routers beside a direct host": {
    broken: [ROUTER, DIRECT],
    sound: [ROUTER, DIRECT.replace("'verified'", "'unverified'")],
  },
};

describe("an invariant", () => {
  let instance: DuckDBInstance;
  let db: DuckDBConnection;
  beforeEach(async () => {
    instance = await DuckDBInstance.create(":memory:");
    db = await instance.connect();
    await db.run(TABLES);
  });
  afterEach(() => {
    db.closeSync();
    instance.closeSync();
  });

  const countOf = async (name: string, rows: readonly string[]): Promise<number> => {
    for (const row of rows) await db.run(row);
    return (await db.runAndReadAll(INVARIANTS[name] ?? "")).currentRowCount;
  };

  test.each(Object.keys(INVARIANTS))("counts what breaks it: %s", async (name) => {
    expect(await countOf(name, PLANTED[name]?.broken ?? [])).toBe(1);
  });

  test.each(Object.keys(INVARIANTS))("is silent about what is sound: %s", async (name) => {
    expect(await countOf(name, PLANTED[name]?.sound ?? [])).toBe(0);
  });

  test("has a bound", () => {
    const bounds = JSON.parse(readFileSync(join(import.meta.dirname, "bounds.json"), "utf8"));
    expect(Object.keys(bounds)).toEqual(expect.arrayContaining(Object.keys(INVARIANTS)));
  });
});
