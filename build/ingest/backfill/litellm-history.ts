/** LiteLLM's record: sixteen months before models.dev's, by way of tokencost, and the prices of launch days. */
import { z } from "zod";
import { IsoDate } from "../../schema/values.ts";
import type { UpstreamFiles } from "../../sources/listing.ts";
import { soundPrices } from "../../sources/litellm.ts";
import { toPlace } from "../../sources/litellm-provider.ts";
import type { HostMap } from "../../sources/parse/host-map.ts";
import { NO_PRICES, toUsd } from "../../sources/parse/prices.ts";
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

const SOURCE = "litellm";
const FILE = { source: SOURCE, file: "price_history_tokencost.csv" };
const LAUNCHES = { source: SOURCE, file: "launch_prices.csv" };

const LaunchRow = z.looseObject({
  model: z.string(),
  vendor: z.string(),
  release_date: IsoDate,
  launch_price_in: z.string(),
  launch_price_out: z.string(),
});

/** @param recordedOn Day of this copy: when the launch prices were seen. */
export function readLitellmHistory(
  files: UpstreamFiles,
  recordedOn: string,
  hostOf: HostMap,
): History {
  const { placed, rejected } = readHistoryRows(files, FILE, HistoryRow, (row) =>
    toPlace(row.provider, row.model_id, hostOf),
  );
  const statements = placed.map((one) => {
    const prices = soundPrices(one.modelId, pricesAfter(one.row));
    return toHistoricStatement(SOURCE, one, toStatedPrices(prices));
  });
  const launches = parseCsvRows(files, LAUNCHES, LaunchRow);
  return {
    statements: [
      ...statements,
      ...launches.rows.flatMap((row) => toLaunch(row, recordedOn, hostOf)),
    ],
    rejected: [...rejected, ...launches.rejected],
  };
}

/** The price on the day of release, where its archived page says one. */
function toLaunch(
  row: z.infer<typeof LaunchRow>,
  recordedOn: string,
  hostOf: HostMap,
): HistoricStatement[] {
  const host = hostOf(row.vendor);
  const [input, output] = [toUsd(row.launch_price_in), toUsd(row.launch_price_out)];
  if (!host || input === null || output === null) return [];
  return [
    {
      source: SOURCE,
      host,
      modelId: row.model,
      recorded: recordedOn,
      effective: row.release_date,
      event: "stated",
      prices: toStatedPrices({ ...NO_PRICES, input, output }),
      note: null,
    },
  ];
}
