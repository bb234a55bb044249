/** A list of changes: of prices, models and company figures. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ChangeRow } from "../../../build/model/catalog/rows.ts";
import { toChangeTitle } from "../../endpoints/changes/changes.ts";
import { formatThousands, type Html, type HtmlContent, html } from "../components/html.ts";
import { renderApiValue, renderDate, renderPriceChange } from "../components/parts.ts";

interface Changes {
  /** The newest first. */
  changes: readonly ChangeRow[];
  /** Where a change leads to; null for no link. */
  toHref(change: ChangeRow): string | null;
  /** Address of the answer that has them in this order. */
  of?: string;
}

export const renderChangeList = ({ changes, toHref, of }: Changes, catalog: Catalog): Html =>
  html`<ol class="dated"${of && html` data-of="${of}"`}>
${changes.map((change, index) => {
  const title = toChangeTitle(change, catalog);
  const href = toHref(change);
  return html`<li>
<span class="when">${renderDate(change.date)}</span>
<span>${href === null ? title : html`<a href="${href}">${title}</a>`}${details(change, of && `/data/${index}/details`)}</span>
</li>
`;
})}</ol>`;

/** Their details have the price before and after. */
const PRICE_STEPS = new Set(["price_drop", "price_increase", "correction"]);

function details(change: ChangeRow, at: string | undefined): HtmlContent {
  const { type, value, metric, old_input, new_input, old_output, new_output } = change;
  if (type !== "company_update") {
    if (!PRICE_STEPS.has(type) || change.withdraws !== null) return null;
    const pointer = (side: string) => (at === undefined ? {} : { after: `${at}/new_${side}` });
    return html` <small>input ${renderPriceChange(old_input, new_input, pointer("input"))}, output ${renderPriceChange(old_output, new_output, pointer("output"))}</small>`;
  }
  if (value === null) return null;
  const text = amount(value, metric);
  return html`: ${at === undefined ? text : renderApiValue(value, `${at}/value`, () => text)}`;
}

/** `1500000000` → `$1.5 billion` of a metric in dollars, else `1,500,000,000`. */
function amount(value: number, metric: string | null): string {
  const whole = formatThousands(Math.round(value));
  if (metric?.endsWith("_usd") !== true) return whole;
  const [size, name] = UNITS.find(([size]) => value >= size) ?? [];
  return size ? `$${Number((value / size).toPrecision(3))} ${name}` : `$${whole}`;
}

const UNITS = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
] as const;
