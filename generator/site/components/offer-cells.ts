/** Offers in tables: name with remarks, price, and difference from the list price. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../../build/model/catalog/rows.ts";
import { dateTag, fact, priceFact, unknown } from "./facts.ts";
import { percentText } from "./format.ts";
import { type Content, html } from "./html.ts";
import { isConfirmedFree, offerWords } from "./offer-words.ts";

/** What has to be known beside a price, as small print; nothing for a plain offer. */
export function offerMarks(offer: OfferRow, first: readonly Content[] = []): Content {
  const { retirement_date } = offer;
  const marks: readonly Content[] = [
    ...first,
    ...offerWords(offer),
    retirement_date !== null && html`sold until ${dateTag(retirement_date)}`,
  ].filter((mark) => mark !== false);
  if (marks.length === 0) return false;
  return html` <small class="mark">${marks.map((mark, index) => html`${index > 0 && "; "}${mark}`)}</small>`;
}

/** A price of 0 is called free only where that is confirmed. */
export function offerPrice(
  offer: Pick<OfferRow, "is_free" | "trust" | "billing">,
  value: number | null,
  at: string,
): Content {
  if (value !== 0 || isConfirmedFree(offer)) return priceFact(value, at);
  return fact(value, at, offer.billing === "plan" ? "in the plan" : "0");
}

/**
 * Percent above the model's list price, blended, to a tenth: -12.5 is an eighth below. Null without a paid list price,
 * and for offers that are not paid per token.
 */
export function percentOfList(offer: OfferRow, catalog: Catalog): number | null {
  if (offer.billing !== "tokens" || offer.blended === null || offer.blended <= 0) return null;
  const { list_host } = catalog.getModel(offer.model);
  const list = catalog.offersOf(offer.model).find(({ host }) => host === list_host)?.blended;
  return list ? Math.round(1000 * (offer.blended / list - 1)) / 10 : null;
}

export function percentCell(offer: OfferRow, percent: number | null): Content {
  if (offer.is_list_price) return html`<span class="mark">list price</span>`;
  if (percent === null) return unknown();
  return percent === 0 ? "the same" : percentText(percent);
}
