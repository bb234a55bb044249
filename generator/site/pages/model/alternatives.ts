/** Other models: newer, cheaper, similar, and the way to set them side by side. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { toPricing } from "../../../endpoints/models/model-parts.ts";
import { comparePage, modelPage } from "../../components/addresses.ts";
import { fact, priceFact } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { table } from "../../components/table.ts";
import { cheaperThan, NEARLY, newestVersion, type Rated, similarTo } from "./relatives.ts";

export function alternatives(model: ModelRow, catalog: Catalog): Html | false {
  const newer = newestVersion(model, catalog);
  const cheaper = cheaperThan(model, catalog);
  const similar = similarTo(model, catalog);
  if (!newer && cheaper.length === 0 && similar.length === 0) return false;
  return section(
    "alternatives",
    "Other models",
    html`${newer && newerVersion(newer)}${cheaper.length > 0 && cheaperTable(cheaper, catalog)}${similar.length > 0 && compareLinks(model, similar)}`,
  );
}

const newerVersion = ({ slug, name, release_date }: ModelRow): Html =>
  html`<p>A newer version: <a href="${modelPage(slug)}">${name}</a>${release_date !== null && html`, ${redDate(release_date)}`}.</p>
`;

const cheaperTable = (rows: readonly Rated[], catalog: Catalog): Html => html`${table<Rated>({
  caption: "As able or nearly, for less",
  rows,
  columns: [
    {
      title: "Model",
      cell: ({ model }) =>
        html`<a href="${modelPage(model.slug)}">${model.name}</a> <small>${catalog.provider(model.lab)?.name}</small>`,
    },
    {
      title: "Service score",
      isFigure: true,
      cell: ({ model, score }) => of(model, fact(score, "/service_score/score", score)),
    },
    {
      title: "In",
      isFigure: true,
      cell: ({ model }) => of(model, priceFact(toPricing(model, catalog).input, "/pricing/input")),
    },
    {
      title: "Out",
      isFigure: true,
      cell: ({ model }) =>
        of(model, priceFact(toPricing(model, catalog).output, "/pricing/output")),
    },
  ],
})}<p class="note">Rule: the same kind of output, a service score at most ${NEARLY} points lower, a lower list price or, without one, a lower price at the cheapest host (three parts input, one part output). The cheapest come first.</p>
`;

const of = ({ slug }: ModelRow, content: ReturnType<typeof priceFact>): Html =>
  html`<span data-of="/api/v1/models/${slug}">${content}</span>`;

function compareLinks(model: ModelRow, similar: readonly ModelRow[]): Html {
  const links = similar.map(
    ({ slug, name }) =>
      html`<li><a href="${comparePage([model.slug, slug])}">with ${name}</a></li>`,
  );
  const all = [model, ...similar].map(({ slug }) => slug);
  return html`<p>Compare ${model.name}</p>
<ul class="row">${links}${similar.length > 1 && html`<li><a href="${comparePage(all)}">with all ${similar.length}</a></li>`}</ul>`;
}
