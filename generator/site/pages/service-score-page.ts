/** How the overall score is computed, and the models with the highest score. The page also exists as Markdown. */
import { type Catalog, OVERALL_SCORE_METHOD_ID } from "../../../build/model/catalog/catalog.ts";
import type { OverallScoreRow } from "../../../build/model/catalog/rows.ts";
import { OVERALL_SCORE_METHOD_TEXT as METHOD } from "../../../build/model/score/scores.ts";
import { MODEL_FIELD_BY_NAME } from "../../../build/schema/fields.ts";
import { toFilterableModel } from "../../endpoints/models/model-query.ts";
import * as paths from "../components/addresses.ts";
import { PROVISIONAL_CHIP } from "../components/chips.ts";
import { html, renderBackticksAsCode } from "../components/html.ts";
import { joinMarkdownBlocks, toMarkdownTable } from "../components/markdown.ts";
import * as ui from "../components/parts.ts";
import * as tables from "../components/table.ts";
import { listJsonAndCsvLinks, type SitePage } from "../layout/page.ts";
import { renderDocsNavigation } from "./docs/docs-pages.ts";

const TITLE = MODEL_FIELD_BY_NAME["service_score.score"].label;
const LEAD = `The overall score of a model is ${ui.OVERALL_SCORE_EXPLANATION}. Models that were tested on different benchmarks can be compared by overall score.`;

const ALL_SCORES = "/api/v1/models?sort=service_score";
const COUNTS = { benchmarks: "Benchmarks", independent: "Independent" } as const;
const HEAD = ["Model", "Score", "90 % interval", ...Object.values(COUNTS)];

const count = (key: keyof typeof COUNTS) =>
  tables.htmlNumberColumn<OverallScoreRow>(
    COUNTS[key],
    (row) => ui.renderApiValue(row[key], `/service_score/${key}`),
    "below-row",
    key,
  );

const SHOWN = 20;

/** Number of method sections that are beside the table. */
const BASICS = 3;

const intervalText = ({ low, high }: OverallScoreRow): string =>
  `${ui.formatOneDecimal(low)} to ${ui.formatOneDecimal(high)}`;

export function makeOverallScorePage(catalog: Catalog): SitePage {
  const rows = catalog.service_scores.toSorted((a, b) => a.rank - b.rank).slice(0, SHOWN);
  const ranked = rows[0]?.ranked ?? 0;
  const current = catalog.service_scores.filter(({ model }) =>
    toFilterableModel(catalog.getModel(model), catalog).status.includes("current"),
  ).length;
  const all = html`The table shows the first ${rows.length} of ${ranked} models with a score. Of all ${ranked}, ${current} are current (on sale and not superseded). <a href="${paths.MODELS_PAGE_PATH}">All models by score</a>`;
  const leaderTable = tables.renderTable<OverallScoreRow>({
    caption: `${TITLE} of each model, from 0 to 100. Independent: results that are not self-reported`,
    of: ({ model }) => `/api/v1/models/${model}`,
    rows,
    columns: [
      tables.htmlTextColumn("Model", (row) => [
        ui.modelLinkWithTile(row.model, catalog),
        row.provisional && html` ${PROVISIONAL_CHIP}`,
      ]),
      tables.htmlOverallScoreColumn((row) => row),
      tables.htmlNumberColumn("90 % interval", intervalText),
      count("benchmarks"),
      count("independent"),
    ],
  });
  const [basics, details] = [METHOD.slice(0, BASICS), METHOD.slice(BASICS)].map((parts) =>
    parts.map(
      ([heading, text]) => html`<div class="export"><h3>${heading}</h3>
<p>${renderBackticksAsCode(text)}</p>
</div>
`,
    ),
  );
  return {
    path: paths.OVERALL_SCORE_PAGE_PATH,
    title: TITLE,
    description: LEAD,
    chapter: "API",
    kicker: html`<a href="${paths.DOCS_PAGE_PATH}methods">Methods</a>`,
    subnavigation: renderDocsNavigation("methods"),
    markdown: markdownOf(rows, catalog),
    main: [
      ui.renderTwoColumns(
        rows.length > 0 &&
          ui.renderSection("leaders", "Top models", [leaderTable, ui.renderFootnote(all)]),
        ui.renderSection("method", "How the overall score is computed", basics),
      ),
      ui.renderSection("details", "Formula, fit and limits", [
        html`<div class="exports">${details}</div>`,
        ui.renderFootnote(
          html`Name of the method in the API: <code>${OVERALL_SCORE_METHOD_ID}</code>`,
        ),
      ]),
    ],
    data: {
      asOf: catalog.datasets.find(({ dataset }) => dataset === "scores")?.as_of ?? null,
      files: listJsonAndCsvLinks(ALL_SCORES, "models"),
      dataset: { name: `${TITLE} of AI models` },
    },
  };
}

const markdownOf = (rows: readonly OverallScoreRow[], catalog: Catalog): string =>
  joinMarkdownBlocks([
    `# ${TITLE}`,
    `> ${LEAD}`,
    ...METHOD.map(([heading, text]) => `## ${heading}\n\n${text}`),
    "## Top models",
    toMarkdownTable(
      HEAD,
      rows.map((row) => [
        catalog.getModel(row.model).name,
        row.provisional ? `${row.score} (provisional)` : row.score,
        intervalText(row),
        row.benchmarks,
        row.independent,
      ]),
    ),
    `All: ${catalog.service.base_url}${ALL_SCORES}`,
  ]);
