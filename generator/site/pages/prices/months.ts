/** Price moves and new models by the month in which they were recorded. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow, PriceRow } from "../../../../build/model/catalog/rows.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { priceHistoryRows } from "../../../endpoints/price-history/get-price-history.ts";
import { isPriceMove, type PriceMove } from "../../../feeds/entry.ts";
import { perCatalog } from "../../../http/per-catalog.ts";
import { PRICES_PATH } from "../../components/addresses.ts";

export interface Month {
  /** YYYY-MM. */
  month: string;
  /** Newest first. */
  moves: readonly Move[];
  /** Newest first. */
  models: readonly NewModel[];
}

export interface Move {
  row: PriceMove;
  /** Place of the price after the move in the host's price history of the model. */
  index: number;
  /** Percent, blended; -100 when it became free, null when it was free or a price is missing. */
  percent: number | null;
  /** How far apart the two prices are, 0 to 1: the same for a halving and a doubling. */
  size: number;
}

export type NewModel = ChangeRow & { model: string };

export const monthPage = (month: string): string => `${PRICES_PATH}${month}`;

/** Newest first; months in which neither a price moved nor a model was new are left out. */
export const toMonths = perCatalog((catalog): Month[] => {
  const months = new Map<string, { moves: Move[]; models: NewModel[] }>();
  for (const change of catalog.changes.toReversed()) {
    const month = change.date.slice(0, 7);
    const of = months.get(month) ?? { moves: [], models: [] };
    if (isPriceMove(change)) of.moves.push(toMove(change, catalog));
    else if (isNewModel(change)) of.models.push(change);
    else continue;
    months.set(month, of);
  }
  return [...months]
    .map(([month, of]) => ({ month, ...of }))
    .sort((a, b) => byText(b.month, a.month));
});

const isNewModel = (row: ChangeRow): row is NewModel =>
  row.type === "new_model" && row.model !== null;

function toMove(row: PriceMove, catalog: Catalog): Move {
  const history: PriceRow[] = priceHistoryRows(catalog.getModel(row.model), row.host, catalog);
  const before = blend(row.old_input, row.old_output);
  const after = blend(row.new_input, row.new_output);
  const isKnown = before !== null && after !== null && Math.max(before, after) > 0;
  return {
    row,
    index: history.findIndex(({ date }) => date === row.date),
    percent: isKnown && before > 0 ? Math.round(1000 * (after / before - 1)) / 10 : null,
    size: isKnown ? 1 - Math.min(before, after) / Math.max(before, after) : 0,
  };
}

const blend = (input: number | null, output: number | null): number | null =>
  input === null || output === null ? null : (3 * input + output) / 4;
