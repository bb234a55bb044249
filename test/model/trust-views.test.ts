/** How far a present price is to be trusted, which one is the list price, and who sells a model for the least. */
import { beforeAll, describe, expect, it } from "vitest";
import type { FactOfKind } from "../../build/facts/kinds.ts";
import { pricesBy, sampleWithdrawal } from "../builders/price-statements.ts";
import {
  type LoadedPriceCases,
  loadPriceCases,
  NEWEST_LEDGER_DAY,
  type PriceCase,
} from "../builders/price-world.ts";
import { readRuleReason } from "../builders/rules.ts";

type Statement = FactOfKind<"prices">;

const by =
  (source: string) =>
  (input: number | null, more: Partial<Statement> = {}): Statement =>
    pricesBy(source)("2026-01-01", input, more);
const checked = by("genai-prices");
const daily = by("models-dev");
const slow = by("litellm");
const other = by("upstream");
const PAGE = { note: "https://bazaar.example/pricing" };
const id = (model_id: string) => ({ model_id });
const on = (recorded: string) => ({ recorded });
const today = on(NEWEST_LEDGER_DAY);
/** What a source states, and what it states from a day on. */
const moved = (from: number, to: number, day = NEWEST_LEDGER_DAY, by = daily): Statement[] => [
  ...[by(from), by(to, on(day))],
];
const byPerson = (input: number) => by("operator")(input, { ...PAGE, ...on("2026-05-30") });

const DIFFER = "sources state prices that differ by more than 5 %";

/** What is stated at a host, and what comes of it there. */
interface TrustCase extends PriceCase {
  host: string;
  trust: string;
  doubt: string | null;
  input?: number | null;
}
const trusted =
  (trust: string) =>
  (host: string, states: Statement[], more: Partial<TrustCase> = {}): TrustCase => ({
    ...{ prices: { [host]: states }, host, trust, doubt: null },
    ...more,
  });
const verified = trusted("verified");
const oneSource = trusted("one_source");
const doubted = (host: string, states: Statement[], rule: string, more: Partial<TrustCase> = {}) =>
  trusted("unverified")(host, states, { doubt: readRuleReason(rule), ...more });
const others = (price: number) => ({ cirrus: [daily(price)], delta: [checked(price)] });

const TRUST: Record<string, TrustCase> = {
  "of one source is marked as such": oneSource("bazaar", [daily(2)]),
  "of two sources is verified": verified("bazaar", [slow(2), other(2)]),
  "of a source and its copy is of one": oneSource("bazaar", [daily(2), by("copycat")(2)]),
  "of a copy alone is of one": oneSource("bazaar", [by("copycat")(2)]),
  "that a copy states, and its source when it was read last did not, is of one": oneSource(
    "bazaar",
    [by("newcomer")(2), by("copycat")(3, on("2026-05-01"))],
    { input: 3 },
  ),
  "of the host's own list is verified": verified("bazaar", [by("bazaar")(2)]),
  "of sources within 5 % is of one": oneSource("bazaar", [daily(2), slow(2.1)]),
  "of sources beyond 5 % is disputed": trusted("disputed")("bazaar", [daily(2), slow(2.11)], {
    doubt: DIFFER,
  }),
  "by the minute that two sources state is verified": verified("bazaar", [
    daily(null, { rates: "input_audio=0.006/minute" }),
    slow(null, { rates: "input_audio=0.006/minute" }),
  ]),
  "of two sources has rates that one alone states": verified("bazaar", [
    daily(2, { cache_read: 0.2, rates: "input@>200000=4; input@batch=1" }),
    slow(2, { rates: "input@batch=1" }),
  ]),
  "that nobody has confirmed for long is stale": trusted("stale")("bazaar", [by("newcomer")(2)], {
    doubt: readRuleReason("stale"),
  }),
  "of an id that the host's own list has comes before one that nobody confirms": verified(
    "bazaar",
    [by("newcomer")(2), by("bazaar")(1, id("acme-large-2026-01-01"))],
    { input: 1 },
  ),
  "is not contradicted by who was not read since": oneSource("bazaar", [
    ...[daily(2, on("2026-02-01")), by("newcomer")(3)],
  ]),
  "of 0 is doubted": doubted("bazaar", [daily(0)], "zero"),
  "of 0 is not doubted where two sources state it": verified("bazaar", [daily(0), slow(0)]),
  "of 0 is not doubted for long where the id says free": oneSource("bazaar", [
    daily(0, id("acme-large:free")),
  ]),
  "of 0 is doubted at first sight, whatever the id says": doubted(
    "bazaar",
    [daily(0, { ...id("acme-large:free"), ...today })],
    "zero",
  ),
  "of a subscription is not doubted": oneSource("perch", [daily(0)], {
    offers: { perch: { "acme-large": { billing: "plan" } } },
  }),
  "of output far below input is doubted": doubted(
    "bazaar",
    [daily(2, { output: 0.9 })],
    "output_below_input",
  ),
  "of minutes is none of tokens": oneSource("bazaar", [daily(2, id("acme-large/per-minute"))], {
    input: null,
  }),
  "of an image is none of tokens": oneSource("bazaar", [daily(0.04)], {
    ...{ model: { output_modalities: ["image"] }, input: null },
  }),
  "of an image model that is sold by the token is one": oneSource("bazaar", [daily(5)], {
    ...{ model: { output_modalities: ["image"] }, input: 5 },
  }),
  "above any that was ever charged is doubted": doubted("bazaar", [daily(1001)], "out_of_bounds"),
  "far below the others' is doubted": doubted("bazaar", [], "far_from_hosts", {
    prices: { ...others(1), alps: [daily(1)], bazaar: [daily(0.19)] },
  }),
  "far above the others' is doubted": doubted("bazaar", [], "far_from_hosts", {
    prices: { ...others(1), alps: [daily(1)], bazaar: [daily(5.1)] },
  }),
  "of one of two hosts that are far apart is doubted": doubted("bazaar", [], "far_from_hosts", {
    prices: { alps: [daily(50)], bazaar: [daily(0.5)] },
  }),
  "of the lab, which no other host sells, is not far from its own of before": oneSource(
    "acme",
    moved(5, 0.8),
    { input: 0.8 },
  ),
  "of a closed model far below its lab's is doubted": doubted("cirrus", [], "below_list", {
    prices: { acme: [checked(2)], cirrus: [daily(1.5)] },
    model: { is_open_source: false },
  }),
  "with a rate that was added later": oneSource("bazaar", [
    ...[daily(2), daily(2, { rates: "input@batch=1; output@batch=1", ...on("2026-05-30") })],
  ]),
  "of LiteLLM alone, unchanged for more than a year, is doubted": doubted(
    "bazaar",
    [slow(2, on("2025-05-31"))],
    "dormant",
  ),
  "of LiteLLM alone, unchanged for more than a year, waits beside one within 5 %": oneSource(
    "bazaar",
    [slow(2, on("2025-05-31")), daily(2.05)],
    { input: 2.05 },
  ),
  "that a reseller states is doubted": doubted(
    "acme",
    [checked(2, { note: "reseller: OpenRouter" })],
    "resold",
  ),
  "that a reseller and another state is not": oneSource("acme", [
    ...[checked(2, { note: "reseller: OpenRouter" }), daily(2)],
  ]),
  "that moved tenfold waits": oneSource("bazaar", moved(40, 4), { input: 40 }),
  "that moved tenfold at one of two sources": verified("bazaar", [
    ...[daily(40), slow(40), slow(4, today)],
  ]),
  "that moved tenfold waits while it moves on": oneSource(
    "bazaar",
    [...moved(40, 4, "2026-05-31"), daily(3.9, today)],
    {
      input: 40,
    },
  ),
  "that moves tenfold in small steps stays at the last undoubted step": oneSource(
    "bazaar",
    [
      ...[daily(1), daily(3, on("2026-05-29")), daily(7, on("2026-05-30"))],
      ...[daily(9, on("2026-05-31")), daily(12, today)],
    ],
    { input: 7 },
  ),
  "that moves on while it is doubted stays at the last undoubted one": oneSource("bazaar", [], {
    prices: {
      ...{ ...others(1), alps: [daily(1)] },
      bazaar: [...moved(1, 4, "2026-05-29"), daily(5.5, on("2026-05-30")), daily(7.1, today)],
    },
    input: 4,
  }),
  "that two sources state far from the others' waits while one of higher precedence states another":
    verified("acme", [], {
      prices: {
        ...{ ...others(2), bazaar: [daily(2)] },
        acme: [checked(2), slow(2), other(2), slow(40, today), other(40, today), daily(2)],
      },
      input: 2,
    }),
  "that moved tenfold is published once a second source states it": verified(
    "bazaar",
    [...moved(40, 4), slow(40), slow(4, today)],
    { input: 4 },
  ),
  "that moved tenfold is no second witness when its copy follows": oneSource(
    "bazaar",
    [...moved(40, 4), ...moved(40, 4, NEWEST_LEDGER_DAY, by("copycat"))],
    {
      input: 40,
    },
  ),
  "that moved tenfold is published after three readings": oneSource(
    "bazaar",
    moved(40, 4, "2026-05-29"),
    { input: 4 },
  ),
  "that moved tenfold to what most hosts charge corrects an error": oneSource("bazaar", [], {
    prices: { ...others(4), alps: [daily(4)], bazaar: moved(40, 4) },
    input: 4,
  }),
  "with input and output exchanged waits": oneSource(
    "bazaar",
    [daily(2, { output: 8 }), daily(8, { output: 2, ...today })],
    { input: 2 },
  ),
  "that fell to 0 waits": oneSource("bazaar", moved(40, 0), { input: 40 }),
  "that moved by half is published": oneSource("bazaar", moved(40, 20), { input: 20 }),
  "of a person is verified, and keeps what the row does not state": verified(
    "bazaar",
    [daily(2, { output: 8 }), by("operator")(3, { output: null, ...PAGE, ...on("2026-05-30") })],
    { input: 3 },
  ),
  "of a person before all others has their further rates": verified(
    "bazaar",
    [byPerson(3), daily(3, { cache_read: 0.3, ...today })],
    { input: 3 },
  ),
  "of a person yields to two sources that move to one": verified(
    "bazaar",
    [...moved(2, 4), slow(2), byPerson(3), slow(4, today)],
    { input: 4 },
  ),
  "of a person stays where one source moves": verified("bazaar", [...moved(2, 4), byPerson(3)], {
    input: 3,
  }),
};

const YUAN = [7, 14, 21];
const MIXED = Object.fromEntries(
  YUAN.map((list): [string, PriceCase] => [
    `yuan ${list}`,
    { prices: { acme: [checked(list)], yuan: [daily(list / 7)] } },
  ]),
);
/** Eight models that cost 1 to 8 elsewhere and one price here. */
const PLACEHOLDERS = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8].map((list): [string, PriceCase] => [
    `placeholder ${list}`,
    { prices: { acme: [checked(list)], alps: [daily(4.5)] } },
  ]),
);

/** One source tripled all its prices in a day, at hosts that have a few of them each. */
const TRIPLED = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((price): [string, PriceCase] => [
    `tripled ${price}`,
    {
      prices: {
        [price % 2 ? "alps" : "bazaar"]: moved(price, 3 * price, NEWEST_LEDGER_DAY, other),
      },
    },
  ]),
);

interface ListCase extends PriceCase {
  list: string | null;
  input?: number;
}
const LISTS: Record<string, ListCase> = {
  "is what the lab charges": { prices: { acme: [checked(2)], bazaar: [daily(1)] }, list: "acme" },
  "is that of the lab's second host where the first has none": {
    ...{ prices: { "acme-cloud": [daily(2)] }, list: "acme-cloud" },
  },
  "is none that only a reseller states": {
    ...{ prices: { acme: [checked(2, { note: "reseller: OpenRouter" })] }, list: null },
  },
  "is none of another tier": {
    prices: { acme: [checked(2, id("acme-large-fast"))] },
    offers: { acme: { "acme-large-fast": { service_tier: "fast" } } },
    list: null,
  },
  "is none of a subscription": {
    prices: { acme: [checked(0)] },
    offers: { acme: { "acme-large": { billing: "plan" } } },
    list: null,
  },
  "is one that one source states": { prices: { acme: [slow(2)] }, list: "acme" },
  "is disputed where sources differ": { prices: { acme: [checked(2), slow(3)] }, list: "acme" },
  "stays while a large move waits for its second witness": {
    prices: { acme: [checked(20), checked(1, today)] },
    ...{ list: "acme", input: 20 },
  },
  "is none when the lab sells the model no more": {
    prices: {
      acme: [checked(2), sampleWithdrawal("2026-03-01", { source: "genai-prices" })],
      bazaar: [daily(1)],
    },
    list: null,
  },
};

interface CheapestCase extends PriceCase {
  cheapest: string | null;
  /** Host → why it was passed over. */
  because: Record<string, string>;
}
const LESS = "another host costs less";
const TIE = "another host has the same price; ties go to the lab, then clouds, then hosts by name";
const CHEAPEST: Record<string, CheapestCase> = {
  "is the one with the lowest price": {
    prices: { acme: [checked(2)], bazaar: [daily(1)] },
    model: { is_open_source: true },
    ...{ cheapest: "bazaar", because: { acme: LESS } },
  },
  "is the lab in a tie": {
    prices: { acme: [checked(2)], alps: [daily(2)], cirrus: [daily(2)] },
    ...{ cheapest: "acme", because: { alps: TIE, cirrus: TIE } },
  },
  "is a cloud in a tie of others": {
    prices: { alps: [daily(2)], cirrus: [daily(2)], bazaar: [daily(3)] },
    ...{ cheapest: "cirrus", because: { alps: TIE, bazaar: LESS } },
  },
  "is no router where another sells the model": {
    prices: { bazaar: [daily(2)], openrouter: [daily(1)] },
    cheapest: "bazaar",
    because: { openrouter: "the host is a reseller, and another host runs the model" },
  },
  "is a router where nobody else does": {
    ...{ prices: { openrouter: [daily(1)] }, cheapest: "openrouter", because: {} },
  },
  "is a router where the others' prices are doubted": {
    prices: { bazaar: [daily(2, { output: 0.2 })], openrouter: [daily(1)] },
    cheapest: "openrouter",
    because: { bazaar: `the price is doubtful (${readRuleReason("output_below_input")})` },
  },
  "is no router that is a little cheaper than the others": {
    prices: { bazaar: [daily(2)], openrouter: [daily(1)], "router-a": [daily(1)] },
    cheapest: "bazaar",
    because: {
      openrouter: "the host is a reseller, and another host runs the model",
      "router-a": "the host is a reseller, and another host runs the model",
    },
  },
  "is a router where three of them are far cheaper than the others": {
    prices: {
      ...{ bazaar: [daily(2)], openrouter: [daily(1)] },
      ...{ "router-a": [daily(1.1)], "router-b": [daily(1.2)] },
    },
    cheapest: "openrouter",
    because: { bazaar: LESS, "router-a": LESS, "router-b": LESS },
  },
  "has at least half of the model's context window": {
    prices: { alps: [daily(2)], bazaar: [daily(1)] },
    offers: { bazaar: { "acme-large": { context_window: 8000 } } },
    model: { context_window: 128_000 },
    cheapest: "alps",
    because: { bazaar: "the host offers less than half of the model's context window" },
  },
  "is compared by its input price where nobody charges for output": {
    prices: { alps: [daily(2, { output: null })], bazaar: [daily(1, { output: null })] },
    ...{ cheapest: "bazaar", because: { alps: LESS } },
  },
  "is priced as most hosts price it": {
    prices: { acme: [checked(1, { output: null })], alps: [daily(2)], bazaar: [daily(3)] },
    cheapest: "alps",
    because: { acme: "the price is in another unit", bazaar: LESS },
  },
  "is priced as the lab prices it, where two ways have as many hosts": {
    prices: { acme: [checked(2, { output: null })], alps: [daily(1)] },
    ...{ cheapest: "acme", because: { alps: "the price is in another unit" } },
  },
  "is priced by all tokens, where two ways have as many hosts without the lab": {
    prices: { alps: [daily(1, { output: null })], bazaar: [daily(2)] },
    ...{ cheapest: "bazaar", because: { alps: "the price is in another unit" } },
  },
  "is compared by its input price where the model puts out no tokens": {
    prices: { alps: [daily(1, { output: null })], bazaar: [daily(2)] },
    model: { model_type: "embedding", output_modalities: ["embedding"] },
    ...{ cheapest: "alps", because: { bazaar: LESS } },
  },
  "is neither free nor a subscription": {
    prices: { alps: [daily(2)], bazaar: [daily(0, id("acme-large:free"))], perch: [daily(1)] },
    offers: { perch: { "acme-large": { billing: "plan" } } },
    cheapest: "alps",
    because: { bazaar: "free offers are not compared", perch: "this offer is a subscription" },
  },
  "is passed over as doubted, not as free, where its host does not call a price of 0 free": {
    prices: { alps: [daily(2)], bazaar: [daily(0)] },
    cheapest: "alps",
    because: { bazaar: `the price is doubtful (${readRuleReason("zero")})` },
  },
  "is of the standard tier": {
    prices: { alps: [daily(2)], bazaar: [daily(1, id("acme-large-flex"))] },
    offers: { bazaar: { "acme-large-flex": { service_tier: "flex" } } },
    ...{ cheapest: "alps", because: { bazaar: "the price is for another service tier (flex)" } },
  },
  "is for sale still": {
    prices: { alps: [daily(2)], bazaar: [daily(1)], cirrus: [daily(null)] },
    offers: { bazaar: { "acme-large": { status: "deprecated" } } },
    cheapest: "alps",
    because: { bazaar: "the host is withdrawing the model", cirrus: "no price is known" },
  },
  "is none that is disputed": {
    prices: { alps: [daily(2)], bazaar: [daily(1), slow(1.5)] },
    ...{ cheapest: "alps", because: { bazaar: `the price is disputed (${DIFFER})` } },
  },
  "is none that is stale": {
    prices: { alps: [daily(2)], bazaar: [by("newcomer")(1)] },
    ...{ cheapest: "alps", because: { bazaar: `the price is stale (${readRuleReason("stale")})` } },
  },
  "is nobody where every price is disputed": {
    prices: { bazaar: [slow(1), other(1.5)] },
    ...{ cheapest: null, because: { bazaar: `the price is disputed (${DIFFER})` } },
  },
};

/** Weeks after all other readings a person has read one price. */
const READ_LATER: Record<string, PriceCase> = {
  listed: { prices: { bazaar: [by("spring")(2)] } },
  read: { prices: { bazaar: [by("operator")(3, { recorded: "2026-06-25", ...PAGE })] } },
};

let market: LoadedPriceCases<string>;
beforeAll(async () => {
  market = await loadPriceCases({
    ...TRUST,
    ...MIXED,
    ...PLACEHOLDERS,
    ...TRIPLED,
    ...prefixed("list", LISTS),
    ...prefixed("cheapest", CHEAPEST),
    ...READ_LATER,
  });
});
const prefixed = (what: string, cases: Record<string, PriceCase>) =>
  Object.fromEntries(Object.entries(cases).map(([name, one]) => [`${what} ${name}`, one]));

describe("a price", () => {
  it.each(Object.entries(TRUST))("%s", (name, { host, trust, doubt, input }) => {
    expect(market.at(name, host)).toMatchObject({
      trust,
      doubt,
      ...(input === undefined ? {} : { input }),
    });
  });

  it("is as old as its plain prices, whatever further rates are stated since", () => {
    expect(market.at("with a rate that was added later", "bazaar")?.as_of).toBe("2026-01-01");
  });

  it("names the rates beside a verified price that one source alone states", () => {
    expect(
      market.at("of two sources has rates that one alone states", "bazaar")?.one_source_rates,
    ).toEqual(["cache_read", "input@>200000"]);
    expect(market.at("of one source is marked as such", "bazaar")?.one_source_rates).toEqual([]);
  });

  it("keeps its other rates and says when it was last confirmed", () => {
    const name = "of a person is verified, and keeps what the row does not state";
    expect(market.at(name, "bazaar")).toMatchObject({ output: 8, last_confirmed: "2026-05-30" });
    const first = "of a person before all others has their further rates";
    expect(market.at(first, "bazaar")).toMatchObject({ source: "operator", cache_read: 0.3 });
    expect(market.at("of one source is marked as such", "bazaar")?.last_confirmed).toBe(
      NEWEST_LEDGER_DAY,
    );
  });

  it("was last confirmed before its source stated one that waits", () => {
    expect(market.at("that moved tenfold waits", "bazaar")?.last_confirmed).toBe("2026-05-31");
  });

  it("of a host that mixes yuan and dollars is doubted", () => {
    for (const list of YUAN)
      expect(market.at(`yuan ${list}`, "yuan")?.doubt).toBe(readRuleReason("currency"));
  });

  it("that stands for models of eight prices is doubted", () => {
    for (const name of Object.keys(PLACEHOLDERS))
      expect(market.at(name, "alps")?.doubt).toBe(readRuleReason("placeholder"));
  });

  it("waits where its source moved most of its prices by one factor, at whatever hosts", () => {
    for (const name of Object.keys(TRIPLED)) {
      const offer = market.at(name, "alps") ?? market.at(name, "bazaar");
      expect(offer?.input, name).toBe(Number(name.split(" ")[1]));
    }
  });

  it("is billed by the token, by subscription, or not at all", () => {
    const billing = (name: string, host: string) => {
      const offer = market.at(name, host);
      return [offer?.billing, offer?.is_free];
    };
    expect(billing("of a subscription is not doubted", "perch")).toEqual(["plan", false]);
    expect(billing("of 0 is not doubted where two sources state it", "bazaar")).toEqual([
      "free",
      true,
    ]);
    expect(billing("of one source is marked as such", "bazaar")).toEqual(["tokens", false]);
  });
});

describe("the list price", () => {
  it.each(Object.entries(LISTS))("%s", (name, { list, input }) => {
    const model = market.model(`list ${name}`);
    expect(model.list_host).toBe(list);
    if (input !== undefined) expect(market.at(`list ${name}`, list ?? "")?.input).toBe(input);
  });

  it("of which only a reseller knows is no row of a list history either", () => {
    const rows = market.series("list is none that only a reseller states", "acme");
    expect(rows.map(({ is_list_price }) => is_list_price)).toEqual([false]);
  });
});

describe("the cheapest provider", () => {
  it.each(Object.entries(CHEAPEST))("%s", (name, { cheapest, because }) => {
    const { slug, cheapest_host } = market.model(`cheapest ${name}`);
    expect(cheapest_host).toBe(cheapest);
    const passed = market.catalog
      .offersOf(slug)
      .flatMap(({ host, passed_over }) => (passed_over === null ? [] : [[host, passed_over]]));
    expect(Object.fromEntries(passed)).toEqual(because);
  });
});

describe("disputes", () => {
  it("show what each source states, and which is published", () => {
    const { slug } = market.model("of sources beyond 5 % is disputed");
    const rows = market.catalog.disputes.filter(({ model }) => model === slug);
    expect(rows.map((row) => [row.source, row.recorded, row.input, row.is_published])).toEqual([
      ["models-dev", "2026-01-01", 2, true],
      ["litellm", "2026-01-01", 2.11, false],
    ]);
  });

  it("show what waits, and why", () => {
    const { slug } = market.model("that moved tenfold waits");
    const rows = market.catalog.disputes.filter(({ model }) => model === slug);
    expect(rows.map((row) => [row.input, row.is_published, row.reason])).toEqual([
      [40, true, null],
      [4, false, readRuleReason("tenfold")],
    ]);
  });

  it("show the last statement of a source, unless the one before is published", () => {
    const name = "that moved tenfold at one of two sources";
    const { slug } = market.model(name);
    const rows = market.catalog.disputes.filter(({ model }) => model === slug);
    expect(rows.map((row) => [row.source, row.input])).toEqual([
      ["models-dev", 40],
      ["litellm", 4],
    ]);
  });

  it("are none where what waits differs by 5 % or less from what is published", () => {
    const { slug } = market.model(
      "of LiteLLM alone, unchanged for more than a year, waits beside one within 5 %",
    );
    expect(market.catalog.disputes.filter(({ model }) => model === slug)).toEqual([]);
  });
});

it("a price that a person reads weeks later makes no other price stale", () => {
  expect(market.at("listed", "bazaar")?.trust).toBe("one_source");
  expect(market.at("read", "bazaar")?.trust).toBe("verified");
});
