/** Listings of all upstreams → models, offers, price history and hosts of the catalogue. Pure. */

import type {
  EndpointListing,
  ModelListing,
  OfferListing,
  PriceListing,
  Rejected,
} from "../ingest/listing.ts";
import { toModel, type Voice } from "../ingest/models/merge-models.ts";
import { withQuantization } from "../ingest/offers/endpoint-quantization.ts";
import { createIdSpelling } from "../ingest/offers/id-spelling.ts";
import { createLabFinder, type LabFinder } from "../ingest/resolve/labs.ts";
import { buildModelSet, type CanonicalModel } from "../ingest/resolve/model-set.ts";
import type { Resolver } from "../ingest/resolve/resolution.ts";
import { createResolver } from "../ingest/resolve/resolver.ts";
import type { LabPrefix, ModelAlias } from "../schema/editorial.ts";
import type { Model } from "../schema/model.ts";
import type { Offer } from "../schema/offer.ts";
import type { PriceEvent } from "../schema/price-event.ts";
import type { Provider } from "../schema/provider.ts";
import { mergeOffers } from "./merge-offers.ts";
import { firstSights, mergePrices, seriesKey } from "./merge-prices.ts";
import { toOfferRow, toPriceEvents } from "./offer-row.ts";
import type { Conflict, PriceSeries } from "./price-series.ts";

const BASE = "models-dev";

/** Facts that people keep and the merge obeys. */
export interface Kept {
  modelAliases: readonly ModelAlias[];
  labPrefixes: readonly LabPrefix[];
  providers: readonly Provider[];
}

export interface Listings {
  models: readonly ModelListing[];
  offers: readonly OfferListing[];
  prices: readonly PriceListing[];
  endpoints?: readonly EndpointListing[];
  /** Source → day its files were recorded. */
  recordedOn: ReadonlyMap<string, string>;
}

export interface Catalogue {
  models: Model[];
  /** Host → rows. */
  offers: ReadonlyMap<string, Offer[]>;
  history: ReadonlyMap<string, PriceEvent[]>;
  resolver: Resolver;
  labs: LabFinder;
  /** How each name came to its model, for the report. */
  set: readonly CanonicalModel<Voice>[];
  conflicts: Conflict[];
  rejected: Rejected[];
}

export function buildCatalogue(listings: Listings, kept: Kept): Catalogue {
  const spelling = createIdSpelling(
    [...listings.offers, ...listings.prices].filter(({ source }) => source === BASE),
  );
  const firstParty = new Set(kept.providers.flatMap(({ own_hosts }) => own_hosts));
  const until = listings.recordedOn.get(BASE) ?? "";
  const series = mergePrices(listings.prices, spelling, firstParty, until);
  const merged = mergeOffers(listings.offers, series, spelling, until);
  const set = buildSet(listings, merged.offers, series, kept.modelAliases);
  const modelOf = new Map(
    set.flatMap(({ slug, mentions }) =>
      mentions.map(({ host, name }) => [seriesKey(host ?? "", name), slug] as const),
    ),
  );
  const labs = createLabFinder(kept.labPrefixes);
  const models = set.map((model) => describe(model, labs, kept.providers));
  const sold = groupByHost(merged.offers, (offer) => [
    toOfferRow(offer, modelOf.get(seriesKey(offer.host, offer.modelId))!),
  ]);
  const recorded = [...series.values(), ...firstSights(merged.offers, series)];
  const history = groupByHost(recorded, (one) =>
    toPriceEvents(one, modelOf.get(seriesKey(one.host, one.modelId))!),
  );
  const ids = [...sold.values(), ...history.values()].flat();
  const resolver = createResolver({ models, ids, aliases: kept.modelAliases });
  const offers = withQuantization(sold, listings.endpoints ?? [], resolver);
  const conflicts = [...merged.conflicts, ...[...series.values()].flatMap((one) => one.conflicts)];
  return { models, offers, history, resolver, labs, set, conflicts, rejected: merged.rejected };
}

/** Names of today found the models; names that only a record of the past has join them or add to them. */
function buildSet(
  listings: Listings,
  offers: readonly OfferListing[],
  series: ReadonlyMap<string, PriceSeries>,
  aliases: readonly ModelAlias[],
): CanonicalModel<Voice>[] {
  const sold = offers.map((offer) => toSeller(offer, listings.recordedOn));
  const recorded = listings.models.map((model) => toRecord(model, listings.recordedOn));
  const today = buildModelSet([...sold, ...recorded], aliases);
  const known = new Set(sold.map(({ host, name }) => seriesKey(host ?? "", name)));
  const past = [...series].filter(([key]) => !known.has(key)).map(([, one]) => toWitness(one));
  return buildModelSet(past, aliases, today);
}

export function toSeller(
  { host, modelId, traits, source }: OfferListing,
  recordedOn: Pick<ReadonlyMap<string, string>, "get">,
): Voice {
  const { displayName, isOpenWeights } = traits;
  const asOf = recordedOn.get(source) ?? "";
  return { host, name: modelId, displayName, isOpenWeights, traits, source, asOf };
}

export function toRecord(
  { name, traits, source }: ModelListing,
  recordedOn: Pick<ReadonlyMap<string, string>, "get">,
): Voice {
  const { displayName, isOpenWeights } = traits;
  const asOf = recordedOn.get(source) ?? "";
  return { host: null, name, displayName, isOpenWeights, traits, source, asOf };
}

function toWitness({ host, modelId, rows }: PriceSeries): Voice {
  const { source, date } = rows.at(-1)!;
  return {
    host,
    name: modelId,
    displayName: null,
    isOpenWeights: null,
    traits: null,
    source,
    asOf: date,
  };
}

/** The fact of one model, from all who speak of it. */
export function describe(
  { slug, mentions }: CanonicalModel<Voice>,
  labs: LabFinder,
  providers: readonly Provider[],
): Model {
  const lab = labs.labOf(slug, makersOf(mentions));
  const ownHosts = providers.find((provider) => provider.slug === lab)?.own_hosts ?? [];
  return toModel(slug, lab, mentions, ownHosts);
}

/** Folders before the names, the most frequent first. */
function makersOf(mentions: CanonicalModel<Voice>["mentions"]): string[] {
  const counts = new Map<string, number>();
  for (const { parts } of mentions)
    if (parts.maker) counts.set(parts.maker, (counts.get(parts.maker) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([maker]) => maker);
}

function groupByHost<T extends { host: string }, R>(
  items: readonly T[],
  toRows: (item: T) => R[],
): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const item of items) {
    const group = groups.get(item.host) ?? [];
    groups.set(item.host, group);
    group.push(...toRows(item));
  }
  return groups;
}
