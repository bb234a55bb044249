/** The look of chart elements by class: style rules on pages; attributes in pictures, where styles are not allowed. */
import { type HtmlContent, html } from "../html.ts";
import { type ChartAxis, roundToTenthPx } from "./axes.ts";

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
  const known = new Map<string, string>();
  return markup
    .replace(/<(\/?)a\b/g, "<$1g")
    .replace(/ (?:href|data-[a-z]+|tabindex|role|aria-[a-z]+)="[^"]*"/g, "")
    .replace(/ class="([^"]*)"/g, (_, names: string) => {
      const attributes = known.get(names) ?? toAttributes(names.split(" "), palette);
      known.set(names, attributes);
      return attributes;
    });
}

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

/**
 * Renders marks whose `<title>` holds the card: the name, and a line for each fact. The `charts` script shows the card
 * and moves the focus between marks. Without JavaScript, the browser shows the title, and only the first mark can be
 * focused.
 */
export function renderChartDots(dots: readonly ChartDot[]): HtmlContent {
  return dots.map(({ x, y, colour, look, radius, name, facts, href, slug }, at) => {
    const lines = facts.map((fact) => fact && `\n${fact[0]}: ${fact[1]}`);
    const card = html`<title>${name}${lines}</title><circle class="dot${look && ` ${look}`}" cx="${x}" cy="${y}" r="${radius}"/>`;
    const own = html`class="point${colour && ` ${colour}`}" tabindex="${at === 0 ? 0 : -1}"`;
    const row = slug !== undefined && html` data-slug="${slug}"`;
    return href === undefined
      ? html`<g ${own} role="img">${card}</g>
`
      : html`<a ${own} href="${href}"${row}>${card}</a>
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
