/** The landing page: what there is, how to ask for it, and on what terms. */
import type { Catalog } from "../../../build/read-model/catalog/catalog.ts";
import { DATASETS } from "../../exports/datasets.ts";
import { exportPath, FORMATS } from "../../exports/formats.ts";
import { redDate } from "../format.ts";
import { type Html, html } from "../html.ts";
import { toDataset } from "../json-ld.ts";
import { toPage } from "../page.ts";
import { assistants } from "./assistants.ts";
import { conventions } from "./conventions.ts";
import { coverage } from "./coverage.ts";
import { endpoints } from "./endpoints.ts";
import { errors } from "./errors.ts";
import { datasets } from "./exports.ts";
import { findings, priceMoves } from "./findings-and-moves.ts";
import { ownTests } from "./own-tests.ts";
import { priceChart } from "./price-chart.ts";
import { quickStart } from "./quick-start.ts";
import { contact, sources, terms } from "./terms.ts";

const CONTENTS = [
  ["quick-start", "Quick start"],
  ["findings", "Findings"],
  ["prices", "Prices"],
  ["own-tests", "Own tests"],
  ["endpoints", "Endpoints"],
  ["exports", "Exports"],
  ["assistants", "Assistants"],
  ["conventions", "Conventions"],
  ["errors", "Errors"],
  ["terms", "Terms"],
  ["sources", "Sources"],
  ["contact", "Contact"],
] as const;

export function landingPage(catalog: Catalog): Html {
  const { service } = catalog;
  return toPage(
    {
      path: "/",
      title: `${service.name}: a free API of AI models, prices and benchmarks`,
      description: service.summary,
      dataset: wholeDataset(catalog),
      head: masthead(catalog),
      main: html`<div class="opening">
${quickStart(catalog)}
${coverage(catalog)}
</div>
${findings(catalog)}${priceMoves(catalog)}${ownTests(catalog)}${endpoints(catalog)}${datasets()}${assistants(service)}${conventions()}${errors(service)}${terms(catalog)}${sources(catalog)}${contact(service)}`,
    },
    service,
  );
}

const wholeDataset = (catalog: Catalog): object =>
  toDataset(
    {
      name: catalog.service.name,
      description: catalog.service.summary,
      path: "/",
      asOf: catalog.asOf || null,
      distribution: DATASETS.flatMap((dataset) =>
        FORMATS.map((format) => ({ path: exportPath(dataset, format), type: format.mediatype })),
      ),
    },
    catalog,
  );

function masthead(catalog: Catalog): Html {
  const { service, datasets } = catalog;
  const priced = datasets.find(({ dataset }) => dataset === "offers")?.as_of ?? null;
  const items = CONTENTS.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`<header class="masthead">
<p class="folio"><span>${priced !== null && html`Prices of ${redDate(priced)}`}</span><span>Free to use, no key</span></p>
<div class="title">
<h1>${service.name}</h1>
<p class="lead">${service.summary}</p>
</div>
<nav class="contents" aria-label="Contents"><ul>${items}</ul></nav>
${priceChart(catalog)}
</header>`;
}
