/** Made-up voices on one model. */

import { toNameParts } from "../../build/identity/canonical-key.ts";
import type { Placed } from "../../build/identity/model-set.ts";
import type { Voice } from "../../build/ingest/models/voices.ts";
import type { ModelTraits } from "../../build/sources/listing.ts";
import { NO_TRAITS } from "../../build/sources/parse/prices.ts";

/** @param host Who sells it; null for a record. */
export function voice(
  host: string | null,
  traits: Partial<ModelTraits>,
  { name = "quark-7", source = "models-dev", step = "strict" as Placed<Voice>["step"] } = {},
): Placed<Voice> {
  const said = { ...NO_TRAITS, ...traits };
  return {
    ...{ host, name, source, step, asOf: "2026-07-01", traits: said },
    ...{ displayName: said.displayName, isOpenWeights: said.isOpenWeights },
    parts: toNameParts(name),
  };
}
