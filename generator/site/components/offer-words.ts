/** How an offer is sold and how sure its price is, in words. */
import type { OfferRow } from "../../../build/model/catalog/rows.ts";
import type { HostKind } from "../../../build/schema/provider.ts";
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

/** What a reader has to know before the price, as remarks that end in the doubt. None for a plain offer. */
export function offerMarks(offer: OfferRow): Content[] {
  const { service_tier, billing, status, retirement_date } = offer;
  return [
    service_tier !== "standard" && `${tierInWords(service_tier)} tier`,
    (billing === "plan" || isSurelyFree(offer)) && billingInWords(billing),
    statusWords(status),
    retirement_date !== null && html`sold until ${redDate(retirement_date)}`,
    doubtWords(offer),
  ].filter((mark) => mark !== false && mark !== null);
}

/** As small print behind a name; nothing without any. */
export const markedWith = (marks: readonly Content[]): Content =>
  marks.length > 0 &&
  html` <small class="mark">${marks.map((mark, index) => html`${index > 0 && "; "}${mark}`)}</small>`;

function statusWords(status: OfferRow["status"]): string | null {
  if (status === "active") return null;
  return status === "deprecated" ? "being withdrawn" : "in test";
}

/** Why its price is not sure; null for a verified one. */
function doubtWords({ trust, doubt }: Pick<OfferRow, "trust" | "doubt">): string | null {
  if (trust === "verified") return null;
  const isPlain = trust === "disputed" || doubt === "one source that is not the host's own";
  return isPlain || doubt === null ? trustInWords(trust) : doubt;
}

/** A price of 0 that nothing says is meant stands as it is. */
export function offerPrice(
  offer: Pick<OfferRow, "is_free" | "trust" | "billing">,
  value: number | null,
  at: string,
): Content {
  if (value !== 0 || isSurelyFree(offer)) return priceFact(value, at);
  return fact(value, at, offer.billing === "plan" ? "in the plan" : "0");
}

const isSurelyFree = ({ is_free, trust }: Pick<OfferRow, "is_free" | "trust">): boolean =>
  is_free && trust !== "unverified";
