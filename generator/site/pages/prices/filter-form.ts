/** What the script `price-filters` works with; the style sheet hides it where no script runs. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { byText } from "../../../../build/schema/collections.ts";
import { type Html, html } from "../../components/html.ts";
import type { Move } from "./months.ts";

export function filterForm(moves: readonly Move[], catalog: Catalog): Html {
  const labs = toOptions(
    moves.map(({ row }) => catalog.getModel(row.model).lab),
    catalog,
  );
  const hosts = toOptions(
    moves.map(({ row }) => row.host),
    catalog,
  );
  return html`<form class="move-filters" id="price-filters">
${choice("lab", "Maker", [["", "every maker"], ...labs])}
${choice("host", "Sold at", [["", "every host"], ...hosts])}
${choice("kind", "Kind", [
  ["", "every move"],
  ["price_drop", "cheaper"],
  ["price_increase", "dearer"],
])}
${choice("order", "Order", [
  ["date", "newest first"],
  ["size", "biggest first"],
])}
<p role="status">${moves.length} moves</p>
</form>`;
}

type Option = readonly [value: string, label: string];

const toOptions = (slugs: readonly string[], catalog: Catalog): Option[] =>
  [...new Set(slugs)]
    .map((slug) => [slug, catalog.provider(slug)?.name ?? slug] as const)
    .sort(([, a], [, b]) => byText(a.toLowerCase(), b.toLowerCase()));

const choice = (name: string, label: string, options: readonly Option[]): Html =>
  html`<label>${label} <select name="${name}">${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>`;
