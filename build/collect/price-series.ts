/**
 * The records that several upstreams keep of one host-side id → one series of changes.
 *
 * An event counts when the series has no price, or when its own upstream changed its price and
 * that is news: not a price the series has left since (a lagging upstream), and not a change from
 * a price that models.dev, while it follows the id, does not know. The first sight of an upstream
 * that disagrees is a conflict; only models.dev takes over from LiteLLM then, by an `added` row,
 * so that no one reads a change of price into a change of witness. Suspect events are kept and
 * change nothing.
 */
import type { PriceListing, Prices } from "../ingest/listing.ts";
import { disagreement, hasPrice, isSamePrice } from "../ingest/parse/prices.ts";

export type SeriesRow = Pick<PriceListing, "date" | "change" | "prices" | "source" | "suspect">;

export interface Conflict {
  host: string;
  modelId: string;
  date: string;
  source: string;
  prices: Prices;
  /** What the catalogue says instead. */
  kept: { source: string; prices: Prices; date: string };
  /** Percent of the smaller price. */
  difference: number;
}

export interface PriceSeries {
  host: string;
  modelId: string;
  rows: SeriesRow[];
  conflicts: Conflict[];
}

/** Differences up to this many percent are rounding, not disagreement. */
export const TOLERATED_PERCENT = 5;

/** What decides who is heard at a host. */
export interface Hearing {
  /** The host sells its own models: genai-prices, checked by hand, is heard there beside models.dev. */
  isFirstParty: boolean;
  /** Last day that models.dev's record covers. */
  baseUntil: string;
}

const BASE = "models-dev";
const ARCHIVE = "litellm";

/** On one day the upstream that dates by effect, then the most careful one, is heard first. */
const PRECEDENCE = ["genai-prices", BASE, ARCHIVE];

/** @param events Of one id at one host, in any order. */
export function mergeSeries(
  host: string,
  modelId: string,
  events: readonly PriceListing[],
  hearing: Hearing,
): PriceSeries {
  const series = new Series(host, modelId, hearing);
  for (const event of [...events].sort(byDateAndPrecedence)) series.hear(event);
  return { host, modelId, rows: series.rows, conflicts: series.conflicts };
}

/**
 * A series that stands, to go on with. What each upstream last said is the caller's to tell.
 * @param rows As recorded, oldest first.
 */
export function resumeSeries(
  host: string,
  modelId: string,
  rows: readonly SeriesRow[],
  hearing: Hearing,
): Series {
  const series = new Series(host, modelId, hearing);
  for (const row of rows) series.remember(row);
  return series;
}

function byDateAndPrecedence(a: PriceListing, b: PriceListing): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return (
    Number(b.isEffectiveDate) - Number(a.isEffectiveDate) ||
    PRECEDENCE.indexOf(a.source) - PRECEDENCE.indexOf(b.source)
  );
}

export type { Series };

class Series {
  readonly rows: SeriesRow[] = [];
  readonly conflicts: Conflict[] = [];
  /** The sound row in force; undefined when nobody sells. */
  #current: SeriesRow | undefined;
  readonly #past: SeriesRow[] = [];
  /** What each upstream last said; removed when it lists the id no more. */
  readonly #said = new Map<string, Prices>();

  constructor(
    readonly host: string,
    readonly modelId: string,
    readonly hearing: Hearing,
  ) {}

  get current(): SeriesRow | undefined {
    return this.#current;
  }

  /** A row that was recorded before. */
  remember(row: SeriesRow): void {
    this.rows.push(row);
    if (row.suspect !== null) return;
    this.#current = row.change === "removed" ? undefined : row;
    if (row.change !== "removed") this.#past.push(row);
  }

  /** What an upstream said before the events to come. */
  recall(source: string, prices: Prices): void {
    this.#said.set(source, prices);
  }

  /** From now on another upstream tells the price: no change of price, so `added` where they disagree. */
  takeOver(event: PriceListing): void {
    this.#said.set(event.source, event.prices);
    if (!hasPrice(event.prices)) return;
    if (!this.#current || !isSamePrice(this.#current.prices, event.prices))
      this.#record(event, "added");
  }

  /** The only upstream that told of it lists it no more. */
  remove(event: PriceListing): void {
    this.#said.delete(event.source);
    if (this.#current) this.#push(toRow(event, "removed"));
    this.#current = undefined;
  }

  hear(event: PriceListing): void {
    if (event.suspect !== null) this.rows.push(toRow(event, event.change));
    else if (event.change === "removed") this.#hearRemoval(event);
    else this.#hearPrice(event);
  }

  /** The id is gone when none of the upstreams that follow withdrawals lists it. LiteLLM keeps the dead. */
  #hearRemoval(event: PriceListing): void {
    this.#said.delete(event.source);
    const witnesses = [...this.#said.keys()].filter((source) => source !== ARCHIVE);
    const isLastWord =
      witnesses.length === 0 && (event.source !== ARCHIVE || this.#said.size === 0);
    if (!isLastWord || !this.#current) return;
    this.#push(toRow(event, "removed"));
    this.#current = undefined;
  }

  #hearPrice(event: PriceListing): void {
    const before = event.before ?? this.#said.get(event.source);
    this.#said.set(event.source, event.prices);
    const current = this.#current;
    if (!current) {
      if (hasPrice(event.prices)) this.#record(event, "added");
    } else if (isSamePrice(current.prices, event.prices)) {
      return;
    } else if (before && !isSamePrice(before, event.prices)) {
      if (this.#isNews(event, before, current)) this.#record(event, "changed");
    } else if (!isSameMoney(current.prices, event.prices)) {
      this.#noteConflict(event, current);
      if (event.source === BASE && this.#isHearsay(current)) this.#record(event, "added");
    }
  }

  /** Whether an upstream's own change tells the series something new. */
  #isNews(event: PriceListing, before: Prices, current: SeriesRow): boolean {
    const isSameBefore = isSameMoney(before, current.prices);
    const isMoney = !isSameMoney(current.prices, event.prices);
    if (event.source === BASE || !this.#isFollowedByBase(event)) {
      if (event.source === current.source) return isMoney || event.change === "changed";
      return isMoney && (isSameBefore || !this.#repeatsThePast(event));
    }
    if (!isMoney) return false;
    if (isSameBefore) return true;
    const isHeard = event.source !== ARCHIVE && this.hearing.isFirstParty;
    return isHeard && !this.#repeatsThePast(event);
  }

  #isFollowedByBase({ date }: PriceListing): boolean {
    return this.#said.has(BASE) && date <= this.hearing.baseUntil;
  }

  #repeatsThePast({ prices }: PriceListing): boolean {
    return this.#past.some((row) => isSameMoney(row.prices, prices));
  }

  /** Only LiteLLM, which keeps old prices for long, says the present price. */
  #isHearsay({ source, prices }: SeriesRow): boolean {
    const others = [...this.#said].filter(([name]) => name !== ARCHIVE);
    return source === ARCHIVE && !others.some(([, said]) => isSameMoney(said, prices));
  }

  #noteConflict(event: PriceListing, current: SeriesRow): void {
    const difference = disagreement(current.prices, event.prices);
    if (difference === null || difference <= TOLERATED_PERCENT) return;
    const { host, modelId } = this;
    const { date, source, prices } = event;
    this.conflicts.push({ host, modelId, date, source, prices, kept: current, difference });
  }

  #record(event: PriceListing, change: SeriesRow["change"]): void {
    const row = toRow(event, change);
    this.#push(row);
    this.#past.push(row);
    this.#current = row;
  }

  /** An upstream's last word of a day stands; one that takes the day's change back leaves no row. */
  #push(row: SeriesRow): void {
    const last = this.rows.at(-1);
    const isSecondWord = last?.date === row.date && last.source === row.source && !last.suspect;
    if (isSecondWord) this.rows.pop();
    const before = this.rows.findLast(({ suspect }) => suspect === null);
    const change = row.change === "changed" && !isSold(before) ? "added" : row.change;
    const isRepeat = isSold(before) ? isSamePrice(before.prices, row.prices) : change === "removed";
    if (!isRepeat)
      this.rows.push({ ...row, change: isSecondWord ? toChange(before, change) : change });
  }
}

const isSold = (row: SeriesRow | undefined): row is SeriesRow =>
  row !== undefined && row.change !== "removed";

/** After a removal was taken back, what looked like an addition is a change. */
const toChange = (before: SeriesRow | undefined, change: SeriesRow["change"]) =>
  change === "added" && isSold(before) ? "changed" : change;

const isSameMoney = (a: Prices, b: Prices): boolean => a.input === b.input && a.output === b.output;

function toRow(event: PriceListing, change: SeriesRow["change"]): SeriesRow {
  const { date, prices, source, suspect } = event;
  return { date, change, prices, source, suspect };
}
