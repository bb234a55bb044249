/** Price moves as a table that the script `price-filters` can filter and sort. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { modelPage, providerPage } from "../../components/addresses.ts";
import { fact, unknown } from "../../components/fact.ts";
import { redDate, usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { percentText } from "../../components/percent.ts";
import { type Column, table } from "../../components/table.ts";
import { filterForm } from "./filter-form.ts";
import type { Move } from "./months.ts";

export const movesTable = (moves: readonly Move[], catalog: Catalog): Html =>
  html`${filterForm(moves, catalog)}
${table({
  caption: "US dollars per million tokens, before and after",
  id: "moves",
  columns: columns(catalog),
  rows: moves,
})}`;

const columns = (catalog: Catalog): readonly Column<Move>[] => [
  {
    title: "Model",
    cell: ({ row: { model, host, date, type }, size }) => {
      const { name, lab } = catalog.getModel(model);
      return html`<a href="${modelPage(model)}" data-lab="${lab}" data-host="${host}" data-kind="${type}" data-date="${date}" data-size="${size.toFixed(4)}">${name}</a><small>at <a href="${providerPage(host)}">${catalog.provider(host)?.name ?? host}</a></small>`;
    },
  },
  { title: "Input", isFigure: true, cell: (move) => step(move, "input") },
  { title: "Output", isFigure: true, cell: (move) => step(move, "output") },
  { title: "Change", isFigure: true, cell: changeOf },
  { title: "Day", isFigure: true, cell: ({ row }) => redDate(row.date) },
];

/** What was free has no percentage. */
function changeOf({ percent, row }: Move): Content {
  if (percent !== null) return percentText(percent);
  return row.new_input !== null && row.new_output !== null ? "was free" : unknown();
}

/** A price that did not change is written once. */
function step({ row, index }: Move, side: "input" | "output"): Html {
  const [before, after] =
    side === "input" ? [row.old_input, row.new_input] : [row.old_output, row.new_output];
  const of = `/api/v1/price-history/${row.model}?provider=${row.host}`;
  const price = (value: number | null, at: number): Content =>
    value === null ? unknown() : fact(value, `/${at}/${side}`, usd(value));
  return html`<span data-of="${of}">${before !== after && html`<s>${price(before, index - 1)}</s> <span aria-hidden="true">→</span><span class="vh">to</span> `}${price(after, index)}</span>`;
}
