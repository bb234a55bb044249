/** What the API says in single words of an offer, as readers understand it. */
import type { OfferRow } from "../../../build/read-model/catalog/rows.ts";
import { doubtWords } from "../offer-words.ts";
import { billingInWords, tierInWords } from "../trust.ts";

/** Short remarks on an offer: how it is sold, and how sure its price is. None for a plain one. */
export function offerMarks(offer: OfferRow, isMaker: boolean): string[] {
  const { host_kind, billing, service_tier, status } = offer;
  return [
    isMaker && "its maker",
    host_kind === "router" && "sold by a reseller",
    billing !== "tokens" && billingInWords(billing),
    service_tier !== "standard" && `tier: ${tierInWords(service_tier)}`,
    status === "deprecated" && "being withdrawn",
    (status === "alpha" || status === "beta") && "in test",
    trustMark(offer),
  ].filter((mark) => mark !== false && mark !== null);
}

/** The doubt is not said twice where it is the reason why the offer is not the cheapest. */
function trustMark(offer: OfferRow): string | null {
  const words = doubtWords(offer);
  return words !== null && offer.passed_over?.endsWith(words) === true ? "not verified" : words;
}
