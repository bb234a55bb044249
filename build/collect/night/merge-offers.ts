/**
 * Tonight's words about offers beside the offers that stand → offers, history and second opinions.
 * Who told the price of an offer last goes on telling it; another upstream is heard when it changes its
 * own word, by the rules of the price series. What nobody spoke of tonight stays. Pure.
 */
import type { FiledFact } from "../../facts/kinds.ts";
import type { OfferListing, Prices } from "../../ingest/listing.ts";
import { hasPrice, isSamePrice, NO_PRICES } from "../../ingest/parse/prices.ts";
import type { Offer } from "../../schema/offer.ts";
import { conflictOf } from "../merge-offers.ts";
import {
  type Conflict,
  type Hearing,
  resumeSeries,
  type Series,
  type SeriesRow,
} from "../price-series.ts";
import { type OfferDetails, toRow } from "./offer-details.ts";
import { isSameMoney, type KeptOffer, pricesOf, toEvent } from "./series.ts";
import { BASE, type Word } from "./words.ts";

const ARCHIVE = "litellm";

/** All that is known of one host-side id. */
export interface OfferCase {
  host: string;
  modelId: string;
  /** As it stands; undefined when it is new. */
  row: KeptOffer | undefined;
  /** Recorded prices, oldest first. */
  past: readonly SeriesRow[];
  /** Believed words of tonight. */
  words: readonly Word[];
  /** Sources that answered and list it, held words too. */
  listedBy: ReadonlySet<string>;
  opinions: readonly FiledFact<"secondOpinions">[];
}

export interface NightOfOffers {
  day: string;
  /** Sources whose answers are believed. */
  answered: ReadonlySet<string>;
  hearingAt(host: string): Hearing;
}

export interface Decided {
  /** Null when it is sold no more. `model` is only known to the caller. */
  offer: Omit<Offer, "model"> | null;
  series: readonly SeriesRow[];
  conflicts: Conflict[];
}

export function decideOffer(one: OfferCase, night: NightOfOffers): Decided {
  const series = resumeSeries(one.host, one.modelId, one.past, night.hearingAt(one.host));
  const teller = new Teller(one, night, series);
  const offer = teller.decide();
  return { offer, series: series.rows, conflicts: [...series.conflicts, ...teller.conflicts] };
}

class Teller {
  readonly conflicts: Conflict[] = [];
  /** Whose price it is, and what. */
  #source: string;
  #prices: Prices;

  constructor(
    readonly one: OfferCase,
    readonly night: NightOfOffers,
    readonly series: Series,
  ) {
    const { row } = one;
    this.#source = row?.source ?? "";
    this.#prices = row ? pricesOf(row) : NO_PRICES;
    if (row) series.recall(row.source, this.#prices);
    for (const { file, input_usd_per_mtok: input, output_usd_per_mtok: output } of one.opinions)
      series.recall(file, { ...NO_PRICES, input, output });
  }

  decide(): Decided["offer"] {
    const { row } = this.one;
    const words = [...this.one.words].sort((a, b) => this.#rank(a) - this.#rank(b));
    if (!row) this.#found(words);
    else if (this.#isDropped(row.source)) {
      const heir = words.find(({ isOffer }) => isOffer);
      if (heir) this.#inherit(heir);
      else if (!this.#isHeldElsewhere(words)) return this.#remove(row);
    } else for (const word of words) this.#hear(word);
    return toRow(this.#details(words));
  }

  /** The host's own word first, then who is most careful. */
  #rank({ source }: Word): number {
    if (source === this.one.host) return 0;
    const known = ["genai-prices", BASE, ARCHIVE].indexOf(source);
    return known === -1 ? 9 : known + 1;
  }

  #isDropped(source: string): boolean {
    return this.night.answered.has(source) && !this.one.listedBy.has(source);
  }

  /** Somebody lists it with a word that a gate holds back: not gone, only not heard. */
  #isHeldElsewhere(words: readonly Word[]): boolean {
    const heard = new Set(words.map(({ source }) => source));
    return [...this.one.listedBy].some((source) => source !== ARCHIVE && !heard.has(source));
  }

  /** At a lab's own host the most careful founds it, elsewhere whoever has a record of what is sold. */
  #found(words: readonly Word[]): void {
    const { isFirstParty } = this.series.hearing;
    const founder = words.find(({ isOffer }) => isOffer || isFirstParty);
    if (!founder) return;
    this.#inherit(founder);
    for (const { listing } of words.filter((word) => word !== founder))
      if (!isSameMoney(this.#prices, listing.prices)) this.#noteConflict(listing);
  }

  #inherit({ source, listing }: Word): void {
    this.series.takeOver(toEvent(listing, this.night.day, null));
    this.#tell(source, listing.prices);
  }

  #remove(row: KeptOffer): null {
    const { host, modelId } = this.one;
    const { source } = row;
    this.series.remove({
      ...{ source, host, modelId, date: this.night.day, change: "removed" },
      ...{ prices: NO_PRICES, before: null, isEffectiveDate: false, suspect: null },
    });
    return null;
  }

  #hear(word: Word): void {
    const { source, listing } = word;
    // An upstream that no longer says a price has lost a field: the price stands until somebody says another.
    if (!hasPrice(listing.prices)) return;
    if (source === this.#source) this.#hearOwner(listing);
    else if (this.#source === this.one.host) this.#noteConflict(listing);
    else if (source === this.one.host) this.#inherit(word);
    else this.#hearOther(word);
  }

  #hearOwner(listing: OfferListing): void {
    if (isSamePrice(this.#prices, listing.prices)) return;
    const current = this.series.current?.prices ?? null;
    this.series.hear(toEvent(listing, this.night.day, current));
    this.#tell(listing.source, listing.prices);
  }

  /** First heard, or the same as ever: at most a conflict. A word of its own that changed may be news. */
  #hearOther({ source, listing, was }: Word): void {
    if (was !== null && !isSameMoney(was, listing.prices)) {
      const before = this.series.rows.at(-1);
      this.series.hear(toEvent(listing, this.night.day, was));
      const last = this.series.rows.at(-1);
      if (last !== before && last?.source === source) this.#tell(source, listing.prices);
    }
    if (isSameMoney(this.#prices, listing.prices)) return;
    this.#noteConflict(listing);
  }

  #tell(source: string, prices: Prices): void {
    this.#source = source;
    this.#prices = prices;
  }

  #noteConflict(listing: OfferListing): void {
    const kept = { ...listing, prices: this.#prices, source: this.#source, asOf: this.#asOf() };
    this.conflicts.push(...conflictOf(kept, { ...listing, asOf: this.night.day }));
  }

  /** Day the present price was recorded: an unchanged one keeps its day. */
  #asOf(): string {
    const { row } = this.one;
    if (row && isSamePrice(pricesOf(row), this.#prices)) return row.as_of;
    const { current } = this.series;
    return current && isSamePrice(current.prices, this.#prices) ? current.date : this.night.day;
  }

  #details(words: readonly Word[]): OfferDetails {
    return {
      one: this.one,
      listings: words.map(({ listing }) => listing),
      price: { source: this.#source, prices: this.#prices, asOf: this.#asOf() },
    };
  }
}
