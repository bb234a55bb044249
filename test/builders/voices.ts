/** Made-up voices on one model. */
import type { ModelTraits } from "../../build/ingest/listing.ts";
import type { Voice } from "../../build/ingest/models/voices.ts";
import { NO_TRAITS } from "../../build/ingest/parse/prices.ts";
import { toNameParts } from "../../build/ingest/resolve/canonical-key.ts";
import type { Placed } from "../../build/ingest/resolve/model-set.ts";

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
