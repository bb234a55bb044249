/** Price against score: every model a dot, the best score for the price as a step line, names beside those that matter. */
import { groupBy } from "../../../../build/schema/collections.ts";
import { modelPagePath } from "../addresses.ts";
import { labClass } from "../chips.ts";
import { formatUsdOrFree, type Html, type HtmlContent, html } from "../html.ts";
import { roundToTenth } from "./plot.ts";

export interface FrontierPoint {
  slug: string;
  name: string;
  lab: string;
  /** USD above 0: a blended price, or the cost of a workload. */
  price: number;
  /** Null: it is in the band below the plot. */
  score: number | null;
  low: number | null;
  high: number | null;
  isOpen: boolean;
  isProvisional: boolean;
  /** Of several that want a name, the one at more hosts gets it. */
  hosts: number;
}
type ScoredPoint = FrontierPoint & { score: number };

export interface FrontierChart {
  points: readonly FrontierPoint[];
  /** Pixels. */
  width: number;
  height: number;
  /** Names at most. */
  names: number;
  toText(price: number): string;
  xTitle: string;
  /** Small dots are elements of their own, which a script can point at; else one path for each lab. */
  hasDots?: boolean;
}

/** @returns Those with a higher score than all that cost less, the cheapest first. */
export function toFrontier<Point extends FrontierPoint>(
  points: readonly Point[],
): (Point & ScoredPoint)[] {
  let best = Number.NEGATIVE_INFINITY;
  return points
    .filter((point): point is Point & ScoredPoint => point.score !== null)
    .sort((a, b) => a.price - b.price || b.score - a.score)
    .filter(({ score }) => {
      const isBetter = score > best;
      best = Math.max(best, score);
      return isBetter;
    });
}

/** Points of score that one may be below the best to be named as nearly as good. */
const NEARLY = 5;

/**
 * A sentence that is true of all that is drawn: which model on the line is much cheaper than the best and nearly as good.
 * @param what `costs`, or `costs … a month`.
 */
export function toFrontierClaim(points: readonly FrontierPoint[]): string {
  const line = toFrontier(points);
  const best = line.at(-1);
  const rival = line.find(({ score }) => best && score >= best.score - NEARLY);
  const count = points.filter(({ score }) => score !== null).length;
  const saving = best && rival ? Math.round(100 * (1 - rival.price / best.price)) : 0;
  if (!best || !rival || rival === best || saving < 5)
    return `Score and price of ${count === 1 ? "1 model" : `${count} models`}`;
  const less = Math.round(10 * (best.score - rival.score)) / 10;
  return `${rival.name} costs ${saving} % less than ${best.name} and scores ${less} lower`;
}

/** A wide and a narrow chart, of which the page shows one: the text of the first would be too small on a phone. */
export function renderFrontierCharts(points: readonly FrontierPoint[]): Html {
  const drawn = { points, toText: formatUsdOrFree };
  return html`${renderFrontierChart({ ...drawn, width: 880, height: 430, names: 18, xTitle: "Price per 1M tokens, blended 3:1 (log)" })}
${renderFrontierChart({ ...drawn, width: 358, height: 380, names: 7, xTitle: "Price per 1M tokens (log)" })}`;
}

const MARGIN = { left: 30, right: 10, top: 34, band: 34, bottom: 40 };
const LETTER = 6.3;
const LINE = 15;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export function renderFrontierChart({
  points,
  width,
  height,
  names,
  toText,
  xTitle,
  hasDots,
}: FrontierChart): Html {
  const scored = points.filter((point): point is ScoredPoint => point.score !== null);
  const unscored = points.filter(({ score }) => score === null);
  if (scored.length === 0)
    return html`<p class="note">No model of this list has a score and a price.</p>`;
  const prices = points.map(({ price }) => price);
  const bottom = height - MARGIN.bottom - MARGIN.band;
  const right = width - MARGIN.right;
  const [low, high] = [
    Math.log10(Math.min(...prices) / 1.2),
    Math.log10(Math.max(...prices) * 1.3),
  ];
  const x = (price: number): number =>
    MARGIN.left + ((right - MARGIN.left) * (Math.log10(price) - low)) / (high - low);
  const least = Math.min(90, Math.floor(Math.min(...scored.map(({ score }) => score)) / 10) * 10);
  const top = bottom - 4 - MARGIN.top;
  const y = (score: number): number => MARGIN.top + (top * (100 - score)) / (100 - least);
  const step = (100 - least) % 20 === 0 ? 20 : 10;
  const scores = Array.from({ length: 1 + (100 - least) / step }, (_, at) => 100 - at * step);
  const decades = Array.from(
    { length: 1 + Math.floor(high) - Math.ceil(low) },
    (_, at) => 10 ** (Math.ceil(low) + at),
  );
  const at = (point: ScoredPoint) => ({
    x: roundToTenth(x(point.price)),
    y: roundToTenth(y(point.score)),
  });
  const bandTop = bottom + 6;
  const line = toFrontier(points);
  const isBest = new Set<FrontierPoint>(line);
  const steps = line
    .map(at)
    .map((place, step) => (step === 0 ? `M${place.x} ${place.y}` : `H${place.x}V${place.y}`));
  const labels = placeNames(scored, line, { at, names, right, bottom });
  const named = new Set(labels.map(({ point }) => point));
  const isBig = (point: FrontierPoint) => isBest.has(point) || named.has(point as ScoredPoint);
  const placeOf = (point: FrontierPoint) =>
    point.score === null
      ? { x: roundToTenth(x(point.price)), y: bandTop + 20 }
      : at(point as ScoredPoint);
  const dot = (point: FrontierPoint): Html => {
    const big = isBig(point);
    const place = placeOf(point);
    return html`<a class="${labClass(point.lab)}" href="${modelPagePath(point.slug)}" data-slug="${point.slug}" tabindex="-1"><title>${point.name}: ${point.score ?? "not scored"}, ${toText(point.price)}</title><circle class="dot${point.isOpen && " open"}${big && " big"}" cx="${place.x}" cy="${place.y}" r="${big ? 5 : 3.4}"/></a>
`;
  };
  const small = points.filter((point) => !isBig(point));
  return html`<svg class="frontier" viewBox="0 0 ${width} ${height}" role="group" aria-label="Chart of ${scored.length} models by price and service score. The table has the same numbers.">
<text class="axis" x="${MARGIN.left}" y="12">↑ Score</text>
${scores.map((tick) => html`<path class="grid" d="M${MARGIN.left} ${roundToTenth(y(tick))}H${right}"/><text class="axis end" x="${MARGIN.left - 6}" y="${roundToTenth(y(tick) + 4)}">${tick}</text>`)}
${decades.map(
  (tick) =>
    html`<path class="tick" d="M${roundToTenth(x(tick))} ${height - MARGIN.bottom}v4"/><text class="axis middle" x="${roundToTenth(x(tick))}" y="${height - MARGIN.bottom + 17}">${toText(tick).replace(/\.00$/, "")}</text>`,
)}
<text class="axis end" x="${right}" y="${height - 6}">${xTitle} →</text>
<rect class="band" x="${MARGIN.left}" y="${bandTop}" width="${right - MARGIN.left}" height="${MARGIN.band - 6}"/>
${unscored.length > 0 && html`<text class="axis" x="${MARGIN.left + 6}" y="${bandTop + 12}">Not scored</text>`}
<path class="step" d="${steps.join("")}H${right}"/>
${line.map((point) => interval(point, at(point).x, y))}
${hasDots ? small.map(dot) : renderDotPaths(small, placeOf)}
${[...named, ...line.filter((point) => !named.has(point))].map(dot)}
${labels.map(renderName)}
</svg>`;
}

/** A path for each lab; an open ring is a hole in a dot. */
function renderDotPaths(
  points: readonly FrontierPoint[],
  placeOf: (point: FrontierPoint) => { x: number; y: number },
): Html[] {
  const groups = groupBy(points, ({ lab, isOpen }) => `${labClass(lab)}${isOpen ? " open" : ""}`);
  return [...groups].map(([name, group]) => {
    const path = group.map(placeOf).map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h0`);
    const hole = name.endsWith(" open") && html`<path class="dots hole" d="${path.join("")}"/>`;
    return html`<path class="dots ${name}" d="${path.join("")}"/>${hole}
`;
  });
}

const interval = (
  { lab, low, high }: ScoredPoint,
  x: number,
  y: (score: number) => number,
): HtmlContent =>
  low !== null &&
  high !== null &&
  html`<path class="whisker ${labClass(lab)}" d="M${x} ${roundToTenth(y(low))}V${roundToTenth(y(high))}"/>`;

interface PlacedName {
  point: ScoredPoint;
  box: Box;
  isEnd: boolean;
}

const renderName = ({ point, box, isEnd }: PlacedName): Html =>
  html`<text class="name ${labClass(point.lab)}${isEnd && " end"}" x="${roundToTenth(isEnd ? box.x + box.width : box.x)}" y="${roundToTenth(box.y + 12)}">${point.name}</text>
`;

interface NameSpace {
  at(point: ScoredPoint): { x: number; y: number };
  names: number;
  right: number;
  bottom: number;
}

/** The best first: those on the line, then those at most hosts. A name covers no dot, no other name and not the line. */
function placeNames(
  scored: readonly ScoredPoint[],
  line: readonly ScoredPoint[],
  { at, names, right, bottom }: NameSpace,
): PlacedName[] {
  const onLine = new Set(line);
  const wanted = [
    ...line.toReversed(),
    ...scored.filter((point) => !onLine.has(point)).sort((a, b) => b.hosts - a.hosts),
  ].slice(0, 4 * names);
  const dots = scored.map((point): Box => {
    const { x, y } = at(point);
    const radius = onLine.has(point) ? 5 : 2;
    return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  });
  const taken: Box[] = [...dots, ...lineBoxes(line.map(at))];
  const placed: PlacedName[] = [];
  for (const point of wanted) {
    if (placed.length >= names) break;
    const { x, y } = at(point);
    const width = LETTER * point.name.length;
    const places = [
      { x: x - 9 - width, y: y - LINE + 2, isEnd: true },
      { x: x + 9, y: y - LINE / 2, isEnd: false },
      { x: x + 7, y: y + 3, isEnd: false },
      { x: x - 9 - width, y: y - LINE / 2, isEnd: true },
      { x: x + 4, y: y - LINE - 6, isEnd: false },
      { x: x - 7 - width, y: y + 4, isEnd: true },
      { x: x - 4 - width, y: y - LINE - 8, isEnd: true },
    ];
    const free = places
      .map(({ isEnd, ...place }) => ({ isEnd, box: { ...place, width, height: LINE } }))
      .find(
        ({ box }) =>
          box.x >= MARGIN.left &&
          box.x + width <= right + 4 &&
          box.y >= 0 &&
          box.y + LINE <= bottom + 4 &&
          !taken.some((other) => overlap(box, other)),
      );
    if (!free) continue;
    placed.push({ point, ...free });
    taken.push(free.box);
  }
  return placed;
}

/** The step line as thin boxes. */
function lineBoxes(places: readonly { x: number; y: number }[]): Box[] {
  return places.slice(1).flatMap((place, step): Box[] => {
    const before = places[step];
    if (!before) return [];
    return [
      { x: before.x, y: before.y - 1, width: place.x - before.x, height: 2 },
      { x: place.x - 1, y: place.y, width: 2, height: before.y - place.y },
    ];
  });
}
