import { expect, test } from "vitest";
import type { PriceTrust } from "../../build/schema/values.ts";
import { announce, createPricedCatalog } from "../../test/builders/priced-catalog.ts";
import { listModelIdPriceHistories } from "./price-histories.ts";
import { listPricedModelIds, pickHostPerModelId } from "./priced-ids.ts";

const at = { model: "norn-4", host: "alps", model_id: "norn-4" };
const catalog = createPricedCatalog({
  asOf: "2026-06-01",
  models: [{ slug: "norn-4" }],
  offers: [
    {
      ...at,
      input: 2,
      context_window: 32_000,
      retirement_date: "2027-01-01",
      announced: [announce("2026-09-01", 1, 4)],
      variants: [
        { model_id: "norn-4-2026-03-01", input: 2, output: 15, status: "beta" },
        { model_id: "norn-4-batch", input: 1, output: 7, context_window: 4000 },
        { model_id: "norn-4-eu", input: 3, output: 20, status: "retired" },
        { model_id: "norn-4-2026-05-01", input: 2, output: 15, status: "retired" },
      ],
    },
    { ...at, host: "closed", status: "retired", retirement_date: "2026-05-01" },
  ],
  cards: [
    { ...at, date: "2026-01-10", input: 4, output: 16 },
    { ...at, date: "2026-03-01", input: 2, output: 15 },
    { ...at, host: "gone", date: "2026-01-10", input: 5, output: 16 },
    { ...at, host: "gone", date: "2026-02-10", model_id: null, input: null, output: null },
  ],
  movingIds: [
    { host: "gone", name: "norn-latest", model: "norn-4", since: null },
    { host: "gone", name: "norn-4", model: "norn-5", since: "2026-01-20" },
  ],
  idCards: [
    { ...at, name: "norn-4-batch", date: "2026-02-01", input: 1, output: 7 },
    { ...at, name: "norn-4-eu", date: "2026-02-01", input: 3, output: 20 },
    { ...at, name: "norn-4-eu", model_id: null, service_tier: null, date: "2026-05-01" },
    // Costs what the model costs until 2026-03-01, and keeps that price.
    { ...at, name: "old", model_id: null, date: "2026-01-10", input: 4 },
    { ...at, name: "old", model_id: "old", date: "2026-03-01", input: 4 },
  ],
});
const pricesOn = (day?: string) =>
  listPricedModelIds(catalog, day).map((one) => `${one.host.slug} ${one.id} ${one.price("input")}`);

test.each([
  ["2025-12-31", []],
  ["2026-01-15", ["alps norn-4 4", "alps old 4", "gone norn-4 5", "gone norn-latest 5"]],
  ["2026-01-25", ["alps norn-4 4", "alps old 4", "gone norn-latest 5"]],
  ["2026-02-20", ["alps norn-4 4", "alps norn-4-batch 1", "alps norn-4-eu 3", "alps old 4"]],
  [
    "2026-03-01",
    [
      "alps norn-4 2",
      "alps norn-4-2026-03-01 2",
      "alps norn-4-batch 1",
      "alps norn-4-eu 3",
      "alps old 4",
    ],
  ],
  [undefined, ["alps norn-4 2", "alps norn-4-2026-03-01 2", "alps norn-4-batch 1"]],
  ["2026-09-01", ["alps norn-4 1", "alps norn-4-2026-03-01 1", "alps norn-4-batch 1"]],
])("on %s each id on sale has its price of that day", (day, prices) => {
  expect(pricesOn(day)).toEqual(prices);
});

test("an id has its own status, retirement date and limits, if the host states limits of it", () => {
  const stated = listPricedModelIds(catalog, undefined).map(({ id, offer }) =>
    [id, offer?.status, offer?.retirement_date, offer?.context_window].join(" "),
  );
  expect(stated).toEqual([
    "norn-4 active 2027-01-01 32000",
    "norn-4-2026-03-01 beta  32000",
    "norn-4-batch active  4000",
  ]);
});

test.each([
  ["norn-4", "unverified", 0, undefined],
  ["norn-4:free", "unverified", 0, 0],
  ["norn-4", "unverified", 2, 2],
  ["norn-4", "one_source", 0, 0],
] as const)(
  "the price of %s with trust %s and a price of %s is %s",
  (model_id, trust, input, shown) => {
    const offers = [{ ...at, host: "bazaar", model_id, input, output: input, trust }];
    const was = { is_doubted: trust === "unverified", date: "2026-01-10" };
    const cards = offers.map(({ trust: _, ...offer }) => ({ ...offer, ...was }));
    const one = createPricedCatalog({ models: [{ slug: "norn-4" }], offers, cards });
    for (const day of [undefined, "2026-01-20"])
      expect(listPricedModelIds(one, day).map(({ price }) => price("input"))).toEqual([shown]);
    const days = listModelIdPriceHistories(one).flatMap((history) => history.days);
    expect(days.map(({ prices }) => prices?.price("input"))).toEqual(
      [shown].flatMap((p) => p ?? []),
    );
  },
);

test.each<[string, Record<string, number | null>, Record<string, PriceTrust>, number]>([
  ["the lab's own host comes first", { bazaar: 1, lab: 3 }, {}, 3],
  ["a trusted price comes before a disputed one", { bazaar: 1, b: 4 }, { b: "disputed" }, 1],
  ["a verified price comes before one of one source", { a: 1, b: 4 }, { a: "one_source" }, 4],
  ["a host with a price comes before a host without one", { a: null, b: 2 }, {}, 2],
])("for an id at two hosts, %s", (_, prices, trusts, input) => {
  const both = createPricedCatalog({
    models: [{ slug: "norn-4", list_host: "lab" }],
    offers: Object.entries(prices).map(([host, price]) => ({
      ...at,
      host,
      input: price,
      trust: trusts[host] ?? "verified",
    })),
    hosts: [{ slug: "bazaar", host_kind: "inference" }],
  });
  const [picked, ...others] = pickHostPerModelId(listPricedModelIds(both, undefined));
  expect([picked?.price("input"), others]).toEqual([input, []]);
});
