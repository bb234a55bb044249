/** Who speaks of models. Pure. */

import { toNameParts } from "../../identity/canonical-key.ts";
import type { Mention, Placed } from "../../identity/model-set.ts";
import { groupBy } from "../../schema/collections.ts";
import type {
  ModelListing,
  ModelTraits,
  OfferListing,
  ScoreListing,
} from "../../sources/listing.ts";
import { NO_TRAITS } from "../../sources/parse/prices.ts";
import type { MatchedName } from "../scores/merge-scores.ts";

/** A mention with what its upstream says of the model; traits are null for a price of the past. */
export interface Voice extends Mention {
  traits: ModelTraits | null;
  source: string;
  /** Day this was recorded. */
  asOf: string;
}

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

/**
 * Model → those who tested it and say more of it than a score: one voice for each name that a source gives it.
 * @param matched Names of the listings, with the model of each.
 */
export function testersOf(
  listings: readonly ScoreListing[],
  matched: readonly MatchedName[],
): Map<string, Placed<Voice>[]> {
  const said = groupBy(listings, ({ source, modelName }) => `${source} ${modelName}`);
  const voices = matched.flatMap(({ source, name, displayName, model, step }) => {
    const own = said.get(`${source} ${name}`) ?? [];
    const isOpenWeights = first(own.map((row) => row.isOpenWeights));
    const releaseDate = first(own.map((row) => row.releaseDate));
    if (isOpenWeights === null && releaseDate === null) return [];
    const asOf = own.map((row) => row.asOf).reduce((a, b) => (a > b ? a : b));
    const traits = { ...NO_TRAITS, displayName, isOpenWeights, releaseDate };
    const voice: Voice = { host: null, name, displayName, isOpenWeights, traits, source, asOf };
    return [{ ...voice, parts: toNameParts(name), step, model }];
  });
  return new Map(
    [...groupBy(voices, ({ model }) => model)].map(([model, own]) => [
      model,
      own.map(({ model: _model, ...voice }) => voice),
    ]),
  );
}

const first = <T>(values: readonly (T | null)[]): T | null =>
  values.find((value) => value !== null) ?? null;
