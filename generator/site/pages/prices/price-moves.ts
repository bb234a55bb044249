/** Price moves and new models by month; and the moves as a table, which the script `price-filters` filters and sorts. */

import { toBlendedPrice } from "../../../../build/cost/rates.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../../build/model/catalog/rows.ts";
import { compareByCodePoint } from "../../../../build/schema/collections.ts";
import { listPriceHistoryRows } from "../../../endpoints/prices/prices.ts";
import { isPriceChange, type PriceChangeRow } from "../../../feeds/feeds.ts";
import { memoizePerCatalog } from "../../../http/endpoint.ts";
import { type Html, type HtmlContent, html, renderAlignedUsd } from "../../components/html.ts";
import {
  modelAndHostLinks,
  pluralize,
  renderFilterFields,
  renderPriceChange,
  renderPriceChangePercent,
  tagFiguresWithApiAddress,
  toProviderOptions,
} from "../../components/parts.ts";
import {
  type HtmlTableColumn,
  htmlDateColumn,
  htmlNumberColumn,
  htmlTextColumn,
  priceColumns,
  renderTable,
  sourceColumn,
} from "../../components/table.ts";

export interface MonthWithPriceMoves {
  /** YYYY-MM. */
  month: string;
  /** Newest first. */
  moves: PriceMove[];
  /** Newest first. */
  models: NewModelChange[];
}

export interface PriceMove {
  row: PriceChangeRow;
  /** Place of the price after the move in the host's price history of the model. */
  index: number;
  /** Of the blended price; -100 when it became free, null when it was free or a price is unknown. */
  percent: number | null;
  /** How far apart the two prices are, 0 to 1: the same for a halving and a doubling. */
  size: number;
}

export type NewModelChange = ChangeRow & { model: string };

/** Newest first; months without a price move or a new model are left out. */
export const groupPriceMovesByMonth = memoizePerCatalog((catalog): MonthWithPriceMoves[] => {
  const months = new Map<string, MonthWithPriceMoves>();
  for (const change of catalog.changes.toReversed()) {
    if (!isPriceChange(change) && !isNewModel(change)) continue;
    const month = change.date.slice(0, 7);
    const of = months.get(month) ?? { month, moves: [], models: [] };
    if (isPriceChange(change)) of.moves.push(toMove(change, catalog));
    else of.models.push(change);
    months.set(month, of);
  }
  return [...months.values()].sort((a, b) => compareByCodePoint(b.month, a.month));
});

const isNewModel = (row: ChangeRow): row is NewModelChange =>
  row.type === "new_model" && row.model !== null;

function toMove(row: PriceChangeRow, catalog: Catalog): PriceMove {
  const history = listPriceHistoryRows(catalog.getModel(row.model), row.host, catalog);
  const before = toBlendedPrice(row.old_input, row.old_output);
  const after = toBlendedPrice(row.new_input, row.new_output);
  const isKnown = before !== null && after !== null && Math.max(before, after) > 0;
  return {
    row,
    index: history.findIndex(({ date }) => date === row.date),
    percent: isKnown && before > 0 ? Math.round(1000 * (after / before - 1)) / 10 : null,
    size: isKnown ? 1 - Math.min(before, after) / Math.max(before, after) : 0,
  };
}

/** With the form of the script `price-filters`, which is hidden where no script runs. */
export function renderPriceChangesTable(moves: readonly PriceMove[], catalog: Catalog): Html {
  const labs = moves.map(({ row }) => catalog.getModel(row.model).lab);
  const hosts = moves.map(({ row }) => row.host);
  const kinds = [
    ["", "All changes"],
    ["price_drop", "Cheaper"],
    ["price_increase", "More expensive"],
  ] as const;
  const orders = [
    ["date", "Newest first"],
    ["size", "Largest first"],
  ] as const;
  return html`<form class="filters needs-script" id="price-filters">
${renderFilterFields([
  { name: "lab", label: "Lab", of: toProviderOptions("All labs", labs, catalog) },
  { name: "host", label: "Host", of: toProviderOptions("All hosts", hosts, catalog) },
  { name: "kind", label: "Change", of: kinds },
  { name: "order", label: "Order", of: orders },
])}<p role="status">${pluralize(moves.length, "change")}</p>
</form>
${renderTable({
  caption: "USD per 1M tokens, before and after; the change is that of the blended price (3:1)",
  id: "moves",
  columns: columns(catalog),
  rows: moves,
})}`;
}

/** `56 prices fell, 21 rose` */
export function countPriceMoves(moves: readonly PriceMove[]) {
  const fell = moves.filter(({ row }) => row.type === "price_drop").length;
  const rose = moves.length - fell;
  return { fell, rose, text: `${pluralize(fell, "price")} fell, ${rose} rose` };
}

const columns = (catalog: Catalog): readonly HtmlTableColumn<PriceMove>[] => [
  htmlTextColumn("Model", ({ row: { model, host, date, type }, size }) => {
    const { lab } = catalog.getModel(model);
    return html`<span data-lab="${lab}" data-host="${host}" data-kind="${type}" data-date="${date}" data-size="${size.toFixed(4)}">${modelAndHostLinks(model, host, catalog)}</span>`;
  }),
  ...priceColumns(["input", "output"], step),
  htmlNumberColumn("Blended", changeText),
  sourceColumn(catalog, ({ row }) => [row.source]),
  htmlDateColumn("Date", ({ row }) => row.date),
];

/** What was free has no percentage. */
function changeText({ percent, row }: PriceMove): HtmlContent {
  if (percent !== null) return renderPriceChangePercent(percent);
  return row.new_input !== null && row.new_output !== null ? "was free" : null;
}

function step({ row, index }: PriceMove, side: "input" | "output"): Html {
  return tagFiguresWithApiAddress(
    `/api/v1/price-history/${row.model}?provider=${row.host}`,
    renderPriceChange(row[`old_${side}`], row[`new_${side}`], {
      before: `/${index - 1}/${side}`,
      after: `/${index}/${side}`,
      toText: renderAlignedUsd,
    }),
  );
}
