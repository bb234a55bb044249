/** How an id is paid for. Pure. */
import type { Offer } from "../../schema/offer.ts";
import type { HostKind } from "../../schema/provider.ts";

/** `:free`, `-free` and `(free)` at the end, `/free` before the name. */
const SAYS_FREE = /[:\-_ (/]free\)?$|(^|\/)free\//i;

/**
 * A host of plans sells subscriptions: a token price there, 0 or not, is what a plan counts with. Elsewhere 0 for
 * input and output is free, and so is an id that says so and has no price.
 */
export function toBilling(
  kind: HostKind | null,
  modelId: string,
  { input, output }: { input: number | null; output: number | null },
): Offer["billing"] {
  if (kind === "plan") return "plan";
  if (input === 0 && (output ?? 0) === 0) return "free";
  return SAYS_FREE.test(modelId) && input === null && output === null ? "free" : "tokens";
}
