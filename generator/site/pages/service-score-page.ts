/** How the service score is computed, and which models lead by it; as a page and as Markdown. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { SERVICE_SCORE_METHOD_ID } from "../../../build/model/catalog/catalog.ts";
import type { ServiceScoreRow } from "../../../build/model/catalog/rows.ts";
import { SERVICE_SCORE_METHOD } from "../../../build/model/score/method.ts";
import { DOCS_PAGE_PATH, SERVICE_SCORE_PAGE_PATH } from "../components/addresses.ts";
import { html } from "../components/html.ts";
import { joinMarkdownBlocks, toMarkdownTable } from "../components/markdown.ts";
import {
  formatOneDecimal,
  modelLinkWithTile,
  renderApiValue,
  renderFootnote,
  renderSection,
  renderTwoColumns,
} from "../components/parts.ts";
import { numberColumn, renderTable, textColumn } from "../components/table.ts";
import type { SitePage } from "../layout/page.ts";

const TITLE = "Service score";
const LEAD =
  "One score for the ability of a model. It compares models that were tested on different benchmarks.";

const ALL_SCORES = "/api/v1/models?sort=service_score";
const HEAD = ["Model", "Score", "90 % interval", "Benchmarks", "Not self-reported"] as const;

const SHOWN = 20;

const intervalText = ({ low, high }: ServiceScoreRow): string =>
  `${formatOneDecimal(low)} to ${formatOneDecimal(high)}`;

export function makeServiceScorePage(catalog: Catalog): SitePage {
  const rows = catalog.service_scores.toSorted((a, b) => a.rank - b.rank).slice(0, SHOWN);
  const ranked = rows[0]?.ranked ?? 0;
  const [model, score, interval, benchmarks, independent] = HEAD;
  const leaderTable = renderTable<ServiceScoreRow>({
    caption: "The highest scores first",
    isCaptionHidden: true,
    of: ({ model }) => `/api/v1/models/${model}`,
    rows,
    columns: [
      textColumn(model, (row) => modelLinkWithTile(row.model, catalog)),
      numberColumn(score, (row) => {
        const note = row.provisional && html` <small>provisional</small>`;
        return html`${renderApiValue(row.score, "/service_score/score", formatOneDecimal)}${note}`;
      }),
      numberColumn(interval, intervalText),
      numberColumn(benchmarks, (row) =>
        renderApiValue(row.benchmarks, "/service_score/benchmarks"),
      ),
      numberColumn(independent, (row) =>
        renderApiValue(row.independent, "/service_score/independent"),
      ),
    ],
  });
  const all = html`${rows.length} of ${ranked} ranked models. All: <a href="${ALL_SCORES}">${ALL_SCORES}</a>`;
  const method = SERVICE_SCORE_METHOD.map((text) => html`<p>${text}</p>\n`);
  return {
    path: SERVICE_SCORE_PAGE_PATH,
    title: TITLE,
    description: LEAD,
    chapter: "API",
    kicker: html`<a href="${DOCS_PAGE_PATH}methods">Methods</a>`,
    markdown: markdownOf(rows, catalog),
    main: renderTwoColumns(
      rows.length > 0 && renderSection("leaders", "Top models", [leaderTable, renderFootnote(all)]),
      renderSection("method", `Method: ${SERVICE_SCORE_METHOD_ID}`, method),
    ),
    data: {
      asOf: catalog.datasets.find(({ dataset }) => dataset === "scores")?.as_of ?? null,
      files: [{ label: "JSON", path: ALL_SCORES }],
      dataset: { name: `${TITLE} of AI models` },
    },
  };
}

const markdownOf = (rows: readonly ServiceScoreRow[], catalog: Catalog): string =>
  joinMarkdownBlocks([
    `# ${TITLE}`,
    `> ${LEAD}`,
    ...SERVICE_SCORE_METHOD,
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
