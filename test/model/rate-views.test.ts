import { beforeAll, expect, test } from "vitest";
import { getCostEndpoint } from "../../generator/endpoints/cost/cost.ts";
import { toModelDetail } from "../../generator/endpoints/models/get-model.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { executeEndpoint, parseEndpointQuery } from "../../generator/http/endpoint.ts";
import { htmlToText } from "../../generator/site/components/html.ts";
import { formatRateName } from "../../generator/site/components/offers.ts";
import { renderModelSummary } from "../../generator/site/pages/model/summary.ts";
import { samplePrice } from "../builders/price-statements.ts";
import { type LoadedPriceCases, loadPriceCases, type PriceCase } from "../builders/price-world.ts";

const RATES = [
  "input@region:au+eu=3.3; input@>200000=6; input@excess>400000=7; input@batch@>200000=2.5",
  "output@hours:16:30-00:30=7.5; cache_write@1h=6; cache_storage=4.5/1M tokens·hour",
  "input_audio=0.006/minute; output_image@variant:hd-1024x1792=0.0000000125/image; search=10/1k searches",
].join("; ");
const PICTURES =
  "output_image@variant:hd-1024x1024=0.08/image; output_image@variant:standard-1024x1024=0.04/image; output_image@batch=0.01/image";
const BATCH = "input@batch=1";
const LONG = "output@>200000=40; cache_read@>200000=2";
/** Case → statements about a model at bazaar. */
const STATEMENTS: Record<string, PriceCase> = {
  "every kind of rate": { prices: [samplePrice("2026-03-10", 3, 15, { rates: RATES })] },
  "a rate that came later": "upstream 4/8, 05-01 4/8 rates=cache_write@1h=6",
  "a rate that its source goes on stating": `upstream 4/8 rates=${BATCH},
      03-01 4/8 rates=${BATCH}; output@batch=4`,
  "a batch price above another source's price": `models-dev 4/8 cache_read=0.1 cache_write=0.5,
      newcomer 4/8 cache_read=0.2 rates=input@batch=2; cache_read@batch=0.2`,
  "long prompts at five times the input price": `upstream 4/8 cache_read=0.4 rates=${BATCH}; ${LONG}`,
  "long prompts at a former price": `upstream 4/8 cache_read=0.04 rates=${BATCH}; ${LONG}`,
  "a cache price that two rows of a person leave out": `upstream 4/8 cache_read=0.4,
      operator 02-01 4/8 note=https://acme.example/prices,
      operator 03-01 4/8 cache_write=5 note=https://acme.example/prices`,
  "hours that another source limits to weekdays": `models-dev 4/8 rates=input@hours:01:00-04:00=8,
      genai-prices 02-01 4/8 rates=input@hours:01:00-04:00 Mon-Fri=8`,
  "a cache price that came later": `upstream 4/8, 02-01 4/8 cache_read=0.4,
      03-01 4/8 cache_read=0.4 cache_write=5,
      05-01 3/8 cache_read=0.4 cache_write=5 rates=${BATCH}`,
  "a series": `upstream 4/8, 02-01 2/4, 05-01 2/4 rates=${BATCH}, 06-01 gone`,
  "an output of 0 that one source leaves out":
    "models-dev 4/0, genai-prices 4/none, models-dev 03-01 gone",
  "ids that differ in their caches": `upstream 1/5 cache_read=1 cache_write=1.25,
      1/5 cache_read=0.1 cache_write=1.25 id=acme-large-0101,
      1/5 cache_read=1 cache_write=1.5 id=acme-large-0102, 1/5 id=acme-large-0103`,
  "ids that differ later": `upstream 4/8, 03-01 2/4, 4/8 id=acme-large-kept, 05-01 6/9 id=acme-large-fast`,
  // Each of these sources was last read on the day of its statement.
  "video that a second source states by its size": `newcomer none rates=output_video=0.1/second,
      spring 04-10 none rates=output_video@variant:1280x720=0.1/second`,
  "a batch price that a second source states, and a third does not": `litellm 4/8,
      newcomer 4/8 rates=${BATCH}, spring 04-10 4/8 rates=${BATCH}`,
  "speech that a later source lists without a price": `spring 02-01 none rates=input_audio=0.006/minute,
      litellm 05-01 none`,
  pictures: { prices: [samplePrice("2026-01-01", null, null, { rates: PICTURES })] },
};

let market: LoadedPriceCases;
beforeAll(async () => {
  market = await loadPriceCases(STATEMENTS);
});

test("a price was recorded no later than it was last confirmed", () => {
  const model = market.model("speech that a later source lists without a price");
  const { as_of, last_confirmed, source } = toModelDetail(model, market.catalog).providers[0] ?? {};
  expect([as_of, last_confirmed, source]).toEqual(["2026-04-10", "2026-04-10", "litellm"]);
});

test("the export has the rates that the answer has, each region by itself", async () => {
  const model = market.model("every kind of rate");
  const reader = await market.db.runAndReadAll(
    `SELECT * EXCLUDE (model, host, model_id, last_confirmed, rate) REPLACE (above_input_tokens::INTEGER AS above_input_tokens)
    FROM offer_rates WHERE model = '${model.slug}'`,
  );
  const { providers } = toModelDetail(model, market.catalog);
  const [{ rates = [] } = {}] = providers;
  const inOrder = (rows: readonly object[]) =>
    rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  expect(rates).toHaveLength(2 + 11);
  expect(rates.map(formatRateName)).toContain("input, region au");
  expect(inOrder(reader.getRowObjectsJS())).toEqual(inOrder(rates));
});

test("a cache price is valid from its own day", () => {
  const model = market.model("a cache price that came later");
  const [{ as_of, rates = [] } = { as_of: "" }] = toModelDetail(model, market.catalog).providers;
  const days = rates.map(({ meter, valid_from }) => `${meter} ${valid_from}`);
  expect([as_of, model.as_of, ...days]).toEqual([
    "2026-05-01",
    "2026-05-01",
    "input 2026-05-01",
    "input 2026-05-01",
    "output 2026-05-01",
    "cache_read 2026-02-01",
    "cache_write 2026-03-01",
  ]);
});

test.each([
  [
    "video that a second source states by its size",
    ["newcomer 2026-01-01 2026-01-01 stale", "spring 2026-04-10 2026-04-10 one_source"],
    "2026-04-10",
  ],
  [
    "a batch price that a second source states, and a third does not",
    [
      ...Array(2).fill("litellm 2026-01-01 2026-06-01 verified"),
      "newcomer 2026-01-01 2026-04-10 one_source",
    ],
    "2026-06-01",
  ],
])(
  "a rate was confirmed when a source that states it was read last, and is stale 60 days later: %s",
  async (name, rates, offer) => {
    const { slug } = market.model(name);
    const [{ rates: published = [] } = {}] = toModelDetail(
      market.model(name),
      market.catalog,
    ).providers;
    const reader = await market.db.runAndReadAll(
      `SELECT concat_ws(' ', source, valid_from, last_confirmed, trust) FROM offer_rates WHERE model = '${slug}' ORDER BY ALL`,
    );
    expect(reader.getRowsJS().flat()).toEqual(rates);
    const trusts = rates.map((text) => text.split(" ").at(-1));
    expect(published.map(({ trust }) => trust).sort()).toEqual(trusts.sort());
    expect(market.catalog.offersOf(slug)[0]?.last_confirmed).toBe(offer);
  },
);

test("a rate is valid from the first day on which its source stated it", () => {
  expect(market.at("a rate that its source goes on stating", "bazaar")?.cards).toEqual([
    { source: "upstream", valid_from: "2026-01-01", rates: BATCH },
    { source: "upstream", valid_from: "2026-03-01", rates: "output@batch=4" },
  ]);
});

test("a batch price above the published price, and a cache write price of an eighth, are left out", () => {
  const offer = market.at("a batch price above another source's price", "bazaar");
  const batch = { source: "newcomer", valid_from: "2026-01-01", rates: "input@batch=2" };
  expect([offer?.cache_read, offer?.cache_write, offer?.cards]).toEqual([0.1, null, [batch]]);
});

test("prices for long prompts are left out where they exceed the standard prices unevenly", () => {
  const ratesOf = (name: string) => market.at(name, "bazaar")?.cards.map(({ rates }) => rates);
  expect(ratesOf("long prompts at five times the input price")).toEqual([`${BATCH}; ${LONG}`]);
  expect(ratesOf("long prompts at a former price")).toEqual([BATCH]);
});

test("a cache price that a person's rows leave out is copied from the statement before all of them", () => {
  const offer = market.at("a cache price that two rows of a person leave out", "bazaar");
  expect([offer?.cache_read, offer?.cache_write]).toEqual([0.4, 5]);
});

test("a card has each hour once, by the source that comes first", () => {
  const offer = market.at("hours that another source limits to weekdays", "bazaar");
  expect(offer?.cards.map(({ rates }) => rates)).toEqual(["input@hours:01:00-04:00=8"]);
});

function costAtBazaar(model: string, counts: Record<string, string>) {
  const sent = { models: market.model(model).slug, host: "bazaar", ...counts };
  const query = parseEndpointQuery(getCostEndpoint, new Map(Object.entries(sent))) as object;
  const context = { catalog: market.catalog } as AnswerContext;
  return executeEndpoint(getCostEndpoint, { params: {}, query: { ...query } }, context);
}

test("a cost is as new as the newest rate in it", () => {
  const answer = costAtBazaar("a rate that came later", { cache_write_1h: "1000000" });
  expect(answer).toMatchObject({ value: { as_of: "2026-05-01", data: [{ as_of: "2026-01-01" }] } });
});

test.each([
  [{}, 4, "at these hours (UTC): 01:00-04:00. "],
  [{ at: "2026-06-01" }, 4, "for example at=2026-06-01T03:00Z."],
  [{ at: "2026-06-01T03:00Z" }, 8, ""],
])("a cost at %j is $%s and says when the price is another", (at, usd, hint) => {
  const hours = "hours that another source limits to weekdays";
  const answer = costAtBazaar(hours, { input: "1000000", ...at });
  expect(answer).toMatchObject({ value: { data: [{ usd }] } });
  expect(JSON.stringify(answer).includes("has other prices")).toBe(hint !== "");
  expect(JSON.stringify(answer)).toContain(hint);
});

test("a card holds from the day of its price, with the rates that the same price had later", () => {
  const cards = market.catalog
    .rateCardsOf(market.model("a series").slug)
    .map(({ date, input, cards: further }) => [date, input, ...further]);
  const further = { source: "upstream", valid_from: "2026-05-01", rates: BATCH };
  expect(cards).toEqual([
    ["2026-01-01", 4],
    ["2026-02-01", 2, further],
    ["2026-06-01", null],
  ]);
});

test("a card has the prices of the history, whichever source states the same price", () => {
  const { slug } = market.model("an output of 0 that one source leaves out");
  const cards = market.catalog.rateCardsOf(slug).map((card) => `${card.date} ${card.output}`);
  expect(cards).toEqual(["2026-01-01 0", "2026-03-01 0"]);
});

test("an id with the model's input and output prices has its own card where its cache price is another", () => {
  const own = market.catalog.idCardsOf(market.model("ids that differ in their caches").slug);
  const rates = own.map((card) => `${card.name.slice(-4)} ${card.cache_read} ${card.cache_write}`);
  expect(rates).toEqual(["0101 0.1 1.25", "0102 1 1.5"]);
});

test("the first row of an id with its own card is of its first day, with the price of its model or not", () => {
  const own = market.catalog.idCardsOf(market.model("ids that differ later").slug);
  expect(own.map(({ name, date, input }) => [name.slice(-4), date, input])).toEqual([
    ["fast", "2026-05-01", 6],
    ["kept", "2026-01-01", 4],
    ["kept", "2026-03-01", 4],
  ]);
});

test("what is not sold by the token has the lowest rate of a resolution or quality, of its own tier", () => {
  const { catalog } = market;
  const detail = toModelDetail(market.model("pictures"), catalog);
  const variant = "standard-1024x1024";
  expect(detail.pricing).toMatchObject({
    input: null,
    basis: "cheapest_offer",
    rate: { price: 0.04, unit: "image", variant },
  });
  expect(detail.cheapest_provider?.rate).toEqual(detail.pricing.rate);
  const summary = renderModelSummary(detail, catalog.offersOf(detail.slug), catalog.asOf);
  expect(htmlToText(summary)).toContain("$0.04 per image (1024×1024, standard)");
});
