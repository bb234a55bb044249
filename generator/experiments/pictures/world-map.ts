/** The world as it is, and as each model believes it to be: a square a cell, from Natural Earth's land polygons. */
import { WORLD_MAP } from "../../../build/experiments/world-map/about.ts";
import { COLUMNS, GRID_DEGREES, ROWS } from "../../../build/experiments/world-map/grid.ts";
import { KEY_CELLS } from "../../../build/experiments/world-map/key.ts";
import { byText } from "../../../build/schema/order.ts";
import { html } from "../../site/html.ts";
import { BOTTOM, MARGIN, type Picture, pixel, TOP } from "./picture.ts";

export interface WorldMapRun {
  model_name: string;
  run_date: string;
  /** Percent of cells; null without usable answers, and then it is not drawn. */
  score: number | null;
  /** A character a cell in the order of the key: `1` land, `0` water, `?` unusable or not asked. */
  answers: string;
}

/** Apart in lightness too, and for each kind of colour blindness (Machado 2009): CIE76 distances of 31 and more. */
const COLOURS = {
  land: "#d8b365",
  water: "#d3e8f5",
  "wrong-land": "#b2182b",
  "wrong-water": "#08306b",
  unusable: "#8c8c8c",
} as const;
type Shade = keyof typeof COLOURS;

const LEGEND: readonly (readonly [Shade, string])[] = [
  ["land", "land"],
  ["water", "water"],
  ["wrong-land", "water, called land"],
  ["wrong-water", "land, called water"],
  ["unusable", "no usable answer"],
];

const MODELS = 6;
const GAP = 24;
/** Sides of a cell. Two small maps and the gap between them are as wide as the large one. */
const SMALL = 6;
const LARGE = (2 * SMALL * COLUMNS + GAP) / COLUMNS;
const WIDTH = LARGE * COLUMNS;
const CAPTION = 26;
const LEGEND_HEIGHT = 34;
const SWATCH = WIDTH / LEGEND.length;

/** The best six models; without runs the key alone. @param service Name of the service, for the footer. */
export function worldMapPicture(runs: readonly WorldMapRun[], service: string): Picture {
  const best = bestOf(runs);
  const asked = whenAsked(runs, best);
  const legend = TOP + LARGE * ROWS;
  const below = legend + LEGEND_HEIGHT;
  const rows = Math.ceil(best.length / 2);
  return {
    path: "/charts/world-map.svg",
    title: "The world, and the world as models believe it to be",
    description: describe(best, asked),
    width: WIDTH + 2 * MARGIN,
    height: pixel(below + rows * (CAPTION + SMALL * ROWS) + BOTTOM),
    body: [
      toMap(KEY_CELLS, MARGIN, TOP, LARGE),
      LEGEND.map((entry, index) => toSwatch(entry, MARGIN + index * SWATCH, legend + 10)),
      best.map((run, index) => toPanel(run, index, below)),
    ],
    footer: footerOf(asked, service),
  };
}

const bestOf = (runs: readonly WorldMapRun[]): WorldMapRun[] =>
  runs
    .filter(({ score }) => score !== null)
    .sort((a, b) => b.score! - a.score! || byText(a.model_name, b.model_name))
    .slice(0, MODELS);

function describe(best: readonly WorldMapRun[], asked: string): string {
  const land = KEY_CELLS.split("1").length - 1;
  const truth = `A grid of ${ROWS} by ${COLUMNS} cells of ${GRID_DEGREES} degrees, ${land} of them land.`;
  const models = best.map(
    ({ model_name, score, answers }) =>
      `${model_name}: ${score} percent right, ${countOf(answers, "wrong-land")} cells of water called land, ${countOf(answers, "wrong-water")} of land called water, ${countOf(answers, "unusable")} without a usable answer.`,
  );
  return [truth, ...models, `Models: ${asked}.`].join(" ");
}

const countOf = (answers: string, shade: Shade): number =>
  shadesOf(answers).filter((one) => one === shade).length;

const shadesOf = (answers: string): Shade[] =>
  [...KEY_CELLS].map((key, index) => toShade(key === "1", answers[index]));

function toShade(isLand: boolean, answer: string | undefined): Shade {
  if (answer === "1") return isLand ? "land" : "wrong-land";
  if (answer === "0") return isLand ? "wrong-water" : "water";
  return "unusable";
}

function footerOf(asked: string, service: string): string {
  return `${service}, own test world-map, version ${WORLD_MAP.version}, ${asked}. Land: Natural Earth 1:110m. CC BY 4.0`;
}

/** When those on the picture were asked, or why none is on it. */
function whenAsked(runs: readonly WorldMapRun[], best: readonly WorldMapRun[]): string {
  if (runs.length === 0) return "no model was asked yet";
  const days = best.map(({ run_date }) => run_date).sort(byText);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined) return "no usable answers yet";
  return first === last ? `asked ${first}` : `asked ${first} to ${last}`;
}

function toPanel(
  { model_name, run_date, score, answers }: WorldMapRun,
  index: number,
  top: number,
) {
  const x = MARGIN + (index % 2) * (SMALL * COLUMNS + GAP);
  const y = top + Math.floor(index / 2) * (CAPTION + SMALL * ROWS);
  return html`<text x="${x}" y="${pixel(y + 18)}">${model_name}</text><text x="${x + SMALL * COLUMNS}" y="${pixel(y + 18)}" text-anchor="end" font-size="11">${score} %, ${run_date}</text>
${toMap(answers, x, y + CAPTION, SMALL)}`;
}

const toSwatch = ([shade, label]: readonly [Shade, string], x: number, y: number) =>
  html`<path d="M${pixel(x)} ${pixel(y)}h12v12h-12z" fill="${COLOURS[shade]}" stroke="#5f5b52" stroke-width="0.5"/><text x="${pixel(x + 18)}" y="${pixel(y + 10)}" font-size="11">${label}</text>
`;

/** One rectangle for neighbours of one shade; a unit is a cell. */
function toMap(answers: string, x: number, y: number, cell: number) {
  const strips = toStrips(shadesOf(answers));
  const shades = LEGEND.map(([shade]) => shade);
  return html`<g transform="translate(${pixel(x)} ${pixel(y)}) scale(${pixel(cell)})" shape-rendering="crispEdges">
${shades.map((shade) => toGroup(strips.filter((strip) => strip.shade === shade)))}</g>
`;
}

interface Strip {
  shade: Shade;
  column: number;
  row: number;
  length: number;
}

const toGroup = (strips: readonly Strip[]) =>
  strips.length > 0 &&
  html`<g fill="${COLOURS[strips[0]!.shade]}">${strips.map(
    ({ column, row, length }) =>
      html`<rect x="${column}" y="${row}" width="${length}" height="1"/>`,
  )}</g>
`;

/** Cells of one shade side by side in a row become one strip. */
function toStrips(shades: readonly Shade[]): Strip[] {
  const strips: Strip[] = [];
  for (const [index, shade] of shades.entries()) {
    const [row, column] = [Math.floor(index / COLUMNS), index % COLUMNS];
    const last = strips.at(-1);
    if (last?.row === row && last.shade === shade) last.length++;
    else strips.push({ shade, column, row, length: 1 });
  }
  return strips;
}
