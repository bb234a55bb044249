import { expect, test } from "vitest";
import {
  findModelOfIdOnDay,
  findRateCardOfDay,
  findRateCardOfModelId,
  findRateCardOfRequest,
  isModelIdWithdrawn,
  toRateCard,
} from "./card-of-day.ts";
import type { RateConditionsOfRequest } from "./cost.ts";

const moving_ids = [
  { host: "acme", name: "acme-latest", model: "acme-1", since: null },
  { host: "acme", name: "acme-latest", model: "acme-2", since: "2026-02-01" },
  { host: "shop", name: "acme-latest", model: "acme-2", since: "2026-03-01" },
  { host: "shop", name: "acme-latest", model: "acme-9", since: "2026-04-01" },
];
const IDS: Record<string, { model_id: string; variants: { model_id: string }[] }> = {
  "acme-1": { model_id: "acme/acme-2", variants: [{ model_id: "Acme-3" }] },
  "acme-2": { model_id: "shop-2", variants: [] },
};
const facts = {
  moving_ids,
  models: ["acme-0", ...Object.keys(IDS)].map((slug) => ({
    slug,
    aliases: [],
    past_ids: slug === "acme-0" ? ["shop/Older/acme-2"] : null,
  })),
  offersOf: (slug: string) => [IDS[slug] ?? []].flat().map((ids) => ({ host: "shop", ...ids })),
  rateCardsOf: (slug: string) =>
    slug === "acme-0" ? [{ host: "shop", model_id: "Old/acme-2" }] : [],
  idCardsOf: () => [],
};

test.each([
  // A reassigned id means its model of that day, and any other name means today's model.
  ["acme-latest", undefined, "2026-01-31", "x", "acme-1"],
  ["Acme/ACME-latest", "acme", "2026-02-01", "x", "acme-2"],
  ["acme-latest-turbo", undefined, "2026-01-31", "x", "x"],
  ["acme-latest", "shop", "2026-01-31", "x", "x"],
  // A host's id means the model that this host sells, unless the host also sells the model named so.
  ["acme-3", "shop", "2026-03-01", "acme-3", "acme-1"],
  ["acme/acme-2", "acme", "2026-03-01", "acme-2", "acme-2"],
  ["acme/acme-2", "shop", "2026-03-01", "acme-1", "acme-1"],
  // An id that the host no longer sells means the model that it was.
  ["old/acme-2", "shop", "2025-03-01", "acme-2", "acme-0"],
  ["old/acme-2", "acme", "2025-03-01", "acme-2", "acme-2"],
  ["older/acme-2", "shop", "2025-03-01", "acme-2", "acme-0"],
  // Without a host, it means the lab's model if the hosts differ, or else today's model.
  ["acme-latest", undefined, "2026-03-01", "x", "acme-2"],
  ["acme-latest", undefined, "2026-05-01", "x", "x"],
  ["acme-latest", undefined, "2026-05-01", "x", "acme-2", "acme"],
  ["acme-latest", undefined, "2026-05-01", "x", "x", "bazaar"],
])(
  "%s at %s on %s, today %s, means %s",
  (name, host, day, slug, model, lab: string | null = null) => {
    expect(findModelOfIdOnDay({ name, host, day }, slug, facts, lab)).toBe(model);
  },
);

const card = (model_id: string | null, input: number | null, more = {}) => ({
  model_id,
  input,
  output: input,
  cache_read: null,
  cache_write: null,
  cards: [],
  service_tier: model_id === null ? null : ("standard" as const),
  source: null,
  billing: "tokens" as const,
  as_of: null,
  host: "shop",
  date: "2026-01-01",
  ...more,
});

test("an id keeps its card when another spelling of it, or the id at its end, is withdrawn", () => {
  const row = (name: string, date: string, isForSale = true) => ({
    ...card(isForSale ? name : null, 1),
    ...{ name, date, host: "acme" },
  });
  const rows = [
    row("@cf/Large-fast", "2026-03-01"),
    row("@cf/large-fast", "2026-01-01"),
    row("@cf/large-fast", "2026-03-01", false),
    row("large-fast", "2026-01-01"),
    row("large-fast", "2026-02-01", false),
  ];
  const find = (name: string, day: string) =>
    findRateCardOfModelId({ name, host: "acme", day }, rows)?.model_id;
  expect(find("@cf/Large-fast", "2026-04-01")).toBe("@cf/Large-fast");
  expect(find("@cf/large-fast", "2026-04-01")).toBe("@cf/Large-fast");
  expect(find("@CF/large-fast", "2026-01-01")).toBe("@cf/large-fast");
  expect(find("large-fast", "2026-04-01")).toBeUndefined();
  const isWithdrawn = (from: number, to: number) =>
    isModelIdWithdrawn(rows.slice(from, to), "2026-03-01");
  expect([isWithdrawn(0, 3), isWithdrawn(1, 3), isWithdrawn(0, 0)]).toEqual([false, true, false]);
});

test("a cache price counts from the beginning of the input and output price with which it was stated", () => {
  const cached = {
    ...{ cache_read: 0.0000002, source: "late", as_of: "2026-01-02" },
    cache_days: { cache_read: "2026-02-01" },
  };
  const rows = [
    card("large", 3),
    card("large", 2, { date: "2026-01-02" }),
    card("large", 2, { date: "2026-02-01", ...cached }),
    card("large", 2, { date: "2026-03-01", cache_read: 1, cache_write: 5 }),
    card("large", 4, { date: "2026-04-01", cache_read: 9 }),
  ];
  const cacheRatesOf = (day: string) => {
    const { rates = [] } = toRateCard(findRateCardOfDay(rows, day) ?? card(null, null));
    const cache = rates.filter(({ meter }) => meter.startsWith("cache_"));
    return cache.map(({ meter, price, valid_from }) => [meter, price, valid_from]);
  };
  const write = ["cache_write", 5, "2026-03-01"];
  expect(cacheRatesOf("2026-01-01")).toEqual([]);
  for (const day of ["2026-01-31", "2026-02-01"])
    expect(cacheRatesOf(day)).toEqual([["cache_read", 0.0000002, "2026-02-01"], write]);
  expect(cacheRatesOf("2026-03-31").map(([, price]) => price)).toEqual([1, 5]);
});

const usual = { ...card("acme/large", 2), model_id: "acme/large" };
const idCards = [
  card("large", 9, { name: "large" }),
  card("acme/large-0501", 5, { name: "acme/large-0501" }),
  card("acme/large-0501:batch", 3, { name: "acme/large-0501:batch", service_tier: "batch" }),
  card("acme/large:batch", 1, { name: "acme/large:batch", service_tier: "batch" }),
  card("acme/large-plan", 8, { name: "acme/large-plan", billing: "plan" }),
  card("acme/large-plan:batch", 4, { name: "acme/large-plan:batch", service_tier: "batch" }),
  card("acme/large-0301", 6, { name: "acme/large-0301" }),
  card(null, null, { name: "acme/large-0301", date: "2026-02-01" }),
  card("acme/large-0401", 7, { name: "acme/large-0401" }),
  card(null, 2, { name: "acme/large-0401", date: "2026-02-01", service_tier: "standard" }),
  card("eu.acme/large", 4, { name: "eu.acme/large", service_tier: "regional" }),
].map((row) => ({ name: "", ...row }));
const sale = { model: "large", host: "shop", day: "2026-03-01" };
const find = (name: string, conditions: RateConditionsOfRequest = {}) =>
  findRateCardOfRequest({ ...sale, name }, conditions, idCards, usual)?.input;

test("the card of a request is that of its id, at a service tier or in a region that of the id for it, if there is one", () => {
  expect(find("large")).toBe(2);
  expect(find("large-0501")).toBe(5);
  expect(find("ACME/Large-0301")).toBeUndefined();
  expect(find("large-of-another-host")).toBe(2);
  expect(find("large", { serviceTier: "batch" })).toBe(1);
  expect(find("acme/large-0501", { serviceTier: "batch" })).toBe(3);
  expect(find("acme/large-0401", { serviceTier: "batch" })).toBe(1);
  expect(find("acme/large-plan", { serviceTier: "batch" })).toBe(8);
  expect(find("acme/large", { serviceTier: "priority" })).toBe(2);
  expect(find("acme/large", { region: "eu" })).toBe(4);
});
