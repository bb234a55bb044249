/** What stands behind a price, in words for people. */
import type { BILLINGS, SERVICE_TIERS } from "../../../build/schema/offer.ts";
import type { TRUSTS } from "../../../build/schema/price-statement.ts";
import type { HOST_KINDS } from "../../../build/schema/provider.ts";

const TRUST_WORDS: Record<(typeof TRUSTS)[number], string> = {
  verified: "verified",
  disputed: "sources differ",
  unverified: "one source only",
};
const BILLING_WORDS: Record<(typeof BILLINGS)[number], string> = {
  tokens: "per token",
  plan: "subscription",
  free: "free of charge",
};
const KIND_WORDS: Record<(typeof HOST_KINDS)[number], string> = {
  lab: "its maker",
  cloud: "cloud",
  inference: "inference host",
  router: "reseller",
  plan: "subscription",
};

export const trustInWords = (trust: keyof typeof TRUST_WORDS): string => TRUST_WORDS[trust];
export const billingInWords = (billing: keyof typeof BILLING_WORDS): string =>
  BILLING_WORDS[billing];
export const kindInWords = (kind: keyof typeof KIND_WORDS): string => KIND_WORDS[kind];
/** `standard` needs no word. */
export const tierInWords = (tier: (typeof SERVICE_TIERS)[number]): string =>
  tier === "standard" ? "" : tier.replaceAll("_", " ");
