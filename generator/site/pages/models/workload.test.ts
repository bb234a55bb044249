import { beforeAll, describe, expect, test } from "vitest";
import { createRate } from "../../../../build/cost/rates.ts";
import { getDefined } from "../../../../test/builders/get.ts";
import { createPricedCatalog, statedRates } from "../../../../test/builders/priced-catalog.ts";
import { getSharedSampleCatalog } from "../../../../test/builders/sample-catalog.ts";
import { toModelDetail } from "../../../endpoints/models/get-model.ts";
import type { LoadedCatalog } from "../../../pipeline/load.ts";
import { arraysByColumnToRows } from "../../components/table.ts";
import { toModelTableItem, withPricesOfCheapestHost } from "./model-rows.ts";
import {
  listModelsFileRows,
  makePricesTableFile,
  makeRateCardsTableFile,
} from "./model-table-file.ts";
import { parseModelsView, toModelsQuery } from "./view.ts";
import {
  estimateRequestsFromMonthlyTotal,
  parseShortCount,
  parseWorkloadQuery,
  toCostApiPath,
  toModelsQueryOfCalculator,
} from "./workload.ts";
import {
  createWorkloadPricer,
  findLowestCostByModel,
  type PricedOffer,
  toOffersOfPricesFile,
  toPricedOffersOfDay,
} from "./workload-costs.ts";

let loaded: LoadedCatalog;
let offers: PricedOffer[];
beforeAll(async () => {
  loaded = await getSharedSampleCatalog();
  offers = toOffersOfPricesFile(makePricesTableFile(loaded.catalog).body);
});

const workload = (query: string) =>
  getDefined(parseWorkloadQuery(new URLSearchParams(query)), `use in ${query}`);
const MILLION = "input=100000&output=100000&requests=10";
const costs = (query: string, of = offers, only = {}) =>
  [...findLowestCostByModel(of, createWorkloadPricer(workload(query)), only)].map(
    ([model, { usd, host }]) => [model, host, usd],
  );

test("the file of all prices has every rate of the API's responses; a doubtful 0 is unknown", () => {
  const answered = loaded.catalog.models.flatMap((model) =>
    toModelDetail(model, loaded.catalog).providers.flatMap((offer) => {
      const { input, output, cache_read, cache_write, trust } = offer;
      if (trust === "unverified" && input === 0) return [];
      const plain = [input, output, cache_read, cache_write].flatMap((price) => price ?? []);
      const prices = offer.rates?.map(({ price }) => price) ?? plain;
      return [[model.slug, offer.provider_slug, prices.sort((a, b) => a - b)]];
    }),
  );
  const held = offers.map(({ model, host, card: { rates } }) => [
    model,
    host.slug,
    rates.map(({ price }) => price).sort((a, b) => a - b),
  ]);
  expect(held.sort()).toEqual(answered.sort());
  expect(offers.some(({ card }) => card.rates.some((rate) => rate.above_input_tokens))).toBe(true);
});

describe("the cost of a workload", () => {
  test("is the lowest of all eligible hosts of a model, or the cost at one given host", () => {
    expect(costs(MILLION).map(([model]) => model)).toEqual([
      ...new Set(offers.filter(({ is_eligible }) => is_eligible).map(({ model }) => model)),
    ]);
    expect(costs(MILLION, offers, { host: "acme" })).toEqual([["acme-large", "ACME", 24]]);
    expect(costs(MILLION, offers, { kind: "plan" })).toEqual([]);
    const offer = getDefined(offers[0], "offer");
    const sold = [3, 2, 4].map((price) => ({
      ...offer,
      host: { slug: `at-${price}`, name: `at ${price}`, kind: null },
      is_eligible: true,
      card: { ...offer.card, rates: [createRate("input", price)] },
    }));
    expect(costs("input=1000000", sold)).toEqual([[offer.model, "at 2", 2]]);
  });

  test("uses the prices of the service tier and those for long prompts", () => {
    const large = (query: string) =>
      costs(query, offers, { host: "acme" }).find(([model]) => model === "acme-large");
    expect(large("input=100000&service_tier=batch")).toEqual(["acme-large", "ACME", 0.2]);
    expect(large("input=300000")).toEqual(["acme-large", "ACME", 2.4]);
  });

  test("uses the price of the host's id for the service tier, if it has the offer's prompt sizes", () => {
    const at = { model: "norn-4", host: "bazaar", date: "2026-01-10", output: 15 };
    const id = { ...at, input: 1, cards: statedRates("search=9/1k searches") };
    const flex = { ...id, cards: statedRates("input@>9000=2") };
    const { body } = makePricesTableFile(
      createPricedCatalog({
        models: [{ slug: "norn-4" }],
        offers: [{ ...at, model_id: "norn-4", input: 5 }],
        idCards: [
          { ...id, name: "norn-4:batch", model_id: "norn-4:batch", service_tier: "batch" },
          { ...flex, name: "norn-4:flex", model_id: "norn-4:flex", service_tier: "flex" },
        ],
      }),
    );
    const on = (query: string) => costs(`${MILLION}&${query}`, toOffersOfPricesFile(body));
    expect(on("service_tier=batch")).toEqual([["norn-4", "bazaar", 16]]);
    for (const query of ["service_tier=batch&search=1", "service_tier=flex"])
      expect(on(query)).toEqual([]);
    expect(on("service_tier=standard")).toEqual([["norn-4", "bazaar", 20]]);
  });

  test("on a past day includes a host that sells nothing today", () => {
    const at = { model: "norn-4", host: "gone", model_id: "norn-4" };
    const catalog = createPricedCatalog({
      models: [{ slug: "norn-4" }],
      offers: [],
      hosts: [{ slug: "gone", is_host: false }],
      cards: [
        { ...at, date: "2026-01-10", input: 5, output: 15 },
        { ...at, date: "2026-01-20", model_id: null, service_tier: null },
      ],
    });
    const { body, asOf: as_of } = makePricesTableFile(catalog);
    const cards = arraysByColumnToRows(makeRateCardsTableFile(catalog).body.cards);
    const on = (day: string) => costs(MILLION, toPricedOffersOfDay({ ...body, as_of }, cards, day));
    expect([on("2026-01-15"), on("2026-01-25")]).toEqual([[["norn-4", "gone", 20]], []]);
  });

  test("of images is computed from offers with a price per image", () => {
    const offer = getDefined(offers[0], "offer");
    const rates = [createRate("output_image", 0.04, { unit: "image" })];
    const image = { ...offer, is_eligible: true, card: { ...offer.card, rates } };
    expect(costs("image=3&requests=10", [image]).map(([, , usd]) => usd)).toEqual([1.2]);
  });

  test("names the lab if another host costs the same", () => {
    const sold = offers.filter(({ model }) => model === "acme-large");
    const { card } = getDefined(sold[0], "offer");
    const equal = sold.map((offer) => ({ ...offer, is_eligible: true, card }));
    expect(costs(MILLION, equal).map(([, host]) => host)).toEqual(["ACME"]);
  });
});

test("a row has the host and the prices that its cost is computed from", () => {
  const row = { slug: "acme-large", cheapest_host: "ACME", input: 5, output: 9, unit_price: 5 };
  const [listed] = listModelsFileRows(loaded.catalog);
  const model = toModelTableItem({ ...getDefined(listed, "model"), ...row });
  const cost = findLowestCostByModel(offers, createWorkloadPricer(workload(MILLION))).get(
    "acme-large",
  );
  const priced = withPricesOfCheapestHost(model, cost);
  expect(priced.row).toMatchObject({ cheapest_host: cost?.host, input: cost?.input });
  expect(Number(priced.row.input) + Number(priced.row.output)).toBe(cost?.usd);
  expect(withPricesOfCheapestHost(model, undefined)).toBe(model);
});

describe("a workload", () => {
  test("becomes an API request with the same counts", () => {
    expect(toCostApiPath(workload("pages=3&cached=2&requests=10&host_kind=lab"), ["a", "b"])).toBe(
      "/api/v1/cost?models=a,b&cached=2&page=3&requests=10",
    );
  });

  test("ignores invalid numbers, days and names", () => {
    expect(parseWorkloadQuery(new URLSearchParams("input=-5&output=many&pages=0"))).toBeUndefined();
    expect(workload("input=5&requests=x&at=June&service_tier=y&host_kind=z")).toEqual({
      usage: { input: 5 },
      requests: 1,
      service_tier: undefined,
      at: undefined,
      host_kind: undefined,
    });
  });

  test.each([
    ["40M", 40_000_000],
    ["1.5 b", 1_500_000_000],
    ["200,000", 200_000],
    ["1,5M", 1_500_000],
    ["200.000", 200_000],
    ["1.000.000", 1_000_000],
    ["1.500k", 1500],
    ["1,2,3", undefined],
    [".", undefined],
    ["-5", undefined],
    ["many", undefined],
  ])("reads the count %s", (text, count) => expect(parseShortCount(text)).toBe(count));
});

test.each([
  ["of the size that the requests had before", 40e6, "tokens", 8000, 5000],
  ["only one if the total is not in tokens", 300, "image", 8000, 1],
  ["at least one for a small total", 4, "tokens", undefined, 1],
  ["at least one for a total of 0", 0, "image", undefined, 1],
])("a monthly total is split into requests: %s", (_, total, by, amount, requests) => {
  const size = amount === undefined ? undefined : { by: "tokens", amount };
  expect(estimateRequestsFromMonthlyTotal(total, by, size)).toBe(requests);
});

test.each([
  ["", "model_type=text&input=10000&output=2000&requests=100"],
  // Monthly totals, too large for one request, are split into requests of the usual size.
  ["input=40000000&output=8000000", "input=10000&output=2000&requests=4000"],
  ["input=9000&requests=20", "input=9000&requests=20"],
])("the calculator's query %j becomes a view of the models page", (asked, query) =>
  expect(
    toModelsQuery(parseModelsView(toModelsQueryOfCalculator(new URLSearchParams(asked)))),
  ).toBe(query),
);
