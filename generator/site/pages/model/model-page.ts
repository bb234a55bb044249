/** The page of a model: what it is, what it costs where, how that moved, how it scores, what else there is. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../../../build/model/catalog/rows.ts";
import { type ModelDetail, toModelDetail } from "../../../endpoints/models/get-model.ts";
import { EXPORT_FOLDER } from "../../../exports/dataset.ts";
import { ATOM_TYPE } from "../../../feeds/feed-files.ts";
import { changesOf, modelFeedPath } from "../../../feeds/feeds.ts";
import { MODELS_PATH, modelPage, providerPage } from "../../components/addresses.ts";
import { type Content, type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { pageTitle, toPage } from "../../layout/page.ts";
import { alternatives } from "./alternatives.ts";
import { modelChanges } from "./changes.ts";
import { embeds } from "./embeds.ts";
import { modelFacts } from "./facts.ts";
import { hosts } from "./hosts.ts";
import { toLead } from "./lead.ts";
import { ownTestResults } from "./own-test-results.ts";
import { toContent, toText } from "./parts.ts";
import { scores } from "./scores.ts";
import { canCompareHosts, priceSteps } from "./steps.ts";

export function modelPageOf(model: ModelRow, catalog: Catalog): Html {
  const { slug, name } = model;
  const detail = toModelDetail(model, catalog);
  const lead = toLead(detail);
  const path = modelPage(slug);
  const of = `/api/v1/models/${slug}`;
  const description = `${name} by ${detail.provider.name}. ${toText(lead).trim()}`;
  return toPage(
    {
      path,
      title: `${name}: prices, limits and scores`,
      description,
      chapter: "Models",
      feeds: feedsOf(model, catalog),
      dataset: toModelDataset(detail, description, catalog),
      ...(canCompareHosts(model, catalog) && { scripts: ["price-steps" as const] }),
      head: pageTitle({
        kicker: html`<span><a href="${MODELS_PATH}">Models</a></span><span>by <a href="${providerPage(detail.provider.slug)}">${detail.provider.name}</a></span>`,
        title: name,
        lead: html`<span data-of="${of}">${toContent(lead)}</span>`,
      }),
      main: html`<section id="facts" aria-labelledby="facts-title" data-of="${of}">
<h2 id="facts-title">Facts</h2>
<div class="leaf">
${modelFacts(detail)}
</div>
</section>
${hosts(model, detail, catalog)}${priceSteps(model, catalog)}${scores(model, detail, catalog)}${ownTestResults(detail)}${alternatives(model, catalog)}${modelChanges(model, catalog)}${otherNames(detail)}${embeds(model, catalog)}`,
      provenance: {
        asOf: detail.as_of,
        data: [
          { label: "JSON", path: of },
          { label: "Cheapest host (JSON)", path: `${of}/cheapest` },
          { label: "Prices over time (JSON)", path: `/api/v1/price-history/${slug}?provider=all` },
          { label: "All offers (CSV)", path: `${EXPORT_FOLDER}provider-offers` },
        ],
      },
    },
    catalog.service,
  );
}

const otherNames = ({ aliases }: ModelDetail): Content =>
  aliases.length > 0 &&
  section(
    "names",
    "Other names",
    html`<p>The API finds it under these names too, and under every id above.</p>
<ul class="row aliases">${aliases.map((alias) => html`<li><code>${alias}</code></li>`)}</ul>`,
  );

function feedsOf({ slug, name }: ModelRow, catalog: Catalog) {
  if (changesOf(slug, catalog).length === 0) return [];
  return [{ title: `${name} (Atom)`, href: `${modelFeedPath(slug)}.xml`, type: ATOM_TYPE }];
}

function toModelDataset(model: ModelDetail, description: string, catalog: Catalog): object {
  const { slug, name, provider, as_of, release_date } = model;
  const dataset = toDataset(
    {
      name: `${name}: prices, limits and scores`,
      description,
      path: modelPage(slug),
      asOf: as_of,
      distribution: [`/api/v1/models/${slug}`, `/api/v1/price-history/${slug}`].map((path) => ({
        path,
        type: "application/json",
      })),
    },
    catalog,
  );
  return {
    ...dataset,
    about: {
      "@type": "Product",
      name,
      category: "AI model",
      manufacturer: { "@type": "Organization", name: provider.name },
      ...(release_date !== null && { releaseDate: release_date }),
    },
  };
}
