/** The recorded past of the price sources → the ledger and the offers of every host. */

import { createResolver } from "../../identity/resolver.ts";
import type { ModelAlias } from "../../schema/editorial.ts";
import type { Model } from "../../schema/model.ts";
import type { Offer } from "../../schema/offer.ts";
import { byText } from "../../schema/order.ts";
import type { Provider } from "../../schema/provider.ts";
import type { OfferListing } from "../../sources/listing.ts";
import { createIdSpelling, type IdSpelling } from "../offers/id-spelling.ts";
import { dayOf } from "../statements.ts";
import { placeLaunches } from "./launches.ts";
import { historyLedger, type Ledger, presentLedger, type SourceRecord } from "./ledger.ts";
import { toOffers } from "./offers.ts";
import { markResellerRows } from "./resellers.ts";

/** The facts that stand, to which ids are tied. */
export interface StandingFacts {
  models: readonly Model[];
  providers: readonly Provider[];
  modelAliases: readonly ModelAlias[];
  /** `host model_id` → model. */
  ties: ReadonlyMap<string, string>;
}

export interface Backfill {
  prices: Ledger;
  offers: Map<string, Offer[]>;
  /** Ids that are no model of ours, `host model_id`: they stay out. */
  unresolved: string[];
}

export function backfill(read: readonly SourceRecord[], standing: StandingFacts): Backfill {
  const spelling = spellingOf(read);
  const listings = listingsById(read, spelling);
  const modelOf = createTies(standing, listings);
  const records = placeLaunches(read, spelling, modelOf);
  const kinds = new Map(standing.providers.map(({ slug, host_kind }) => [slug, host_kind]));
  const types = new Map(standing.models.map(({ slug, model_type }) => [slug, model_type]));
  const isLabHost = (host: string) => kinds.get(host) === "lab";
  const marked = markResellerRows(historyLedger(records, spelling), {
    isLabHost,
    modelOf,
    saysSo: (host, id) =>
      listings.get(`${host} ${id}`)?.some(({ offer }) => offer.note?.startsWith("reseller:")) ??
      false,
  });
  const firstSeen = firstSeenByModel(marked, standing.models, modelOf);
  const ledger = presentLedger(marked, records, spelling, {
    isLabHost,
    firstSeenOf: (host, id) => firstSeen.get(modelOf(host, id) ?? "") ?? null,
    modelOf: (host, id) => modelOf(host, id) ?? null,
    isBeyondChat: (host, id) =>
      (types.get(modelOf(host, id) ?? "") ?? "text") !== "text" ||
      (listings.get(`${host} ${id}`)?.some(({ offer }) => offer.isBeyondChat) ?? false),
  });
  const { prices, unresolved } = withoutStrangers(ledger, modelOf);
  const offers = toOffers(prices, {
    modelOf: (host, id) => modelOf(host, id) ?? "",
    kindOf: (host) => kinds.get(host) ?? null,
    typeOf: (model) => types.get(model) ?? "text",
    ownHostsOf: ownHosts(standing),
    listingsOf: (host, id) => listings.get(`${host} ${id}`) ?? [],
  });
  return { prices, offers, unresolved };
}

/** models.dev's spelling of an id stands; then the first that is met, histories before listings. */
function spellingOf(records: readonly SourceRecord[]): IdSpelling {
  const base = records.filter(({ source }) => source === "models-dev");
  const spelling = createIdSpelling(base.flatMap(({ offers, history }) => [...offers, ...history]));
  for (const { history } of records)
    for (const { host, modelId } of history) spelling.spell(host, modelId);
  return spelling;
}

type Listings = Map<string, { offer: OfferListing; recordedOn: string }[]>;

function listingsById(records: readonly SourceRecord[], spelling: IdSpelling): Listings {
  const listings: Listings = new Map();
  for (const { offers, recordedOn } of records)
    for (const offer of offers) {
      const key = `${offer.host} ${spelling.spell(offer.host, offer.modelId)}`;
      listings.set(key, [...(listings.get(key) ?? []), { offer, recordedOn }]);
    }
  return listings;
}

/** The reviewed tie of an id, else what the ladder finds for its name. */
function createTies(
  { models, modelAliases, ties }: StandingFacts,
  listings: Listings,
): (host: string, modelId: string) => string | undefined {
  const ids = [...ties].map(([key, model]) => ({
    model,
    model_id: key.slice(key.indexOf(" ") + 1),
  }));
  const resolver = createResolver({ models, ids, aliases: modelAliases });
  const found = new Map<string, string | undefined>(ties);
  return (host, modelId) => {
    const key = `${host} ${modelId}`;
    if (!found.has(key)) {
      const [listing] = listings.get(key) ?? [];
      const displayName = listing?.offer.traits.displayName ?? null;
      found.set(key, resolver.resolve({ name: modelId, displayName })?.model);
    }
    return found.get(key);
  };
}

/** Listings are not asked: since when they list an id is not said. */
function firstSeenByModel(
  ledger: Ledger,
  models: readonly Model[],
  modelOf: (host: string, modelId: string) => string | undefined,
): Map<string, string> {
  const first = new Map(
    models.flatMap(({ slug, release_date }) =>
      release_date ? [[slug, release_date] as const] : [],
    ),
  );
  for (const [host, rows] of ledger)
    for (const row of rows) {
      const model = modelOf(host, row.model_id);
      const before = model ? first.get(model) : undefined;
      if (model && (before === undefined || dayOf(row) < before)) first.set(model, dayOf(row));
    }
  return first;
}

function ownHosts({ models, providers }: StandingFacts): (model: string) => readonly string[] {
  const labs = new Map(models.map(({ slug, lab }) => [slug, lab]));
  const hosts = new Map(providers.map(({ slug, own_hosts }) => [slug, own_hosts]));
  return (model) => hosts.get(labs.get(model) ?? "") ?? [];
}

/** An id needs its model to stand in the offers: a name that is none stays out, and in the report. */
function withoutStrangers(
  ledger: Ledger,
  modelOf: (host: string, modelId: string) => string | undefined,
): { prices: Ledger; unresolved: string[] } {
  const unresolved = new Set<string>();
  const prices: Ledger = new Map();
  for (const [host, rows] of ledger) {
    const known = rows.filter(({ model_id }) => {
      const isKnown = modelOf(host, model_id) !== undefined;
      if (!isKnown) unresolved.add(`${host} ${model_id}`);
      return isKnown;
    });
    if (known.length > 0) prices.set(host, known);
  }
  return { prices, unresolved: [...unresolved].sort(byText) };
}
