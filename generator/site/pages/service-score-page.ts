/** How the service score is made, and who leads by it. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ServiceScoreRow } from "../../../build/model/catalog/rows.ts";
import { METHOD, METHOD_ID } from "../../../build/model/score/method.ts";
import { type Html, html } from "../components/html.ts";
import { markdownTable, toMarkdown } from "../components/markdown.ts";
import { section } from "../components/section.ts";
import { toDataset } from "../layout/json-ld.ts";
import { textPage } from "../layout/text-page.ts";

const TITLE = "Service score";
const LEAD =
  "One number for what a model can do, comparable between models that were tested on different benchmarks.";

export const SERVICE_SCORE_PATH = "/methods/service-score";

const ALL_SCORES = "/api/v1/models?sort=service_score";
const HEAD = ["Model", "Score", "90 % interval", "Benchmarks", "Not reported by its maker"];

/** Rows of the table; the API has all. */
const SHOWN = 20;

export const serviceScorePage = (catalog: Catalog): Html =>
  textPage(
    {
      title: TITLE,
      lead: LEAD,
      path: SERVICE_SCORE_PATH,
      chapter: "Docs",
      kicker: METHOD_ID,
      body: html`${section(
        "method",
        "Method",
        METHOD.map((text) => html`<p>${text}</p>\n`),
      )}${leaders(catalog)}`,
      dataset: toDataset(
        {
          name: `${TITLE} of AI models`,
          description: LEAD,
          path: SERVICE_SCORE_PATH,
          asOf: scoresDay(catalog),
          distribution: [{ path: ALL_SCORES, type: "application/json" }],
        },
        catalog,
      ),
    },
    catalog.service,
  );

export const serviceScoreMarkdown = (catalog: Catalog): string =>
  toMarkdown([
    `# ${TITLE}`,
    `> ${LEAD}`,
    ...METHOD,
    markdownTable(
      HEAD,
      best(catalog).map((row) => [
        catalog.getModel(row.model).name,
        row.score,
        `${row.low} to ${row.high}`,
        row.benchmarks,
        row.independent,
      ]),
    ),
    `All: ${catalog.service.base_url}${ALL_SCORES}`,
  ]);

const scoresDay = ({ datasets }: Catalog): string | null =>
  datasets.find(({ dataset }) => dataset === "scores")?.as_of ?? null;

const best = (catalog: Catalog): ServiceScoreRow[] =>
  catalog.service_scores.toSorted((a, b) => a.rank - b.rank).slice(0, SHOWN);

function leaders(catalog: Catalog): Html | false {
  const shown = best(catalog);
  const [first] = shown;
  if (!first) return false;
  return section(
    "leaders",
    "Leaders",
    html`<table class="record">
<thead><tr>${HEAD.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${shown.map((row) => toRow(row, catalog))}</tbody>
</table>
<p class="note">${shown.length} of ${first.ranked} ranked models. All: <a href="${ALL_SCORES}">${ALL_SCORES}</a></p>`,
  );
}

const toRow = (row: ServiceScoreRow, catalog: Catalog): Html => {
  const { model, score, low, high, benchmarks, independent } = row;
  return html`<tr><th scope="row"><a href="/api/v1/models/${model}">${catalog.model(model)?.name}</a></th><td>${score}</td><td>${low} to ${high}</td><td>${benchmarks}</td><td>${independent}</td></tr>
`;
};
