/** The three recorded price histories have one format: a CSV row per appearance, change and removal. */
import { z } from "zod";
import { IsoDate } from "../../schema/values.ts";
import type { PriceListing, Prices, Rejected, UpstreamFiles } from "../listing.ts";
import { hasPrice, toUsd } from "./prices.ts";
import { type Origin, parseCsvRows } from "./upstream-rows.ts";

const EventRow = z.looseObject({
  date: IsoDate,
  provider: z.string(),
  model_id: z.string(),
  event: z.enum(["appeared", "changed", "removed"]),
  input: z.string(),
  output: z.string(),
  cache_read: z.string(),
  cache_write: z.string(),
  prev_input: z.string(),
  prev_output: z.string(),
  prev_cache_read: z.string(),
  prev_cache_write: z.string(),
  suspect: z.string().optional(),
});
type EventRow = z.infer<typeof EventRow>;

const CHANGES = { appeared: "added", changed: "changed", removed: "removed" } as const;

/** Ours for what the upstream calls a host and an id; a text is the reason to leave the row out. */
export type PlaceOf = (row: EventRow) => { host: string; modelId: string } | string;

/** @returns Events in the order of their dates, as the upstream has them. */
export function readPriceEvents(
  files: UpstreamFiles,
  origin: Origin,
  placeOf: PlaceOf,
): { prices: PriceListing[]; rejected: Rejected[] } {
  const { rows, rejected } = parseCsvRows(files, origin, EventRow);
  const prices: PriceListing[] = [];
  for (const row of rows) {
    const place = placeOf(row);
    if (typeof place === "string") {
      rejected.push({
        source: origin.source,
        place: `${origin.file}: ${row.date}`,
        value: `${row.provider}/${row.model_id}`,
        reason: place,
      });
    } else prices.push(toListing(row, origin.source, place));
  }
  return { prices, rejected };
}

function toListing(
  row: EventRow,
  source: string,
  { host, modelId }: { host: string; modelId: string },
): PriceListing {
  const before = {
    input: toUsd(row.prev_input),
    output: toUsd(row.prev_output),
    cacheRead: toUsd(row.prev_cache_read),
    cacheWrite: toUsd(row.prev_cache_write),
  };
  return {
    source,
    host,
    modelId,
    date: row.date,
    change: CHANGES[row.event],
    prices: pricesOf(row),
    before: hasPrice(before) ? before : null,
    isEffectiveDate: false,
    suspect: row.suspect ? row.suspect : null,
  };
}

/** Prices after the change; a removal has none. */
function pricesOf(row: EventRow): Prices {
  return {
    input: toUsd(row.input),
    output: toUsd(row.output),
    cacheRead: toUsd(row.cache_read),
    cacheWrite: toUsd(row.cache_write),
  };
}
