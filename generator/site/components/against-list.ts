/** How an offer's price stands to the list price of its model. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../build/model/catalog/rows.ts";
import { unknown } from "./fact.ts";
import { type Content, html } from "./html.ts";
import { percentText } from "./percent.ts";

/**
 * Percent above the list price, blended, to a tenth: -12.5 is an eighth below. Null where there is no paid list price,
 * or the offer is not paid by the token.
 */
export function againstList(offer: OfferRow, catalog: Catalog): number | null {
  if (offer.billing !== "tokens" || offer.blended === null || offer.blended <= 0) return null;
  const { list_host } = catalog.getModel(offer.model);
  const list = catalog.offersOf(offer.model).find(({ host }) => host === list_host)?.blended;
  return list ? Math.round(1000 * (offer.blended / list - 1)) / 10 : null;
}

/** As a cell: the list price itself, the difference from it, or that there is nothing to compare. */
export function againstListCell(offer: OfferRow, percent: number | null): Content {
  if (offer.is_list_price) return html`<span class="mark">list price</span>`;
  if (percent === null) return unknown();
  return percent === 0 ? "the same" : percentText(percent);
}
