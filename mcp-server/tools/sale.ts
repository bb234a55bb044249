/** How a price is paid and how sure it is: in words beside every price, and as fields. */
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { type Pricing, toPricing } from "../../generator/endpoints/models/model-parts.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { joined, prices } from "./value-text.ts";

type Catalog = Context["catalog"];
type Sale = Pick<OfferRow, "billing" | "host_kind" | "trust"> &
  Partial<Pick<OfferRow, "doubt" | "service_tier" | "status">>;

/** What a reader has to know of an offer beside its price; who pays by the token is not told so. */
export const saleWords = ({ billing, host_kind, service_tier, trust, doubt, status }: Sale) => [
  ...(billing === "plan" ? ["subscription, not per token"] : []),
  ...(host_kind === "router" ? ["sold by a reseller"] : []),
  ...(service_tier !== undefined && service_tier !== "standard" ? [`${service_tier} tier`] : []),
  trust === "verified" ? trust : `${trust}: ${doubt ?? "one source only"}`,
  ...(status === "deprecated" ? ["deprecated"] : []),
];

/** The same for a program. */
export const saleFields = ({ billing, host_kind, trust }: Sale) => ({ billing, host_kind, trust });

/** `$3 in / $15 out`; a subscription's price of 0 is none. */
export const offerPrices = (offer: Pick<OfferRow, "billing" | "input" | "output">): string =>
  offer.billing === "plan" && !offer.input && !offer.output ? "no price per token" : prices(offer);

/** @returns The offer of a model at a host; undefined when that host sells it no more. */
export const findOffer = (model: string, host: string, { offersOf }: Catalog) =>
  offersOf(model).find((offer) => offer.host === host);

/** `verified, recorded 2026-11-21`, of what a host asks for a model. */
export function howSold(
  slug: string,
  at: { provider_slug: string; as_of: string },
  catalog: Catalog,
): string {
  const offer = findOffer(slug, at.provider_slug, catalog);
  return joined([...(offer ? saleWords(offer) : []), `recorded ${at.as_of}`], ", ");
}

export function saleFieldsAt(slug: string, host: string, catalog: Catalog) {
  const offer = findOffer(slug, host, catalog);
  return offer && saleFields(offer);
}

interface PricedModel {
  text: string;
  fields: Pricing & { sold_by: string | null } & Partial<ReturnType<typeof saleFields>>;
}

/** The price that a model is compared by: `$3 in / $15 out (list price, verified)`. */
export function priceOf(slug: string, catalog: Catalog): PricedModel {
  const model = catalog.getModel(slug);
  const pricing = toPricing(model, catalog);
  const host = pricing.basis === "list" ? model.list_host : model.cheapest_host;
  const offer = host === null ? undefined : findOffer(slug, host, catalog);
  if (!offer || pricing.basis === null)
    return { text: prices(pricing), fields: { ...pricing, sold_by: null } };
  const { name } = catalog.provider(offer.host) ?? { name: offer.host };
  const where = pricing.basis === "list" ? "list price" : `at ${name}`;
  return {
    text: `${offerPrices(offer)} (${joined([where, ...saleWords(offer)], ", ")})`,
    fields: { ...pricing, sold_by: offer.host, ...saleFields(offer) },
  };
}
