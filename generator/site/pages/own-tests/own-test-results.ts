/** Results of our own tests as charts and tables: by model, by tokenizer, or as host prices of models. */
import {
  formatOwnTestScore,
  SAME_MODEL_DIFFERENT_HOST_TEST as HOSTS,
  listCaveatsOfNamedTokenizers,
  type OwnTestDescription,
  TOKENIZER_TAX_TEST as TAX,
  toLetterGrade,
} from "../../../../build/experiments/own-tests.ts";
import { median } from "../../../../build/experiments/statistics.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { compareByCodePoint } from "../../../../build/schema/collections.ts";
import {
  listItemsOfTest,
  type OwnTestReport,
  type OwnTestResult,
} from "../../../endpoints/own-tests/own-test.ts";
import { listTokenizersWithTaxRatios } from "../../../experiments/measured.ts";
import { getOwnTestReport, listHostPriceSpreads } from "../../../experiments/test-reports.ts";
import { modelPagePath, ownTestPagePath } from "../../components/addresses.ts";
import type { Chart } from "../../components/charts/chart.ts";
import {
  createPriceSpreadAxis,
  createRangeChartDrawer,
  createScoreAxis,
  type RangeChartRow,
} from "../../components/charts/marks.ts";
import { formatUsdOrFree, type Html, type HtmlContent } from "../../components/html.ts";
import * as ui from "../../components/parts.ts";
import { htmlNumberColumn, htmlTextColumn, renderTable } from "../../components/table.ts";

/** @returns Null for a test without a chart or without results. */
export const toOwnTestChart = (test: string, catalog: Catalog): Chart | null =>
  test === TAX.test
    ? toTokenizerTaxChart(catalog)
    : test === HOSTS.test
      ? toHostSpreadChart(catalog)
      : null;

const placeOf = (test: string, catalog: Catalog) => ({
  id: `own-tests/${test}`,
  asOf: getOwnTestReport(test, catalog).asOf,
  page: ownTestPagePath(test),
  table: `${ownTestPagePath(test)}#results`,
});

/** Ratios of each tokenizer in use, and the languages of the translations. Both are sorted by mean, lowest first. */
function getTokenizerTaxTable(catalog: Catalog) {
  const rows = listTokenizersWithTaxRatios(catalog).toSorted((a, b) => a.score - b.score);
  const mean = (language: string) =>
    rows.reduce((sum, { ratios }) => sum + (ratios[language] ?? 0), 0);
  const languages = listItemsOfTest(TAX, catalog)
    .filter(({ meta }) => meta.is_translation)
    .map(({ item_id, meta }) => ({ id: item_id, name: String(meta.name) }))
    .toSorted((a, b) => mean(a.id) - mean(b.id));
  return { rows, languages };
}

const formatFactor = (ratio: number): string => `${ui.formatOneDecimal(ratio)}×`;

function toTokenizerTaxChart(catalog: Catalog): Chart | null {
  const { rows, languages } = getTokenizerTaxTable(catalog);
  const best = rows[0];
  const worst = rows.at(-1);
  if (!best || !worst) return null;
  const others = best === worst ? "" : `, ${Math.round(worst.score)} % more with ${worst.name}`;
  const toRow = (row: (typeof rows)[number]): RangeChartRow => {
    const { name, ratios, score } = row;
    const dots = languages
      .flatMap(({ id, name: language }) => {
        const value = ratios[id];
        if (value === undefined) return [];
        const facts = [["Tokens", `${value.toFixed(2)}× those of English`]] as const;
        return { language, value, name: `${language}: ${name}`, facts };
      })
      .toSorted((a, b) => a.value - b.value);
    const colour = row === best || row === worst ? "ink" : "quiet";
    const label = dots.at(-1)?.language ?? "";
    return { name, colour, dots, label, figure: `+${Math.round(score)}\u00a0%` };
  };
  const title = `Other languages need ${Math.round(best.score)} % more tokens than English with ${best.name}${others}`;
  return {
    ...placeOf(TAX.test, catalog),
    title,
    note: listCaveatsOfNamedTokenizers(title).join(" "),
    subtitle: `Each dot is the translation of one passage into one of ${languages.length} languages. The axis shows the number of tokens of the translation as a multiple of the English text. For each tokenizer, the chart names the language that needs the most tokens.`,
    columns: ["tokenizer", "language", "multiple_of_english_tokens"],
    rows: rows.flatMap(({ name, ratios }) =>
      languages.map(({ id }) => [name, id, ratios[id] ?? null]),
    ),
    draw: createRangeChartDrawer({
      rows: rows.map(toRow),
      figureTitle: "Mean",
      axisTitle: "Multiple of the English tokens",
      createAxis: (values, range) => createScoreAxis(values, null, range, (ratio) => `${ratio}×`),
    }),
  };
}

/** Number of models in the chart and the table. */
const MODELS = 14;

const listWidelySoldModels = (catalog: Catalog) =>
  listHostPriceSpreads(catalog)
    .toSorted((a, b) => b.hosts - a.hosts || compareByCodePoint(a.slug, b.slug))
    .slice(0, MODELS);

function toHostSpreadChart(catalog: Catalog): Chart | null {
  const spreads = listWidelySoldModels(catalog).toSorted((a, b) => b.ratio - a.ratio);
  if (spreads.length === 0) return null;
  const toRow = ({ name, slug, hosts, ...of }: (typeof spreads)[number]): RangeChartRow => {
    const dot = (host: string, value: number, look: string) => ({
      name,
      value,
      look,
      href: modelPagePath(slug),
      facts: [
        ["Host", ui.providerNameOfSlug(host, catalog)],
        ["Blended", formatUsdOrFree(value)],
      ] as const,
    });
    return {
      name: `${name} (${hosts})`,
      colour: "ink",
      figure: formatFactor(of.ratio),
      dots: [
        dot(of.cheapestHost, of.blendedLowest, "big"),
        dot(of.mostExpensiveHost, of.blendedHighest, "ring big"),
      ],
    };
  };
  const half = Math.floor(10 * median(spreads.map(({ ratio }) => ratio))) / 10;
  return {
    ...placeOf(HOSTS.test, catalog),
    title: `Of the ${spreads.length} models with the most hosts, half cost at least ${half} times as much at the most expensive host as at the cheapest`,
    subtitle:
      "A filled dot is the price of a model at its cheapest host, and a ring the price at its most expensive host. Prices are blended (3:1), in USD per 1M tokens. The number of hosts of each model is in brackets.",
    columns: ["model", "hosts", "lowest_usd_per_mtok", "highest_usd_per_mtok", "ratio"],
    rows: spreads.map((of) => [of.slug, of.hosts, of.blendedLowest, of.blendedHighest, of.ratio]),
    draw: createRangeChartDrawer({
      rows: spreads.map(toRow),
      figureTitle: "Highest ÷ lowest",
      axisTitle: "USD per 1M tokens, blended",
      createAxis: createPriceSpreadAxis,
    }),
  };
}

export interface OwnTestTable {
  title: string;
  /** What the figures are, their unit, and which rows are included. */
  caption: string;
  head: readonly string[];
  /** The first cell is the name of the row. */
  rows: readonly (readonly string[])[];
  /** Notes on some rows. */
  notes: readonly string[];
  /** Slugs of the models that the rows are about; absent if the rows are not about models. */
  models?: readonly string[];
}

const SHOWN = 20;

/** @returns Null if the test has not been run. */
export function toOwnTestTable(
  test: OwnTestDescription,
  { status, results }: OwnTestReport,
  catalog: Catalog,
): OwnTestTable | null {
  if (status === "not_run") return null;
  if (test.test === TAX.test) return toTokenizerTable(test, catalog);
  const scored = results.filter(({ score }) => score !== null);
  if (scored.length > 0) return toModelTable(test, scored);
  return test.test === HOSTS.test ? toHostPriceTable(catalog) : null;
}

/** All numbers of the table have the same number of decimals: that of the longest one. */
function toModelTable(test: OwnTestDescription, scored: readonly OwnTestResult[]): OwnTestTable {
  const shown = scored.slice(0, SHOWN);
  const values = scored.flatMap(({ score, interval }) => [
    score ?? 0,
    interval?.low ?? 0,
    interval?.high ?? 0,
  ]);
  const digits = Math.max(...values.map((value) => (String(value).split(".")[1] ?? "").length));
  const others = ` The best ${SHOWN} of ${scored.length} models; the API lists the others.`;
  return {
    title: "Results by model",
    caption: `Score: ${test.scoring.unit}.${scored.length > SHOWN ? others : ""}`,
    head: ["Model", "Score", "90 % interval", "Grade"],
    rows: shown.map((row) => [row.model_name, ...figuresOf(test, row, digits)]),
    notes: [],
    models: shown.map(({ model_slug }) => model_slug),
  };
}

/** One row per tokenizer, because models with the same tokenizer have the same score. */
function toTokenizerTable(test: OwnTestDescription, catalog: Catalog): OwnTestTable {
  const { rows } = getTokenizerTaxTable(catalog);
  const models = rows.reduce((sum, row) => sum + row.models, 0);
  return {
    title: "Results by tokenizer",
    caption: `Mean % of extra tokens compared with English, over all other languages, with the tokenizers of ${models} models`,
    head: ["Tokenizer", "Models", "% more tokens", "90 % interval", "Grade"],
    rows: rows.map(({ name, models, score, interval }) => [
      name,
      String(models),
      ...figuresOf(test, { score, interval, grade: toLetterGrade(test, score) }, 1),
    ]),
    notes: rows.flatMap(({ name }) => listCaveatsOfNamedTokenizers(name)),
  };
}

function figuresOf(
  test: OwnTestDescription,
  { score, interval, grade }: Pick<OwnTestResult, "score" | "interval" | "grade">,
  digits: number,
): string[] {
  const text = (value: number): string => formatOwnTestScore(test, value, digits);
  return [
    text(score ?? 0),
    interval ? `${text(interval.low)} to ${text(interval.high)}` : "–",
    grade ?? "–",
  ];
}

function toHostPriceTable(catalog: Catalog): OwnTestTable {
  const rows = listWidelySoldModels(catalog);
  return {
    title: "Prices by model",
    caption: "Blended price (3:1) in USD per 1M tokens, of the models with the most hosts",
    head: ["Model", "Hosts", "Lowest", "Cheapest host", "Highest", "Most expensive host", "Ratio"],
    rows: rows.map(({ name, hosts, ratio, ...of }) => [
      name,
      String(hosts),
      formatUsdOrFree(of.blendedLowest),
      ui.providerNameOfSlug(of.cheapestHost, catalog),
      formatUsdOrFree(of.blendedHighest),
      ui.providerNameOfSlug(of.mostExpensiveHost, catalog),
      formatFactor(ratio),
    ]),
    notes: [],
    models: rows.map(({ slug }) => slug),
  };
}

/** Titles of columns that are hidden on phones. */
const WIDE_ONLY = /^(Hosts|Models|.+ host)$/;

export const renderOwnTestTable = (
  { caption, head, rows, notes, models = [] }: OwnTestTable,
  catalog: Catalog,
): HtmlContent => [
  renderTable<readonly string[]>({
    caption,
    columns: head.map((title, at) => {
      const cell = (row: readonly string[], index: number): Html | string | undefined =>
        at === 0 && models[index] ? ui.modelLinkWithTile(models[index], catalog) : row[at];
      const column = at === 0 || / host$/.test(title) ? htmlTextColumn : htmlNumberColumn;
      return column(title, cell, WIDE_ONLY.test(title) ? "left-out" : undefined);
    }),
    rows,
  }),
  notes.map((note) => ui.renderFootnote(note)),
];
