/** Tokenizer-tax as a table of colours: a row per tokenizer, a column per language. */

import { TOKENIZER_TAX } from "../../../build/experiments/tokenizer-tax/about.ts";
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import type { LabItem } from "../../endpoints/own-tests/own-test.ts";
import { html } from "../../site/components/html.ts";
import { versionOf } from "../asked.ts";
import { outcomeOf } from "../outcomes.ts";
import type { TokenizerContext } from "../tokenizer-tax.ts";
import { BOTTOM, MARGIN, type Picture, pixel, TOP } from "./picture.ts";

const CELL = { width: 62, height: 30 };
const LABELS = 250;
const SCORES = 80;
/** At this many times the English tokens a cell has its full colour. */
const FULL = 5;
/** From the palest to the darkest colour, in red, green and blue. */
const COLOURS = [
  { pale: 255, dark: 150 },
  { pale: 247, dark: 24 },
  { pale: 232, dark: 46 },
];

/** @returns null before anything was counted. */
export function heatMap(catalog: Catalog): Picture | null {
  const { context, asOf, items } = outcomeOf(TOKENIZER_TAX.test, catalog);
  const rows = [...((context.tokenizers as TokenizerContext[] | undefined) ?? [])].sort(
    (a, b) => a.score - b.score,
  );
  if (rows.length === 0) return null;
  const languages = byTax(rows, items);
  const head = TOP + 24;
  return {
    path: "/charts/tokenizer-tax.svg",
    title: "Tokens for the same passage, as a multiple of English",
    description: `${rows.length} tokenizers by ${languages.length} languages. ${rows
      .map(({ name, score }) => `${name}: ${score} percent more than English on average.`)
      .join(" ")}`,
    width: MARGIN * 2 + LABELS + languages.length * CELL.width + SCORES,
    height: head + rows.length * CELL.height + 22 + BOTTOM,
    body: [
      languages.map((language, column) => columnHead(nameOf(language, items), column, head - 10)),
      html`<text x="${scoreX(languages)}" y="${head - 10}" text-anchor="end">mean</text>`,
      rows.map((row, index) => toRow(row, languages, head + index * CELL.height)),
      html`<text x="${MARGIN}" y="${head + rows.length * CELL.height + 20}" font-size="11">* stands in for models whose own tokenizer is not published</text>`,
    ],
    footer: `${catalog.service.name}, own test tokenizer-tax, passage version ${versionOf(TOKENIZER_TAX, catalog)}, counted ${asOf}. CC BY 4.0`,
  };
}

/** Languages with the lowest mean ratio first. */
const byTax = (rows: readonly TokenizerContext[], items: readonly LabItem[]): string[] => {
  const mean = (language: string) =>
    rows.reduce((sum, { ratios }) => sum + (ratios[language] ?? 0), 0) / rows.length;
  return items
    .filter(({ meta }) => meta.is_translation)
    .map(({ item_id }) => item_id)
    .sort((a, b) => mean(a) - mean(b));
};

const nameOf = (language: string, items: readonly LabItem[]): string =>
  String(items.find(({ item_id }) => item_id === language)?.meta.name ?? language);

const cellX = (column: number): number => MARGIN + LABELS + column * CELL.width;
const scoreX = (languages: readonly string[]): number => cellX(languages.length) + SCORES - 8;

const columnHead = (name: string, column: number, y: number) =>
  html`<text x="${cellX(column) + CELL.width / 2}" y="${y}" font-size="11" text-anchor="middle">${name}</text>`;

function toRow(row: TokenizerContext, languages: readonly string[], y: number) {
  const middle = y + CELL.height / 2 + 5;
  return html`<text x="${MARGIN}" y="${middle}">${row.name}${row.approximates === null ? "" : " *"}</text>
${languages.map((language, column) => toCell(row.ratios[language] ?? null, column, y, middle))}
<text x="${scoreX(languages)}" y="${middle}" text-anchor="end" font-weight="600">${row.score > 0 ? "+" : ""}${Math.round(row.score)} %</text>
`;
}

function toCell(ratio: number | null, column: number, y: number, middle: number) {
  if (ratio === null) return null;
  const depth = Math.min(1, Math.max(0, Math.log(ratio) / Math.log(FULL)));
  const colour = COLOURS.map(({ pale, dark }) => Math.round(pale + (dark - pale) * depth));
  return html`<rect x="${cellX(column)}" y="${y}" width="${CELL.width - 2}" height="${CELL.height - 2}" fill="rgb(${colour.join(" ")})"/><text x="${pixel(cellX(column) + CELL.width / 2)}" y="${middle}" text-anchor="middle" fill="${depth > 0.7 ? "#fff" : "#1d1d1b"}">${ratio.toFixed(2)}</text>`;
}
