import { expect, test } from "vitest";
import { announce, createPricedCatalog } from "../../test/builders/priced-catalog.ts";
import { listPricedModelIds, pickHostPerModelId } from "./priced-ids.ts";

const at = { model: "norn-4", host: "alps", model_id: "norn-4" };
const catalog = createPricedCatalog({
  asOf: "2026-06-01",
  models: [{ slug: "norn-4" }],
  offers: [
    {
      ...at,
      input: 2,
      announced: [announce("2026-09-01", 1, 4)],
      variants: [
        { model_id: "norn-4-2026-03-01", service_tier: "standard", input: 2, output: 15 },
        { model_id: "norn-4-batch", service_tier: "batch", input: 1, output: 7 },
      ],
    },
  ],
  cards: [
    { ...at, date: "2026-01-10", input: 4, output: 16 },
    { ...at, date: "2026-03-01", input: 2, output: 15 },
    { ...at, host: "gone", date: "2026-01-10", input: 5, output: 16 },
    { ...at, host: "gone", date: "2026-02-10", model_id: null, input: null, output: null },
  ],
  idCards: [
    {
      ...at,
      name: "norn-4-batch",
      model_id: "norn-4-batch",
      date: "2026-02-01",
      input: 1,
      output: 7,
    },
  ],
});
const pricesOn = (day?: string) =>
  listPricedModelIds(catalog, day).map(
    ({ host, id, price }) => `${host.slug} ${id} ${price("input")}`,
  );

test.each([
  ["2025-12-31", []],
  ["2026-01-15", ["alps norn-4 4", "gone norn-4 5"]],
  ["2026-02-20", ["alps norn-4 4", "alps norn-4-batch 1"]],
  ["2026-03-01", ["alps norn-4 2", "alps norn-4-2026-03-01 2", "alps norn-4-batch 1"]],
  [undefined, ["alps norn-4 2", "alps norn-4-2026-03-01 2", "alps norn-4-batch 1"]],
  ["2026-09-01", ["alps norn-4 1", "alps norn-4-2026-03-01 1", "alps norn-4-batch 1"]],
])("on %s each id on sale has its price of that day", (day, prices) => {
  expect(pricesOn(day)).toEqual(prices);
});

test.each([
  ["norn-4", "unverified" as const, 0, undefined],
  ["norn-4:free", "unverified" as const, 0, 0],
  ["norn-4", "unverified" as const, 2, 2],
  ["norn-4", "one_source" as const, 0, 0],
])(
  "the price of %s with trust %s and a recorded price of %s is %s",
  (model_id, trust, input, shown) => {
    const offers = [{ ...at, host: "bazaar", model_id, input, output: input, trust }];
    const one = createPricedCatalog({ models: [{ slug: "norn-4" }], offers });
    expect(listPricedModelIds(one, undefined).map(({ price }) => price("input"))).toEqual([shown]);
  },
);

test.each([
  [
    "the lab's own host comes first",
    [
      { host: "bazaar", input: 1 },
      { host: "lab", input: 3 },
    ],
    3,
  ],
  [
    "a trusted price comes before an unverified one",
    [
      { host: "bazaar", input: 1, trust: "unverified" as const },
      { host: "other", input: 4, trust: "one_source" as const },
    ],
    4,
  ],
  [
    "a host with a price comes before a host without one",
    [
      { host: "a", input: null },
      { host: "b", input: 2 },
    ],
    2,
  ],
])("for an id at two hosts, %s", (_, offers, input) => {
  const both = createPricedCatalog({
    models: [{ slug: "norn-4", list_host: "lab" }],
    offers: offers.map((offer) => ({ ...at, ...offer })),
    hosts: [{ slug: "bazaar", host_kind: "inference" }],
  });
  expect(
    pickHostPerModelId(listPricedModelIds(both, undefined)).map(({ price }) => price("input")),
  ).toEqual([input]);
});
