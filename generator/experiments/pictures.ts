/** The pictures of our own tests, as files and as links to them. */
import {
  SAME_MODEL_DIFFERENT_HOST_TEST,
  TOKENIZER_TAX_TEST,
} from "../../build/experiments/own-tests.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { compareByCodePoint } from "../../build/schema/collections.ts";
import { getPublishedTestVersion, listItemsOfTest } from "../endpoints/own-tests/own-test.ts";
import { memoizePerCatalog } from "../http/endpoint.ts";
import type { StaticFile } from "../http/headers.ts";
import { type Html, type HtmlContent, html } from "../site/components/html.ts";
import {
  getOwnTestOutcome,
  listHostPriceSpreads,
  listPicturesOfTest,
  listTokenizerTaxRows,
} from "./outcomes.ts";

/** A drawing that stands alone as a file: its own fonts, colours and description, no script. */
interface Picture {
  /** Below the base address, starting with `/`. */
  path: string;
  title: string;
  /** For those who cannot see it. */
  description: string;
  width: number;
  height: number;
  body: HtmlContent;
  /** Where the numbers are, and of which day. */
  footer: string;
}

const MARGIN = 20;
/** Room above the drawing for the title. */
const TOP = 60;
/** Room below it for the footer. */
const BOTTOM = 36;

const toSvg = ({ title, description, width, height, body, footer }: Picture): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="13" fill="#1d1d1b">
<title id="title">${title}</title>
<desc id="description">${description}</desc>
<rect width="${width}" height="${height}" fill="#fffdf8"/>
<text x="${MARGIN}" y="32" font-size="18" font-weight="600">${title}</text>
${body}
<text x="${MARGIN}" y="${height - 14}" font-size="11" fill="#5f5b52">${footer}</text>
</svg>
`;

/** The same inside a page, whose style sheet gives it the colours of the theme. It says its name and day itself. */
export const pictureToInlineSvg = ({
  title,
  description,
  width,
  height,
  body,
  footer,
}: Picture): Html =>
  html`<svg class="picture" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}. ${description}">
<text x="${MARGIN}" y="32" font-size="18" font-weight="600">${title}</text>
${body}
<text x="${MARGIN}" y="${height - 14}" font-size="11">${footer}</text>
</svg>`;

/** Coordinates need no more than a tenth of a pixel. */
const pixel = (value: number): number => Math.round(value * 10) / 10;

/** Test → its picture, where there is something to draw. */
const DRAWINGS: Record<string, (catalog: Catalog) => Omit<Picture, "path" | "title">> = {
  [TOKENIZER_TAX_TEST.test]: heatMap,
  [SAME_MODEL_DIFFERENT_HOST_TEST.test]: priceSpread,
};

const drawAll = memoizePerCatalog((catalog) =>
  Object.entries(DRAWINGS).flatMap(([test, draw]): (Picture & { test: string })[] =>
    listPicturesOfTest(test, catalog).map((picture) => ({ test, ...picture, ...draw(catalog) })),
  ),
);

/** @param test Name of a test of ours. */
export const drawTestPictures = (test: string, catalog: Catalog): Picture[] =>
  drawAll(catalog).filter((picture) => picture.test === test);

export const makeOwnTestPictureFiles = (catalog: Catalog): StaticFile[] =>
  drawAll(catalog).map((picture) => ({
    ...{ path: picture.path, body: toSvg(picture).toString() },
    ...{ contentType: "image/svg+xml", owner: "charts" },
  }));

/** Width of the names at the left. */
const LABELS = 250;

const CELL = { width: 62, height: 30 };
const SCORES = 80;
/** At this many times the English tokens a cell has its full colour. */
const FULL = 5;
/** From the palest to the darkest colour, in red, green and blue. */
const HEAT = [
  { pale: 255, dark: 150 },
  { pale: 247, dark: 24 },
  { pale: 232, dark: 46 },
];

/** Tokenizer tax: a row per tokenizer, a column per language. */
function heatMap(catalog: Catalog) {
  const { asOf } = getOwnTestOutcome(TOKENIZER_TAX_TEST.test, catalog);
  const rows = listTokenizerTaxRows(catalog).toSorted((a, b) => a.score - b.score);
  const mean = (language: string) =>
    rows.reduce((sum, { ratios }) => sum + (ratios[language] ?? 0), 0) / rows.length;
  const languages = listItemsOfTest(TOKENIZER_TAX_TEST, catalog)
    .filter(({ meta }) => meta.is_translation)
    .map(({ item_id, meta }) => ({ id: item_id, name: String(meta.name) }))
    .sort((a, b) => mean(a.id) - mean(b.id));
  const head = TOP + 24;
  const below = head + rows.length * CELL.height;
  const right = cellX(languages.length) + SCORES - 8;
  return {
    description: `${rows.length} tokenizers by ${languages.length} languages. ${rows
      .map(({ name, score }) => `${name}: ${score} percent more than English on average.`)
      .join(" ")}`,
    width: MARGIN * 2 + LABELS + languages.length * CELL.width + SCORES,
    height: below + 22 + BOTTOM,
    body: [
      languages.map(
        ({ name }, column) =>
          html`<text x="${cellX(column) + CELL.width / 2}" y="${head - 10}" font-size="11" text-anchor="middle">${name}</text>`,
      ),
      html`<text x="${right}" y="${head - 10}" text-anchor="end">mean</text>`,
      rows.map((row, index) => {
        const y = head + index * CELL.height;
        const middle = y + CELL.height / 2 + 5;
        return html`<text x="${MARGIN}" y="${middle}">${row.name}${row.approximates === null ? "" : " *"}</text>
${languages.map(({ id }, column) => heatCell(row.ratios[id] ?? null, column, y, middle))}
<text x="${right}" y="${middle}" text-anchor="end" font-weight="600">${row.score > 0 ? "+" : ""}${Math.round(row.score)} %</text>
`;
      }),
      html`<text x="${MARGIN}" y="${below + 20}" font-size="11">* a substitute for models whose own tokenizer is not published</text>`,
    ],
    footer: `${catalog.service.name}, own test tokenizer-tax, passage version ${getPublishedTestVersion(TOKENIZER_TAX_TEST, catalog)}, counted ${asOf}. CC BY 4.0`,
  };
}

const cellX = (column: number): number => MARGIN + LABELS + column * CELL.width;

function heatCell(ratio: number | null, column: number, y: number, middle: number) {
  if (ratio === null) return null;
  const depth = Math.min(1, Math.max(0, Math.log(ratio) / Math.log(FULL)));
  const colour = HEAT.map(({ pale, dark }) => Math.round(pale + (dark - pale) * depth));
  return html`<rect x="${cellX(column)}" y="${y}" width="${CELL.width - 2}" height="${CELL.height - 2}" fill="rgb(${colour.join(" ")})"/><text x="${pixel(cellX(column) + CELL.width / 2)}" y="${middle}" text-anchor="middle" fill="${depth > 0.7 ? "#fff" : "#1d1d1b"}">${ratio.toFixed(2)}</text>`;
}

const BARS = 30;
const PLOT = 620;
const NUMBERS = 90;
const ROW = 24;

/** From the cheapest to the most expensive host, for the models with most hosts. */
function priceSpread(catalog: Catalog) {
  const { asOf } = getOwnTestOutcome(SAME_MODEL_DIFFERENT_HOST_TEST.test, catalog);
  const bars = listHostPriceSpreads(catalog)
    .toSorted((a, b) => b.hosts - a.hosts || compareByCodePoint(a.slug, b.slug))
    .slice(0, BARS);
  const lowest = Math.min(...bars.map(({ blendedLowest }) => blendedLowest));
  const highest = Math.max(...bars.map(({ blendedHighest }) => blendedHighest));
  const [low, high] = [Math.floor(Math.log10(lowest)), Math.ceil(Math.log10(highest))];
  const decades = Array.from({ length: high - low + 1 }, (_, index) => Number(`1e${low + index}`));
  const x = (usd: number): number =>
    pixel(MARGIN + LABELS + (PLOT * (Math.log10(usd) - low)) / (high - low || 1));
  const top = TOP + 24;
  const bottom = top + bars.length * ROW;
  return {
    description: `The ${bars.length} models with the most hosts; blended prices in USD per million tokens. ${bars
      .map(
        (bar) => `${bar.name}: ${bar.blendedLowest} to ${bar.blendedHighest}, ${bar.hosts} hosts.`,
      )
      .join(" ")}`,
    width: MARGIN * 2 + LABELS + PLOT + NUMBERS,
    height: bottom + 12 + BOTTOM,
    body: [
      decades.map(
        (usd) =>
          html`<path d="M${x(usd)} ${top - 4}V${bottom}" stroke="#ddd6c8"/><text x="${x(usd)}" y="${top - 10}" font-size="11" text-anchor="middle">$${usd}</text>`,
      ),
      bars.map((bar, index) => {
        const y = top + index * ROW + ROW / 2;
        const [from, to] = [x(bar.blendedLowest), x(bar.blendedHighest)];
        return html`<text x="${MARGIN}" y="${y + 4}">${bar.name} (${bar.hosts})</text>
<path d="M${from} ${y}H${to}" stroke="#c9a15a" stroke-width="6"/><circle cx="${from}" cy="${y}" r="5" fill="#2f6f57"/><circle cx="${to}" cy="${y}" r="5" fill="#96182e"/>
<text x="${MARGIN + LABELS + PLOT + NUMBERS - 8}" y="${y + 4}" text-anchor="end">${bar.ratio} ×</text>
`;
      }),
    ],
    footer: `${catalog.service.name}, own test same-model-different-host, price part: (3 × input + output) / 4, USD per 1M tokens; hosts in brackets; offers up to ${asOf}. CC BY 4.0`,
  };
}
