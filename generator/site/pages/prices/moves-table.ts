/** Price moves as a table, and the form with which the script `price-filters` filters and sorts it. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { modelPage } from "../../components/addresses.ts";
import { fact, fromAnswer, providerLink, unknown } from "../../components/facts.ts";
import { percentText, usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { type Column, column, dateColumn, figure, table } from "../../components/table.ts";
import type { Move } from "./months.ts";

export const movesTable = (moves: readonly Move[], catalog: Catalog): Html =>
  html`${filterForm(moves, catalog)}
${table({
  caption: "USD per 1M tokens, before and after",
  id: "moves",
  columns: columns(catalog),
  rows: moves,
})}`;

/** The style sheet hides it where no script runs. */
function filterForm(moves: readonly Move[], catalog: Catalog): Html {
  const labs = toOptions(
    moves.map(({ row }) => catalog.getModel(row.model).lab),
    catalog,
  );
  const hosts = toOptions(
    moves.map(({ row }) => row.host),
    catalog,
  );
  return html`<form class="move-filters" id="price-filters">
${choice("lab", "Lab", [["", "All labs"], ...labs])}
${choice("host", "Host", [["", "All hosts"], ...hosts])}
${choice("kind", "Change", [
  ["", "All changes"],
  ["price_drop", "Cheaper"],
  ["price_increase", "More expensive"],
])}
${choice("order", "Order", [
  ["date", "Newest first"],
  ["size", "Largest first"],
])}
<p role="status">${moves.length} changes</p>
</form>`;
}

type Option = readonly [value: string, label: string];

const toOptions = (slugs: readonly string[], catalog: Catalog): Option[] =>
  [...new Set(slugs)]
    .map((slug) => [slug, catalog.provider(slug)?.name ?? slug] as const)
    .sort(([, a], [, b]) => byText(a.toLowerCase(), b.toLowerCase()));

const choice = (name: string, label: string, options: readonly Option[]): Html =>
  html`<label>${label} <select name="${name}">${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>`;

const columns = (catalog: Catalog): readonly Column<Move>[] => [
  column("Model", ({ row: { model, host, date, type }, size }) => {
    const { name, lab } = catalog.getModel(model);
    return html`<a href="${modelPage(model)}" data-lab="${lab}" data-host="${host}" data-kind="${type}" data-date="${date}" data-size="${size.toFixed(4)}">${name}</a><small>at ${providerLink(host, catalog.provider(host)?.name ?? host)}</small>`;
  }),
  figure("Input", (move) => step(move, "input")),
  figure("Output", (move) => step(move, "output")),
  figure("Change", changeText),
  dateColumn("Date", ({ row }) => row.date),
];

/** What was free has no percentage. */
function changeText({ percent, row }: Move): Content {
  if (percent !== null) return percentText(percent);
  return row.new_input !== null && row.new_output !== null ? "was free" : null;
}

/** A price that did not change is written once. */
function step({ row, index }: Move, side: "input" | "output"): Html {
  const [before, after] =
    side === "input" ? [row.old_input, row.new_input] : [row.old_output, row.new_output];
  const price = (value: number | null, at: number): Content =>
    value === null ? unknown() : fact(value, `/${at}/${side}`, usd(value));
  return fromAnswer(
    `/api/v1/price-history/${row.model}?provider=${row.host}`,
    html`${before !== after && html`<s>${price(before, index - 1)}</s> <span aria-hidden="true">→</span><span class="vh">to</span> `}${price(after, index)}`,
  );
}
