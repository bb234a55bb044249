/** How the service score is made, and who leads by it. */
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import type { ServiceScoreRow } from "../../build/read-model/catalog/rows.ts";
import { METHOD, METHOD_ID } from "../../build/read-model/scoring/method.ts";
import { type Html, html } from "./html.ts";
import { section } from "./section.ts";
import { textPage } from "./text-page.ts";

export const SERVICE_SCORE_PATH = "/methods/service-score";

/** Rows of the table; the API has all. */
const SHOWN = 20;

export const serviceScorePage = (catalog: Catalog): Html =>
  textPage(
    {
      title: "Service score",
      lead: "One number for what a model can do, comparable between models that were tested on different benchmarks.",
      path: SERVICE_SCORE_PATH,
      kicker: METHOD_ID,
      body: html`${section(
        "method",
        "Method",
        METHOD.map((text) => html`<p>${text}</p>\n`),
      )}${leaders(catalog)}`,
    },
    catalog.service,
  );

function leaders(catalog: Catalog): Html | false {
  const best = [...catalog.service_scores].sort((a, b) => a.rank - b.rank).slice(0, SHOWN);
  const [first] = best;
  if (!first) return false;
  return section(
    "leaders",
    "Leaders",
    html`<table class="record">
<thead><tr><th scope="col">Model</th><th scope="col">Score</th><th scope="col">90 % interval</th><th scope="col">Benchmarks</th><th scope="col">Not reported by its maker</th></tr></thead>
<tbody>
${best.map((row) => toRow(row, catalog))}</tbody>
</table>
<p class="note">${best.length} of ${first.ranked} ranked models. All: <a href="/api/v1/models?sort=service_score">/api/v1/models?sort=service_score</a></p>`,
  );
}

const toRow = (row: ServiceScoreRow, catalog: Catalog): Html => {
  const { model, score, low, high, benchmarks, independent } = row;
  return html`<tr><th scope="row"><a href="/api/v1/models/${model}">${catalog.model(model)?.name}</a></th><td>${score}</td><td>${low} to ${high}</td><td>${benchmarks}</td><td>${independent}</td></tr>
`;
};
