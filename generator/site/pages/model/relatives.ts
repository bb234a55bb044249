/** Which other models a reader of a page may want: the next version, those that do as well for less, those as able. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { byText, groupBy } from "../../../../build/schema/collections.ts";
import { toPricing } from "../../../endpoints/models/model-parts.ts";
import { perCatalog } from "../../../http/endpoint.ts";
import { isHigher, toVersion } from "../../../search/prominence.ts";

/** A model with a service score and a price above 0. */
export interface Rated {
  model: ModelRow;
  score: number;
  /** (3 × input + output) / 4, USD per 1M tokens. */
  blended: number;
}

/** Points of the service score that "nearly as able" may lack. */
export const NEARLY = 3;
const SHOWN = 5;

/** Of the same type, at most `NEARLY` points less able, at a lower price: the cheapest first. */
export function cheaperThan(model: ModelRow, catalog: Catalog): Rated[] {
  const own = rated(catalog).get(model.slug);
  if (!own) return [];
  return sameType(own, catalog)
    .filter(({ score, blended }) => score >= own.score - NEARLY && blended < own.blended)
    .sort((a, b) => a.blended - b.blended || byText(a.model.slug, b.model.slug))
    .slice(0, SHOWN);
}

/** Of the same type, the nearest in ability; without a score the newest of the same line of the lab. */
export function similarTo(model: ModelRow, catalog: Catalog): ModelRow[] {
  const own = rated(catalog).get(model.slug);
  if (own)
    return sameType(own, catalog)
      .sort(
        (a, b) =>
          Math.abs(a.score - own.score) - Math.abs(b.score - own.score) ||
          byText(a.model.slug, b.model.slug),
      )
      .slice(0, SHOWN)
      .map(({ model }) => model);
  const line = lines(catalog).get(toVersion(model).line) ?? [];
  return line
    .filter((other) => other !== model && other.model_type === model.model_type)
    .slice(0, SHOWN);
}

/** The same family in its highest version, where that is not this one and was not released before. */
export function newestVersion(model: ModelRow, catalog: Catalog): ModelRow | undefined {
  const own = versions(catalog).get(model.slug);
  const family = families(catalog).get(familyOf(model, catalog)) ?? [];
  if (!own || own.version.length === 0) return undefined;
  return family
    .filter(({ slug, release_date }) => {
      const { version } = versions(catalog).get(slug) ?? own;
      return isHigher(version, own.version) && (release_date ?? "9") >= (model.release_date ?? "");
    })
    .sort((a, b) => (isHigher(toVersion(a).version, toVersion(b).version) ? -1 : 1))[0];
}

const sameType = (own: Rated, catalog: Catalog): Rated[] =>
  [...rated(catalog).values()].filter(
    ({ model }) => model !== own.model && model.model_type === own.model.model_type,
  );

const rated = perCatalog(
  (catalog) =>
    new Map(
      catalog.models.flatMap((model): [string, Rated][] => {
        const score = catalog.serviceScore(model.slug)?.score;
        const { input, output } = toPricing(model, catalog);
        if (score === undefined || input === null || output === null) return [];
        const blended = (3 * input + output) / 4;
        return blended > 0 ? [[model.slug, { model, score, blended }]] : [];
      }),
    ),
);

const versions = perCatalog(
  ({ models }) => new Map(models.map((model) => [model.slug, toVersion(model)])),
);

const familyOf = ({ lab, slug }: ModelRow, catalog: Catalog): string =>
  `${lab} ${versions(catalog).get(slug)?.family}`;

const families = perCatalog((catalog) =>
  groupBy(catalog.models, (model) => familyOf(model, catalog)),
);

/** Newest first; models without a day last. */
const lines = perCatalog(({ models }) =>
  groupBy(
    models.toSorted(
      (a, b) => byText(b.release_date ?? "", a.release_date ?? "") || byText(a.slug, b.slug),
    ),
    (model) => toVersion(model).line,
  ),
);
