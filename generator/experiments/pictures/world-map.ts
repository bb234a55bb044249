/** The world as it is, and as each model believes it to be: a square a cell, from Natural Earth's land polygons. */
import { COLUMNS, GRID_DEGREES, ROWS } from "../../../build/experiments/world-map/grid.ts";
import { byText, groupBy } from "../../../build/schema/collections.ts";
import { html } from "../../site/components/html.ts";
import { BOTTOM, MARGIN, type Picture, pixel, TOP } from "./picture.ts";

export interface WorldMapRun {
  model_name: string;
  run_date: string;
  /** Percent of cells; null without usable answers, and then it is not drawn. */
  score: number | null;
  /** A character a cell in the order of the key: `1` land, `0` water, `?` unusable or not asked. */
  answers: string;
}

/** What is drawn: the key, and runs that have a score. */
interface DrawnRun extends WorldMapRun {
  score: number;
  shades: Shade[];
}

export interface WorldMap {
  /** What is so, as the answers of a run are written. */
  key: string;
  /** Of the items. */
  version: string;
  runs: readonly WorldMapRun[];
  /** Name of the service, for the footer. */
  service: string;
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

/** The best six models; without runs the key alone. */
export function worldMapPicture(map: WorldMap): Picture {
  const best = bestOf(map);
  const asked = whenAsked(map.runs, best);
  const legend = TOP + LARGE * ROWS;
  const below = legend + LEGEND_HEIGHT;
  const rows = Math.ceil(best.length / 2);
  return {
    path: "/charts/world-map.svg",
    title: "The world, and the world as models believe it to be",
    description: describe(map.key, best, asked),
    width: WIDTH + 2 * MARGIN,
    height: pixel(below + rows * (CAPTION + SMALL * ROWS) + BOTTOM),
    body: [
      toMap(shadesOf(map.key, map.key), MARGIN, TOP, LARGE),
      LEGEND.map((entry, index) => toSwatch(entry, MARGIN + index * SWATCH, legend + 10)),
      best.map((run, index) => toPanel(run, index, below)),
    ],
    footer: `${map.service}, own test world-map, version ${map.version}, ${asked}. Land: Natural Earth 1:110m. CC BY 4.0`,
  };
}

const bestOf = ({ runs, key }: WorldMap): DrawnRun[] =>
  runs
    .flatMap((run) =>
      run.score === null ? [] : [{ ...run, score: run.score, shades: shadesOf(run.answers, key) }],
    )
    .sort((a, b) => b.score - a.score || byText(a.model_name, b.model_name))
    .slice(0, MODELS);

function describe(key: string, best: readonly DrawnRun[], asked: string): string {
  const land = key.split("1").length - 1;
  const truth = `A grid of ${ROWS} by ${COLUMNS} cells of ${GRID_DEGREES} degrees, ${land} of them land.`;
  const models = best.map(
    ({ model_name, score, shades }) =>
      `${model_name}: ${score} percent right, ${countOf(shades, "wrong-land")} cells of water called land, ${countOf(shades, "wrong-water")} of land called water, ${countOf(shades, "unusable")} without a usable answer.`,
  );
  return [truth, ...models, `Models: ${asked}.`].join(" ");
}

const countOf = (shades: readonly Shade[], shade: Shade): number =>
  shades.filter((one) => one === shade).length;

const shadesOf = (answers: string, key: string): Shade[] =>
  [...key].map((cell, index) => toShade(cell === "1", answers[index]));

function toShade(isLand: boolean, answer: string | undefined): Shade {
  if (answer === "1") return isLand ? "land" : "wrong-land";
  if (answer === "0") return isLand ? "wrong-water" : "water";
  return "unusable";
}

/** When those on the picture were asked, or why none is on it. */
function whenAsked(runs: readonly WorldMapRun[], best: readonly DrawnRun[]): string {
  if (runs.length === 0) return "no model was asked yet";
  const days = best.map(({ run_date }) => run_date).sort(byText);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined) return "no usable answers yet";
  return first === last ? `asked ${first}` : `asked ${first} to ${last}`;
}

function toPanel({ model_name, run_date, score, shades }: DrawnRun, index: number, top: number) {
  const x = MARGIN + (index % 2) * (SMALL * COLUMNS + GAP);
  const y = top + Math.floor(index / 2) * (CAPTION + SMALL * ROWS);
  return html`<text x="${x}" y="${pixel(y + 18)}">${model_name}</text><text x="${x + SMALL * COLUMNS}" y="${pixel(y + 18)}" text-anchor="end" font-size="11">${score} %, ${run_date}</text>
${toMap(shades, x, y + CAPTION, SMALL)}`;
}

const toSwatch = ([shade, label]: readonly [Shade, string], x: number, y: number) =>
  html`<path d="M${pixel(x)} ${pixel(y)}h12v12h-12z" fill="${COLOURS[shade]}" stroke="#5f5b52" stroke-width="0.5"/><text x="${pixel(x + 18)}" y="${pixel(y + 10)}" font-size="11">${label}</text>
`;

/** One rectangle for neighbours of one shade; a unit is a cell. */
function toMap(cells: readonly Shade[], x: number, y: number, cell: number) {
  const strips = groupBy(toStrips(cells), ({ shade }) => shade);
  return html`<g transform="translate(${pixel(x)} ${pixel(y)}) scale(${pixel(cell)})" shape-rendering="crispEdges">
${LEGEND.map(([shade]) => toGroup(shade, strips.get(shade) ?? []))}</g>
`;
}

interface Strip {
  shade: Shade;
  column: number;
  row: number;
  length: number;
}

const toGroup = (shade: Shade, strips: readonly Strip[]) =>
  strips.length > 0 &&
  html`<g fill="${COLOURS[shade]}">${strips.map(
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
