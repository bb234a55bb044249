/**
 * The ground of a chart: lines and labels at the ticks of two axes. Text and strokes keep their size however wide the
 * page is: what is drawn stretches in an inner picture of SIZE by SIZE units, labels are placed at percentages of the
 * width. No style attributes, which the pages' security policy forbids. Below it prices over time, as steps.
 */
import { formatShortDate, formatUsdOrFree, type Html, type HtmlContent, html } from "../html.ts";

/** Units of the inner picture, in both directions. */
export const PLOT_COORDINATE_MAX = 1000;

interface AxisTick {
  /** 0 to SIZE: from the left, or from the top. */
  at: number;
  label: string;
}

export interface PlotOptions {
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** Pixels, without the labels below. */
  height: number;
  x: readonly AxisTick[];
  y: readonly AxisTick[];
  /** In the inner picture: paths with the classes of `charts.css`. */
  marks: HtmlContent;
}

const BELOW = 22;

export function renderPlot({ label, height, x, y, marks }: PlotOptions): Html {
  const left = (at: number): string => `${roundToTenth((100 * at) / PLOT_COORDINATE_MAX)}%`;
  const top = (at: number, shift: number): number =>
    roundToTenth((at / PLOT_COORDINATE_MAX) * height + shift);
  return html`<svg class="plot" role="img" aria-label="${label}" width="100%" height="${height + BELOW}">
<svg width="100%" height="${height}" viewBox="0 0 ${PLOT_COORDINATE_MAX} ${PLOT_COORDINATE_MAX}" preserveAspectRatio="none" overflow="visible">
<path class="grid" d="${y.map(({ at }) => `M0 ${roundToTenth(at)}H${PLOT_COORDINATE_MAX}`).join("")}"/>
${marks}
</svg>
${y.map(({ at, label }) => html`<text class="y" x="0" y="${top(at, -4)}">${label}</text>`)}
${x.map(({ at, label }) => html`<text class="x${edge(at)}" x="${left(at)}" y="${height + 16}">${label}</text>`)}
</svg>`;
}

/** Labels at the edges stay inside. */
const edge = (at: number): string =>
  at < 40 ? " first" : at > PLOT_COORDINATE_MAX - 40 ? " last" : "";

/** A tenth of a unit is less than a pixel. */
export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** USD per million tokens from a day on; null where the host stops selling, or the price is unknown. */
export interface PricePoint {
  date: string;
  input: number | null;
  output: number | null;
}

export interface StepChartData {
  x: AxisTick[];
  y: AxisTick[];
  isLog: boolean;
  /** Path data of each series, in their order. */
  lines: { input: string; output: string }[];
}

/** Above this ratio of prices the scale is logarithmic: low prices would be a flat line at the bottom of a linear one. */
const WIDE = 12;
/** Some of the time shown follows the last step, so that its price can be seen. */
const AFTER = 0.06;
const DAY = 86_400_000;
const TICKS = 5;

/**
 * @param series Each oldest first.
 * @param until Day (YYYY-MM-DD) up to which the last prices are known to hold.
 * @returns Null where no price is known.
 */
export function toStepChartData(
  series: readonly (readonly PricePoint[])[],
  until: string,
): StepChartData | null {
  const points = series.flat();
  const prices = points
    .flatMap(({ input, output }) => [input, output])
    .filter((price) => price !== null);
  if (prices.length === 0) return null;
  const x = timeScale([...points.map(({ date }) => Date.parse(date)), Date.parse(until)]);
  const y = priceScale(prices);
  /** A price holds until the next; the line breaks while there is none, and the last one goes on to the edge. */
  const path = (rows: readonly PricePoint[], side: "input" | "output"): string => {
    let drawn = "";
    let isDrawing = false;
    for (const { date, [side]: price } of rows) {
      const left = roundToTenth(x.at(Date.parse(date)));
      if (isDrawing) drawn += `H${left}`;
      if (price !== null) drawn += `${isDrawing ? "V" : `M${left} `}${roundToTenth(y.at(price))}`;
      isDrawing = price !== null;
    }
    return isDrawing ? `${drawn}H${PLOT_COORDINATE_MAX}` : drawn;
  };
  const lines = series.map((rows) => ({
    input: path(rows, "input"),
    output: path(rows, "output"),
  }));
  return { x: x.ticks, y: y.ticks, isLog: y.isLog, lines };
}

/** Input and output prices at a host; those of a second host are dashed. */
export function renderStepChart(label: string, { x, y, lines }: StepChartData): Html {
  const marks = lines.map(({ input, output }, at) => {
    const other = at > 0 && " other";
    return html`<path class="line${other}" d="${input}"/>
<path class="line second${other}" d="${output}"/>`;
  });
  return renderPlot({ label, height: 200, x, y, marks });
}

function timeScale(times: readonly number[]) {
  const first = Math.min(...times);
  const span = Math.max(Math.max(...times) - first, 30 * DAY) * (1 + AFTER);
  const at = (time: number): number => (PLOT_COORDINATE_MAX * (time - first)) / span;
  const toTick = (time: number): AxisTick => ({
    at: at(time),
    label: formatShortDate(new Date(time).toISOString().slice(0, 7)),
  });
  return { at, ticks: toTimeTicks(first, first + span).map(toTick) };
}

/** Starts of months, at most five or six, evenly apart. */
function toTimeTicks(first: number, last: number): number[] {
  const months = (last - first) / (30.44 * DAY);
  const step = [1, 2, 3, 6, 12, 24].find((size) => months / size <= TICKS) ?? 36;
  const start = new Date(first);
  const from = start.getUTCFullYear() * 12 + start.getUTCMonth() + 1;
  const ticks: number[] = [];
  for (let month = Math.ceil(from / step) * step; ; month += step) {
    const time = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (time > last) return ticks;
    ticks.push(time);
  }
}

/** On a logarithmic scale what is free is at the bottom. */
function priceScale(prices: readonly number[]) {
  const paid = prices.filter((price) => price > 0);
  const [low, high] = [Math.min(...paid), Math.max(...prices)];
  const isLog = paid.length > 0 && high / low >= WIDE;
  const [from, to] = isLog
    ? [Math.log10(low / 1.5), Math.log10(high * 1.3)]
    : [0, (high || 1) * 1.1];
  const place = (price: number): number => (isLog ? Math.log10(price) : price);
  const at = (price: number): number =>
    isLog && price <= 0
      ? PLOT_COORDINATE_MAX
      : PLOT_COORDINATE_MAX * (1 - (place(price) - from) / (to - from));
  const values = isLog ? logTicks(from, to) : linearTicks((high || 1) / TICKS, to);
  return {
    at,
    isLog,
    ticks: values.map((price): AxisTick => ({ at: at(price), label: dollars(price) })),
  };
}

/** Multiples of 1, 2 or 5 times a power of ten. */
function linearTicks(leastStep: number, top: number): number[] {
  const decade = 10 ** Math.floor(Math.log10(leastStep));
  const step = decade * ([1, 2, 5].find((factor) => factor * decade >= leastStep) ?? 10);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
}

function logTicks(from: number, to: number): number[] {
  const first = Math.floor(from);
  const decades = Array.from({ length: Math.ceil(to) - first }, (_, at) => 10 ** (first + at));
  const within = (factors: readonly number[]): number[] =>
    decades
      .flatMap((decade) => factors.map((factor) => factor * decade))
      .filter((price) => Math.log10(price) > from && Math.log10(price) < to);
  const choices = [[1, 2, 5], [1, 3], [1]].map(within);
  return choices.find(({ length }) => length <= TICKS + 1) ?? within([1]);
}

/** Powers and sums of tenths are not exact. */
const dollars = (price: number): string => {
  const exact = Number(price.toPrecision(6));
  return exact === 0 ? "$0" : Number.isInteger(exact) ? `$${exact}` : formatUsdOrFree(exact);
};
