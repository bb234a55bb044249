/** The front page: what moved, what leads, what it costs, and where the rest is. */
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { DATASETS } from "../../../exports/datasets.ts";
import { exportPath, FORMATS } from "../../../exports/formats.ts";
import { redDate, thousands } from "../../components/format.ts";
import { type Html, html } from "../../components/html.ts";
import { toDataset } from "../../layout/json-ld.ts";
import { toPage } from "../../layout/page.ts";
import { ablest } from "./ablest.ts";
import { apiInBrief } from "./api-in-brief.ts";
import { findings, priceMoves } from "./findings-and-moves.ts";
import { priceChart } from "./price-chart.ts";

export function homePage(catalog: Catalog): Html {
  const { service } = catalog;
  return toPage(
    {
      path: "/",
      title: `${service.name}: AI models, their prices at every host, their scores`,
      description: service.summary,
      dataset: wholeDataset(catalog),
      head: masthead(catalog),
      main: html`${ablest(catalog)}${priceMoves(catalog)}${findings(catalog)}${apiInBrief(catalog)}`,
      provenance: {
        asOf: catalog.asOf || null,
        data: [
          { label: "Models", path: "/api/v1/models" },
          { label: "Findings", path: "/api/v1/findings" },
          { label: "Everything", path: "/api/v1/dump.json" },
        ],
      },
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
  return html`<header class="masthead">
<p class="folio"><span>${priced !== null && html`Prices of ${redDate(priced)}`}</span><span>Free to use, no key</span></p>
<div class="title">
<h1>${service.name}</h1>
<p class="lead">${service.summary}</p>
<p class="note">${thousands(catalog.models.length)} models, ${thousands(catalog.offers.length)} prices at ${catalog.counts.hosts ?? 0} hosts, ${thousands(catalog.price_rows.length)} recorded changes of price.</p>
</div>
${priceChart(catalog)}
</header>`;
}
