/**
 * The steps of a model's price as a picture that stands alone. It has no ground of its own, and colours between light
 * and dark, so that it can be read on both.
 */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { ModelRow } from "../../build/model/catalog/rows.ts";
import { priceHistoryRows } from "../endpoints/price-history/get-price-history.ts";
import { SIZE } from "../site/components/charts/plot.ts";
import { type StepPlot, toStepPlot } from "../site/components/charts/steps.ts";
import { type Html, html } from "../site/components/html.ts";
import { shortened } from "./shortened.ts";

/** Pixels. */
export const CHART = { width: 480, height: 220 };
const PLOT = { left: 12, top: 40, width: 456, height: 136 };

const [TEXT, RULE, INPUT, OUTPUT] = ["#767d79", "#8c958f", "#b4652a", "#2d83a6"];

/** Points in time with a price, from which on there is something to draw. */
const MIN_PRICES = 2;

export const hasStepChart = (model: ModelRow, catalog: Catalog): boolean =>
  priceHistoryRows(model, undefined, catalog).filter(
    ({ input, output }) => input !== null || output !== null,
  ).length >= MIN_PRICES;

/** @returns Null for a model with fewer than two prices on record. */
export function stepChart(model: ModelRow, catalog: Catalog): Html | null {
  if (!hasStepChart(model, catalog)) return null;
  const rows = priceHistoryRows(model, undefined, catalog);
  const [first] = rows;
  const plot = toStepPlot([rows], model.as_of);
  if (!first || !plot) return null;
  const host = catalog.provider(first.host)?.name ?? first.host;
  const name = shortened(model.name);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${CHART.width}" height="${CHART.height}" viewBox="0 0 ${CHART.width} ${CHART.height}" role="img" aria-labelledby="t" font-family="Georgia, 'DejaVu Serif', serif" font-size="11" fill="${TEXT}">
<title id="t">${model.name}: price of a million tokens at ${host} over time</title>
<text x="${PLOT.left}" y="18" font-size="14">${name}</text>
<text x="${PLOT.left}" y="33">US dollars a million tokens at ${shortened(host)}: <tspan fill="${INPUT}">in</tspan>, <tspan fill="${OUTPUT}">out</tspan></text>
${ticks(plot)}
<svg x="${PLOT.left}" y="${PLOT.top}" width="${PLOT.width}" height="${PLOT.height}" viewBox="0 0 ${SIZE} ${SIZE}" preserveAspectRatio="none" overflow="visible" fill="none" stroke-width="2">
${plot.lines.map(({ input, output }) => html`<path d="${input}" stroke="${INPUT}" vector-effect="non-scaling-stroke"/><path d="${output}" stroke="${OUTPUT}" vector-effect="non-scaling-stroke"/>`)}
</svg>
<text x="${PLOT.left}" y="${CHART.height - 8}" font-size="10">${catalog.service.name}</text>
</svg>
`;
}

const ticks = ({ x, y }: StepPlot): Html => {
  const left = (at: number) => Math.round(PLOT.left + (at / SIZE) * PLOT.width);
  const top = (at: number) => Math.round(PLOT.top + (at / SIZE) * PLOT.height);
  const bottom = PLOT.top + PLOT.height;
  return html`<path d="${y.map(({ at }) => `M${PLOT.left} ${top(at)}h${PLOT.width}`).join("")}" stroke="${RULE}" stroke-opacity="0.4"/>
${y.map(({ at, label }) => html`<text x="${PLOT.left}" y="${top(at) - 3}">${label}</text>`)}
${x.map(({ at, label }) => html`<text x="${left(at)}" y="${bottom + 15}"${at > 60 && html` text-anchor="${at > SIZE - 60 ? "end" : "middle"}"`}>${label}</text>`)}`;
};
