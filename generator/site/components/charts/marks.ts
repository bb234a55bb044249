/**
 * Scales and tick labels of charts, which map dates, prices and scores to pixels; and the look of chart elements by
 * class: style rules on pages; attributes in pictures, where styles are not allowed.
 */
import { scaleLinear } from "d3-scale";
import { memoizePerKey, memoizePerObject } from "../../../../build/schema/collections.ts";
import { formatShortDate, formatUsdOrFree, type Html, type HtmlContent, html } from "../html.ts";

/** A tenth of a unit is less than a pixel. */
export const roundToTenthPx = (value: number): number => Math.round(value * 10) / 10;

/** The average letter is 6.3 px wide. */
export const estimateTextWidthPx = (text: string): number => 6.3 * text.length;

export interface ChartAxis {
  /** Position of a value in pixels. */
  at(value: number): number;
  ticks: readonly { at: number; label: string }[];
}

/** Positions of the first and the last value in pixels. */
type Range = readonly [number, number];

/** From this ratio between prices on, the scale is logarithmic: on a linear one, low prices would lie together. */
const WIDE = 12;
const DAY = 86_400_000;
const TICKS = 5;

const toScale = (
  from: number,
  to: number,
  range: Range,
): { at: ChartAxis["at"]; ticks: () => number[] } => {
  const scale = scaleLinear([from, to], range);
  return { at: (value) => roundToTenthPx(scale(value)), ticks: () => scale.ticks(TICKS) };
};

/** @param days Dates; the axis covers at least thirty days. @param ticks Maximum number of ticks. */
export function createTimeAxis(days: readonly string[], range: Range, ticks = TICKS): ChartAxis {
  const times = days.map((day) => Date.parse(day));
  const first = Math.min(...times);
  const last = Math.max(Math.max(...times), first + 30 * DAY);
  const { at } = toScale(first, last, range);
  const toTick = (time: number) => ({
    at: at(time),
    label: formatShortDate(new Date(time).toISOString().slice(0, 7)),
  });
  return { at, ticks: monthStarts(first, last, ticks).map(toTick) };
}

/** First days of months, at equal intervals. */
function monthStarts(first: number, last: number, count: number): number[] {
  const months = (last - first) / (30.44 * DAY);
  const step = [1, 2, 3, 6, 12, 24].find((size) => months / size <= count) ?? 36;
  const start = new Date(first);
  const from = start.getUTCFullYear() * 12 + start.getUTCMonth() + 1;
  const ticks: number[] = [];
  for (let month = Math.ceil(from / step) * step; ; month += step) {
    const time = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (time > last) return ticks;
    ticks.push(time);
  }
}

/** Axis between two prices. On a logarithmic scale, a price of 0 is at its start. */
export function createPriceAxisBetween(
  low: number,
  high: number,
  isLog: boolean,
  range: Range,
): ChartAxis {
  const place = isLog ? Math.log10 : Number;
  const scale = toScale(place(low), place(high), range);
  const at = (price: number): number => (isLog && price <= 0 ? range[0] : scale.at(place(price)));
  const prices = isLog ? logTicks(place(low), place(high)) : scale.ticks();
  return { at, ticks: prices.map((price) => ({ at: at(price), label: dollars(price) })) };
}

/** Axis from the lowest to the highest price. */
export function createPriceSpreadAxis(prices: readonly number[], range: Range): ChartAxis {
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  return createPriceAxisBetween(low, high, high / low >= WIDE, range);
}

function measurePrices(prices: readonly number[]) {
  const paid = prices.filter((price) => price > 0);
  const low = Math.min(...paid);
  const high = Math.max(...prices);
  return { low, high, isLog: paid.length > 0 && high / low >= WIDE };
}

/** Whether `createPriceAxis` makes a logarithmic axis, which the subtitle of a chart must then say. */
export const isPriceAxisLogarithmic = (prices: readonly number[]): boolean =>
  measurePrices(prices).isLog;

/** Axis from zero, or logarithmic from below the lowest price that is paid. */
export function createPriceAxis(prices: readonly number[], range: Range): ChartAxis {
  const { low, high, isLog } = measurePrices(prices);
  return isLog
    ? createPriceAxisBetween(low / 1.5, high * 1.3, isLog, range)
    : createPriceAxisBetween(0, (high || 1) * 1.03, isLog, range);
}

/** @param limit Best possible value; null when there is none. @param toText Formats a score with its unit. */
export function createScoreAxis(
  scores: readonly number[],
  limit: number | null,
  range: Range,
  toText: (score: number) => string,
): ChartAxis {
  const low = Math.min(...scores);
  const high = Math.max(...scores);
  const room = Math.max(high - low, Math.abs(high) / 10, 1) / 12;
  const from = low >= 0 ? Math.max(0, low - room) : low - room;
  const to = limit === null || limit < high ? high + room : Math.min(limit, high + room);
  const { at, ticks } = toScale(from, to, range);
  return { at, ticks: ticks().map((score) => ({ at: at(score), label: toText(score) })) };
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

/** Removes floating-point noise of powers and sums. */
const dollars = (price: number): string => {
  const exact = Number(price.toPrecision(6));
  return exact === 0 ? "$0" : Number.isInteger(exact) ? `$${exact}` : formatUsdOrFree(exact);
};

/** Labels below the base line. */
export const renderAxisTicks = (ticks: ChartAxis["ticks"], bottom: number): Html =>
  html`${ticks.map(({ at, label }) => html`<path class="tick" d="M${at} ${bottom}v4"/><text class="axis middle" x="${at}" y="${bottom + 17}">${label}</text>`)}`;

/** @returns The items with a higher value than all items before them. */
export function filterRunningMaxima<Item>(
  items: readonly Item[],
  toValue: (item: Item) => number,
): Item[] {
  let best = Number.NEGATIVE_INFINITY;
  return items.filter((item) => {
    const isRecord = toValue(item) > best;
    best = Math.max(best, toValue(item));
    return isRecord;
  });
}

/** Horizontal lines with their labels on the left. */
export const renderHorizontalGridLines = (
  ticks: ChartAxis["ticks"],
  left: number,
  right: number,
): Html =>
  html`${ticks.map(({ at, label }) => html`<path class="grid" d="M${left} ${at}H${right}"/><text class="axis end" x="${left - 6}" y="${roundToTenthPx(at + 4)}">${label}</text>`)}`;

/** Property → value. A value that starts with `--` is a colour variable of `base.css`. Later rows take precedence. */
const MARKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  axis: { fill: "--soft" },
  note: { fill: "--ink2", "font-weight": "600" },
  end: { "text-anchor": "end" },
  middle: { "text-anchor": "middle" },
  name: {
    fill: "--lab",
    "font-weight": "600",
    // Keeps the text legible where a line passes behind it.
    stroke: "--paper",
    "stroke-width": "3",
    "paint-order": "stroke",
  },
  grid: { stroke: "--grid" },
  tick: { stroke: "--edge" },
  leader: { fill: "none", stroke: "--edge" },
  today: { stroke: "--edge", "stroke-dasharray": "2 3" },
  band: { fill: "--sunk" },
  line: { fill: "none", stroke: "--lab", "stroke-width": "2" },
  quiet: { "stroke-width": "1.25" },
  step: { fill: "none", stroke: "--ink", "stroke-width": "1.5" },
  whisker: { stroke: "--lab", "stroke-width": "3", "stroke-opacity": "0.35" },
  provisional: { "stroke-dasharray": "2 2" },
  dots: {
    stroke: "--lab",
    "stroke-width": "6.8",
    "stroke-linecap": "round",
    "stroke-opacity": "0.65",
  },
  hole: { stroke: "--paper", "stroke-width": "3.8", "stroke-opacity": "1" },
  tiny: { "stroke-width": "4.4" },
  pinhole: { stroke: "--sunk", "stroke-width": "2", "stroke-opacity": "1" },
  dot: { fill: "--lab", "fill-opacity": "0.65" },
  ring: {
    fill: "--paper",
    "fill-opacity": "1",
    stroke: "--lab",
    "stroke-width": "1.5",
    "stroke-opacity": "0.75",
  },
  big: { "fill-opacity": "1", "stroke-opacity": "1" },
  own: {
    "fill-opacity": "0.15",
    stroke: "--lab",
    "stroke-width": "1.5",
    "stroke-dasharray": "2 1.5",
  },
  other: { stroke: "--rule2", "stroke-width": "1" },
};

/** Rules for drawings in pages. */
export const toChartMarkCss = (): string =>
  Object.entries(MARKS)
    .map(([name, properties]) => {
      const rules = Object.entries(properties).map(
        ([property, value]) => `${property}:${value.startsWith("--") ? `var(${value})` : value}`,
      );
      return `.plot .${name}{${rules.join(";")}}`;
    })
    .join("\n");

/** Classes other than those of labs that set the colour of an element, as in `charts.css`. */
const COLOURS: Readonly<Record<string, string>> = { ink: "--ink", quiet: "--soft", lab: "--lab" };

/** Name of a colour, or CSS class of a lab → its value in the light theme. */
export type ColourPalette = ReadonlyMap<string, string>;

/** @param styles Text of the style sheets. */
export const parseLightPalette = (styles: string): ColourPalette =>
  new Map(
    Array.from(
      styles.matchAll(/(?:\.(lab[a-z-]*)\s*\{\s*)?(--[a-z0-9-]+): light-dark\((#[0-9a-f]{6})/g),
      ([, lab, name = "", colour = ""]) => [lab ?? name, colour],
    ),
  );

/** Replaces classes by attributes and links by groups. Elements in the lab's colour use `currentColor`. */
export function toStandaloneSvg(markup: string, palette: ColourPalette): string {
  const toAttributes = attributesByClass(palette);
  return markup
    .replace(/<(\/?)a\b/g, "<$1g")
    .replace(/ (?:href|data-[a-z]+|tabindex|role|aria-[a-z]+)="[^"]*"/g, "")
    .replace(/ class="([^"]*)"/g, (_, names: string) => toAttributes(names));
}

const attributesByClass = memoizePerObject((palette: ColourPalette) =>
  memoizePerKey((classes: string) => toAttributes(classes.split(" "), palette)),
);

function toAttributes(names: readonly string[], palette: ColourPalette): string {
  const attributes: Record<string, string> = {};
  for (const [name, properties] of Object.entries(MARKS))
    if (names.includes(name)) Object.assign(attributes, properties);
  for (const name of names) {
    const colour = palette.get(name) ?? palette.get(COLOURS[name] ?? "");
    if (colour !== undefined) attributes.color = colour;
  }
  return Object.entries(attributes)
    .map(([name, value]) => {
      const colour = value === "--lab" ? "currentColor" : palette.get(value);
      return ` ${name}="${colour ?? value}"`;
    })
    .join("");
}

/** Chart widths in pixels. A page shows the wide drawing only at full size, so that no text is smaller than 12 px. */
export const WIDE_CHART_WIDTH_PX = 760;
export const NARROW_CHART_WIDTH_PX = 358;

export const chooseChartWidthPx = (isWide: boolean): number =>
  isWide ? WIDE_CHART_WIDTH_PX : NARROW_CHART_WIDTH_PX;

export interface ChartDrawing {
  width: number;
  height: number;
  marks: HtmlContent;
}

/** A mark on a chart that has a card with details. */
export interface ChartDot {
  /** Pixels. */
  x: number;
  y: number;
  /** CSS class that sets the colour: the class of a lab, `ink` or `quiet`; may be empty. */
  colour: string;
  /** Additional CSS classes: `big`, `ring`, `own`. */
  look?: string;
  radius: number;
  name: string;
  /** Labels and values on the card. */
  facts: readonly (readonly [label: string, value: string] | false)[];
  href?: string;
  slug?: string;
}

const IMAGE_ROLE = html` role="img"`;

/**
 * Renders marks whose `<title>` holds the card: the name, and a line for each fact. The `charts` script shows the card
 * and moves the focus between marks. Without JavaScript, the browser shows the title, and only the first mark can be
 * focused.
 */
export function renderChartDots(dots: readonly ChartDot[]): HtmlContent {
  return dots.map(({ x, y, colour, look, radius, name, facts, href, slug }, at) => {
    const lines = facts.map((fact) => fact && `\n${fact[0]}: ${fact[1]}`);
    const row = slug !== undefined && html` data-slug="${slug}"`;
    const tag = href === undefined ? "g" : "a";
    const role = href === undefined ? IMAGE_ROLE : html` href="${href}"${row}`;
    return html`<${tag} class="point${colour && ` ${colour}`}" tabindex="${at === 0 ? 0 : -1}"${role}><title>${name}${lines}</title><circle class="dot${look && ` ${look}`}" cx="${x}" cy="${y}" r="${radius}"/></${tag}>
`;
  });
}

/** A row of a chart: a name, a line from the lowest to the highest value with dots on it, and a figure. */
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
