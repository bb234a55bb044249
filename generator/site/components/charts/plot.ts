/**
 * The ground of a chart: lines and labels at the ticks of two axes. Text and strokes keep their size however wide the
 * page is: what is drawn stretches in an inner picture of SIZE by SIZE units, labels are placed at percentages of the
 * width. No style attributes, which the pages' security policy forbids. Below it prices over time, as steps.
 */
import { toShortDate, usd } from "../format.ts";
import { type Content, type Html, html } from "../html.ts";

/** Units of the inner picture, in both directions. */
export const SIZE = 1000;

export interface Tick {
  /** 0 to SIZE: from the left, or from the top. */
  at: number;
  label: string;
}

export interface Plot {
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** Pixels, without the labels below. */
  height: number;
  x: readonly Tick[];
  y: readonly Tick[];
  /** In the inner picture: paths with the classes of `charts.css`. A table has the same links. */
  marks: Content;
  /** Marks are links: a picture that screen readers take as one thing could not hold them. */
  hasLinks?: boolean;
  /** Names beside marks. */
  texts?: readonly PlotText[];
}

/** It ends at its place, which is left of what it names. */
export interface PlotText {
  /** 0 to SIZE. */
  x: number;
  y: number;
  label: string;
}

const BELOW = 22;

export function plot({ label, height, x, y, marks, hasLinks, texts = [] }: Plot): Html {
  return html`<svg class="plot" role="${hasLinks ? "group" : "img"}" aria-label="${label}" width="100%" height="${height + BELOW}">
<svg width="100%" height="${height}" viewBox="0 0 ${SIZE} ${SIZE}" preserveAspectRatio="none" overflow="visible">
<path class="grid" d="${y.map(({ at }) => `M0 ${round(at)}H${SIZE}`).join("")}"/>
${marks}
</svg>
${texts.map((text) => html`<text class="name" x="${round(text.x / (SIZE / 100))}%" y="${round((text.y / SIZE) * height + 4)}">${text.label}</text>`)}
${y.map(({ at, label: text }) => html`<text class="y" x="0" y="${round((at / SIZE) * height - 4)}">${text}</text>`)}
${x.map(({ at, label: text }) => html`<text class="x${edge(at)}" x="${round(at / (SIZE / 100))}%" y="${height + 16}">${text}</text>`)}
</svg>`;
}

/** Labels at the edges stay inside. */
const edge = (at: number): string => (at < 40 ? " first" : at > SIZE - 40 ? " last" : "");

/** A tenth of a unit is less than a pixel. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/** Lines of no length, which round caps make into dots of one size. */
export const dots = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join("");

/** USD per million tokens from a day on; null where the host stops selling, or the price is unknown. */
export interface PricePoint {
  date: string;
  input: number | null;
  output: number | null;
}

export interface StepPlot {
  x: Tick[];
  y: Tick[];
  isLog: boolean;
  /** Path data of each series, in their order. */
  lines: { input: string; output: string }[];
}

/** From this ratio on, the cheap steps would lie flat on the ground of a linear scale. */
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
export function toStepPlot(
  series: readonly (readonly PricePoint[])[],
  until: string,
): StepPlot | null {
  const points = series.flat();
  const prices = points.flatMap(({ input, output }) =>
    [input, output].filter((price) => price !== null),
  );
  if (prices.length === 0) return null;
  const x = timeScale([...points.map(({ date }) => Date.parse(date)), Date.parse(until)]);
  const y = priceScale(prices);
  const path = (rows: readonly PricePoint[], side: "input" | "output"): string =>
    stepPath(rows.map((row) => ({ x: x.at(Date.parse(row.date)), y: atPrice(row[side], y) })));
  const lines = series.map((rows) => ({
    input: path(rows, "input"),
    output: path(rows, "output"),
  }));
  return { x: x.ticks, y: y.ticks, isLog: y.isLog, lines };
}

/** Input and output prices at a host; those of a second host are dashed. */
export const stepChart = (label: string, { x, y, lines }: StepPlot): Html =>
  plot({
    label,
    height: 200,
    x,
    y,
    marks: lines.map(
      ({ input, output }, at) => html`<path class="line${at > 0 && " other"}" d="${input}"/>
<path class="line second${at > 0 && " other"}" d="${output}"/>`,
    ),
  });

const atPrice = (price: number | null, scale: Scale): number | null =>
  price === null ? null : scale.at(price);

/** A price holds until the next; the line breaks while there is none, and the last one goes on to the edge. */
function stepPath(points: readonly { x: number; y: number | null }[]): string {
  let path = "";
  let isDrawing = false;
  for (const { x, y } of points) {
    if (isDrawing) path += `H${round(x)}`;
    if (y !== null) path += isDrawing ? `V${round(y)}` : `M${round(x)} ${round(y)}`;
    isDrawing = y !== null;
  }
  return isDrawing ? `${path}H${SIZE}` : path;
}

interface Scale {
  at(value: number): number;
  ticks: Tick[];
}

function timeScale(times: readonly number[]): Scale {
  const first = Math.min(...times);
  const span = Math.max(Math.max(...times) - first, 30 * DAY) * (1 + AFTER);
  const at = (time: number): number => (SIZE * (time - first)) / span;
  return {
    at,
    ticks: toTimeTicks(first, first + span).map((time) => ({ at: at(time), label: monthOf(time) })),
  };
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

const monthOf = (time: number): string => toShortDate(new Date(time).toISOString().slice(0, 7));

function priceScale(prices: readonly number[]): Scale & { isLog: boolean } {
  const paid = prices.filter((price) => price > 0);
  const [low, high] = [Math.min(...paid), Math.max(...prices)];
  return paid.length > 0 && high / low >= WIDE
    ? { ...logScale(low, high), isLog: true }
    : { ...linearScale(high), isLog: false };
}

function linearScale(high: number): Scale {
  const step = niceStep((high || 1) / TICKS);
  const top = (high || 1) * 1.1;
  const at = (price: number): number => SIZE * (1 - price / top);
  const ticks = Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
  return { at, ticks: ticks.map((price) => ({ at: at(price), label: dollars(price) })) };
}

/** What is free is at the bottom. */
function logScale(low: number, high: number): Scale {
  const [from, to] = [Math.log10(low / 1.5), Math.log10(high * 1.3)];
  const at = (price: number): number =>
    price <= 0 ? SIZE : SIZE * (1 - (Math.log10(price) - from) / (to - from));
  const decades = Array.from(
    { length: Math.ceil(to) - Math.floor(from) },
    (_, index) => 10 ** (Math.floor(from) + index),
  );
  const within = (factors: readonly number[]): number[] =>
    decades
      .flatMap((decade) => factors.map((factor) => factor * decade))
      .filter((price) => Math.log10(price) > from && Math.log10(price) < to);
  const ticks =
    [[1, 2, 5], [1, 3], [1]].map(within).find(({ length }) => length <= TICKS + 1) ?? within([1]);
  return { at, ticks: ticks.map((price) => ({ at: at(price), label: dollars(price) })) };
}

/** The next of 1, 2, 5 times a power of ten. */
function niceStep(least: number): number {
  const decade = 10 ** Math.floor(Math.log10(least));
  return decade * (([1, 2, 5] as const).find((factor) => factor * decade >= least) ?? 10);
}

/** Powers and sums of tenths are not exact. */
const dollars = (price: number): string => {
  const exact = Number(price.toPrecision(6));
  return exact === 0 ? "$0" : Number.isInteger(exact) ? `$${exact}` : usd(exact);
};
