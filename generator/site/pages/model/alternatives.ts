/** Other models that a reader may want: the next version, those as able for less, those alike. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { byText, groupBy } from "../../../../build/schema/collections.ts";
import { blendedPrice } from "../../../../build/schema/fields.ts";
import { type Pricing, toPricing } from "../../../endpoints/models/model-parts.ts";
import { perCatalog } from "../../../http/endpoint.ts";
import { isHigher, toVersion } from "../../../search/prominence.ts";
import { comparePage } from "../../components/addresses.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { dateTag, fact, modelLink, note, section } from "../../components/parts.ts";
import { column, figure, priceColumns, table } from "../../components/table.ts";

/** A model with a service score and a price above 0. */
interface Rated {
  model: ModelRow;
  score: number;
  pricing: Pricing;
  blended: number;
}

/** Points of the service score that a cheaper alternative may lack. */
const NEARLY = 3;
const SHOWN = 5;

export function alternatives(model: ModelRow, catalog: Catalog): Content {
  const newer = newestVersion(model, catalog);
  const cheaper = cheaperThan(model, catalog);
  const similar = similarTo(model, catalog);
  if (!newer && cheaper.length === 0 && similar.length === 0) return false;
  const date = newer && newer.release_date !== null && html`, ${dateTag(newer.release_date)}`;
  return section(
    "alternatives",
    "Alternatives",
    html`${newer && html`<p>Newer version: ${modelLink(newer.slug, newer.name)}${date}.</p>\n`}${cheaper.length > 0 && cheaperTable(cheaper, catalog)}${similar.length > 0 && compareLinks(model, similar)}`,
  );
}

const cheaperTable = (rows: readonly Rated[], catalog: Catalog): Html =>
  html`${table<Rated>({
    caption: "Similar score, lower price; USD per 1M tokens",
    of: ({ model }) => `/api/v1/models/${model.slug}`,
    rows,
    columns: [
      column(
        "Model",
        ({ model: { slug, name, lab } }) =>
          html`${modelLink(slug, name)} <small>${catalog.provider(lab)?.name}</small>`,
      ),
      figure("Service score", ({ score }) => fact(score, "/service_score/score", score)),
      ...priceColumns<Rated>(({ pricing }) => [pricing, "/pricing"]),
    ],
  })}${note(`Models with the same kind of output, a service score at most ${NEARLY} points lower, and a lower blended (3:1) price: the list price, or that of the cheapest host where there is none. The cheapest first.`)}`;

function compareLinks(model: ModelRow, similar: readonly ModelRow[]): Html {
  const link = (others: readonly ModelRow[], text: string): Html =>
    html`<li><a href="${comparePage([model, ...others].map(({ slug }) => slug))}">${text}</a></li>`;
  return html`<p>Compare ${model.name}</p>
<ul class="row">${similar.map((one) => link([one], `with ${one.name}`))}${similar.length > 1 && link(similar, `with all ${similar.length}`)}</ul>`;
}

/** Of the same type, at most `NEARLY` points less able, at a lower price: the cheapest first. */
function cheaperThan(model: ModelRow, catalog: Catalog): Rated[] {
  const own = rated(catalog).get(model.slug);
  if (!own) return [];
  return sameType(own, catalog)
    .filter(({ score, blended }) => score >= own.score - NEARLY && blended < own.blended)
    .sort((a, b) => a.blended - b.blended || byText(a.model.slug, b.model.slug))
    .slice(0, SHOWN);
}

/** Of the same type, the nearest by score; without a score the newest of the same product line. */
function similarTo(model: ModelRow, catalog: Catalog): ModelRow[] {
  const own = rated(catalog).get(model.slug);
  if (!own)
    return (lines(catalog).get(toVersion(model).line) ?? [])
      .filter((other) => other !== model && other.model_type === model.model_type)
      .slice(0, SHOWN);
  const distance = ({ score }: Rated): number => Math.abs(score - own.score);
  return sameType(own, catalog)
    .sort((a, b) => distance(a) - distance(b) || byText(a.model.slug, b.model.slug))
    .slice(0, SHOWN)
    .map(({ model }) => model);
}

/** The same family in its highest version, where that is higher and was not released before. */
function newestVersion(model: ModelRow, catalog: Catalog): ModelRow | undefined {
  const own = toVersion(model).version;
  if (own.length === 0) return undefined;
  return (families(catalog).get(familyOf(model)) ?? [])
    .map((row) => ({ row, version: toVersion(row).version }))
    .filter(({ version }) => isHigher(version, own))
    .filter(({ row }) => (row.release_date ?? "9") >= (model.release_date ?? ""))
    .sort((a, b) => (isHigher(a.version, b.version) ? -1 : 1))[0]?.row;
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
        const pricing = toPricing(model, catalog);
        const blended = blendedPrice(pricing.input, pricing.output) ?? 0;
        if (score === undefined || blended <= 0) return [];
        return [[model.slug, { model, score, pricing, blended }]];
      }),
    ),
);

const familyOf = (model: ModelRow): string => `${model.lab} ${toVersion(model).family}`;

const families = perCatalog(({ models }) => groupBy(models, familyOf));

/** Newest first; models without a date last. */
const lines = perCatalog(({ models }) =>
  groupBy(
    models.toSorted(
      (a, b) => byText(b.release_date ?? "", a.release_date ?? "") || byText(a.slug, b.slug),
    ),
    (model) => toVersion(model).line,
  ),
);
