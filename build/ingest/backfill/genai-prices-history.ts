/** genai-prices' record, walked out of its git history, and the changes that it dates itself. */
import { z } from "zod";
import { byText } from "../../schema/order.ts";
import { IsoDate } from "../../schema/values.ts";
import { pricesOf } from "../../sources/genai-price-table.ts";
import { HOURLY, placeOf, readCatalogue } from "../../sources/genai-prices.ts";
import type { Prices, Rejected, UpstreamFiles } from "../../sources/listing.ts";
import type { HostMap } from "../../sources/parse/host-map.ts";
import { hasImpossibleCache, NO_PRICES, toUsd } from "../../sources/parse/prices.ts";
import { parseCsvRows } from "../../sources/parse/upstream-rows.ts";
import { toStatedPrices } from "../listed-id.ts";
import {
  type HistoricStatement,
  type History,
  HistoryRow,
  pricesAfter,
  readHistoryRows,
  toHistoricStatement,
} from "./history.ts";

const SOURCE = "genai-prices";
const FILE = { source: SOURCE, file: "price_history_git.csv" };
const DATED = { source: SOURCE, file: "effective_dated.csv" };

const DatedRow = z.looseObject({
  provider: z.string(),
  model_id: z.string(),
  effective_from: z.union([z.literal(""), IsoDate]),
  condition: z.string(),
  input: z.string(),
  output: z.string(),
  cache_read: z.string(),
  cache_write: z.string(),
});
type DatedRow = z.infer<typeof DatedRow>;

/** @param recordedOn Day of this copy: when the undated file was seen. */
export function readGenaiPricesHistory(
  files: UpstreamFiles,
  recordedOn: string,
  hostOf: HostMap,
): History {
  const { placed, rejected } = readHistoryRows(files, FILE, HistoryRow, (row) =>
    placeOf(row.provider, row.model_id, hostOf),
  );
  const readings = presentReadings(files, hostOf);
  const statements = placed.map((one) => {
    const prices = withoutImpossibleCache(pricesAfter(one.row));
    const reading = readings.get(`${one.row.provider}/${one.row.model_id}`);
    const isPresent = reading !== undefined && isSameMoney(prices, reading.prices);
    const stated = isPresent && reading.isHourly ? NO_PRICES : prices;
    const isSplit = isPresent && reading.isSplit && one.row.event === "changed";
    return toHistoricStatement(SOURCE, one, toStatedPrices(stated), isSplit ? SPLIT_NOTE : null);
  });
  const dated = readDated(files, recordedOn, hostOf, statements);
  return {
    statements: [...statements, ...dated.statements],
    rejected: [...rejected, ...dated.rejected],
  };
}

const SPLIT_NOTE = "suspect: its output was split by modality: no change of price";

/** How a price in the upstream's file reads: it may hold for an hour only, or be split into text and images. */
interface Reading {
  prices: Prices;
  isHourly: boolean;
  isSplit: boolean;
}

/** `provider/id` → how its price reads now: a row of the history with the same price reads alike. */
function presentReadings(files: UpstreamFiles, hostOf: HostMap): Map<string, Reading> {
  return new Map(
    readCatalogue(files, hostOf).entries.map(({ provider, entry }) => {
      const tables = Array.isArray(entry.prices) ? entry.prices : [{ prices: entry.prices }];
      const isHourly = tables.some(
        (one) => "constraint" in one && one.constraint?.start_time !== undefined,
      );
      const table = isHourly ? tables[0]?.prices : tables.at(-1)?.prices;
      const prices = table ? pricesOf(table) : NO_PRICES;
      const isSplit = (table?.output_image_mtok ?? table?.output_video_mtok) !== undefined;
      return [`${provider}/${entry.id}`, { prices, isHourly, isSplit }];
    }),
  );
}

/**
 * Each change with the day it takes effect, announced ones too. The row without a day is the price before the first
 * change: where nothing else of the source tells it, it is dated the day before, on which it held.
 */
function readDated(
  files: UpstreamFiles,
  recordedOn: string,
  hostOf: HostMap,
  history: readonly HistoricStatement[],
): { statements: HistoricStatement[]; rejected: Rejected[] } {
  const { rows, rejected } = parseCsvRows(files, DATED, DatedRow);
  const statements: HistoricStatement[] = [];
  rows.forEach((row, index) => {
    const place = placeOf(row.provider, row.model_id, hostOf);
    const isHourly = row.condition.includes("start_time");
    if (typeof place === "string" || isHourly) {
      const reason = typeof place === "string" ? place : HOURLY;
      rejected.push({ ...DATED, place: DATED.file, value: row.model_id, reason });
      return;
    }
    const first = row.effective_from === "" ? rows[index + 1]?.effective_from : undefined;
    const since = history
      .filter(({ host, modelId }) => host === place.host && modelId === place.modelId)
      .map(({ recorded }) => recorded)
      .sort(byText)[0];
    if (row.effective_from === "" && (!first || (since && since < first))) return;
    statements.push({
      source: SOURCE,
      ...place,
      recorded: recordedOn,
      effective: row.effective_from || dayBefore(first ?? recordedOn),
      event: "stated",
      prices: toStatedPrices(withoutImpossibleCache(toPrices(row))),
      note: row.effective_from === "" ? `before: in force until ${first}` : null,
    });
  });
  return { statements, rejected };
}

const toPrices = (row: DatedRow): Prices => ({
  input: toUsd(row.input),
  output: toUsd(row.output),
  cacheRead: toUsd(row.cache_read),
  cacheWrite: toUsd(row.cache_write),
});

const withoutImpossibleCache = (prices: Prices): Prices =>
  hasImpossibleCache(prices) ? { ...prices, cacheRead: null } : prices;

const isSameMoney = (a: Prices, b: Prices): boolean => a.input === b.input && a.output === b.output;

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}
