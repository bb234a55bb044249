/** The results of a test as a table: by model, by tokenizer, or the prices of models before their answers are compared. */
import {
  formatOwnTestScore,
  SAME_MODEL_DIFFERENT_HOST_TEST as HOSTS,
  listTokenizerCaveatsInText,
  type OwnTestDescription,
  TOKENIZER_TAX_TEST as TAX,
  toTestGrade,
} from "../../../../build/experiments/own-tests.ts";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import type { OwnTestReport, OwnTestResult } from "../../../endpoints/own-tests/own-test.ts";
import { formatUsdOrFree, type Html, type HtmlContent, html } from "../../components/html.ts";
import { modelLinkWithTile, providerNameOfSlug, renderFootnote } from "../../components/parts.ts";
import { htmlNumberColumn, htmlTextColumn, renderTable } from "../../components/table.ts";
import { formatFactor, getTokenizerTaxTable, listWidelySoldModels } from "./own-test-charts.ts";

export interface OwnTestTable {
  title: string;
  /** What the figures are, in which unit, and of which rows. */
  caption: string;
  head: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly string[])[];
  /** What is to be known of some rows. */
  notes: readonly string[];
  /** Slugs of the models that name the rows; absent where something else does. */
  models?: readonly string[];
}

const SHOWN = 20;

/** @returns null before the test was run. */
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

/** A column has as many digits as its longest number. */
function toModelTable(test: OwnTestDescription, scored: readonly OwnTestResult[]): OwnTestTable {
  const shown = scored.slice(0, SHOWN);
  const values = scored.flatMap(({ score, interval }) => [
    ...[score ?? 0, interval?.low ?? 0, interval?.high ?? 0],
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

/** Models with the same tokenizer have the same score: a row for each tokenizer. */
function toTokenizerTable(test: OwnTestDescription, catalog: Catalog): OwnTestTable {
  const { rows } = getTokenizerTaxTable(catalog);
  const models = rows.reduce((sum, row) => sum + row.models, 0);
  return {
    title: "Results by tokenizer",
    caption: `Mean % of extra tokens compared with English, over all other languages, with the tokenizers of ${models} models`,
    head: ["Tokenizer", "Models", "% more tokens", "90 % interval", "Grade"],
    rows: rows.map(({ name, models, score, interval }) => [
      ...[name, String(models)],
      ...figuresOf(test, { score, interval, grade: toTestGrade(test, score) }, 1),
    ]),
    notes: rows.flatMap(({ name }) => listTokenizerCaveatsInText(name)),
  };
}

/** Score, interval and grade. */
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
      ...[name, String(hosts)],
      ...[formatUsdOrFree(of.blendedLowest), providerNameOfSlug(of.cheapestHost, catalog)],
      ...[formatUsdOrFree(of.blendedHighest), providerNameOfSlug(of.dearestHost, catalog)],
      formatFactor(ratio),
    ]),
    notes: [],
    models: rows.map(({ slug }) => slug),
  };
}

/** Columns for which a phone has no room. */
const WIDE_ONLY = /^(Hosts|Models|.+ host)$/;

export const renderOwnTestTable = (
  { caption, head, rows, notes, models = [] }: OwnTestTable,
  catalog: Catalog,
): HtmlContent => [
  renderTable<readonly string[]>({
    caption,
    columns: head.map((title, at) => {
      const cell = (row: readonly string[], index: number): Html | string | undefined =>
        at === 0 && models[index] ? modelLinkWithTile(models[index], catalog) : row[at];
      const column = at === 0 || / host$/.test(title) ? htmlTextColumn : htmlNumberColumn;
      const made = column(title, cell);
      return WIDE_ONLY.test(title) ? { ...made, onPhones: "left-out" } : made;
    }),
    rows,
  }),
  notes.map((note) => renderFootnote(note)),
];

/** From how many times the English tokens a cell has the next stronger tint. */
const TINTS = [1.1, 1.25, 1.5, 2, 3];

/** A row for each tokenizer; on a phone each cell has the name of its language, and a row has several lines. */
export function renderTokenizerTaxTable(catalog: Catalog): Html {
  const { rows, languages } = getTokenizerTaxTable(catalog);
  return renderTable<(typeof rows)[number]>({
    caption:
      "How many times as many tokens the same passage needs as in English; the stronger the tint, the more tokens",
    style: "heat",
    columns: [
      htmlTextColumn("Tokenizer", ({ name }) => name),
      ...languages.map(({ id, name }) =>
        htmlNumberColumn(name, ({ ratios }: (typeof rows)[number]) => {
          const ratio = ratios[id];
          if (ratio === undefined) return null;
          const tint = TINTS.filter((from) => ratio >= from).length;
          return html`<span class="tint-${tint}"><small>${name}</small>${ratio.toFixed(2)}</span>`;
        }),
      ),
    ],
    rows,
  });
}
