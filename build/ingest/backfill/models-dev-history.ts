/** models.dev's record, walked out of its git history: every price of every host, and what its recorder doubted. */
import { z } from "zod";
import { groupBy } from "../../schema/group-by.ts";
import { toSlug } from "../../schema/values.ts";
import type { UpstreamFiles } from "../../sources/listing.ts";
import { hasImpossibleCache, toUsd, withoutFloatNoise } from "../../sources/parse/prices.ts";
import { toStatedPrices } from "../listed-id.ts";
import {
  type HistoricStatement,
  type History,
  HistoryRow,
  type Placed,
  pricesAfter,
  readHistoryRows,
  toHistoricStatement,
} from "./history.ts";

const SOURCE = "models-dev";
const FILE = { source: SOURCE, file: "price_history.csv" };

const Row = HistoryRow.extend({
  other_costs: z.string(),
  tiers: z.string(),
  suspect: z.string(),
});
type Row = z.infer<typeof Row>;

const OtherCosts = z.looseObject({ reasoning: z.number().optional() });
const Tiers = z.array(
  z.looseObject({
    size: z.number(),
    input: z.number().optional(),
    output: z.number().optional(),
    cache_read: z.number().optional(),
  }),
);

export function readModelsDevHistory(files: UpstreamFiles): History {
  const { placed, rejected } = readHistoryRows(files, FILE, Row, ({ provider, model_id }) => ({
    host: toSlug(provider),
    modelId: model_id,
  }));
  const ids = groupBy(placed, ({ host, modelId }) => `${host} ${modelId}`);
  return { statements: [...ids.values()].flatMap(toStatements), rejected };
}

/** @param rows Of one id, oldest first. */
function toStatements(rows: readonly Placed<Row>[]): HistoricStatement[] {
  return rows.map((placed, index) =>
    toHistoricStatement(
      SOURCE,
      placed,
      statedPrices(placed.row),
      noteOf(placed.row, rows.at(index + 1)?.row),
    ),
  );
}

function statedPrices(row: Row) {
  const prices = pricesAfter(row);
  const sound = hasImpossibleCache(prices)
    ? { ...prices, cacheRead: null, cacheWrite: null }
    : prices;
  const reasoning = OtherCosts.parse(JSON.parse(row.other_costs || "{}")).reasoning;
  return toStatedPrices(sound, {
    reasoningPrice: reasoning === undefined ? null : withoutFloatNoise(reasoning),
    batchInput: null,
    batchOutput: null,
    tiers: Tiers.parse(JSON.parse(row.tiers || "[]")).flatMap(
      ({ size, input, output, cache_read }) =>
        input === undefined || output === undefined
          ? []
          : [{ above: size, input, output, cacheRead: cache_read ?? null }],
    ),
  });
}

/**
 * The recorder marks rows: a price of another unit, a jump of more than twenty times, a name that was pointed at
 * another model, a cache price above the input price (that one cell is dropped instead). A jump to a price that the
 * source still states doubts what stood before it, not the price itself.
 */
function noteOf(row: Row, next: Row | undefined): string | null {
  if (row.suspect.includes("unit>2000")) return "suspect: not in US dollars per million tokens";
  if (next !== undefined && isPowerOfThousand(row, next))
    return "suspect: not in US dollars per million tokens";
  if (row.suspect.includes("ratio>20x") && next !== undefined)
    return "suspect: more than twenty times what was stated before, and not for long";
  if (row.suspect === "alias" && !isSameMoney(row))
    return "repointed: the source says that the name was pointed at another model";
  return null;
}

const isSameMoney = (row: Row): boolean =>
  toUsd(row.input) === toUsd(row.prev_input) && toUsd(row.output) === toUsd(row.prev_output);

/** Marked as a jump next, and by a thousand or a million times: this price is per token or per thousand. */
function isPowerOfThousand(row: Row, next: Row): boolean {
  if (next.suspect !== "ratio>20x") return false;
  const [a, b] = [toUsd(row.output) ?? 0, toUsd(next.output) ?? 0];
  if (a === 0 || b === 0) return false;
  const power = Math.abs(Math.log10(b / a)) / 3;
  return Math.round(power) >= 1 && Math.abs(power - Math.round(power)) < 0.25;
}
