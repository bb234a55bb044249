/** Badges and charts of a model's prices, for pages of others. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { toComparisonPrice } from "../endpoints/models/model-parts.ts";
import { priceHistoryRows } from "../endpoints/prices/prices.ts";
import type { StaticFile } from "../http/headers.ts";
import {
  PLOT_COORDINATE_MAX,
  type StepChartData,
  toStepChartData,
} from "../site/components/charts/plot.ts";
import { formatUsdOrFree, type Html, html } from "../site/components/html.ts";

export const priceBadgePath = (slug: string): string => `/badge/${slug}.svg`;
export const priceChartPath = (slug: string): string => `/chart/${slug}.svg`;

const MAX_LENGTH = 40;

/** A name that leaves room for the figures. */
const shortened = (name: string): string => {
  const letters = [...name];
  return letters.length <= MAX_LENGTH ? name : `${letters.slice(0, MAX_LENGTH - 1).join("")}…`;
};

/** Pixels: of a letter of 11 px on average, beside a text, and in all. */
const [LETTER, PADDING, HEIGHT] = [6.5, 7, 20];

interface Badge {
  svg: Html;
  width: number;
  height: number;
  description: string;
}

/** Texts are drawn as wide as computed, whatever font there is. @returns Null for a model without a price. */
export function toPriceBadge(model: ModelRow, catalog: Catalog): Badge | null {
  const { input, output, basis } = toComparisonPrice(model, catalog);
  if (input === null || output === null) return null;
  const name = shortened(model.name);
  const price = `${formatUsdOrFree(input)} in, ${formatUsdOrFree(output)} out`;
  const from = basis === "list" ? "list price" : "at the cheapest host";
  const description = `${model.name}: ${price} for a million tokens, ${from}`;
  const [left, right] = [widthOf(name), widthOf(price)];
  const width = left + right;
  const text = (content: string, x: number, room: number) =>
    html`<text x="${x + room / 2}" y="14" textLength="${room - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${description}">
<title>${description}</title>
<rect width="${left}" height="${HEIGHT}" fill="#3c4742"/>
<rect x="${left}" width="${right}" height="${HEIGHT}" fill="#0c4a63"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana, 'DejaVu Sans', sans-serif" font-size="11">${text(name, 0, left)}${text(price, left, right)}</g>
</svg>
`;
  return { svg, width, height: HEIGHT, description };
}

const widthOf = (text: string): number => Math.round([...text].length * LETTER) + 2 * PADDING;

/** Pixels. */
export const PRICE_CHART_SIZE = { width: 480, height: 220 };
const PLOT = { left: 12, top: 40, width: 456, height: 136 };

const [TEXT, RULE, INPUT, OUTPUT] = ["#767d79", "#8c958f", "#b4652a", "#2d83a6"];

/** There are two prices to draw a line between. */
export const hasPriceChart = (model: ModelRow, catalog: Catalog): boolean =>
  priceHistoryRows(model, undefined, catalog).filter(
    ({ input, output }) => input !== null || output !== null,
  ).length >= 2;

function stepChart(model: ModelRow, catalog: Catalog): Html | null {
  if (!hasPriceChart(model, catalog)) return null;
  const rows = priceHistoryRows(model, undefined, catalog);
  const [first] = rows;
  const plot = toStepChartData([rows], model.as_of);
  if (!first || !plot) return null;
  const host = catalog.provider(first.host)?.name ?? first.host;
  const name = shortened(model.name);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${PRICE_CHART_SIZE.width}" height="${PRICE_CHART_SIZE.height}" viewBox="0 0 ${PRICE_CHART_SIZE.width} ${PRICE_CHART_SIZE.height}" role="img" aria-labelledby="t" font-family="Georgia, 'DejaVu Serif', serif" font-size="11" fill="${TEXT}">
<title id="t">${model.name}: price per 1M tokens at ${host} over time</title>
<text x="${PLOT.left}" y="18" font-size="14">${name}</text>
<text x="${PLOT.left}" y="33">US dollars per 1M tokens at ${shortened(host)}: <tspan fill="${INPUT}">in</tspan>, <tspan fill="${OUTPUT}">out</tspan></text>
${ticks(plot)}
<svg x="${PLOT.left}" y="${PLOT.top}" width="${PLOT.width}" height="${PLOT.height}" viewBox="0 0 ${PLOT_COORDINATE_MAX} ${PLOT_COORDINATE_MAX}" preserveAspectRatio="none" overflow="visible" fill="none" stroke-width="2">
${plot.lines.map(({ input, output }) => html`<path d="${input}" stroke="${INPUT}" vector-effect="non-scaling-stroke"/><path d="${output}" stroke="${OUTPUT}" vector-effect="non-scaling-stroke"/>`)}
</svg>
<text x="${PLOT.left}" y="${PRICE_CHART_SIZE.height - 8}" font-size="10">${catalog.service.name}</text>
</svg>
`;
}

const ticks = ({ x, y }: StepChartData): Html => {
  const left = (at: number) => Math.round(PLOT.left + (at / PLOT_COORDINATE_MAX) * PLOT.width);
  const top = (at: number) => Math.round(PLOT.top + (at / PLOT_COORDINATE_MAX) * PLOT.height);
  const bottom = PLOT.top + PLOT.height;
  return html`<path d="${y.map(({ at }) => `M${PLOT.left} ${top(at)}h${PLOT.width}`).join("")}" stroke="${RULE}" stroke-opacity="0.4"/>
${y.map(({ at, label }) => html`<text x="${PLOT.left}" y="${top(at) - 3}">${label}</text>`)}
${x.map(({ at, label }) => html`<text x="${left(at)}" y="${bottom + 15}"${at > 60 && html` text-anchor="${at > PLOT_COORDINATE_MAX - 60 ? "end" : "middle"}"`}>${label}</text>`)}`;
};

/** @param maxModels Only of so many models. */
export function* makeBadgeAndChartFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  for (const model of catalog.models.slice(0, maxModels)) {
    const made = toPriceBadge(model, catalog);
    if (made) yield toFile(priceBadgePath(model.slug), made.svg);
    const chart = stepChart(model, catalog);
    if (chart) yield toFile(priceChartPath(model.slug), chart);
  }
}

const toFile = (path: string, svg: Html): StaticFile => ({
  path,
  body: svg.toString(),
  contentType: "image/svg+xml",
  owner: "embeds",
});
