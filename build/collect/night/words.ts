/** What the answers of tonight say of offers, beside what `data/` holds of the same offers. Pure. */

import type { OfferListing, Prices, Rejected } from "../../ingest/listing.ts";
import { createIdSpelling } from "../../ingest/offers/id-spelling.ts";
import { NO_PRICES } from "../../ingest/parse/prices.ts";
import type { Resolver } from "../../ingest/resolve/resolution.ts";
import { groupBy } from "../../schema/group-by.ts";
import type { NightFacts } from "../kept-facts.ts";
import { reasonToLeaveOut } from "../merge-offers.ts";
import { seriesKey } from "../merge-prices.ts";
import { isSameMoney, type KeptOffer, keyOfListing, keyOfRow, pricesOf } from "./series.ts";

export const BASE = "models-dev";

/** One listing of one source. */
export interface Word {
  key: string;
  source: string;
  /** Under the id by which the catalogue knows it. */
  listing: OfferListing;
  /** The offer as it stands; undefined when it is new. */
  row: KeptOffer | undefined;
  /** What this same source said before; null when it never spoke of the offer. */
  was: Prices | null;
  /** Would be an offer if nobody else spoke of it: only such a word keeps an offer when its teller drops it. */
  isOffer: boolean;
  /** Model it belongs to, as far as that is known before new models are founded. */
  model: string | undefined;
}

export interface Words {
  words: Word[];
  /** Source → keys it lists, whether or not they are offers of the catalogue. */
  listed: Map<string, Set<string>>;
  rejected: Rejected[];
}

/** @param listings Of the sources that answered. */
export function toWords(
  listings: readonly OfferListing[],
  kept: NightFacts,
  resolver: Resolver,
  day: string,
): Words {
  const known = indexKept(kept);
  const covered = new Set(
    [...kept.offers.map(({ file, source }) => ({ host: file, source })), ...listings].flatMap(
      ({ host, source }) => (source === BASE ? [host] : []),
    ),
  );
  const spelling = createIdSpelling([
    ...[...kept.offers, ...kept.priceHistory].map(({ file, model_id }) => ({
      host: file,
      modelId: model_id,
    })),
    ...listings.filter(({ source }) => source === BASE),
  ]);
  const words = new Map<string, Word>();
  const rejected: Rejected[] = [];
  const reject = ({ source, host }: OfferListing, value: string, reason: string) =>
    void rejected.push({ source, place: `offers of ${host}`, value, reason });
  const reasons = new Map<Word, string>();
  for (const raw of listings) {
    const listing = { ...raw, modelId: spelling.spell(raw.host, raw.modelId) };
    const reason = reasonAgainst(listing, covered, day);
    const word = toWord(listing, reason === null, known, resolver);
    const name = `${word.source} ${word.key}`;
    if (words.has(name)) reject(raw, raw.modelId, "another spelling of an id that it lists too");
    else words.set(name, word);
    if (reason !== null) reasons.set(word, reason);
  }
  const offered = new Set([...words.values()].filter(isOfOffer).map(({ key }) => key));
  for (const [word, reason] of reasons)
    if (!offered.has(word.key)) reject(word.listing, word.listing.modelId, reason);
  return {
    words: [...words.values()].filter(({ key }) => offered.has(key)),
    listed: new Map(
      [...groupBy([...words.values()], ({ source }) => source)].map(([source, own]) => [
        source,
        new Set(own.map(({ key }) => key)),
      ]),
    ),
    rejected,
  };
}

/** What stands, and what founds an offer; then everyone is heard on it. */
const isOfOffer = ({ row, isOffer }: Word): boolean => row !== undefined || isOffer;

interface Known {
  rows: ReadonlyMap<string, KeptOffer>;
  /** `source key` → prices. */
  opinions: ReadonlyMap<string, Prices>;
  /** `source key` → price that was found suspect. */
  suspects: ReadonlyMap<string, Prices>;
  /** Key → model, of offers past and present. */
  models: ReadonlyMap<string, string>;
}

function indexKept({ offers, secondOpinions, priceHistory }: NightFacts): Known {
  return {
    rows: new Map(offers.map((row) => [keyOfRow(row), row])),
    opinions: new Map(
      secondOpinions.map((opinion) => [
        `${opinion.file} ${seriesKey(opinion.host, opinion.model_id)}`,
        {
          ...NO_PRICES,
          input: opinion.input_usd_per_mtok,
          output: opinion.output_usd_per_mtok,
        },
      ]),
    ),
    suspects: new Map(
      priceHistory.flatMap((row) =>
        row.suspect === null ? [] : [[`${row.source} ${keyOfRow(row)}`, pricesOf(row)]],
      ),
    ),
    models: new Map([...priceHistory, ...offers].map((row) => [keyOfRow(row), row.model] as const)),
  };
}

/** `~anthropic/claude-latest` and `openrouter/auto` stand for models that are offers of their own. */
const ROUTES = /^openrouter (~|openrouter\/)/;

/** A host's own list and models.dev's record are the list of what is sold there. */
function reasonAgainst(
  listing: OfferListing,
  covered: ReadonlySet<string>,
  day: string,
): string | null {
  const { source, host } = listing;
  if (ROUTES.test(keyOfListing(listing))) return "a route to other models, not a model";
  if (source === BASE) return null;
  return reasonToLeaveOut(listing, undefined, source === host ? new Set() : covered, day);
}

function toWord(raw: OfferListing, isOffer: boolean, known: Known, resolver: Resolver): Word {
  const { source } = raw;
  const key = keyOfListing(raw);
  const row = known.rows.get(key);
  const isOwn = row?.source === source;
  const was = (row && isOwn ? pricesOf(row) : known.opinions.get(`${source} ${key}`)) ?? null;
  const suspect = known.suspects.get(`${source} ${key}`);
  const isSuspect = suspect !== undefined && isSameMoney(suspect, raw.prices);
  const { displayName } = raw.traits;
  return {
    ...{ key, source, row, was, isOffer },
    listing: isSuspect ? withoutPrices(raw, was) : raw,
    model: known.models.get(key) ?? resolver.resolve({ name: raw.modelId, displayName })?.model,
  };
}

/** A price that was found wrong once is not news when it is told again. */
const withoutPrices = (listing: OfferListing, was: Prices | null): OfferListing => ({
  ...listing,
  prices: was ?? NO_PRICES,
  tiers: [],
  reasoningPrice: null,
});
