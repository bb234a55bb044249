/** Offers as text and table cells, the same on pages, in scripts and in tool answers. */

import type { Rate } from "../../../build/cost/rates.ts";
import type {
  BillingMode,
  HostKind,
  PriceTrust,
  ServiceTier,
} from "../../../build/schema/values.ts";
import { isStillSold } from "../../endpoints/models/model-filters.ts";
import {
  formatUsdOrFree,
  formatWithCommas,
  type HtmlContent,
  renderAlignedUsd,
  toPercentChange,
} from "./html.ts";
import { renderApiValue } from "./parts.ts";

export const HOST_KIND_LABELS: Readonly<Record<HostKind, string>> = {
  lab: "Lab",
  cloud: "Cloud",
  inference: "Inference host",
  router: "Reseller",
  plan: "Subscription",
};

/** Label of a host relative to a model. @param isOwnHost Whether it is one of the hosts of the model's lab. */
export const toHostKindLabel = (kind: HostKind, isOwnHost: boolean): string =>
  isOwnHost ? "First party" : kind === "lab" ? "Another lab" : HOST_KIND_LABELS[kind];

interface StatedOffer {
  last_confirmed: string | null;
  cards: readonly unknown[];
}

export const hasStatedPrice = ({ last_confirmed, cards }: StatedOffer): boolean =>
  last_confirmed !== null || cards.length > 0;

/** Whether the host charges a known price now. False for withdrawn offers. */
export const isSoldAtKnownPrice = (offer: StatedOffer & { status: string }): boolean =>
  isStillSold(offer) && hasStatedPrice(offer);

export const PRICE_TRUST_LABELS: Readonly<Record<PriceTrust, string>> = {
  verified: "verified",
  one_source: "1 source",
  stale: "not confirmed recently",
  disputed: "sources differ",
  unverified: "doubtful",
};

export const BILLING_MODE_LABELS: Readonly<Record<BillingMode, string>> = {
  tokens: "per token",
  plan: "subscription",
  free: "free",
};

/** `batch tier`; empty for the standard tier. */
export const serviceTierLabel = (tier: ServiceTier): string =>
  tier === "standard" ? "" : `${tier.replaceAll("_", " ")} tier`;

/** A price of 0 is called free only if the whole offer is free and not `unverified`: such a 0 may mean "unknown". */
export function renderOfferPrice(
  { is_free, trust, billing }: { is_free: boolean; trust: PriceTrust; billing: BillingMode },
  value: number | null,
  at: string | undefined,
): HtmlContent {
  if (value !== 0 || (is_free && trust !== "unverified"))
    return renderApiValue(value, at, renderAlignedUsd);
  return renderApiValue(value, at, () => (billing === "plan" ? "in the plan" : "0"));
}

/** What a rate is for: `cache write, 1h, batch tier, above 200,000 tokens`. */
export const formatRateName = (rate: Omit<Rate, "price" | "unit">): string =>
  [
    rate.meter.replaceAll("_", " "),
    rate.cache_ttl,
    rate.service_tier && serviceTierLabel(rate.service_tier),
    rate.above_input_tokens && `above ${formatWithCommas(rate.above_input_tokens)} tokens`,
    rate.tier_mode === "excess" && "only for the tokens above",
    rate.region && `region ${rate.region}`,
    rate.hours_utc && `${rate.hours_utc} UTC`,
    rate.variant && formatVariant(rate.variant),
  ]
    .filter(Boolean)
    .join(", ");

/** `hd-1024x1792` → `1024×1792, hd`. */
function formatVariant(variant: string): string {
  const [size = ""] = /\d+x\d+/.exec(variant) ?? [];
  const quality = variant.replace(size, "").replaceAll("-", " ").trim();
  return [size.replace("x", "×"), quality].filter(Boolean).join(", ");
}

/** A price with its unit: `$0.04 per image (1024×1024, standard)`. */
export const formatRatePerUnit = ({
  price,
  unit,
  variant,
}: Pick<Rate, "price" | "unit"> & { variant?: string | null }): string =>
  `${formatUsdOrFree(price)} per ${unit}${variant ? ` (${formatVariant(variant)})` : ""}`;

interface UnitPrice {
  unit_price: number | null;
  unit: string | null;
}

/** Whether no host charges for output tokens. For embeddings, some hosts state an output price of 0 and others none. */
export function isChargedForInputOnly(offers: readonly UnitPrice[]): boolean {
  const units = offers.map(({ unit, unit_price }) => unit_price && unit);
  return units.includes("input tokens") && !units.includes("tokens");
}

export interface Offers {
  getModel(slug: string): { list_host: string | null };
  offersOf(slug: string): readonly (UnitPrice & { host: string })[];
}

export interface ComparedOffer extends UnitPrice {
  model: string;
  billing: string;
  is_list_price: boolean;
}

/** Percent above the list price in the same unit. Null without a paid one, and for subscriptions and free offers. */
export function percentAboveListPrice(offer: ComparedOffer, catalog: Offers): number | null {
  const { billing, unit_price: own } = offer;
  if (billing !== "tokens" || own === null || own <= 0) return null;
  const { list_host } = catalog.getModel(offer.model);
  const list = catalog.offersOf(offer.model).find(({ host }) => host === list_host);
  return list?.unit_price && list.unit === offer.unit
    ? toPercentChange(list.unit_price, own)
    : null;
}

/** The same of several offers, without list prices and offers that cannot be compared. */
export const percentsAboveListPrice = (
  offers: readonly ComparedOffer[],
  catalog: Offers,
): number[] =>
  offers.flatMap((offer) =>
    offer.is_list_price ? [] : (percentAboveListPrice(offer, catalog) ?? []),
  );
