/** How an id is paid for. Pure. */
import type { Offer } from "../../schema/offer.ts";
import type { HostKind } from "../../schema/provider.ts";
import type { ModelType } from "../../schema/values.ts";

/** `:free`, `-free` and `(free)` at the end, `free/` before the name. */
const SAYS_FREE = /[:\-_ (/]free\)?$|(^|\/)free\//i;

/** What is paid by the picture, the second or the minute has a token price of 0 in many lists, and is not free. */
const PAID_OTHERWISE: ReadonlySet<ModelType> = new Set(["image", "video", "audio"]);

/** Hosts that ask for money, and of which the sources write 0 because they know no price. */
const WITHOUT_KNOWN_PRICES: ReadonlySet<string> = new Set(["privatemode-ai"]);

export interface BillingQuestion {
  host: string;
  kind: HostKind | null;
  modelId: string;
  modelType: ModelType;
  /** Price that is stated now, or was last; null where none is. */
  input: number | null;
  output: number | null;
}

/**
 * A host of plans sells subscriptions: a token price there, 0 or not, is what the plan counts with. Elsewhere an id
 * that says so is free as long as nobody names a price, and so is a price of 0 for what is paid by the token.
 */
export function toBilling(asked: BillingQuestion): Offer["billing"] {
  const { host, kind, modelId, modelType, input, output } = asked;
  if (kind === "plan") return "plan";
  if ((input ?? 0) > 0 || (output ?? 0) > 0) return "tokens";
  if (SAYS_FREE.test(modelId)) return "free";
  const isKnown = input === 0 && !WITHOUT_KNOWN_PRICES.has(host);
  return isKnown && !PAID_OTHERWISE.has(modelType) ? "free" : "tokens";
}
