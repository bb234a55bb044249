/** A chart with one row per item: a name, a line from the lowest to the highest value with dots on it, and a figure. */
import { type HtmlContent, html } from "../html.ts";
import { type ChartAxis, roundToTenthPx } from "./axes.ts";
import { type ChartDot, type ChartDrawing, chooseChartWidthPx, renderChartDots } from "./marks.ts";

export interface RangeChartRow {
  name: string;
  /** CSS class of its colour: `ink` for the rows that the title mentions, otherwise `quiet`. */
  colour: "ink" | "quiet";
  /** Values with their cards, the lowest first; at least two. A dot without a colour has the colour of the row. */
  dots: readonly (Pick<ChartDot, "name" | "facts" | "href" | "look"> & {
    value: number;
    colour?: string;
  })[];
  /** Text beside the highest value. */
  label?: string;
  /** Text at the end of the row. */
  figure: string;
}

export interface RangeChart {
  rows: readonly RangeChartRow[];
  /** Heading above the figures at the end of the rows. */
  figureTitle: string;
  axisTitle: string;
  createAxis(values: readonly number[], range: readonly [number, number]): ChartAxis;
}

/** Sizes in pixels: height of the header with the axis, and width of the label to the right of the highest value. */
const HEAD = 40;
const LABEL = 56;

/** Creates the function that draws the chart. In the narrow drawing, the name is above the line. */
export const createRangeChartDrawer =
  ({ rows, figureTitle, axisTitle, createAxis }: RangeChart) =>
  (isWide: boolean): ChartDrawing => {
    const width = chooseChartWidthPx(isWide);
    const rowHeight = isWide ? 27 : 42;
    const range = isWide ? ([212, width - 80 - LABEL] as const) : ([8, width - 8 - LABEL] as const);
    const values = rows.flatMap(({ dots }) => dots.map(({ value }) => value));
    const x = createAxis(values, range);
    const bottom = HEAD + rows.length * rowHeight;
    const drawRow = (row: RangeChartRow, at: number): HtmlContent => {
      const top = HEAD + at * rowHeight;
      const y = top + (isWide ? 14 : 29);
      const [low, high] = [row.dots[0], row.dots.at(-1)].map((dot) => x.at(dot?.value ?? 0));
      const end = roundToTenthPx((high ?? 0) + 10);
      return html`<g class="${row.colour}"><text class="note" x="0" y="${top + 18}">${row.name}</text><text class="note end" x="${width}" y="${top + 18}">${row.figure}</text><path class="whisker" d="M${low} ${y}H${high}"/>${row.label && html`<text class="axis" x="${end}" y="${y + 4}">${row.label}</text>`}</g>
${renderChartDots(
  row.dots.map(({ value, ...dot }) => ({
    colour: row.colour,
    ...dot,
    x: x.at(value),
    y,
    radius: dot.look?.includes("big") ? 5 : 3.4,
  })),
)}`;
    };
    return {
      width,
      height: bottom + 4,
      marks: html`<text class="axis" x="${range[0]}" y="12">${axisTitle}</text><text class="axis end" x="${width}" y="${isWide ? 32 : 12}">${figureTitle}</text>
${x.ticks.map(({ at, label }) => html`<path class="grid" d="M${at} ${HEAD - 2}V${bottom}"/><text class="axis middle" x="${at}" y="32">${label}</text>`)}
${rows.map(drawRow)}`,
    };
  };
