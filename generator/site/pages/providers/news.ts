/** What changed lately at a host, with a lab's models, or in a company's figures. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../../build/model/catalog/rows.ts";
import { groupBy } from "../../../../build/schema/collections.ts";
import { changeTitle, providerOf } from "../../../endpoints/changes/change.ts";
import { perCatalog } from "../../../http/per-catalog.ts";
import { modelPage } from "../../components/addresses.ts";
import { fact } from "../../components/fact.ts";
import { redDate, thousands, usd } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

const SHOWN = 10;

export function newsSection(slug: string, catalog: Catalog): Html | false {
  const changes = changesBy(catalog).get(slug) ?? [];
  if (changes.length === 0) return false;
  const all = changesPath(slug);
  return section(
    "news",
    "Lately",
    html`<ol class="news" data-of="${all}">
${changes.slice(0, SHOWN).map((change, index) => toItem(change, index, catalog))}</ol>
${changes.length > SHOWN && html`<p class="note">The newest ${SHOWN} of <a href="${all}">${changes.length} changes</a>.</p>`}`,
  );
}

const changesPath = (slug: string): string => `/api/v1/changes?provider=${slug}`;

/** Provider → its changes, the newest first, as the answer has them. */
const changesBy = perCatalog((catalog) => {
  const known = catalog.changes.map((row) => ({ row, provider: providerOf(row, catalog) }));
  const groups = groupBy(known, ({ provider }) => provider);
  return new Map([...groups].map(([slug, rows]) => [slug, rows.map(({ row }) => row).reverse()]));
});

function toItem(change: ChangeRow, index: number, catalog: Catalog): Html {
  const title = changeTitle(change, catalog);
  return html`<li><span class="when">${redDate(change.date)}</span> <span>${change.model === null ? title : html`<a href="${modelPage(change.model)}">${title}</a>`}${details(change, `/data/${index}/details`)}</span></li>
`;
}

function details(change: ChangeRow, at: string): Content {
  if (change.type === "company_update") {
    const { value, metric } = change;
    if (value === null) return null;
    return html`: ${fact(value, `${at}/value`, amount(value, metric))}`;
  }
  if (change.type === "new_model") return null;
  const { old_input, new_input, old_output, new_output } = change;
  return html`<small>input ${part(old_input, new_input, `${at}/new_input`)}, output ${part(old_output, new_output, `${at}/new_output`)}</small>`;
}

function part(before: number | null, after: number | null, at: string): Content {
  const text = after === null ? usd(after) : fact(after, at, usd(after));
  return before === after ? html`stays ${text}` : html`from ${usd(before)} to ${text}`;
}

const amount = (value: number, metric: string | null): string =>
  metric?.endsWith("_usd") === true ? toDollars(value) : thousands(Math.round(value));

const UNITS = [
  { size: 1e12, name: "trillion" },
  { size: 1e9, name: "billion" },
  { size: 1e6, name: "million" },
];

/** `1500000000` → `$1.5 billion`. */
function toDollars(value: number): string {
  const unit = UNITS.find(({ size }) => value >= size);
  if (!unit) return `$${thousands(Math.round(value))}`;
  return `$${Number((value / unit.size).toPrecision(3))} ${unit.name}`;
}
