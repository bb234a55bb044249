/** Pages of our own tests, each also as Markdown: result, method, data. */
import type { OwnTestDescription } from "../../../../build/experiments/own-tests.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import {
  getOwnTestVersion,
  type OwnTestReport,
  OWN_TESTS_AND_SCORECARD as TESTS,
} from "../../../endpoints/own-tests/own-test.ts";
import { getOwnTestReport } from "../../../experiments/test-reports.ts";
import { newestDate } from "../../../http/envelope.ts";
import * as paths from "../../components/addresses.ts";
import { renderChart } from "../../components/charts/chart.ts";
import { type Html, type HtmlContent, html, renderTextToCopy } from "../../components/html.ts";
import { joinMarkdownBlocks, renderMarkdown, toMarkdownTable } from "../../components/markdown.ts";
import * as ui from "../../components/parts.ts";
import { htmlNumberColumn, htmlTextColumn, renderTable } from "../../components/table.ts";
import type { PageDataLink, SitePage } from "../../layout/page.ts";
import {
  type OwnTestTable,
  renderOwnTestTable,
  toOwnTestChart,
  toOwnTestTable,
} from "./own-test-results.ts";

const STATUS_TEXT: Record<OwnTestReport["status"], string> = {
  not_run: "Not run yet.",
  partial: "So far, this test compares only prices; no questions were sent to models.",
  published: "",
};

export const makeOwnTestPages = (catalog: Catalog): SitePage[] => [
  overviewPage(catalog),
  ...TESTS.map((test) => testPage(test, catalog)),
];

function overviewPage(catalog: Catalog): SitePage {
  const all = TESTS.map((test) => ({ test, ...getOwnTestReport(test.test, catalog) }));
  const isRun = ({ status }: (typeof all)[number]) => status !== "not_run";
  const run = all.filter(isRun);
  const asOf = newestDate(run.map((of) => of.asOf));
  return {
    path: paths.OWN_TESTS_PAGE_PATH,
    title: "Own tests",
    description:
      "Small experiments that we run ourselves, with every question, every recorded answer and the code that scores them.",
    chapter: "Own tests",
    scripts: ["charts"],
    main: ui.renderTwoColumns(
      run.map((of) => resultSection(of.test, of, catalog)),
      [
        ui.renderSection(
          "all",
          "All tests",
          renderTable<(typeof all)[number]>({
            caption: `${run.length} of ${TESTS.length} tests have results. The other tests have not run yet.`,
            columns: [
              htmlTextColumn("Test", ({ test: { test, name, question } }) => [
                html`<a href="${paths.ownTestPagePath(test)}">${name}</a><br><small>${question}</small>`,
              ]),
              htmlNumberColumn("Results of", (of) =>
                isRun(of) ? ui.renderDate(of.asOf) : html`<span class="mark">not run yet</span>`,
              ),
            ],
            rows: all.toSorted((a, b) => Number(isRun(b)) - Number(isRun(a))),
          }),
        ),
        ui.renderSection("check", "Check the results", [
          html`<p>The raw data of a test has every question, every recorded answer and every count, as JSON:</p>
`,
          run.map(
            ({ test: { lab } }) =>
              lab !== null &&
              html`<p class="id">${renderTextToCopy(`curl ${catalog.service.base_url}/api/lab/${lab}`, html`class="wrap"`)}</p>
`,
          ),
        ]),
      ],
    ),
    markdown: overviewMarkdown(catalog),
    data: { asOf, files: [{ label: "JSON", path: "/api/v1/own-tests" }] },
  };
}

/** Result of a test. A chart, if there is one, comes first, because its title states the result. */
function resultSection(
  test: OwnTestDescription,
  report: OwnTestReport,
  catalog: Catalog,
): HtmlContent {
  const chart = toOwnTestChart(test.test, catalog);
  return ui.renderSection(test.test, chart?.title ?? test.name, [
    chart ? renderChart(chart, catalog.service) : headlineOf(report),
    ui.renderFootnote(
      html`<a href="${paths.ownTestPagePath(test.test)}">${test.name}</a>: ${test.question} ${STATUS_TEXT[report.status]}`,
    ),
  ]);
}

function overviewMarkdown(catalog: Catalog): string {
  const { base_url } = catalog.service;
  const items = TESTS.map(({ test, name, question }) => {
    const address = base_url + paths.toMarkdownPagePath(paths.ownTestPagePath(test));
    const { headline, status } = getOwnTestReport(test, catalog);
    return `- [${name}](${address}): ${question} ${headline ?? STATUS_TEXT[status]}`;
  });
  return joinMarkdownBlocks(["# Own tests", items.join("\n")]);
}

function testPage(test: OwnTestDescription, catalog: Catalog): SitePage {
  const { name, question } = test;
  const report = getOwnTestReport(test.test, catalog);
  const chart = toOwnTestChart(test.test, catalog);
  const results = toOwnTestTable(test, report, catalog);
  return {
    path: paths.ownTestPagePath(test.test),
    title: name,
    description: question,
    chapter: "Own tests",
    kicker: html`<a href="${paths.OWN_TESTS_PAGE_PATH}">Own tests</a>`,
    charts: [chart],
    scripts: ["charts"],
    main: ui.renderTwoColumns(
      [
        ui.renderSection("result", chart?.title ?? "Result", [
          chart && renderChart(chart, catalog.service),
          (chart === null || report.status === "partial") && headlineOf(report),
        ]),
        ui.renderSection(
          "results",
          results?.title ?? "Results",
          results && [
            renderOwnTestTable(results, catalog),
            ui.renderFootnote(
              html`Results of ${ui.renderDate(report.asOf)}. ${versionText(test, catalog)}`,
            ),
          ],
        ),
      ],
      renderMarkdown(methodOf(test), {}),
    ),
    data: {
      asOf: report.asOf,
      files: filesOf(test),
      dataset: {
        name: `${name}: an own test of ${catalog.service.name}`,
        description: `${question} Every question, every recorded answer and every score, as JSON.`,
      },
    },
    markdown: testMarkdown(test, report, results, catalog),
  };
}

/** Version of a test; results of different versions are not compared. */
const versionText = (test: OwnTestDescription, catalog: Catalog): string =>
  `Version ${getOwnTestVersion(test, catalog)} of the test's texts and questions.`;

const headlineOf = ({ headline, status }: OwnTestReport): Html =>
  headline === null
    ? html`<p>${STATUS_TEXT[status]}</p>\n`
    : html`<p class="lead">${headline}</p>\n`;

function testMarkdown(
  test: OwnTestDescription,
  report: OwnTestReport,
  results: OwnTestTable | null,
  catalog: Catalog,
): string {
  const files = filesOf(test).map(
    ({ label, path }) => `- [${label}](${catalog.service.base_url}${path})`,
  );
  return joinMarkdownBlocks([
    `# ${test.name}`,
    `> ${test.question}`,
    report.headline,
    STATUS_TEXT[report.status],
    report.asOf && `Results of ${report.asOf}. ${versionText(test, catalog)}`,
    ...(results
      ? [results.caption, toMarkdownTable(results.head, results.rows), results.notes.join(" ")]
      : []),
    methodOf(test),
    "## Data",
    files.join("\n"),
  ]);
}

function methodOf({ methodology, scoring, headline_rule }: OwnTestDescription): string {
  const direction = scoring.higher_is_better ? "higher" : "lower";
  return [
    "## Method",
    ...methodology.map((text) => text.replace(/^Limits: /, "**Limits:** ")),
    `- **Score:** ${scoring.rule}. Unit: ${scoring.unit}; ${direction} is better.\n- **Grades:** ${gradesText(scoring)}\n- **Headline:** ${headline_rule}.`,
  ].join("\n\n");
}

function gradesText({ grades, higher_is_better }: OwnTestDescription["scoring"]): string {
  if (grades === null) return "this test has none.";
  const bound = higher_is_better ? "from" : "up to";
  const cuts = Object.entries(grades).map(([grade, cut]) => `${grade} ${bound} ${cut}`);
  return `${cuts.join(", ")}, otherwise F.`;
}

function filesOf({ test, lab }: OwnTestDescription): PageDataLink[] {
  const items = { label: "Questions and recorded answers (JSON)", path: `/api/lab/${lab}` };
  const map = { label: "Map (CSV)", path: "/api/v1/export/world-map", type: "text/csv" };
  return [
    { label: "Results (JSON)", path: `/api/v1/own-tests/${test}` },
    ...(lab === null ? [] : [items]),
    ...(test === "world-map" ? [map] : []),
  ];
}
