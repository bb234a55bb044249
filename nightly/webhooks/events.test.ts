import { beforeAll, expect, test } from "vitest";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { getDefined, requireNonEmpty } from "../../test/builders/get.ts";
import { getSharedSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { toWebhookEvents, WEBHOOK_EVENT_TYPES, type WebhookEvent } from "./events.ts";

const DAY = "2026-06-02";

/** The next facts, with a price cut at one host, a new finding, and an added, a removed and a renamed model. */
function toNextCatalog(before: Catalog): Catalog {
  const models = [
    ...before.models.filter(({ slug }) => slug !== "acme-small" && slug !== "delta-old"),
    { ...before.getModel("acme-small"), slug: "acme-tiny" },
    { ...before.getModel("delta-7b"), slug: "epsilon" },
  ];
  const cut = { input: 2, cache_read: 0.2, as_of: DAY, source: "operator" };
  const isCut = ({ model, host }: OfferRow) => model === "acme-large" && host === "acme";
  return {
    ...before,
    hash: "the next facts",
    asOf: DAY,
    models,
    model: (slug) => models.find((model) => model.slug === slug),
    aliases: new Map([...before.aliases, ["acme-small", "acme-tiny"]]),
    offers: before.offers.map((offer) => (isCut(offer) ? { ...offer, ...cut } : offer)),
    findings: [{ ...getDefined(before.findings[0], "finding"), id: "new" }, ...before.findings],
  };
}

let before: Catalog;
let after: Catalog;
let events: WebhookEvent[];
beforeAll(async () => {
  before = (await getSharedSampleCatalog()).catalog;
  after = toNextCatalog(before);
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
