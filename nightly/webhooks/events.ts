/** The events of a nightly run: the differences between two catalogues. Pure, and independent of the clock. */
import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { findPriceOfRate, parseRates } from "../../build/cost/rates.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import { toPublishedFinding } from "../../generator/endpoints/findings/findings.ts";

/** In the order in which events are sent. */
export const WEBHOOK_EVENT_TYPES = [
  "price.changed",
  "model.added",
  "model.removed",
  "finding.published",
  "snapshot.published",
] as const;

export const WebhookEvent = z.strictObject({
  /** `evt_…`: the same for the same facts and previous catalogue, so that a repeated run sends no event twice. */
  id: z.string(),
  type: z.enum(WEBHOOK_EVENT_TYPES),
  /** Day of the facts as a timestamp (`2026-08-13T00:00:00Z`). */
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** @param before Catalogue of the last notifications. */
export const toWebhookEvents = (before: Catalog, after: Catalog): WebhookEvent[] => [
  ...toPriceEvents(before, after),
  ...toModelEvents(before, after),
  ...toFindingEvents(before, after),
  ...toSnapshotEvents(before, after),
];

/** Prices in USD per 1M tokens; 0 is free, null is unknown. */
function pricesOf({ input, output, cache_read, cache_write, reasoning, cards }: OfferRow) {
  const rates = cards.flatMap((card) => parseRates(card.rates));
  return {
    input,
    output,
    cache_read,
    cache_write,
    reasoning,
    batch_input: findPriceOfRate(rates, { meter: "input", service_tier: "batch" }),
    batch_output: findPriceOfRate(rates, { meter: "output", service_tier: "batch" }),
  };
}

/** Price changes of offers that exist in both catalogues. Added and removed offers are not price changes. */
function toPriceEvents(before: Catalog, after: Catalog): WebhookEvent[] {
  const known = new Map(before.offers.map((offer) => [keyOf(offer), offer]));
  return sorted(after.offers, keyOf).flatMap((offer) => {
    const old = known.get(keyOf(offer));
    if (old === undefined) return [];
    const prices = { old: pricesOf(old), new: pricesOf(offer) };
    if (isDeepStrictEqual(prices.old, prices.new)) return [];
    const { model, host, as_of, source } = offer;
    const facts = { model, provider: host, as_of, ...prices };
    const more = { unit: "USD per 1M tokens", source, url: modelUrl(after, model) };
    return [toEvent("price.changed", before, as_of, facts, more)];
  });
}

const keyOf = ({ model, host }: OfferRow): string => `${model} ${host}`;
const modelUrl = ({ service }: Catalog, slug: string): string =>
  `${service.base_url}/api/v1/models/${slug}`;

/** A model with a new slug is reported as removed under its old slug; `replaced_by` contains the new one. */
function toModelEvents(before: Catalog, after: Catalog): WebhookEvent[] {
  const added = missingFrom(before, after).map(({ slug, name, lab, release_date, as_of }) => {
    const more = { name, lab, release_date, url: modelUrl(after, slug) };
    return toEvent("model.added", before, as_of, { model: slug, as_of }, more);
  });
  const removed = missingFrom(after, before).map(({ slug, name, lab, as_of }) => {
    const more = { name, lab, replaced_by: after.aliases.get(slug) ?? null };
    return toEvent("model.removed", before, after.asOf, { model: slug, as_of }, more);
  });
  return [...added, ...removed];
}

const missingFrom = (other: Catalog, catalog: Catalog) =>
  sorted(catalog.models, ({ slug }) => slug).filter(({ slug }) => other.model(slug) === undefined);

function toFindingEvents(before: Catalog, after: Catalog): WebhookEvent[] {
  const known = new Set(before.findings.map(({ id }) => id));
  return sorted(after.findings, ({ id }) => id)
    .filter(({ id }) => !known.has(id))
    .map((finding) => {
      const { id, ...item } = toPublishedFinding(finding, after);
      return toEvent("finding.published", before, finding.date, { id }, item);
    });
}

function toSnapshotEvents(before: Catalog, after: Catalog): WebhookEvent[] {
  if (before.hash === after.hash) return [];
  const facts = { snapshot: after.hash, previous: before.hash, as_of: after.asOf || null };
  const url = `${after.service.base_url}/api/v1/status`;
  return [toEvent("snapshot.published", before, after.asOf, facts, { url })];
}

/**
 * @param before Its hash is part of the event id, because a price may change to the same value more than once.
 * @param facts Facts that identify the event. The id is a 128-bit hash over them, so that ids are unique.
 * @param more Further data, which are not part of the id because names and URLs may be corrected.
 */
function toEvent(
  type: WebhookEvent["type"],
  before: Catalog,
  day: string,
  facts: Record<string, unknown>,
  more: Record<string, unknown>,
): WebhookEvent {
  const id = hash("sha256", JSON.stringify([type, before.hash, facts])).slice(0, 32);
  // An empty catalogue has no day.
  const timestamp = `${day || "1970-01-01"}T00:00:00Z`;
  return { id: `evt_${id}`, type, timestamp, data: { ...facts, ...more } };
}

const sorted = <T>(rows: readonly T[], toKey: (row: T) => string): T[] =>
  [...rows].sort((a, b) => compareByCodePoint(toKey(a), toKey(b)));
