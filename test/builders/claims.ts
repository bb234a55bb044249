/** Made-up claims about one model. */

import { parseNameParts } from "../../build/identity/canonical-key.ts";
import type { ResolvedSourceModelMention } from "../../build/identity/model-set.ts";
import type { SourceModelClaim } from "../../build/ingest/models/claims.ts";
import { type ModelTraits, NO_MODEL_TRAITS } from "../../build/sources/listing.ts";

/** @param host Who sells it; null for a record. */
export function sampleClaim(
  host: string | null,
  traits: Partial<ModelTraits>,
  {
    name = "quark-7",
    source = "models-dev",
    step = "strict" as ResolvedSourceModelMention<SourceModelClaim>["step"],
  } = {},
): ResolvedSourceModelMention<SourceModelClaim> {
  const stated = { ...NO_MODEL_TRAITS, ...traits };
  return {
    ...{ host, name, source, step, as_of: "2026-07-01", traits: stated },
    ...{ display_name: stated.display_name, is_open_source: stated.is_open_source },
    parts: parseNameParts(name),
  };
}
