/** Who speaks of models tonight, and what is made of all that is said of one. Pure. */
import type { Model } from "../../schema/model.ts";
import type { Provider } from "../../schema/provider.ts";
import type { ModelListing, OfferListing } from "../listing.ts";
import type { LabFinder } from "../resolve/labs.ts";
import type { CanonicalModel, Placed } from "../resolve/model-set.ts";
import { toModel, type Voice } from "./merge-models.ts";

/** Somebody sells it. */
export function toSeller({ host, modelId, traits, source }: OfferListing, asOf: string): Voice {
  const { displayName, isOpenWeights } = traits;
  return { host, name: modelId, displayName, isOpenWeights, traits, source, asOf };
}

/** Somebody describes it. */
export function toRecord({ name, traits, source }: ModelListing, asOf: string): Voice {
  const { displayName, isOpenWeights } = traits;
  return { host: null, name, displayName, isOpenWeights, traits, source, asOf };
}

/** The fact of one model, from all who speak of it. */
export function describe(
  { slug, mentions }: CanonicalModel<Voice>,
  labs: LabFinder,
  providers: readonly Provider[],
): Model {
  const lab = labs.labOf(slug, makersOf(mentions));
  const ownHosts = providers.find((provider) => provider.slug === lab)?.own_hosts ?? [];
  return toModel(slug, lab, mentions, ownHosts);
}

/** Folders before the names, the most frequent first. */
function makersOf(mentions: readonly Placed<Voice>[]): string[] {
  const counts = new Map<string, number>();
  for (const { parts } of mentions)
    if (parts.maker) counts.set(parts.maker, (counts.get(parts.maker) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([maker]) => maker);
}
