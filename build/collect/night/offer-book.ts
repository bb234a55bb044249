/** All offers of a night: case by case, then back into tables. Pure. */

import type { FactOf, FiledFact } from "../../facts/kinds.ts";
import { groupBy } from "../../schema/group-by.ts";
import type { Offer } from "../../schema/offer.ts";
import type { PriceEvent } from "../../schema/price-event.ts";
import type { NightFacts } from "../kept-facts.ts";
import { seriesKey } from "../merge-prices.ts";
import type { Conflict, SeriesRow } from "../price-series.ts";
import { decideOffer, type NightOfOffers, type OfferCase } from "./merge-offers.ts";
import { keyOfRow, toPricedFields, toSeriesRow, withoutFile } from "./series.ts";
import type { Word } from "./words.ts";

export type SecondOpinion = FactOf<"secondOpinions">;

export interface OfferBook {
  /** Host → rows. */
  offers: Map<string, Offer[]>;
  history: Map<string, PriceEvent[]>;
  /** Source → rows. */
  opinions: Map<string, SecondOpinion[]>;
  conflicts: Conflict[];
}

export interface BookOptions extends NightOfOffers {
  words: readonly Word[];
  listed: ReadonlyMap<string, ReadonlySet<string>>;
  modelOf: ReadonlyMap<string, string>;
}

export function keepBook(kept: NightFacts, night: BookOptions): OfferBook {
  const book: OfferBook = {
    offers: new Map(),
    history: new Map(),
    opinions: new Map(),
    conflicts: [],
  };
  const events = groupBy(kept.priceHistory, keyOfRow);
  for (const one of casesOf(kept, night, events)) {
    const key = seriesKey(one.host, one.modelId);
    const model = night.modelOf.get(key);
    if (model === undefined) continue;
    const { offer, series, conflicts } = decideOffer(one, night);
    if (offer) add(book.offers, one.host, { model, ...offer });
    addHistory(book, one, series, events.get(key) ?? [], model);
    book.conflicts.push(...conflicts);
    addOpinions(book, one, offer?.source, night);
    events.delete(key);
  }
  // Prices of ids that nobody sells and nobody spoke of.
  for (const rows of events.values())
    for (const row of rows) add(book.history, row.file, withoutFile(row) as PriceEvent);
  return book;
}

function casesOf(
  kept: NightFacts,
  { words, listed }: BookOptions,
  events: ReadonlyMap<string, FiledFact<"priceHistory">[]>,
): OfferCase[] {
  const rows = new Map(kept.offers.map((row) => [keyOfRow(row), row]));
  const spoken = groupBy(words, ({ key }) => key);
  const opinions = groupBy(kept.secondOpinions, ({ host, model_id }) => seriesKey(host, model_id));
  const keys = new Set([...rows.keys(), ...spoken.keys()]);
  return [...keys].map((key) => {
    const row = rows.get(key);
    const said = spoken.get(key) ?? [];
    return {
      host: row?.file ?? said[0]?.listing.host ?? "",
      modelId: row?.model_id ?? said[0]?.listing.modelId ?? "",
      row,
      past: (events.get(key) ?? []).map(toSeriesRow),
      words: said,
      listedBy: new Set([...listed].flatMap(([source, all]) => (all.has(key) ? [source] : []))),
      opinions: opinions.get(key) ?? [],
    };
  });
}

function add<T>(tables: Map<string, T[]>, file: string, row: T): void {
  const rows = tables.get(file);
  if (rows) rows.push(row);
  else tables.set(file, [row]);
}

/** Recorded rows stay as they are; a second word of the same night replaces the first. */
function addHistory(
  book: OfferBook,
  { host, modelId, past }: OfferCase,
  series: readonly SeriesRow[],
  events: readonly FiledFact<"priceHistory">[],
  model: string,
): void {
  const recorded = new Map(past.map((row, index) => [row, events[index]!]));
  for (const row of series) {
    const event = recorded.get(row);
    add(
      book.history,
      host,
      event ? (withoutFile(event) as PriceEvent) : toPriceEvent(row, modelId, model),
    );
  }
}

const toPriceEvent = (row: SeriesRow, model_id: string, model: string): PriceEvent => ({
  date: row.date,
  model,
  model_id,
  change: row.change,
  ...toPricedFields(row.prices),
  source: row.source,
  suspect: row.suspect,
});

/** What the others say, as long as there is an offer to say it of. An answer that is silent has no opinion left. */
function addOpinions(
  book: OfferBook,
  { host, modelId, opinions, words, listedBy }: OfferCase,
  teller: string | undefined,
  { answered, day }: BookOptions,
): void {
  if (teller === undefined) return;
  const heard = new Map(words.map((word) => [word.source, word.listing.prices]));
  for (const { file, ...opinion } of opinions) {
    const isGone = answered.has(file) && !listedBy.has(file);
    if (file !== teller && !isGone && !heard.has(file)) add(book.opinions, file, opinion);
  }
  for (const [source, { input, output }] of heard) {
    if (source === teller || (input === null && output === null)) continue;
    const fields = { input_usd_per_mtok: input, output_usd_per_mtok: output };
    const before = opinions.find(({ file }) => file === source);
    const isSame = before?.input_usd_per_mtok === input && before.output_usd_per_mtok === output;
    const as_of = before && isSame ? before.as_of : day;
    add(book.opinions, source, { host, model_id: modelId, ...fields, as_of });
  }
}
