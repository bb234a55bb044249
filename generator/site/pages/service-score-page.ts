/** How the service score is computed, and which models lead by it; as a page and as Markdown. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { ServiceScoreRow } from "../../../build/model/catalog/rows.ts";
import { METHOD, METHOD_ID } from "../../../build/model/score/method.ts";
import type { StaticFile } from "../../http/headers.ts";
import { SERVICE_SCORE_PATH } from "../components/addresses.ts";
import { fact, modelLink } from "../components/facts.ts";
import { html } from "../components/html.ts";
import { markdownTable, toMarkdown, toMarkdownPath } from "../components/markdown.ts";
import { note, section } from "../components/section.ts";
import { column, countColumn, figure, table } from "../components/table.ts";
import { pageFile } from "../layout/site-page.ts";

const TITLE = "Service score";
const LEAD =
  "One number for what a model can do, comparable between models that were tested on different benchmarks.";

const ALL_SCORES = "/api/v1/models?sort=service_score";
const HEAD = ["Model", "Score", "90 % interval", "Benchmarks", "Not self-reported"];

/** Rows of the table; the API has all. */
const SHOWN = 20;

const leaders = (catalog: Catalog): ServiceScoreRow[] =>
  catalog.service_scores.toSorted((a, b) => a.rank - b.rank).slice(0, SHOWN);

const intervalText = ({ low, high }: ServiceScoreRow): string => `${low} to ${high}`;

export function serviceScorePage(catalog: Catalog): StaticFile {
  const rows = leaders(catalog);
  const ranked = rows[0]?.ranked ?? 0;
  const [model = "", score = "", interval = "", benchmarks = "", independent = ""] = HEAD;
  const leaderTable = html`${table<ServiceScoreRow>({
    caption: "The highest scores first",
    isCaptionHidden: true,
    of: ({ model }) => `/api/v1/models/${model}`,
    rows,
    columns: [
      column(model, ({ model: slug }) => modelLink(slug, catalog.getModel(slug).name)),
      figure(score, (row) => fact(row.score, "/service_score/score", row.score)),
      figure(interval, intervalText),
      countColumn(
        benchmarks,
        (row) => row.benchmarks,
        () => "/service_score/benchmarks",
      ),
      countColumn(
        independent,
        (row) => row.independent,
        () => "/service_score/independent",
      ),
    ],
  })}${note(html`${rows.length} of ${ranked} ranked models. All: <a href="${ALL_SCORES}">${ALL_SCORES}</a>`)}`;
  return pageFile(
    {
      path: SERVICE_SCORE_PATH,
      title: TITLE,
      description: LEAD,
      chapter: "Docs",
      kicker: METHOD_ID,
      markdownPath: toMarkdownPath(SERVICE_SCORE_PATH),
      main: [
        section(
          "method",
          "Method",
          METHOD.map((text) => html`<p>${text}</p>\n`),
        ),
        rows.length > 0 && section("leaders", "Top models", leaderTable),
      ],
      data: {
        asOf: catalog.datasets.find(({ dataset }) => dataset === "scores")?.as_of ?? null,
        files: [{ label: "JSON", path: ALL_SCORES }],
        dataset: { name: `${TITLE} of AI models` },
      },
    },
    catalog.service,
  );
}

export const serviceScoreMarkdown = (catalog: Catalog): string =>
  toMarkdown([
    `# ${TITLE}`,
    `> ${LEAD}`,
    ...METHOD,
    markdownTable(
      HEAD,
      leaders(catalog).map((row) => [
        catalog.getModel(row.model).name,
        row.score,
        intervalText(row),
        row.benchmarks,
        row.independent,
      ]),
    ),
    `All: ${catalog.service.base_url}${ALL_SCORES}`,
  ]);
