/** How an offer is sold and how sure its price is, in words. */
import type { OfferRow } from "../../build/read-model/catalog/rows.ts";
import type { HostKind } from "../../build/schema/provider.ts";
import { fact, priceFact } from "./fact.ts";
import { redDate } from "./format.ts";
import { type Content, html } from "./html.ts";
import { billingInWords, tierInWords, trustInWords } from "./trust.ts";

/** As a heading of the hosts of a kind. */
export const KIND_TITLES: Readonly<Record<HostKind, string>> = {
  lab: "Labs that sell their own models",
  cloud: "Clouds",
  inference: "Inference hosts",
  router: "Routers and resellers",
  plan: "Subscriptions",
};

/** What a reader has to know before the price: tier, billing, status, doubt. Nothing for a plain offer. */
export function offerMarks(offer: OfferRow): Content {
  const { service_tier, billing, status, retirement_date } = offer;
  const marks: Content[] = [
    service_tier !== "standard" && `${tierInWords(service_tier)} tier`,
    billing === "plan" && billingInWords(billing),
    status !== "active" && status,
    retirement_date !== null && html`sold until ${redDate(retirement_date)}`,
    doubtWords(offer),
  ].filter((mark) => mark !== false && mark !== null);
  if (marks.length === 0) return null;
  return html`<small class="mark">${marks.map((mark, index) => html`${index > 0 && "; "}${mark}`)}</small>`;
}

/** Why its price is not sure; null for a verified one. */
export function doubtWords({ trust, doubt }: Pick<OfferRow, "trust" | "doubt">): string | null {
  if (trust === "verified") return null;
  const isPlain = trust === "disputed" || doubt === "one source that is not the host's own";
  return isPlain || doubt === null ? trustInWords(trust) : doubt;
}

/** A price of 0 is free only where the host says so. */
export function offerPrice(
  { is_free, billing }: Pick<OfferRow, "is_free" | "billing">,
  value: number | null,
  at: string,
): Content {
  if (value !== 0 || is_free) return priceFact(value, at);
  return fact(value, at, billing === "plan" ? "in the plan" : "0");
}
