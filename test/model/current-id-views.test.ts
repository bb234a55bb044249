/**
 * Which id represents a model at its host on each day, which model a moving name meant, and what a retirement date
 * ends. "Today" is the newest day of the ledger, not the clock.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { type LoadedPriceCases, loadPriceCases, type PriceCase } from "../builders/price-world.ts";

/**
 * One of five models for which genai-prices states the same price at acme-cloud and at a router, from the first day on.
 */
const copied = (input: number): PriceCase =>
  `acme-cloud: genai-prices ${input}, models-dev 2026-02-01 9 id=acme-large-20260201 | openrouter: genai-prices ${input}`;

/** A name at alps that moved to another model after newcomer, its only source, was last read. */
const movedAtAlps = (name: string): PriceCase => ({
  prices: "alps: newcomer 4",
  moving: {
    alps: [
      { since: null, means: name },
      { since: "2026-02-01", means: "second" },
    ],
  },
});

const CASES = {
  "today's id takes over from a dated one":
    "acme: models-dev 4 id=acme-large-20260101, models-dev 2026-03-01 4, models-dev 2026-04-01 3",
  "an id at another price takes over":
    "acme: models-dev 4 id=acme-large-20260101, models-dev 2026-03-01 3",
  "a preview comes before the release": {
    prices: "acme: models-dev 4 id=acme-large-preview, models-dev 2026-03-01 4",
    offers: { acme: { "acme-large-preview": { service_tier: "preview" } } },
  },
  "a fast id leaves the place to a plain one": {
    prices: "acme: models-dev 9 id=acme-large-fast, models-dev 2026-03-01 4",
    offers: { acme: { "acme-large-fast": { service_tier: "fast" } } },
  },
  "an id that ended leaves the place to one that goes on":
    "acme: models-dev 4, models-dev 2026-03-01 gone, models-dev 2026-02-01 5 id=acme-large-20260201",
  "the reseller's id waits behind the lab's own": `acme: genai-prices 2 note=reseller: taken from a router,
      models-dev 2026-02-01 4 id=acme-large-20260201,
      models-dev 2026-03-01 gone id=acme-large-20260201, genai-prices 2026-04-01 gone`,
  "the lab's own id never had a price": `acme: models-dev none, models-dev 2026-01-05 gone,
      genai-prices 2026-02-01 2 note=reseller: taken from a router, genai-prices 2026-04-01 gone`,
  "an id that nobody confirms waits behind one that is stated":
    "acme: newcomer 2, models-dev 4 id=acme-large-20260101",
  "an exact id that a copy alone goes on stating":
    "alps: newcomer 4 id=acme-large-v2, copycat 2026-05-28 5 id=acme-large-v2, models-dev 6 id=acme-large-latest",
  "an exact id beside a moving name": {
    prices: "cirrus: models-dev 6, models-dev 4 id=acme-large-20260101",
    moving: { cirrus: [{ since: null, means: "an exact id beside a moving name" }] },
  },
  "a stale exact id beside a moving name": {
    prices: "yuan: models-dev 6, newcomer 4 id=acme-large-20260101",
    moving: { yuan: [{ since: null, means: "a stale exact id beside a moving name" }] },
  },
  "a stale id beside one without a price of output":
    "yuan: newcomer 4, models-dev 6/none id=acme-large-two",
  pointer: {
    prices: "models-dev 4, models-dev 2026-04-10 6",
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
  "copied A": copied(1),
  "copied B": copied(2),
  "copied C": copied(3),
  "copied D": copied(4),
  "copied E": copied(5),
  "the lab ended it, and a source goes on": {
    model: {
      retirement_date: "2026-03-01",
      is_open_source: true,
      sources: { retirement_date: "spring" },
    },
    prices: "acme: models-dev 4, genai-prices 4, genai-prices 2026-04-01 5 | bazaar: models-dev 6",
  },
  "it ends today": { model: { retirement_date: "2026-06-01" }, prices: "acme: models-dev 4" },
  "it ends tomorrow": { model: { retirement_date: "2026-06-02" }, prices: "acme: models-dev 4" },
  "a snapshot ends before the model": {
    prices: "acme: models-dev 4 id=acme-large-20260101, models-dev 5",
    offers: { acme: { "acme-large-20260101": { retirement_date: "2026-03-01" } } },
  },
  "an id's day is that of its release": {
    prices: "acme: models-dev 4",
    offers: { acme: { "acme-large": { retirement_date: "2025-12-01" } } },
  },
  "another host names a day that one source has": {
    prices: "bazaar: models-dev 6 | alps: models-dev 7",
    offers: { bazaar: { "acme-large": { retirement_date: "2026-03-01" } } },
  },
  "its only host has ended it": {
    prices: "models-dev 6",
    offers: { bazaar: { "acme-large": { retirement_date: "2026-03-01" } } },
  },
  "the lab's second host names a day": {
    prices: "acme-cloud: models-dev 6",
    offers: { "acme-cloud": { "acme-large": { retirement_date: "2026-03-01" } } },
  },
  "an id of another host ends before the next": {
    prices: "models-dev 6, models-dev 7 id=acme-large-2026-01-01",
    offers: { bazaar: { "acme-large": { retirement_date: "2026-03-01" } } },
  },
  "it is first reported when it is over": {
    model: { release_date: "2025-06-01", retirement_date: "2025-12-01" },
    prices: "acme: models-dev 4",
  },
  "nobody sells it, and nobody says that it ended":
    "acme: models-dev 4, models-dev 2026-02-01 gone",
  "nobody sells it after its end": {
    model: { retirement_date: "2026-03-01", is_open_source: true },
    prices: "acme: models-dev 4, models-dev 2026-02-01 gone",
  },
  "closed weights end, and another host goes on": {
    model: { retirement_date: "2026-03-01", is_open_source: false },
    prices: "acme: models-dev 4 | bazaar: models-dev 6",
  },
  "the lab's second host has days of its own": {
    model: { retirement_date: "2026-03-01" },
    prices: "acme: models-dev 4 | acme-cloud: models-dev 4",
  },
  "the lab's API has another region": {
    model: { retirement_date: "2026-03-01" },
    prices: "acme: models-dev 4 | acme-cn: models-dev 1",
  },
  "nobody confirms the price of the lab's second host": {
    model: { retirement_date: "2026-03-01" },
    prices: "acme-cloud: newcomer 4",
  },
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
    [
      "the lab's own id never had a price",
      ["2026-01-01 added", "2026-01-05 removed", "2026-02-01 added 2", "2026-04-01 removed"],
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

describe("a model that its lab retired", () => {
  test("is sold there no more, and its history ends on that day, whichever source goes on listing it", () => {
    const name = "the lab ended it, and a source goes on";
    expect(market.at(name, "acme")).toBeUndefined();
    expect(rows(name)).toEqual(["2026-01-01 added 4", "2026-03-01 removed"]);
  });

  test("has no list price, and is cheapest where others sell it", () => {
    const { list_host, cheapest_host } = market.model("the lab ended it, and a source goes on");
    expect([list_host, cheapest_host]).toEqual([null, "bazaar"]);
  });

  test("is sold until the newest day of the ledger reaches the day", () => {
    expect(market.at("it ends today", "acme")).toBeUndefined();
    expect(market.model("it ends tomorrow").list_host).toBe("acme");
  });

  test("has the price that was reported too late as a price of the past", () => {
    expect(rows("it is first reported when it is over")).toEqual([
      "2026-01-01 added 4",
      "2026-01-02 removed",
    ]);
  });

  test("is a fact of the source that states the day, even if it states nothing else", () => {
    const source = market.catalog.sources.find(({ id }) => id === "spring");
    expect(source).toMatchObject({ rows: 1, datasets: ["models"] });
    expect(source?.newest_fact).toBe(
      market.catalog.changes.find(
        ({ type, source }) => type === "retirement" && source === "spring",
      )?.date,
    );
  });

  test("may be sold at the lab's other hosts", () => {
    const name = "the lab's second host has days of its own";
    expect(market.at(name, "acme")).toBeUndefined();
    expect(market.model(name).list_host).toBe("acme-cloud");
  });

  test("is sold in no region of the lab's API, and has no list price that nobody confirms", () => {
    const region = "the lab's API has another region";
    expect([market.at(region, "acme-cn"), market.model(region).list_host]).toEqual([
      undefined,
      null,
    ]);
    const cloud = "nobody confirms the price of the lab's second host";
    expect(market.at(cloud, "acme-cloud")?.trust).toBe("stale");
    expect(market.model(cloud).list_host).toBeNull();
  });
});

describe("the status of a model", () => {
  test.each<[Name, string | null]>([
    ["the lab ended it, and a source goes on", "active"],
    ["closed weights end, and another host goes on", "retired"],
    ["it ends tomorrow", "deprecated"],
    ["nobody sells it after its end", "retired"],
    ["nobody sells it, and nobody says that it ended", null],
    ["its only host has ended it", null],
  ])("where %s", (name, status) => {
    expect(market.model(name).status).toBe(status);
  });
});

describe("an id with a day of its own", () => {
  test("ends, and the model's other ids do not", () => {
    const offer = market.at("a snapshot ends before the model", "acme");
    expect([offer?.model_id.endsWith("20260101"), offer?.input]).toEqual([false, 5]);
    expect(offer?.variants).toEqual([]);
  });

  test("is sold on where the day lies before anybody reported it", () => {
    expect(market.at("an id's day is that of its release", "acme")?.input).toBe(4);
  });

  test("is listed on at a host that is not its lab's, and is not the cheapest", () => {
    const name = "another host names a day that one source has";
    expect(market.at(name, "bazaar")).toMatchObject({
      input: 6,
      status: "retired",
      passed_over: "the host has withdrawn the model",
    });
    expect(market.model(name).offers).toBe(1);
    expect(market.model(name).cheapest_host).toBe("alps");
    expect(market.rows(name, "bazaar")).toEqual(["2026-01-01 added 6"]);
  });

  test("has no price on past days after its own, nor where it was over when it was first reported", () => {
    const daysOf = (name: Name) =>
      market.catalog.rateCardsOf(market.model(name).slug).map(({ date, input }) => [date, input]);
    expect(daysOf("its only host has ended it")).toEqual([
      ["2026-01-01", 6],
      ["2026-03-01", null],
    ]);
    expect(daysOf("an id's day is that of its release")).toEqual([
      ["2026-01-01", 4],
      ["2026-01-02", null],
    ]);
  });

  test("has no list price at the lab's other hosts", () => {
    const name = "the lab's second host names a day";
    expect(market.at(name, "acme-cloud")?.status).toBe("retired");
    expect(market.model(name)).toMatchObject({ list_host: null, cheapest_host: null });
  });

  test("yields to an id of the host that has none", () => {
    expect(market.at("an id of another host ends before the next", "bazaar")).toMatchObject({
      input: 7,
      status: "active",
    });
  });
});
