/** Made-up claims about one model. */

import { parseNameParts } from "../../build/identity/canonical-key.ts";
import type { ResolvedClaim } from "../../build/ingest/models/claims.ts";
import { type ModelTraits, NO_MODEL_TRAITS } from "../../build/sources/listing.ts";

/** @param host The host that sells the model; null when the claim comes from a record without a host. */
export function sampleClaim(
  host: string | null,
  traits: Partial<ModelTraits>,
  more: Partial<ResolvedClaim> = {},
): ResolvedClaim {
  const { name = "quark-7", step = "strict" } = more;
  const stated = { host, name, step, source: "models-dev", as_of: "2026-07-01", ...more };
  return { ...stated, traits: { ...NO_MODEL_TRAITS, ...traits }, parts: parseNameParts(name) };
}
