/** How far a present price is to be trusted, which one is the list price, and who sells a model for the least. */
import { beforeAll, describe, expect, it } from "vitest";
import type { FactOf } from "../../build/facts/kinds.ts";
import { stated, withdrawn } from "../builders/price-statements.ts";
import { type Market, marketOf, type PriceCase, TODAY } from "../builders/price-world.ts";

type Statement = FactOf<"prices">;

const by =
  (source: string) =>
  (input: number | null, more: Partial<Statement> = {}): Statement =>
    stated("2026-01-01", input, input, { source, ...more });
const checked = by("genai-prices");
const daily = by("models-dev");
const slow = by("litellm");
const other = by("upstream");
const id = (model_id: string) => ({ model_id });
const on = (recorded: string) => ({ recorded });

const ONE_SOURCE = "one source that is not the host's own";
const ZERO = "a price of 0 at a host that does not call it free";
const DIFFER = "sources differ by more than 5 %";
const SEEN_ONCE = "moved by more than 40 % and was seen once";
const RESELLER = "only a reseller states it";

/** What is said at a host, and what comes of it there. */
interface TrustCase extends PriceCase {
  host: string;
  trust: string;
  doubt: string | null;
}
const verified = (host: string, states: Statement[]): TrustCase => ({
  prices: { [host]: states },
  host,
  trust: "verified",
  doubt: null,
});
const unverified = (host: string, states: Statement[], doubt: string): TrustCase => ({
  prices: { [host]: states },
  host,
  trust: "unverified",
  doubt,
});
const others = (price: number) => ({ cirrus: [daily(price)], delta: [checked(price)] });

const TRUST: Record<string, TrustCase> = {
  "of the source that follows the host is verified": verified("bazaar", [daily(2)]),
  "of both sources that read a lab's page is verified, of each alone": verified("acme", [daily(2)]),
  "of two sources is verified, whoever they are": verified("bazaar", [slow(2), other(2)]),
  "of a host's only source is verified": verified("backwater", [slow(2)]),
  "of one other source is not": unverified("bazaar", [slow(2)], ONE_SOURCE),
  "of sources within 5 % is verified": verified("bazaar", [daily(2), slow(2.1)]),
  "of sources beyond 5 % is disputed": {
    ...{ prices: { bazaar: [daily(2), slow(2.11)] }, host: "bazaar" },
    ...{ trust: "disputed", doubt: DIFFER },
  },
  "of 0 is doubted": unverified("bazaar", [daily(0)], ZERO),
  "of 0 is verified where the id says free": verified("bazaar", [daily(0, id("acme-large:free"))]),
  "of a subscription is verified": {
    ...verified("perch", [daily(0)]),
    offers: { perch: { "acme-large": { billing: "plan" } } },
  },
  "of output far below input is doubted": unverified(
    "bazaar",
    [daily(2, { output: 0.9 })],
    "output costs less than half of input",
  ),
  "of minutes is doubted": unverified(
    "bazaar",
    [daily(2, id("acme-large/per-minute"))],
    "the price is not of tokens",
  ),
  "far below the others' is doubted": {
    ...unverified("bazaar", [daily(0.19)], "less than a fifth of what most hosts ask"),
    prices: { ...others(1), alps: [daily(1)], bazaar: [daily(0.19)] },
  },
  "far above the others' is doubted": {
    ...unverified("bazaar", [daily(5.1)], "more than five times what most hosts ask"),
    prices: { ...others(1), alps: [daily(1)], bazaar: [daily(5.1)] },
  },
  "of one of two hosts that are far apart is doubted": {
    ...unverified("bazaar", [], "the two hosts differ more than fivefold"),
    prices: { alps: [daily(50)], bazaar: [daily(0.5)] },
  },
  "that a reseller states is doubted": unverified(
    "acme",
    [checked(2, { note: "reseller: OpenRouter" })],
    RESELLER,
  ),
  "that was written with a reseller's is doubted": {
    ...unverified("acme", [], RESELLER),
    prices: { acme: [checked(2)], openrouter: [checked(2), daily(2)] },
  },
  "that was written with a reseller's is verified by a second source": {
    ...verified("acme", []),
    prices: { acme: [checked(2), daily(2)], openrouter: [checked(2), daily(2)] },
  },
  "that moved by half and was seen once is doubted": unverified(
    "bazaar",
    [daily(40), daily(20, on(TODAY))],
    SEEN_ONCE,
  ),
  "of cached input that moved by half and was seen once is doubted": unverified(
    "bazaar",
    [daily(40, { cache_read: 4 }), daily(40, { cache_read: 2, ...on(TODAY) })],
    SEEN_ONCE,
  ),
  "of cached input that becomes known is verified": verified("bazaar", [
    ...[daily(40), daily(40, { cache_read: 2, ...on(TODAY) })],
  ]),
  "that moved by half is verified by a second source": verified("bazaar", [
    ...[daily(40), daily(20, on(TODAY)), slow(20, on("2026-05-31"))],
  ]),
  "that moved by half is verified by the next reading": verified("bazaar", [
    ...[daily(40), daily(20, on("2026-05-31"))],
  ]),
  "that moved by a third is verified": verified("bazaar", [daily(3), daily(2.2, on(TODAY))]),
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
  "is none that one careless source states": { prices: { acme: [slow(2)] }, list: null },
  "is disputed where sources differ": { prices: { acme: [checked(2), slow(3)] }, list: "acme" },
  "stays while a large move waits for its second witness": {
    prices: { acme: [checked(2), checked(1, on(TODAY))] },
    ...{ list: "acme", input: 1 },
  },
  "is none when the lab sells the model no more": {
    prices: {
      acme: [checked(2), withdrawn("2026-03-01", { source: "genai-prices" })],
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
const TIE = "the same price: a tie goes to the lab, to clouds, then by name";
const CHEAPEST: Record<string, CheapestCase> = {
  "is the one with the lowest price": {
    prices: { acme: [checked(2)], bazaar: [daily(1)] },
    ...{ cheapest: "bazaar", because: { acme: "costs more" } },
  },
  "is the lab in a tie": {
    prices: { acme: [checked(2)], alps: [daily(2)], cirrus: [daily(2)] },
    ...{ cheapest: "acme", because: { alps: TIE, cirrus: TIE } },
  },
  "is a cloud in a tie of others": {
    prices: { alps: [daily(2)], cirrus: [daily(2)], bazaar: [daily(3)] },
    ...{ cheapest: "cirrus", because: { alps: TIE, bazaar: "costs more" } },
  },
  "is no router where another sells the model": {
    prices: { bazaar: [daily(2)], openrouter: [daily(1)] },
    cheapest: "bazaar",
    because: { openrouter: "a router, and another host sells it itself" },
  },
  "is a router where nobody else does": {
    ...{ prices: { openrouter: [daily(1)] }, cheapest: "openrouter", because: {} },
  },
  "is nobody where the others' prices are doubted": {
    prices: { bazaar: [slow(2)], openrouter: [daily(1)] },
    cheapest: null,
    because: {
      bazaar: `unverified: ${ONE_SOURCE}`,
      openrouter: "a router, and another host sells it itself",
    },
  },
  "is neither free nor a subscription": {
    prices: {
      alps: [daily(2)],
      bazaar: [daily(0, id("acme-large:free"))],
      perch: [daily(1)],
    },
    offers: { perch: { "acme-large": { billing: "plan" } } },
    cheapest: "alps",
    because: { bazaar: "free of charge", perch: "sold by subscription" },
  },
  "is passed over as doubted, not as free, where its host does not call a price of 0 free": {
    prices: { alps: [daily(2)], bazaar: [daily(0)] },
    ...{ cheapest: "alps", because: { bazaar: `unverified: ${ZERO}` } },
  },
  "is of the standard tier": {
    prices: { alps: [daily(2)], bazaar: [daily(1, id("acme-large-flex"))] },
    offers: { bazaar: { "acme-large-flex": { service_tier: "flex" } } },
    ...{ cheapest: "alps", because: { bazaar: "another service tier: flex" } },
  },
  "is for sale still": {
    prices: { alps: [daily(2)], bazaar: [daily(1)], cirrus: [daily(null)] },
    offers: { bazaar: { "acme-large": { status: "deprecated" } } },
    cheapest: "alps",
    because: { bazaar: "the host withdraws it", cirrus: "no price per token is known" },
  },
  "is disputed only where nobody is verified": {
    prices: { alps: [daily(2)], bazaar: [daily(1), slow(1.5)] },
    ...{ cheapest: "alps", because: { bazaar: DIFFER } },
  },
  "is a disputed one then": {
    prices: { alps: [slow(2)], bazaar: [daily(1), slow(1.5)] },
    ...{ cheapest: "bazaar", because: { alps: `unverified: ${ONE_SOURCE}` } },
  },
  "is a disputed one that two sources state": {
    prices: { bazaar: [slow(1), other(1), by("newcomer")(1.5)] },
    ...{ cheapest: "bazaar", because: {} },
  },
  "is no disputed one that neither two sources state nor the host's most careful": {
    prices: { bazaar: [slow(1), other(1.5)] },
    ...{ cheapest: null, because: { bazaar: DIFFER } },
  },
};

let market: Market<string>;
beforeAll(async () => {
  market = await marketOf({
    ...TRUST,
    ...MIXED,
    ...PLACEHOLDERS,
    ...prefixed("list", LISTS),
    ...prefixed("cheapest", CHEAPEST),
  });
});
const prefixed = (what: string, cases: Record<string, PriceCase>) =>
  Object.fromEntries(Object.entries(cases).map(([name, one]) => [`${what} ${name}`, one]));

describe("a price", () => {
  it.each(Object.entries(TRUST))("%s", (name, { host, trust, doubt }) => {
    expect(market.at(name, host)).toMatchObject({ trust, doubt });
  });

  it("of a host that mixes yuan and dollars is doubted", () => {
    for (const list of YUAN)
      expect(market.at(`yuan ${list}`, "yuan")?.doubt).toBe("the host mixes dollars and yuan");
  });

  it("that stands for models of eight prices is doubted", () => {
    for (const name of Object.keys(PLACEHOLDERS))
      expect(market.at(name, "alps")?.doubt).toBe(
        "the host names one price for models that cost differently",
      );
  });

  it("is billed by the token, by subscription, or not at all", () => {
    const billing = (name: string, host: string) => {
      const offer = market.at(name, host);
      return [offer?.billing, offer?.is_free];
    };
    expect(billing("of a subscription is verified", "perch")).toEqual(["plan", false]);
    expect(billing("of 0 is verified where the id says free", "bazaar")).toEqual(["free", true]);
    expect(billing("of a host's only source is verified", "backwater")).toEqual(["tokens", false]);
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
});
