/** The pages of our own tests, each also as Markdown for programs: result, method, data. */
import {
  formatOwnTestScore,
  SAME_MODEL_DIFFERENT_HOST_TEST as HOSTS_TEST,
  type OwnTestDescription,
  TOKENIZER_TAX_TEST,
  toTestGrade,
} from "../../../../build/experiments/own-tests.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import {
  getPublishedTestVersion,
  type OwnTestOutcome,
  type OwnTestResult,
  OWN_TESTS_AND_SCORECARD as TESTS,
} from "../../../endpoints/own-tests/own-test.ts";
import { getOwnTestOutcome } from "../../../experiments/outcomes.ts";
import { newestDate } from "../../../http/envelope.ts";
import {
  OWN_TESTS_PAGE_PATH,
  ownTestPagePath,
  toMarkdownPath,
} from "../../components/addresses.ts";
import { renderChart } from "../../components/charts/chart.ts";
import {
  formatUsdOrFree,
  type Html,
  type HtmlContent,
  html,
  renderCopyable,
} from "../../components/html.ts";
import { joinMarkdownBlocks, renderMarkdown, toMarkdownTable } from "../../components/markdown.ts";
import {
  modelLinkWithTile,
  providerNameOfSlug,
  renderDate,
  renderFootnote,
  renderSection,
  renderTwoColumns,
} from "../../components/parts.ts";
import {
  type HtmlTableColumn,
  hideColumnOnPhones,
  numberColumn,
  renderTable,
  textColumn,
} from "../../components/table.ts";
import type { PageDataLink, SitePage } from "../../layout/page.ts";
import {
  formatTimes,
  getTokenizerTaxTable,
  listWidelySoldModels,
  toOwnTestChart,
} from "./own-test-charts.ts";

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

/** What was found, each with its chart; beside it every test, run or not. */
function overviewPage(catalog: Catalog): SitePage {
  const all = TESTS.map((test) => ({ test, ...getOwnTestOutcome(test.test, catalog) }));
  const isRun = ({ status }: (typeof all)[number]) => status !== "not_run";
  const run = all.filter(isRun);
  const asOf = newestDate(run.map((of) => of.asOf));
  return {
    path: OWN_TESTS_PAGE_PATH,
    title: "Own tests",
    description:
      "Small experiments that we run ourselves, with every question, every recorded answer and the code that scores them.",
    chapter: "Own tests",
    scripts: ["charts"],
    main: renderTwoColumns(
      run.map((of) => resultSection(of.test, of, catalog)),
      [
        renderSection(
          "all",
          "All tests",
          renderTable<(typeof all)[number]>({
            caption: `${run.length} of ${TESTS.length} tests have results. The others have not run yet.`,
            columns: [
              textColumn("Test", ({ test: { test, name, question } }) => [
                html`<a href="${ownTestPagePath(test)}">${name}</a><br><small>${question}</small>`,
              ]),
              numberColumn("Results of", (of) =>
                isRun(of) ? renderDate(of.asOf) : html`<span class="mark">not run yet</span>`,
              ),
            ],
            rows: all.toSorted((a, b) => Number(isRun(b)) - Number(isRun(a))),
          }),
        ),
        renderSection("check", "Check the results", [
          html`<p>The raw data of a test has every question, every recorded answer and every count, as JSON:</p>
`,
          run.map(
            ({ test: { lab } }) =>
              lab !== null &&
              html`<p class="id">${renderCopyable(`curl ${catalog.service.base_url}/api/lab/${lab}`, html`class="wrap"`)}</p>
`,
          ),
        ]),
      ],
    ),
    markdown: overviewMarkdown(catalog),
    data: { asOf, files: [{ label: "JSON", path: "/api/v1/own-tests" }] },
  };
}

/** The chart leads where there is one: its title says what was found. */
function resultSection(
  test: OwnTestDescription,
  outcome: OwnTestOutcome,
  catalog: Catalog,
): HtmlContent {
  const chart = toOwnTestChart(test.test, catalog);
  return renderSection(test.test, chart?.title ?? test.name, [
    chart ? renderChart(chart, catalog.service) : headlineOf(outcome),
    renderFootnote(
      html`<a href="${ownTestPagePath(test.test)}">${test.name}</a>: ${test.question} ${STATUS_TEXT[outcome.status]}`,
    ),
  ]);
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
  const chart = toOwnTestChart(test.test, catalog);
  const results = resultsOf(test, outcome, catalog);
  return {
    path: ownTestPagePath(test.test),
    title: name,
    description: question,
    chapter: "Own tests",
    kicker: html`<a href="${OWN_TESTS_PAGE_PATH}">Own tests</a>`,
    scripts: ["charts"],
    main: renderTwoColumns(
      [
        renderSection("result", chart?.title ?? "Result", [
          chart && renderChart(chart, catalog.service),
          (chart === null || outcome.status === "partial") && headlineOf(outcome),
        ]),
        renderSection(
          "results",
          results?.title ?? "Results",
          results && [
            renderResults(results),
            renderFootnote(html`As of ${renderDate(outcome.asOf)}. ${versionText(test, catalog)}`),
          ],
        ),
        test.test === TOKENIZER_TAX_TEST.test &&
          renderSection("languages", "Tokens by language", languageTable(catalog)),
      ],
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
    markdown: testMarkdown(test, outcome, results, catalog),
  };
}

/** Results of two versions are not compared. */
const versionText = (test: OwnTestDescription, catalog: Catalog): string =>
  `Version ${getPublishedTestVersion(test, catalog)} of the test's texts and questions.`;

const headlineOf = ({ headline, status }: OwnTestOutcome): HtmlContent => [
  headline !== null && html`<p class="lead">${headline}</p>\n`,
  headline === null && html`<p>${STATUS_TEXT[status]}</p>\n`,
];

interface Results {
  title: string;
  /** What the figures are, in which unit, and of which rows. */
  caption: string;
  head: readonly string[];
  /** The first cell names the row, the others are figures. */
  rows: readonly (readonly string[])[];
  /** What is to be known of some rows. */
  notes: readonly string[];
  link(at: number): Html | undefined;
}

function resultsOf(
  test: OwnTestDescription,
  outcome: OwnTestOutcome,
  catalog: Catalog,
): Results | null {
  if (test.test === TOKENIZER_TAX_TEST.test && outcome.status === "published")
    return tokenizerResults(test, catalog);
  const scored = outcome.results.filter(({ score }) => score !== null);
  if (scored.length > 0) return modelResults(test, scored, catalog);
  return test.test === HOSTS_TEST.test && outcome.status === "partial"
    ? hostResults(catalog)
    : null;
}

const linkTo = (slugs: readonly string[], catalog: Catalog) => (at: number) =>
  slugs[at] === undefined ? undefined : modelLinkWithTile(slugs[at], catalog);

/** Score, interval and grade; a column has as many digits as its longest number. */
function modelResults(
  test: OwnTestDescription,
  scored: readonly OwnTestResult[],
  catalog: Catalog,
): Results {
  const shown = scored.slice(0, SHOWN);
  const values = scored.flatMap(({ score, interval: of }) => [
    score ?? 0,
    of?.low ?? 0,
    of?.high ?? 0,
  ]);
  const digits = Math.max(...values.map((value) => (String(value).split(".")[1] ?? "").length));
  const text = (value: number): string => formatOwnTestScore(test, value, digits);
  return {
    title: "Results by model",
    caption: `Score: ${test.scoring.unit}.${scored.length > SHOWN ? ` The best ${SHOWN} of ${scored.length} models; the API has the others.` : ""}`,
    head: ["Model", "Score", "90 % interval", "Grade"],
    rows: shown.map(({ model_name, score, interval, grade }) => [
      ...[model_name, text(score ?? 0)],
      interval ? `${text(interval.low)} to ${text(interval.high)}` : "–",
      grade ?? "–",
    ]),
    notes: [],
    link: linkTo(
      shown.map(({ model_slug }) => model_slug),
      catalog,
    ),
  };
}

/** Models with the same tokenizer have the same score: a row for each tokenizer. */
function tokenizerResults(test: OwnTestDescription, catalog: Catalog): Results {
  const { rows } = getTokenizerTaxTable(catalog);
  const text = (value: number): string => formatOwnTestScore(test, value, 1);
  return {
    title: "Results by tokenizer",
    caption: `Mean of the other languages, in % more tokens than English; the tokenizers of ${rows.reduce((sum, { models }) => sum + models, 0)} models`,
    head: ["Tokenizer", "Models", "% more tokens", "90 % interval", "Grade"],
    rows: rows.map(({ name, models, score, interval }) => [
      ...[name, String(models), text(score)],
      interval ? `${text(interval.low)} to ${text(interval.high)}` : "–",
      toTestGrade(test, score) ?? "–",
    ]),
    notes: rows.flatMap(({ name, approximates }) =>
      approximates === null ? [] : `${name} is not used for results of ${approximates}.`,
    ),
    link: () => undefined,
  };
}

/** Columns of names. */
const [CHEAPEST, MOST_EXPENSIVE] = ["Cheapest host", "Most expensive host"];

function hostResults(catalog: Catalog): Results {
  const rows = listWidelySoldModels(catalog);
  return {
    title: "Prices by model",
    caption: "Blended price (3:1) in USD per 1M tokens, of the models with the most hosts",
    head: ["Model", "Hosts", "Lowest", CHEAPEST, "Highest", MOST_EXPENSIVE, "Ratio"],
    rows: rows.map(({ name, hosts, ratio, ...of }) => [
      ...[name, String(hosts)],
      ...[formatUsdOrFree(of.blendedLowest), providerNameOfSlug(of.cheapestHost, catalog)],
      ...[formatUsdOrFree(of.blendedHighest), providerNameOfSlug(of.dearestHost, catalog)],
      formatTimes(ratio),
    ]),
    notes: [],
    link: linkTo(
      rows.map(({ slug }) => slug),
      catalog,
    ),
  };
}

const renderResults = ({ caption, head, rows, notes, link }: Results): HtmlContent => [
  renderTable<readonly string[]>({
    caption,
    columns: head.map((title, at) => {
      const column = [CHEAPEST, MOST_EXPENSIVE].includes(title) ? textColumn : numberColumn;
      return at === 0
        ? textColumn(title, (row, index) => link(index) ?? row[0])
        : hideOnPhones(
            title,
            column(title, (row: readonly string[]) => row[at]),
          );
    }),
    rows,
  }),
  notes.map((note) => renderFootnote(note)),
];

/** On a phone a table has no room for these. */
const hideOnPhones = <Row>(title: string, column: HtmlTableColumn<Row>): HtmlTableColumn<Row> =>
  ["Hosts", "Models", CHEAPEST, MOST_EXPENSIVE].includes(title)
    ? hideColumnOnPhones(column)
    : column;

/** From how many times the English tokens a cell has the next darker tint. */
const TINTS = [1.1, 1.25, 1.5, 2, 3];

/** A row for each tokenizer; on a phone each cell has the name of its language, and a row has several lines. */
function languageTable(catalog: Catalog): HtmlContent {
  const { rows, languages } = getTokenizerTaxTable(catalog);
  return renderTable<(typeof rows)[number]>({
    caption:
      "Tokens for the same passage, as a multiple of the English tokens; the darker, the more tokens",
    style: "heat",
    columns: [
      textColumn("Tokenizer", ({ name }) => name),
      ...languages.map(({ id, name }) =>
        numberColumn(name, ({ ratios }: (typeof rows)[number]) => {
          const ratio = ratios[id];
          if (ratio === undefined) return null;
          const tint = TINTS.filter((from) => ratio >= from).length;
          return html`<span class="tint-${tint}"><small aria-hidden="true">${name}</small>${ratio.toFixed(2)}</span>`;
        }),
      ),
    ],
    rows,
  });
}

function testMarkdown(
  test: OwnTestDescription,
  outcome: OwnTestOutcome,
  results: Results | null,
  catalog: Catalog,
): string {
  const files = filesOf(test).map(
    ({ label, path }) => `- [${label}](${catalog.service.base_url}${path})`,
  );
  return joinMarkdownBlocks([
    `# ${test.name}`,
    `> ${test.question}`,
    outcome.headline,
    STATUS_TEXT[outcome.status],
    outcome.asOf && `As of ${outcome.asOf}. ${versionText(test, catalog)}`,
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
