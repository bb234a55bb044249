/** Price moves and new models by the month in which they were recorded. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../../build/model/catalog/rows.ts";
import { blendedPrice } from "../../../../build/schema/blended.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { priceHistoryRows } from "../../../endpoints/price-history/get-price-history.ts";
import { isPriceMove, type PriceMove } from "../../../feeds/entry.ts";
import { perCatalog } from "../../../http/endpoint.ts";

export interface Month {
  /** YYYY-MM. */
  month: string;
  /** Newest first. */
  moves: Move[];
  /** Newest first. */
  models: NewModel[];
}

export interface Move {
  row: PriceMove;
  /** Place of the price after the move in the host's price history of the model. */
  index: number;
  /** Of the blended price; -100 when it became free, null when it was free or a price is unknown. */
  percent: number | null;
  /** How far apart the two prices are, 0 to 1: the same for a halving and a doubling. */
  size: number;
}

export type NewModel = ChangeRow & { model: string };

/** Newest first; months without a price move or a new model are left out. */
export const toMonths = perCatalog((catalog): Month[] => {
  const months = new Map<string, Month>();
  for (const change of catalog.changes.toReversed()) {
    if (!isPriceMove(change) && !isNewModel(change)) continue;
    const month = change.date.slice(0, 7);
    const of = months.get(month) ?? { month, moves: [], models: [] };
    if (isPriceMove(change)) of.moves.push(toMove(change, catalog));
    else of.models.push(change);
    months.set(month, of);
  }
  return [...months.values()].sort((a, b) => byText(b.month, a.month));
});

const isNewModel = (row: ChangeRow): row is NewModel =>
  row.type === "new_model" && row.model !== null;

function toMove(row: PriceMove, catalog: Catalog): Move {
  const history = priceHistoryRows(catalog.getModel(row.model), row.host, catalog);
  const before = blendedPrice(row.old_input, row.old_output);
  const after = blendedPrice(row.new_input, row.new_output);
  const isKnown = before !== null && after !== null && Math.max(before, after) > 0;
  return {
    row,
    index: history.findIndex(({ date }) => date === row.date),
    percent: isKnown && before > 0 ? Math.round(1000 * (after / before - 1)) / 10 : null,
    size: isKnown ? 1 - Math.min(before, after) / Math.max(before, after) : 0,
  };
}
