/** The pages of our own tests, each also as Markdown for programs: result, method, data. */
import {
  formatOwnTestScore,
  type OwnTestDescription,
} from "../../../../build/experiments/own-tests.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import {
  getPublishedTestVersion,
  type OwnTestOutcome,
  type OwnTestResult,
  OWN_TESTS_AND_SCORECARD as TESTS,
} from "../../../endpoints/own-tests/own-test.ts";
import { getOwnTestOutcome } from "../../../experiments/outcomes.ts";
import { drawTestPictures, pictureToInlineSvg } from "../../../experiments/pictures.ts";
import { newestDate } from "../../../http/envelope.ts";
import {
  OWN_TESTS_PAGE_PATH,
  ownTestPagePath,
  toMarkdownPath,
} from "../../components/addresses.ts";
import { type Html, type HtmlContent, html } from "../../components/html.ts";
import { joinMarkdownBlocks, renderMarkdown, toMarkdownTable } from "../../components/markdown.ts";
import {
  modelLinkWithTile,
  renderDate,
  renderFootnote,
  renderSection,
  renderTwoColumns,
} from "../../components/parts.ts";
import { numberColumn, renderTable, textColumn } from "../../components/table.ts";
import type { PageDataLink, SitePage } from "../../layout/page.ts";

const SHOWN = 20;
const STATUS_TEXT: Record<OwnTestOutcome["status"], string> = {
  not_run: "Not run yet.",
  partial: "Only the part of the test that sends no questions to models was run.",
  published: "",
};

export const makeOwnTestPages = (catalog: Catalog): SitePage[] => [
  overviewPage(catalog),
  ...TESTS.map((test) => testPage(test, catalog)),
];

/** What was found, each with its picture; beside it every test, run or not. */
function overviewPage(catalog: Catalog): SitePage {
  const run = TESTS.flatMap((test) => {
    const outcome = getOwnTestOutcome(test.test, catalog);
    return outcome.status === "not_run" ? [] : [{ test, outcome }];
  });
  const asOf = newestDate(run.map(({ outcome }) => outcome.asOf));
  return {
    path: OWN_TESTS_PAGE_PATH,
    title: "Own tests",
    description:
      "Small experiments that we run ourselves, with every question, every recorded answer and the code that scores them.",
    chapter: "Own tests",
    main: renderTwoColumns(
      run.map(({ test, outcome }) =>
        renderSection(test.test, test.name, [
          headlineOf(outcome),
          pictures(test, catalog),
          renderFootnote(
            html`<a href="${ownTestPagePath(test.test)}">Results and method</a> of the test: ${test.question}`,
          ),
        ]),
      ),
      renderSection(
        "all",
        "All tests",
        renderTable<OwnTestDescription>({
          caption: `${run.length} of ${TESTS.length} tests were run`,
          columns: [
            textColumn(
              "Test",
              ({ test, name, question }) =>
                html`<a href="${ownTestPagePath(test)}">${name}</a><br><small>${question}</small>`,
            ),
            numberColumn("Run on", ({ test }) => {
              const { asOf, status } = getOwnTestOutcome(test, catalog);
              return status === "not_run"
                ? html`<span class="mark">not run yet</span>`
                : renderDate(asOf);
            }),
          ],
          rows: TESTS,
        }),
      ),
    ),
    markdown: overviewMarkdown(catalog),
    data: { asOf, files: [{ label: "JSON", path: "/api/v1/own-tests" }] },
  };
}

function overviewMarkdown(catalog: Catalog): string {
  const { base_url } = catalog.service;
  const items = TESTS.map(({ test, name, question }) => {
    const address = base_url + toMarkdownPath(ownTestPagePath(test));
    const { headline, status } = getOwnTestOutcome(test, catalog);
    return `- [${name}](${address}): ${question} ${headline ?? STATUS_TEXT[status]}`;
  });
  return joinMarkdownBlocks(["# Own tests", items.join("\n")]);
}

function testPage(test: OwnTestDescription, catalog: Catalog): SitePage {
  const { name, question } = test;
  const outcome = getOwnTestOutcome(test.test, catalog);
  return {
    path: ownTestPagePath(test.test),
    title: name,
    description: question,
    chapter: "Own tests",
    kicker: html`<a href="${OWN_TESTS_PAGE_PATH}">Own tests</a>`,
    main: renderTwoColumns(
      renderSection("result", "Result", [
        headlineOf(outcome),
        pictures(test, catalog),
        scoreTable(outcome, test, catalog),
      ]),
      renderMarkdown(methodOf(test), {}),
    ),
    data: {
      asOf: outcome.asOf,
      files: filesOf(test),
      dataset: {
        name: `${name}: an own test of ${catalog.service.name}`,
        description: `${question} Every item, every recorded answer and every score, as JSON.`,
      },
    },
    markdown: testMarkdown(test, outcome, catalog),
  };
}

const headlineOf = ({ headline, status }: OwnTestOutcome): HtmlContent => [
  headline !== null && html`<p class="lead">${headline}</p>\n`,
  STATUS_TEXT[status] !== "" && html`<p>${STATUS_TEXT[status]}</p>\n`,
];

const HEAD = ["Model", "Score", "90 % interval", "Grade"] as const;

const scoredResults = ({ results }: OwnTestOutcome): OwnTestResult[] =>
  results.filter(({ score }) => score !== null);

/** Score, interval and grade, as in HEAD; a column has as many digits as its longest number. */
function figuresOf(
  test: OwnTestDescription,
  { score, interval, grade }: OwnTestResult,
  digits = 0,
): string[] {
  const text = (value: number): string => formatOwnTestScore(test, value, digits);
  return [
    text(score ?? 0),
    interval ? `${text(interval.low)} to ${text(interval.high)}` : "–",
    grade ?? "–",
  ];
}

const digitsOf = (results: readonly OwnTestResult[]): number =>
  Math.max(
    0,
    ...results
      .flatMap(({ score, interval }) => [score ?? 0, interval?.low ?? 0, interval?.high ?? 0])
      .map((value) => (String(value).split(".")[1] ?? "").length),
  );

function scoreTable(
  outcome: OwnTestOutcome,
  test: OwnTestDescription,
  catalog: Catalog,
): HtmlContent {
  const { asOf } = outcome;
  const scored = scoredResults(outcome);
  const digits = digitsOf(scored);
  const [model, ...figures] = HEAD;
  const more = `The best ${SHOWN} of ${scored.length}; the others are in the API.`;
  const scores = renderTable<OwnTestResult>({
    caption: `${test.name}: results`,
    isCaptionHidden: true,
    columns: [
      textColumn(model, ({ model_slug }) => modelLinkWithTile(model_slug, catalog)),
      ...figures.map((title, at) =>
        numberColumn(title, (row: OwnTestResult) => figuresOf(test, row, digits)[at]),
      ),
    ],
    rows: scored.slice(0, SHOWN),
  });
  return [
    asOf !== null &&
      renderFootnote(
        html`As of ${renderDate(asOf)}, version ${getPublishedTestVersion(test, catalog)} of the items.`,
      ),
    scored.length > 0 && scores,
    scored.length > SHOWN && renderFootnote(more),
  ];
}

const pictures = ({ test }: OwnTestDescription, catalog: Catalog): Html[] =>
  drawTestPictures(test, catalog).map(
    (picture) =>
      html`<figure><div class="scroll" role="region" aria-label="${picture.title}" tabindex="0">
${pictureToInlineSvg(picture)}
</div>
<figcaption><a href="${picture.path}">Open this picture as an SVG file</a></figcaption></figure>
`,
  );

function testMarkdown(test: OwnTestDescription, outcome: OwnTestOutcome, catalog: Catalog): string {
  const scored = scoredResults(outcome);
  const rows = scored
    .slice(0, SHOWN)
    .map((row) => [row.model_name, ...figuresOf(test, row, digitsOf(scored))]);
  const files = filesOf(test).map(
    ({ label, path }) => `- [${label}](${catalog.service.base_url}${path})`,
  );
  return joinMarkdownBlocks([
    `# ${test.name}`,
    `> ${test.question}`,
    outcome.headline,
    STATUS_TEXT[outcome.status],
    outcome.asOf && `As of ${outcome.asOf}.`,
    rows.length > 0 && toMarkdownTable(HEAD, rows),
    methodOf(test),
    "## Data",
    files.join("\n"),
  ]);
}

function methodOf({ methodology, scoring, headline_rule }: OwnTestDescription): string {
  const direction = scoring.higher_is_better ? "higher" : "lower";
  return [
    "## Method",
    ...methodology,
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
  const items = { label: "Every item and every recorded answer", path: `/api/lab/${lab}` };
  const map = { label: "Map (CSV)", path: "/api/v1/export/world-map", type: "text/csv" };
  return [
    { label: "Every result", path: `/api/v1/own-tests/${test}` },
    ...(lab === null ? [] : [items]),
    ...(test === "world-map" ? [map] : []),
  ];
}
