import { beforeAll, expect, test } from "vitest";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { sampleModel, sampleOffer } from "../../test/builders/fact-builders.ts";
import { requireNonEmpty } from "../../test/builders/get.ts";
import { samplePrice } from "../../test/builders/price-statements.ts";
import { getSharedSampleCatalog, loadSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { SAMPLE_FACTS, type SampleFacts } from "../../test/builders/sample-facts.ts";
import { toWebhookEvents, WEBHOOK_EVENT_TYPES, type WebhookEvent } from "./events.ts";

const DAY = "2026-06-02";

/** A dated row of an operator is published at once. */
const CUT = {
  ...{ model_id: "acme-large-v1", cache_read: 0.2, source: "operator", effective: DAY },
  note: "https://acme.example/prices",
};
/** The next facts, with a price cut at one host, an added, a removed and a renamed model. */
const NEXT: SampleFacts = {
  json: {
    ...SAMPLE_FACTS.json,
    models: [
      sampleModel("acme-large", "acme"),
      sampleModel("acme-tiny", "acme", { release_date: null }),
      sampleModel("delta-7b", "delta", { is_open_source: true, context_window: null }),
      sampleModel("epsilon", "delta", { as_of: DAY }),
    ],
  },
  csv: {
    ...SAMPLE_FACTS.csv,
    offers: {
      ...SAMPLE_FACTS.csv.offers,
      acme: [sampleOffer("acme-large", "acme-large-v1"), sampleOffer("acme-tiny", "acme-small")],
    },
    prices: {
      ...SAMPLE_FACTS.csv.prices,
      acme: [...SAMPLE_FACTS.csv.prices.acme, samplePrice(DAY, 2, 20, CUT)],
    },
    modelAliases: {
      models: [
        { alias: "acme-big", model: "acme-large", reason: "former name" },
        { alias: "acme-small", model: "acme-tiny", reason: "former name" },
      ],
    },
  },
};

let before: Catalog;
let after: Catalog;
let events: WebhookEvent[];
beforeAll(async () => {
  before = (await getSharedSampleCatalog()).catalog;
  const { catalog } = await loadSampleCatalog(NEXT);
  after = catalog;
  events = toWebhookEvents(before, after);
});

const ofKind = (kind: WebhookEvent["type"]) => events.filter(({ type }) => type === kind);
const dataOf = (kind: WebhookEvent["type"]) => ofKind(kind).map(({ data }) => data);

test("a price that changed has old and new numbers; null stays null", () => {
  expect(ofKind("price.changed")).toMatchObject([
    {
      timestamp: `${DAY}T00:00:00Z`,
      data: {
        ...{ model: "acme-large", provider: "acme", as_of: DAY, source: "operator" },
        old: { input: 4, output: 20, cache_read: 0.4, cache_write: null },
        new: { input: 2, output: 20, cache_read: 0.2, cache_write: null },
        unit: "USD per 1M tokens",
        url: "https://almanac.example/api/v1/models/acme-large",
      },
    },
  ]);
});

test("there are events of added and removed models, with the new slug of a renamed one", () => {
  expect(dataOf("model.added").map((data) => data.model)).toEqual(["acme-tiny", "epsilon"]);
  expect(dataOf("model.removed")).toMatchObject([
    { model: "acme-small", replaced_by: "acme-tiny" },
    { model: "delta-old", replaced_by: null },
  ]);
});

test("there are events of the new findings, and of the snapshot with the one before it", () => {
  const known = new Set(before.findings.map(({ id }) => id));
  const fresh = after.findings.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  const ids = dataOf("finding.published").map((data) => data.id);
  expect(ids).toEqual(requireNonEmpty(fresh, "new findings").toSorted());
  const snapshot = { snapshot: after.hash, previous: before.hash, as_of: after.asOf };
  expect(dataOf("snapshot.published")).toMatchObject([snapshot]);
});

test("events are ordered by type, each with a unique id that is the same in another run", () => {
  const order = events.map(({ type }) => WEBHOOK_EVENT_TYPES.indexOf(type));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  const ids = events.map(({ id }) => id);
  for (const id of ids) expect(id).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(toWebhookEvents(before, after)).toEqual(events);
});

test("a night that changed nothing has no events", () => {
  expect(toWebhookEvents(before, before)).toEqual([]);
});

const idsOf = (kind: WebhookEvent["type"], ...night: Parameters<typeof toWebhookEvents>) =>
  requireNonEmpty(
    toWebhookEvents(...night).filter(({ type }) => type === kind),
    kind,
  ).map(({ id }) => id);

test("an event keeps its id when the name of its model is corrected", () => {
  const renamed: Catalog = { ...after, models: after.models.map((row) => ({ ...row, name: "X" })) };
  const corrected = idsOf("model.added", before, renamed);
  expect(corrected).toEqual(idsOf("model.added", before, after));
});

test("the same price change in a later night is another event", () => {
  const later = { ...after, hash: "the facts of a later night" };
  const first = idsOf("price.changed", after, before);
  expect(idsOf("price.changed", later, before)).not.toEqual(first);
});
