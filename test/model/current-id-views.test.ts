/** Which id stands for a model at its host, what a moving name meant, and what a retirement date ends. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  getExpected,
  type LoadedPriceCases,
  loadPriceCases,
  type PriceCase,
} from "../builders/price-world.ts";

/** One of five models with the same price from genai-prices at acme-cloud and at a router, from the first day on. */
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

/** Statements → the rows of the series at acme. */
const SERIES = {
  "today's id replaces a dated one": `acme: models-dev 4 id=acme-large-20260101, models-dev 2026-03-01 4, models-dev 2026-04-01 3
    → 2026-01-01 added 4, 2026-04-01 changed 3`,
  "an id at another price replaces a dated one": `acme: models-dev 4 id=acme-large-20260101, models-dev 2026-03-01 3
    → 2026-01-01 added 4, 2026-03-01 witness 3`,
  "a preview is followed by the release at the same price": {
    prices: `acme: models-dev 4 id=acme-large-preview, models-dev 2026-03-01 4
      → 2026-01-01 added 4`,
    offers: { acme: { "acme-large-preview": { service_tier: "preview" } } },
  },
  "a fast id is replaced by a standard one": {
    prices: `acme: models-dev 9 id=acme-large-fast, models-dev 2026-03-01 4
      → 2026-01-01 added 9, 2026-03-01 witness 4`,
    offers: { acme: { "acme-large-fast": { service_tier: "fast" } } },
  },
  "an id that ended is replaced by one that is still listed": `acme: models-dev 4, models-dev 2026-03-01 gone,
      models-dev 2026-02-01 5 id=acme-large-20260201
    → 2026-01-01 added 4, 2026-02-01 witness 5`,
  "a resold price gives way to the lab's own id": `acme: genai-prices 2 note=reseller: taken from a router,
      models-dev 2026-02-01 4 id=acme-large-20260201,
      models-dev 2026-03-01 gone id=acme-large-20260201, genai-prices 2026-04-01 gone
    → 2026-01-01 added 2, 2026-02-01 witness 4, 2026-03-01 removed`,
  "the lab's own id never had a price": `acme: models-dev none, models-dev 2026-01-05 gone,
      genai-prices 2026-02-01 2 note=reseller: taken from a router, genai-prices 2026-04-01 gone
    → 2026-01-01 added, 2026-01-05 removed, 2026-02-01 added 2, 2026-04-01 removed`,
  "an unconfirmed id gives way to a confirmed one": `acme: newcomer 2, models-dev 4 id=acme-large-20260101
    → 2026-01-01 added 4`,
} satisfies Record<string, PriceCase>;

/** Statements → the host and the price of the current id. */
const CURRENT_IDS = {
  "an exact id that only a copy still lists": `alps: newcomer 4 id=acme-large-v2,
      copycat 2026-05-28 5 id=acme-large-v2, models-dev 6 id=acme-large-latest
    → alps 5`,
  "an exact id and a moving name": {
    prices: `cirrus: models-dev 6, models-dev 4 id=acme-large-20260101
      → cirrus 4`,
    moving: { cirrus: [{ since: null, means: "an exact id and a moving name" }] },
  },
  "a stale exact id and a moving name": {
    prices: `yuan: models-dev 6, newcomer 4 id=acme-large-20260101
      → yuan 6`,
    moving: { yuan: [{ since: null, means: "a stale exact id and a moving name" }] },
  },
  "a stale id and one without an output price": `yuan: newcomer 4, models-dev 6/none id=acme-large-two
    → yuan 6`,
} satisfies Record<string, PriceCase>;

const CASES = {
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
  "the lab retired it, and a source still lists it": {
    model: {
      retirement_date: "2026-03-01",
      is_open_source: true,
      sources: { retirement_date: "spring" },
    },
    prices: "acme: models-dev 4, genai-prices 4, genai-prices 2026-04-01 5 | bazaar: models-dev 6",
  },
  "its retirement is today": {
    model: { retirement_date: "2026-06-01" },
    prices: "acme: models-dev 4",
  },
  "its retirement is tomorrow": {
    model: { retirement_date: "2026-06-02" },
    prices: "acme: models-dev 4",
  },
  "a snapshot is retired before the model": {
    prices: "acme: models-dev 4 id=acme-large-20260101, models-dev 5",
    offers: { acme: { "acme-large-20260101": { retirement_date: "2026-03-01" } } },
  },
  "an id's retirement date is earlier than its first report": {
    prices: "acme: models-dev 4",
    offers: { acme: { "acme-large": { retirement_date: "2025-12-01" } } },
  },
  "one source has a retirement date at another host": {
    prices: "bazaar: models-dev 6 | alps: models-dev 7",
    offers: { bazaar: { "acme-large": { retirement_date: "2026-03-01" } } },
  },
  "its only host has retired it": {
    prices: "models-dev 6",
    offers: { bazaar: { "acme-large": { retirement_date: "2026-03-01" } } },
  },
  "the lab's second host has a retirement date": {
    prices: "acme-cloud: models-dev 6",
    offers: { "acme-cloud": { "acme-large": { retirement_date: "2026-03-01" } } },
  },
  "one of two ids at another host is retired": {
    prices: "models-dev 6, models-dev 7 id=acme-large-2026-01-01",
    offers: { bazaar: { "acme-large": { retirement_date: "2026-03-01" } } },
  },
  "it is first reported after its retirement": {
    model: { release_date: "2025-06-01", retirement_date: "2025-12-01" },
    prices: "acme: models-dev 4",
  },
  "no host sells it, and no source reports its retirement":
    "acme: models-dev 4, models-dev 2026-02-01 gone",
  "no host sells it after its retirement": {
    model: { retirement_date: "2026-03-01", is_open_source: true },
    prices: "acme: models-dev 4, models-dev 2026-02-01 gone",
  },
  "the lab retired closed weights, and another host still lists it": {
    model: { retirement_date: "2026-03-01", is_open_source: false },
    prices: "acme: models-dev 4 | bazaar: models-dev 6",
  },
  "the lab's second host still sells it": {
    model: { retirement_date: "2026-03-01" },
    prices: "acme: models-dev 4 | acme-cloud: models-dev 4",
  },
  "the lab's API has another region": {
    model: { retirement_date: "2026-03-01" },
    prices: "acme: models-dev 4 | acme-cn: models-dev 1",
  },
  "the price at the lab's second host is stale": {
    model: { retirement_date: "2026-03-01" },
    prices: "acme-cloud: newcomer 4",
  },
} satisfies Record<string, PriceCase>;
type Name = keyof typeof CASES | keyof typeof SERIES | keyof typeof CURRENT_IDS;

let market: LoadedPriceCases<Name>;
beforeAll(async () => {
  market = await loadPriceCases<Name>({ ...CASES, ...SERIES, ...CURRENT_IDS });
});
const rows = (name: Name, host = "acme") => market.rows(name, host);

describe("the series of a model at its host", () => {
  test.each(Object.entries(SERIES))("%s", (name, one) => {
    expect(rows(name as Name).join(", ")).toBe(getExpected(one));
  });

  test("has list prices only at the standard tier and for previews", () => {
    const isListed = (name: Name) =>
      market.series(name, "acme").map(({ is_list_price }) => is_list_price);
    expect(isListed("a preview is followed by the release at the same price")).toEqual([true]);
    expect(isListed("a fast id is replaced by a standard one")).toEqual([false, true]);
    expect(isListed("a resold price gives way to the lab's own id")).toEqual([false, true, true]);
    const cloud = market.series("copied A", "acme-cloud");
    expect(cloud.map(({ is_list_price }) => is_list_price)).toEqual([false, true]);
  });
});

describe("the current id of a model at its host: fresh before stale, exact before moving", () => {
  test.each(Object.entries(CURRENT_IDS))("%s", (name, one) => {
    const [host = "", input] = getExpected(one).split(" ");
    expect(market.at(name as Name, host)?.input).toBe(Number(input));
  });
});

describe("a name that moved", () => {
  test("gives each price to the model that it meant that day", () => {
    expect(rows("first", "bazaar")).toEqual(["2026-01-01 added 4", "2026-02-01 removed"]);
    expect(rows("second", "bazaar")).toEqual(["2026-02-01 added 4", "2026-04-01 removed"]);
  });

  test("starts its new model with the next stated price when the old price does not carry over", () => {
    expect(rows("pointer", "bazaar")).toEqual(["2026-04-10 added 6"]);
    expect(market.at("pointer", "bazaar")?.input).toBe(6);
    expect(market.at("first", "bazaar")).toBeUndefined();
  });

  test("ends the price of its old model even when several names move on the same day", () => {
    expect(rows("moved A", "alps")).toEqual(["2026-01-01 added 4", "2026-02-01 removed"]);
    expect(market.at("moved A", "alps")).toBeUndefined();
  });

  test("is not reported as a price change", () => {
    const moves = market.catalog.changes.filter(({ type }) => type.startsWith("price_"));
    expect(moves.filter(({ host }) => host === "bazaar")).toEqual([]);
  });

  test("sets the first-seen day of each model to the day from which it meant that model", () => {
    const seen = (["first", "second", "pointer"] as const).map(
      (name) => market.model(name).first_seen,
    );
    expect(seen).toEqual(["2026-01-01", "2026-02-01", "2026-04-10"]);
  });
});

describe("a model that its lab retired", () => {
  test("has no price at the lab, and its history ends that day, even if a source still lists it", () => {
    const name = "the lab retired it, and a source still lists it";
    expect(market.at(name, "acme")).toBeUndefined();
    expect(rows(name)).toEqual(["2026-01-01 added 4", "2026-03-01 removed"]);
  });

  test("has no list price, and its cheapest host is another one that sells it", () => {
    const { list_host, cheapest_host } = market.model(
      "the lab retired it, and a source still lists it",
    );
    expect([list_host, cheapest_host]).toEqual([null, "bazaar"]);
  });

  test("is sold until the newest day of the ledger is the retirement date", () => {
    expect(market.at("its retirement is today", "acme")).toBeUndefined();
    expect(market.model("its retirement is tomorrow").list_host).toBe("acme");
  });

  test("has a price that was first reported after its retirement only in its history", () => {
    expect(rows("it is first reported after its retirement")).toEqual([
      "2026-01-01 added 4",
      "2026-01-02 removed",
    ]);
  });

  test("counts as a row of the source that states the date, even if it states nothing else", () => {
    const source = market.catalog.sources.find(({ id }) => id === "spring");
    expect(source).toMatchObject({ rows: 1, datasets: ["models"] });
    expect(source?.newest_fact).toBe(
      market.catalog.changes.find(
        ({ type, source }) => type === "retirement" && source === "spring",
      )?.date,
    );
  });

  test("can still be sold at the lab's other hosts", () => {
    const name = "the lab's second host still sells it";
    expect(market.at(name, "acme")).toBeUndefined();
    expect(market.model(name).list_host).toBe("acme-cloud");
  });

  test("is not sold in any region of the lab's API, and has no list price that is stale", () => {
    const region = "the lab's API has another region";
    expect([market.at(region, "acme-cn"), market.model(region).list_host]).toEqual([
      undefined,
      null,
    ]);
    const cloud = "the price at the lab's second host is stale";
    expect(market.at(cloud, "acme-cloud")?.trust).toBe("stale");
    expect(market.model(cloud).list_host).toBeNull();
  });
});

describe("the status of a model", () => {
  test.each<[Name, string | null]>([
    ["the lab retired it, and a source still lists it", "active"],
    ["the lab retired closed weights, and another host still lists it", "retired"],
    ["its retirement is tomorrow", "deprecated"],
    ["no host sells it after its retirement", "retired"],
    ["no host sells it, and no source reports its retirement", null],
    ["its only host has retired it", null],
  ])("where %s", (name, status) => {
    expect(market.model(name).status).toBe(status);
  });
});

describe("an id with its own retirement date", () => {
  test("is no longer listed, while the model's other ids are", () => {
    const offer = market.at("a snapshot is retired before the model", "acme");
    expect([offer?.model_id.endsWith("20260101"), offer?.input]).toEqual([false, 5]);
    expect(offer?.variants).toEqual([]);
  });

  test("is still sold when the date is before its first report", () => {
    expect(
      market.at("an id's retirement date is earlier than its first report", "acme")?.input,
    ).toBe(4);
  });

  test("stays listed as retired at a host that is not its lab's, and is not the cheapest", () => {
    const name = "one source has a retirement date at another host";
    expect(market.at(name, "bazaar")).toMatchObject({
      input: 6,
      status: "retired",
      passed_over: "the host has withdrawn the model",
    });
    expect(market.model(name).offers).toBe(1);
    expect(market.model(name).cheapest_host).toBe("alps");
    expect(market.rows(name, "bazaar")).toEqual(["2026-01-01 added 6"]);
  });

  test("has no price on days after its retirement date or, if that is earlier, its first report", () => {
    const daysOf = (name: Name) =>
      market.catalog.rateCardsOf(market.model(name).slug).map(({ date, input }) => [date, input]);
    expect(daysOf("its only host has retired it")).toEqual([
      ["2026-01-01", 6],
      ["2026-03-01", null],
    ]);
    expect(daysOf("an id's retirement date is earlier than its first report")).toEqual([
      ["2026-01-01", 4],
      ["2026-01-02", null],
    ]);
  });

  test("has no list price at the lab's other hosts", () => {
    const name = "the lab's second host has a retirement date";
    expect(market.at(name, "acme-cloud")?.status).toBe("retired");
    expect(market.model(name)).toMatchObject({ list_host: null, cheapest_host: null });
  });

  test("gives way to an id of the same host without a retirement date", () => {
    expect(market.at("one of two ids at another host is retired", "bazaar")).toMatchObject({
      input: 7,
      status: "active",
    });
  });
});
