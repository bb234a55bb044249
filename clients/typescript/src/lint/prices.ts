/** Compares the prices of rows with known ones, and finds the unit of a table's prices. */
import { METERS_WITH_PRICE_COLUMN } from "../../../../build/cost/rates.ts";
import type { ParsedPriceTableRow, PriceTableMeter, PriceTableValue } from "./price-table.ts";

/** In USD per 1M tokens. */
export type Prices = Partial<Record<PriceTableMeter, number>>;

/** A price of a model at a host from a day on. */
export interface Period extends Prices {
  since: string;
  /** Null while the price is still valid. */
  until: string | null;
  source: string | null;
  stated: string | null;
}

/** A row of a table, and the known prices of its model at its host, oldest first. */
export interface RowWithPeriods {
  row: ParsedPriceTableRow;
  periods: Period[];
}

/** Equal except for float noise. */
export const isEqualUsd = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));

export const toUsdPerMillion = ({ value }: PriceTableValue, per: number): number =>
  (value * 1e6) / per;

/** @param isDeclared Whether a unit in the name of the price field overrides `per`. */
export const toRowPrices = (
  { prices }: ParsedPriceTableRow,
  per: number,
  isDeclared = false,
): Prices =>
  Object.fromEntries(
    METERS_WITH_PRICE_COLUMN.flatMap((meter) => {
      const price = prices[meter];
      const unit = (isDeclared && price?.per) || per;
      return price ? [[meter, toUsdPerMillion(price, unit)]] : [];
    }),
  );

/** Compares input and output; only input when the table states no output price. */
export const isSamePair = (row: Prices, ours: Prices): boolean =>
  isEqualUsd(row.input ?? 0, ours.input) &&
  (row.output === undefined ||
    isEqualUsd(row.output, ours.output) ||
    (row.output === 0 && !ours.output));

const isOutput = (row: Prices, ours: Prices): boolean => isEqualUsd(row.output, ours.output);

export const isSwappedPair = ({ input = 0, output = 0 }: Prices, ours: Prices): boolean =>
  Math.min(input, output) > 0 && isSamePair({ input: output, output: input }, ours);

/** A unit must fit at least this many rows, and this share of all rows that fit any unit. */
const MIN_ROWS = 2;
const MIN_SHARE = 0.6;

interface FoundUnit {
  per: number;
  /** Whether no other unit fits several rows. */
  isOnly: boolean;
}

/** The unit in which most rows equal a known price of any day; by output alone when all input prices may be wrong. */
export function inferPriceUnit(
  known: readonly RowWithPeriods[],
  isEqual = isSamePair,
): FoundUnit | undefined {
  const fits = ([1e6, 1e3, 1] as const)
    .map((per) => ({
      per,
      rows: known.filter(({ row, periods }) => {
        const prices = toRowPrices(row, per);
        return periods.some((period) => (period.input ?? 0) > 0 && isEqual(prices, period));
      }).length,
    }))
    .sort((a, b) => b.rows - a.rows);
  const sum = fits.reduce((total, { rows }) => total + rows, 0);
  const [best, next] = fits;
  if (!best || best.rows < MIN_ROWS || best.rows / sum < MIN_SHARE) return undefined;
  return { per: best.per, isOnly: (next?.rows ?? 0) < MIN_ROWS };
}

/** The unit of the group's own rows, or else that of the file, if only one unit fits it, or of the field's name. */
export function findUnitOfGroup(
  group: readonly RowWithPeriods[],
  whole: FoundUnit | undefined,
): number | null {
  const own = inferPriceUnit(group) ?? (whole ? undefined : inferPriceUnit(group, isOutput));
  if (own) return own.per;
  return whole?.isOnly ? whole.per : (group[0]?.row.prices.input?.per ?? null);
}
