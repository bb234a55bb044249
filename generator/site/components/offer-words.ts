/** How an offer is described, in the same words on pages, in scripts and in tool answers. */
import type { BILLINGS, OFFER_STATUSES, SERVICE_TIERS } from "../../../build/schema/offer.ts";
import type { TRUSTS } from "../../../build/schema/price-statement.ts";
import type { HostKind } from "../../../build/schema/provider.ts";

/** As a heading above the hosts of a kind. */
export const KIND_TITLES: Readonly<Record<HostKind, string>> = {
  lab: "Labs that sell their own models",
  cloud: "Clouds",
  inference: "Inference hosts",
  router: "Routers and resellers",
  plan: "Subscriptions",
};

export const KIND_WORDS: Readonly<Record<HostKind, string>> = {
  lab: "First party",
  cloud: "Cloud",
  inference: "Inference host",
  router: "Reseller",
  plan: "Subscription",
};

export const TRUST_WORDS: Readonly<Record<(typeof TRUSTS)[number], string>> = {
  verified: "verified",
  disputed: "sources differ",
  unverified: "1 source",
};

export const BILLING_WORDS: Readonly<Record<(typeof BILLINGS)[number], string>> = {
  tokens: "per token",
  plan: "subscription",
  free: "free",
};

/** `batch tier`; empty for the standard tier. */
export const tierWords = (tier: (typeof SERVICE_TIERS)[number]): string =>
  tier === "standard" ? "" : `${tier.replaceAll("_", " ")} tier`;

export interface DescribedOffer {
  service_tier: (typeof SERVICE_TIERS)[number];
  billing: (typeof BILLINGS)[number];
  status: (typeof OFFER_STATUSES)[number];
  trust: (typeof TRUSTS)[number];
  /** Why its price is not verified. */
  doubt: string | null;
  is_free: boolean;
}

/** Why a price is not verified; null for one that is. */
function doubtWords({ trust, doubt }: Pick<DescribedOffer, "trust" | "doubt">) {
  if (trust === "verified") return null;
  const isPlain = trust === "disputed" || doubt === "one source that is not the host's own";
  return isPlain || doubt === null ? TRUST_WORDS[trust] : doubt;
}

/** An unverified price of 0 may mean "unknown". */
export const isConfirmedFree = ({
  is_free,
  trust,
}: Pick<DescribedOffer, "is_free" | "trust">): boolean => is_free && trust !== "unverified";

/** What a reader has to know beside the price; empty for a plain, verified, active offer. */
export function offerWords(offer: DescribedOffer): string[] {
  const { service_tier, billing, status } = offer;
  return [
    tierWords(service_tier),
    billing === "plan" || isConfirmedFree(offer) ? BILLING_WORDS[billing] : "",
    status === "active" ? "" : status,
    doubtWords(offer) ?? "",
  ].filter((words) => words !== "");
}
