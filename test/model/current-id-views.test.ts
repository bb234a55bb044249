/** Which id stands for a model at its host on each day, and which model a moving name stood for. */
import { beforeAll, describe, expect, test } from "vitest";
import { samplePrice, sampleWithdrawal } from "../builders/price-statements.ts";
import { type LoadedPriceCases, loadPriceCases, type PriceCase } from "../builders/price-world.ts";

const daily = (date: string, input: number, id = "acme-large") =>
  samplePrice(date, input, input, { source: "models-dev", model_id: id });
const checked = (date: string, input: number, more = {}) =>
  samplePrice(date, input, input, { source: "genai-prices", ...more });
const gone = (date: string, id = "acme-large") =>
  sampleWithdrawal(date, { source: "models-dev", model_id: id });

/** One of five that cost the same at a router, in the words of one source, on the day they were first stated. */
const copied = (input: number): PriceCase => ({
  prices: {
    "acme-cloud": [checked("2026-01-01", input), daily("2026-02-01", 9, "acme-large-20260201")],
    openrouter: [checked("2026-01-01", input)],
  },
});

/** Its source was not read since the name moved. */
const movedAtAlps = (name: string): PriceCase => ({
  prices: { alps: [samplePrice("2026-01-01", 4, 4, { source: "newcomer" })] },
  moving: {
    alps: [
      { since: null, means: name },
      { since: "2026-02-01", means: "second" },
    ],
  },
});

const CASES = {
  "today's id takes over from a dated one": {
    prices: {
      acme: [
        daily("2026-01-01", 4, "acme-large-20260101"),
        daily("2026-03-01", 4),
        daily("2026-04-01", 3),
      ],
    },
  },
  "an id at another price takes over": {
    prices: { acme: [daily("2026-01-01", 4, "acme-large-20260101"), daily("2026-03-01", 3)] },
  },
  "a preview comes before the release": {
    prices: { acme: [daily("2026-01-01", 4, "acme-large-preview"), daily("2026-03-01", 4)] },
    offers: { acme: { "acme-large-preview": { service_tier: "preview" } } },
  },
  "a fast id leaves the place to a plain one": {
    prices: { acme: [daily("2026-01-01", 9, "acme-large-fast"), daily("2026-03-01", 4)] },
    offers: { acme: { "acme-large-fast": { service_tier: "fast" } } },
  },
  "an id that ended leaves the place to one that goes on": {
    prices: {
      acme: [
        daily("2026-01-01", 4),
        gone("2026-03-01"),
        daily("2026-02-01", 5, "acme-large-20260201"),
      ],
    },
  },
  "the reseller's id waits behind the lab's own": {
    prices: {
      acme: [
        checked("2026-01-01", 2, { note: "reseller: taken from a router" }),
        daily("2026-02-01", 4, "acme-large-20260201"),
        gone("2026-03-01", "acme-large-20260201"),
        sampleWithdrawal("2026-04-01", { source: "genai-prices" }),
      ],
    },
  },
  "an id that nobody confirms waits behind one that is stated": {
    prices: {
      acme: [
        samplePrice("2026-01-01", 2, 2, { source: "newcomer" }),
        daily("2026-01-01", 4, "acme-large-20260101"),
      ],
    },
  },
  "an exact id that a copy alone goes on stating": {
    prices: {
      alps: [
        samplePrice("2026-01-01", 4, 4, { source: "newcomer", model_id: "acme-large-v2" }),
        samplePrice("2026-05-28", 5, 5, { source: "copycat", model_id: "acme-large-v2" }),
        daily("2026-01-01", 6, "acme-large-latest"),
      ],
    },
  },
  "an exact id beside a moving name": {
    prices: {
      cirrus: [daily("2026-01-01", 6), daily("2026-01-01", 4, "acme-large-20260101")],
    },
    moving: { cirrus: [{ since: null, means: "an exact id beside a moving name" }] },
  },
  "a stale exact id beside a moving name": {
    prices: {
      yuan: [
        daily("2026-01-01", 6),
        samplePrice("2026-01-01", 4, 4, { source: "newcomer", model_id: "acme-large-20260101" }),
      ],
    },
    moving: { yuan: [{ since: null, means: "a stale exact id beside a moving name" }] },
  },
  "a stale id beside one without a price of output": {
    prices: {
      yuan: [
        samplePrice("2026-01-01", 4, 4, { source: "newcomer", model_id: "acme-large" }),
        samplePrice("2026-01-01", 6, null, { source: "models-dev", model_id: "acme-large-two" }),
      ],
    },
  },
  pointer: {
    prices: { bazaar: [daily("2026-01-01", 4), daily("2026-04-10", 6)] },
    moving: {
      bazaar: [
        { since: null, means: "first" },
        { since: "2026-02-01", means: "second" },
        { since: "2026-04-01", means: "pointer", keeps: false },
      ],
    },
  },
  first: { prices: {} },
  second: { prices: {} },
  "moved A": movedAtAlps("moved A"),
  "moved B": movedAtAlps("moved B"),
  "moved C": movedAtAlps("moved C"),
  ...{ "copied A": copied(1), "copied B": copied(2), "copied C": copied(3) },
  ...{ "copied D": copied(4), "copied E": copied(5) },
} satisfies Record<string, PriceCase>;
type Name = keyof typeof CASES;

let market: LoadedPriceCases<Name>;
beforeAll(async () => {
  market = await loadPriceCases<Name>(CASES);
});
const rows = (name: Name, host = "acme") => market.rows(name, host);

describe("the series of a model at its host", () => {
  test.each<[Name, string[]]>([
    ["today's id takes over from a dated one", ["2026-01-01 added 4", "2026-04-01 changed 3"]],
    ["an id at another price takes over", ["2026-01-01 added 4", "2026-03-01 witness 3"]],
    ["a preview comes before the release", ["2026-01-01 added 4"]],
    ["a fast id leaves the place to a plain one", ["2026-01-01 added 9", "2026-03-01 witness 4"]],
    [
      "an id that ended leaves the place to one that goes on",
      ["2026-01-01 added 4", "2026-02-01 witness 5"],
    ],
    [
      "the reseller's id waits behind the lab's own",
      ["2026-01-01 added 2", "2026-02-01 witness 4", "2026-03-01 removed"],
    ],
    ["an id that nobody confirms waits behind one that is stated", ["2026-01-01 added 4"]],
  ])("%s", (name, expected) => {
    expect(rows(name)).toEqual(expected);
  });

  test("tells list prices of the standard tier and of previews alone", () => {
    const isListed = (name: Name) =>
      market.series(name, "acme").map(({ is_list_price }) => is_list_price);
    expect(isListed("a preview comes before the release")).toEqual([true]);
    expect(isListed("a fast id leaves the place to a plain one")).toEqual([false, true]);
    expect(isListed("the reseller's id waits behind the lab's own")).toEqual([false, true, true]);
    const cloud = market.series("copied A", "acme-cloud");
    expect(cloud.map(({ is_list_price }) => is_list_price)).toEqual([false, true]);
  });
});

describe("a fresh price comes before a stale one, and an exact id before a name that moves", () => {
  test.each<[Name, string, number]>([
    ["an exact id that a copy alone goes on stating", "alps", 5],
    ["an exact id beside a moving name", "cirrus", 4],
    ["a stale exact id beside a moving name", "yuan", 6],
    ["a stale id beside one without a price of output", "yuan", 6],
  ])("%s", (name, host, input) => {
    expect(market.at(name, host)?.input).toBe(input);
  });
});

describe("a name that moved", () => {
  test("leaves each row to the model that was sold under it that day", () => {
    expect(rows("first", "bazaar")).toEqual(["2026-01-01 added 4", "2026-02-01 removed"]);
    expect(rows("second", "bazaar")).toEqual(["2026-02-01 added 4", "2026-04-01 removed"]);
  });

  test("begins with the next statement where the price did not go on", () => {
    expect(rows("pointer", "bazaar")).toEqual(["2026-04-10 added 6"]);
    expect(market.at("pointer", "bazaar")?.input).toBe(6);
    expect(market.at("first", "bazaar")).toBeUndefined();
  });

  test("is not dropped by its source, however many names move on a day", () => {
    expect(rows("moved A", "alps")).toEqual(["2026-01-01 added 4", "2026-02-01 removed"]);
    expect(market.at("moved A", "alps")).toBeUndefined();
  });

  test("is no move of any price", () => {
    const moves = market.catalog.changes.filter(({ type }) => type.startsWith("price_"));
    expect(moves.filter(({ host }) => host === "bazaar")).toEqual([]);
  });

  test("was first seen as each model on its own day", () => {
    const seen = (["first", "second", "pointer"] as const).map(
      (name) => market.model(name).first_seen,
    );
    expect(seen).toEqual(["2026-01-01", "2026-02-01", "2026-04-10"]);
  });
});
