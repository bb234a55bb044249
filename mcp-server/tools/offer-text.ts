/** Values and prices as a language model reads them: short, with their unit, and how sure a price is beside it. */
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { type Pricing, toPricing } from "../../generator/endpoints/models/model-parts.ts";
import type { Context } from "../../generator/http/endpoint.ts";
import { KIND_WORDS, TRUST_WORDS, tierWords } from "../../generator/site/components/offer-words.ts";

type Catalog = Context["catalog"];

/** `$0.25`, `free`, `price unknown`; per 1M tokens where nothing else is said. */
export function price(value: number | null): string {
  if (value === null) return "price unknown";
  return value === 0 ? "free" : `$${value}`;
}

/** `$3 input / $15 output`. */
export function prices({ input, output }: { input: number | null; output: number | null }): string {
  if (input === null && output === null) return "price unknown";
  if (input === 0 && output === 0) return "free";
  return `${price(input)} input / ${price(output)} output`;
}

/** Beside a score that the maker of the model reports. */
export const SELF_REPORTED = "self-reported";

/** `200,000 tokens`. */
export const tokens = (count: number | null): string =>
  count === null ? "unknown" : `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} tokens`;

export const yesNo = (flag: boolean | null): string =>
  flag === null ? "unknown" : flag ? "yes" : "no";

/** The parts that are not empty, joined. */
export const joined = (parts: readonly (string | null | false)[], by = ", "): string =>
  parts.filter((part) => part !== null && part !== false && part !== "").join(by);

type Sale = Pick<OfferRow, "billing" | "host_kind" | "trust"> &
  Partial<Pick<OfferRow, "doubt" | "service_tier" | "status">>;

/** What a reader has to know of an offer beside its price: `reseller`, `batch tier`, `verified`. */
export function saleWords(sale: Sale): string[] {
  const { billing, host_kind, service_tier = "standard", trust, doubt, status } = sale;
  return [
    billing === "plan" ? "subscription, not per token" : "",
    host_kind === "router" ? KIND_WORDS.router.toLowerCase() : "",
    tierWords(service_tier),
    trust === "verified" ? trust : `${trust}: ${doubt ?? TRUST_WORDS[trust]}`,
    status === "deprecated" ? status : "",
  ].filter((words) => words !== "");
}

/** The same for a program. */
export const saleFields = ({ billing, host_kind, trust }: Sale) => ({ billing, host_kind, trust });

/** `$3 input / $15 output`; a subscription's price of 0 is none. */
export const offerPrices = (offer: Pick<OfferRow, "billing" | "input" | "output">): string =>
  offer.billing === "plan" && !offer.input && !offer.output ? "no price per token" : prices(offer);

/** @returns The offer of a model at a host; undefined when that host no longer sells it. */
export const findOffer = (model: string, host: string, { offersOf }: Catalog) =>
  offersOf(model).find((offer) => offer.host === host);

/** `verified, recorded 2026-11-21`, of a model's price at a host. */
export function howSold(
  slug: string,
  at: { provider_slug: string; as_of: string },
  catalog: Catalog,
): string {
  const offer = findOffer(slug, at.provider_slug, catalog);
  return joined([...(offer ? saleWords(offer) : []), `recorded ${at.as_of}`]);
}

export function saleFieldsAt(slug: string, host: string, catalog: Catalog) {
  const offer = findOffer(slug, host, catalog);
  return offer && saleFields(offer);
}

interface PricedModel {
  text: string;
  fields: Pricing & { sold_by: string | null } & Partial<ReturnType<typeof saleFields>>;
}

/** The price that a model is compared by: `$3 input / $15 output (list price, verified)`. */
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
    text: `${offerPrices(offer)} (${joined([where, ...saleWords(offer)])})`,
    fields: { ...pricing, sold_by: offer.host, ...saleFields(offer) },
  };
}
