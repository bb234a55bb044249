/** What the recorded histories of the upstreams have in common: one row per appearance, change and removal. */
import { z } from "zod";
import { IsoDate } from "../../schema/values.ts";
import type { Prices, Rejected, UpstreamFiles } from "../../sources/listing.ts";
import { toUsd } from "../../sources/parse/prices.ts";
import { type Origin, parseCsvRows } from "../../sources/parse/upstream-rows.ts";
import { NO_STATED_PRICES, type StatedPrices } from "../statements.ts";

/** One statement of a source as its history has it; the id as the source spells it. */
export interface HistoricStatement {
  source: string;
  host: string;
  modelId: string;
  recorded: string;
  effective: string | null;
  event: "stated" | "withdrawn";
  prices: StatedPrices;
  note: string | null;
}

export interface History {
  statements: HistoricStatement[];
  rejected: Rejected[];
}

export const HistoryRow = z.looseObject({
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
});
export type HistoryRow = z.infer<typeof HistoryRow>;

/** A row with our host and the host's own id. */
export interface Placed<R> {
  row: R;
  host: string;
  modelId: string;
}

/**
 * Rows of a history file whose host we know, in the file's order.
 * @param placeOf Our host and the host's id; a text is the reason to leave the row out.
 */
export function readHistoryRows<R extends HistoryRow>(
  files: UpstreamFiles,
  origin: Origin,
  schema: z.ZodType<R>,
  placeOf: (row: R) => { host: string; modelId: string } | string,
): { placed: Placed<R>[]; rejected: Rejected[] } {
  const { rows, rejected } = parseCsvRows(files, origin, schema);
  const placed: Placed<R>[] = [];
  for (const row of rows) {
    const place = placeOf(row);
    if (typeof place !== "string") placed.push({ row, ...place });
    else
      rejected.push({
        source: origin.source,
        place: `${origin.file}: ${row.date}`,
        value: `${row.provider}/${row.model_id}`,
        reason: place,
      });
  }
  return { placed, rejected };
}

/** Prices after the change; a removal has none. */
export const pricesAfter = (row: HistoryRow): Prices => ({
  input: toUsd(row.input),
  output: toUsd(row.output),
  cacheRead: toUsd(row.cache_read),
  cacheWrite: toUsd(row.cache_write),
});

/** @param prices What is stated; a removal withdraws whatever they are. */
export function toHistoricStatement(
  source: string,
  { row, host, modelId }: Placed<HistoryRow>,
  prices: StatedPrices,
  note: string | null = null,
): HistoricStatement {
  const isRemoval = row.event === "removed";
  return {
    source,
    host,
    modelId,
    recorded: row.date,
    effective: null,
    event: isRemoval ? "withdrawn" : "stated",
    prices: isRemoval ? NO_STATED_PRICES : prices,
    note: isRemoval ? null : note,
  };
}
