/** What the API says in single words of an offer, as readers understand it. */
import type { OfferRow } from "../../../build/read-model/catalog/rows.ts";

/** Short remarks on an offer: how it is sold, and how sure its price is. None for a plain one. */
export function offerMarks(offer: OfferRow, isMaker: boolean): string[] {
  const { host_kind, billing, service_tier, status } = offer;
  return [
    isMaker && "its maker",
    host_kind === "router" && "sold by a reseller",
    billing === "plan" && "subscription",
    billing === "free" && "free of charge",
    service_tier !== "standard" && `tier: ${service_tier}`,
    status === "deprecated" && "being withdrawn",
    (status === "alpha" || status === "beta") && "in test",
    trustMark(offer),
  ].filter((mark) => mark !== false && mark !== null);
}

/** The doubt is not said twice where it is the reason why the offer is not the cheapest. */
function trustMark({ trust, doubt, passed_over }: OfferRow): string | null {
  if (trust === "verified") return null;
  const word = trust === "disputed" ? "sources disagree" : "not verified";
  return doubt === null || trust === "disputed" || passed_over?.endsWith(doubt) === true
    ? word
    : `${word}: ${doubt}`;
}
