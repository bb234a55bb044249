/** Which id stands for a model at its host, what a moving name meant, and what a retirement date ends. */
import { beforeAll, describe, expect, test } from "vitest";
import type { LoadedPriceCases, PriceCase } from "../builders/price-world.ts";
import { getExpected, loadPriceCases } from "../builders/price-world.ts";

/** Statements → the rows of the series at acme. */
const SERIES: Record<string, PriceCase> = {
  "today's id replaces a dated one":
    "acme: models-dev 4 id=acme-large-20260101, 03-01 4, 04-01 3 → 01-01 added 4, 04-01 changed 3",
  "an id at another price replaces a dated one":
    "acme: models-dev 4 id=acme-large-20260101, 03-01 3 → 01-01 added 4, 03-01 witness 3",
  "a preview is followed by the release at the same price":
    "acme: models-dev 4 id=acme-large-preview service_tier=preview, 03-01 4 → 01-01 added 4",
  "a fast id is replaced by a standard one": `acme:
      models-dev 9 id=acme-large-fast service_tier=fast, 03-01 4 → 01-01 added 9, 03-01 witness 4`,
  "an id that ended is replaced by one that is still listed": `acme: models-dev 4, 03-01 gone,
      02-01 5 id=acme-large-20260201 → 01-01 added 4, 02-01 witness 5`,
  "a resold price gives way to the lab's own id": `acme: genai-prices 2 note=reseller: a router,
      models-dev 02-01 4 id=acme-large-20260201, 03-01 gone id=acme-large-20260201,
      genai-prices 04-01 gone → 01-01 added 2, 02-01 witness 4, 03-01 removed`,
  "the lab's own id never had a price": `acme: models-dev none, 01-05 gone,
      genai-prices 02-01 2 note=reseller: taken from a router, 04-01 gone
      → 01-01 added, 01-05 removed, 02-01 added 2, 04-01 removed`,
  "an unconfirmed id gives way to a confirmed one":
    "acme: newcomer 2, models-dev 4 id=acme-large-20260101 → 01-01 added 4",
};

/** Statements → the host and the price of the current id. */
const CURRENT_IDS: Record<string, PriceCase> = {
  "an exact id that only a copy still lists": `alps: newcomer 4 id=acme-large-v2,
      copycat 05-28 5 id=acme-large-v2, models-dev 6 id=acme-large-latest → alps 5`,
  "an exact id and a moving name": {
    prices: "cirrus: models-dev 6, 4 id=acme-large-20260101 → cirrus 4",
    moving: { cirrus: [[null, "an exact id and a moving name"]] },
  },
  "a stale exact id and a moving name": {
    prices: "yuan: models-dev 6, newcomer 4 id=acme-large-20260101 → yuan 6",
    moving: { yuan: [[null, "a stale exact id and a moving name"]] },
  },
  "a stale id and a deprecated one that is confirmed":
    "alps: newcomer 4, models-dev 6 id=acme-large-v2 status=deprecated → alps 6",
  "a stale id and one without an output price":
    "yuan: newcomer 4, models-dev 6/none id=acme-large-two → yuan 6",
};

const RENAMED = "the lab serves another model under its name";
const SECOND: [string, string] = ["2026-02-01", "second"];
/** A name at alps that moved to another model after newcomer, its only source, was last read. */
const MOVED = ["moved A", "moved B", "moved C"].map((name): [string, PriceCase] => {
  return [name, { prices: "alps: newcomer 4", moving: { alps: [[null, name], SECOND] } }];
});
/** Five models with the same price from genai-prices at acme-cloud and at a router, from the first day on. */
const COPIED = [1, 2, 3, 4, 5].map((price): [string, PriceCase] => [
  `copied ${price}`,
  `acme-cloud: genai-prices ${price}, models-dev 02-01 9 id=acme-large-20260201
      | openrouter: genai-prices ${price}`,
]);
const retired = (prices: string, more: object = {}): PriceCase => ({
  prices,
  model: { retirement_date: "2026-03-01", ...more },
});
const CASES: Record<string, PriceCase> = {
  pointer: {
    prices: "models-dev 4, 04-10 6",
    moving: { bazaar: [[null, "first"], SECOND, ["2026-04-01", "pointer", false]] },
  },
  first: { prices: [] },
  second: { prices: [] },
  ...Object.fromEntries([...MOVED, ...COPIED]),
  "the lab retired it, and a source still lists it": retired(
    "acme: models-dev 4, genai-prices 4, 04-01 5 | bazaar: models-dev 6",
    { sources: { retirement_date: "spring" } },
  ),
  [RENAMED]: {
    prices: "bazaar: models-dev 4",
    model: { release_date: "2025-06-01", retirement_date: "2026-02-01" },
    moving: { acme: [[null, RENAMED], SECOND] },
  },
  "its retirement is today": retired("acme: models-dev 4", { retirement_date: "2026-06-01" }),
  "its retirement is tomorrow": retired("acme: models-dev 4", { retirement_date: "2026-06-02" }),
  "a snapshot is retired before the model":
    "acme: models-dev 4 id=acme-large-20260101 retirement_date=2026-03-01, 5",
  "an id's retirement date is earlier than its first report":
    "acme: models-dev 4 retirement_date=2025-12-01",
  "one source has a retirement date at another host":
    "bazaar: models-dev 6 retirement_date=2026-03-01 | alps: 7",
  "its only host has retired it": "models-dev 6 retirement_date=2026-03-01",
  "the lab's second host has a retirement date":
    "acme-cloud: models-dev 6 retirement_date=2026-03-01",
  "one of two ids at another host is retired":
    "models-dev 6 retirement_date=2026-03-01, 7 id=acme-large-2026-01-01 service_tier=preview",
  "it is first reported after its retirement": retired("acme: models-dev 4", {
    release_date: "2025-06-01",
    retirement_date: "2025-12-01",
  }),
  "no host sells it, and no source reports its retirement": "acme: models-dev 4, 02-01 gone",
  "no host sells it after its retirement": retired("acme: models-dev 4, 02-01 gone"),
  "the lab retired closed weights, and another host still lists it": retired(
    "acme: models-dev 4 | bazaar: 6",
    { is_open_source: false },
  ),
  "the lab retired it, and one source lists it at another host for 0": retired(
    "acme: models-dev 4 | bazaar: 0",
  ),
  "the lab's second host still sells it": retired("acme: models-dev 4 | acme-cloud: 4"),
  "the lab's API has another region": retired("acme: models-dev 4 | acme-cn: 1"),
  "the price at the lab's second host is stale": retired("acme-cloud: newcomer 4"),
  "edited after its source": { prices: [], model: { source: "spring", as_of: "2026-05-01" } },
  "ids in folders": "alps: newcomer 4 id=alps/huge, 5 id=alps/huge-2",
  "withdrawn ids": `alps: models-dev 4 id=old/Vast-3, 03-01 gone id=old/Vast-3, 4 id=vast-4, 03-01 gone id=vast-4,
      4 id=vast, 03-01 gone id=vast, 4 id=old/vast-5, 03-01 gone id=old/vast-5 | bazaar: models-dev 4 id=old/vast-5`,
  "an embedding": {
    prices: "alps: models-dev 1/none | bazaar: 2",
    model: { model_type: "embedding", output_modalities: ["embedding"] },
  },
};

let market: LoadedPriceCases;
beforeAll(async () => {
  market = await loadPriceCases({ ...CASES, ...SERIES, ...CURRENT_IDS });
});
const rows = (name: string, host = "acme") => market.rows(name, host).join(", ");

describe("the series of a model at its host", () => {
  test.each(Object.entries(SERIES))("%s", (name, one) => expect(rows(name)).toBe(getExpected(one)));

  test.each([
    ["a preview is followed by the release at the same price", "acme", [true]],
    ["a fast id is replaced by a standard one", "acme", [false, true]],
    ["a resold price gives way to the lab's own id", "acme", [false, true, true]],
    ["copied 1", "acme-cloud", [false, true]],
  ])("has list prices only at the standard tier and for previews: %s", (name, host, expected) => {
    const listed = market.series(name, host).map(({ is_list_price }) => is_list_price);
    expect(listed).toEqual(expected);
  });
});

describe("the current id of a model at its host: fresh before stale, exact before moving", () => {
  test.each(Object.entries(CURRENT_IDS))("%s", (name, one) => {
    const [host = "", input] = getExpected(one).split(" ");
    expect(market.at(name, host)?.input).toBe(Number(input));
  });
});

test("a plain word that ends an id of a host is not another name of the model", () => {
  expect(market.model("ids in folders").aliases).toEqual(["huge-2"]);
});

test("a model lists the withdrawn ids that neither an alias nor a host of today gives", () => {
  expect(market.model("withdrawn ids").past_ids).toEqual(["alps/old/Vast-3", "alps/vast"]);
});

test("the hosts of an embedding come by input price, also where a source states that output is free", () => {
  const offers = market.catalog.offersOf(market.model("an embedding").slug);
  expect(offers.map(({ host }) => host)).toEqual(["alps", "bazaar"]);
});

describe("a name that moved", () => {
  test("gives each price to the model that it meant that day", () => {
    expect(rows("first", "bazaar")).toBe("01-01 added 4, 02-01 removed");
    expect(rows("second", "bazaar")).toBe("02-01 added 4, 04-01 removed");
  });

  test("starts its new model with the next stated price when the old one does not carry over", () => {
    expect(rows("pointer", "bazaar")).toBe("04-10 added 6");
    expect(market.at("pointer", "bazaar")?.input).toBe(6);
    expect(market.at("first", "bazaar")).toBeUndefined();
  });

  test("ends the price of its old model even when several names move on the same day", () => {
    expect(rows("moved A", "alps")).toBe("01-01 added 4, 02-01 removed");
    expect(market.at("moved A", "alps")).toBeUndefined();
  });

  test("is not reported as a price change", () => {
    const moves = market.catalog.changes.filter(({ type }) => type.startsWith("price_"));
    expect(moves.filter(({ host }) => host === "bazaar")).toEqual([]);
  });

  test("makes what the lab serves under it since the model's retirement the replacement", () => {
    const { replacement } = market.model(RENAMED);
    expect(replacement).toMatchObject({ slug: market.model("second").slug });
  });

  test("sets the first-seen day of each model to the day from which it meant that model", () => {
    const seen = ["first", "second", "pointer"].map((name) => market.model(name).first_seen);
    expect(seen).toEqual(["2026-01-01", "2026-02-01", "2026-04-10"]);
  });
});

describe("a model that its lab retired", () => {
  const listed = "the lab retired it, and a source still lists it";

  test("has no price at the lab, and its history ends that day, though a source still lists it", () => {
    expect(market.at(listed, "acme")).toBeUndefined();
    expect(rows(listed)).toBe("01-01 added 4, 03-01 removed");
  });

  test.each([
    ["none, and another host is the cheapest", listed, null, "bazaar"],
    ["one until the newest day of the ledger is that day", "its retirement is tomorrow", "acme"],
    ["none from that day on", "its retirement is today", null, null],
    ["that of another host of the lab", "the lab's second host still sells it", "acme-cloud"],
    ["none in another region of the lab's API", "the lab's API has another region", null],
    ["none that is stale", "the price at the lab's second host is stale", null],
  ])("has as list price %s", (_, name, list_host, cheapest_host = list_host) => {
    expect(market.model(name)).toMatchObject({ list_host, cheapest_host });
  });

  test.each([
    ["its retirement is today", "acme"],
    ["the lab's second host still sells it", "acme"],
    ["the lab's API has another region", "acme-cn"],
  ])("is not sold where %s", (name, host) => expect(market.at(name, host)).toBeUndefined());

  test("has a price that was first reported after its retirement only in its history", () => {
    expect(rows("it is first reported after its retirement")).toBe("01-01 added 4, 01-02 removed");
  });

  test("counts as a row of the source that states the date, which has no fact after its last answer", () => {
    const { sources, changes } = market.catalog;
    expect(changes.filter(({ source }) => source === "spring")).toHaveLength(1);
    const row = { rows: 2, datasets: ["models"], newest_fact: "2026-04-10" };
    expect(sources.find(({ id }) => id === "spring")).toMatchObject(row);
  });
});

describe("the status of a model", () => {
  test.each([
    ["the lab retired it, and a source still lists it", "active"],
    ["the lab retired closed weights, and another host still lists it", "retired"],
    ["the lab retired it, and one source lists it at another host for 0", "retired"],
    ["its retirement is tomorrow", "deprecated", true],
    ["no host sells it after its retirement", "retired"],
    ["no host sells it, and no source reports its retirement", null],
    ["its only host has retired it", null],
    ["the lab's second host has a retirement date", null],
  ])("where %s", (name, status, is_sold_by_lab = false) => {
    expect(market.model(name)).toMatchObject({ status, is_sold_by_lab });
  });
});

describe("an id with its own retirement date", () => {
  test("is no longer listed, while the model's other ids are", () => {
    const offer = market.at("a snapshot is retired before the model", "acme");
    expect([offer?.model_id.endsWith("20260101"), offer?.input]).toEqual([false, 5]);
    expect(offer?.variants).toEqual([]);
  });

  test("is still sold when the date is before its first report", () => {
    const name = "an id's retirement date is earlier than its first report";
    expect(market.at(name, "acme")?.input).toBe(4);
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
    expect(rows(name, "bazaar")).toBe("01-01 added 6, 03-01 removed");
  });

  test("has no price on days after its retirement date or, if that is earlier, its first report", () => {
    const daysOf = (name: string) =>
      market.catalog
        .rateCardsOf(market.model(name).slug)
        .map((card) => `${card.date} ${card.input}`);
    expect(daysOf("its only host has retired it")).toEqual(["2026-01-01 6", "2026-03-01 null"]);
    const earlier = daysOf("an id's retirement date is earlier than its first report");
    expect(earlier).toEqual(["2026-01-01 4", "2026-01-02 null"]);
  });

  test("has no list price at the lab's other hosts", () => {
    const name = "the lab's second host has a retirement date";
    expect(market.at(name, "acme-cloud")?.status).toBe("retired");
    expect(market.model(name)).toMatchObject({ list_host: null, cheapest_host: null });
  });

  test("gives way to an id of the same host that is for sale, even of another tier", () => {
    expect(market.at("one of two ids at another host is retired", "bazaar")).toMatchObject({
      input: 7,
      status: "active",
    });
  });
});
