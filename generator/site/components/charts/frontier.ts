/** Chart of price against score: a dot per model, the best score for each price as a step line, and some labels. */
import { groupBy } from "../../../../build/schema/collections.ts";
import { modelPagePath } from "../addresses.ts";
import { getLabCssClass, isScoreTie } from "../chips.ts";
import { formatUsdOrFree, type Html, type HtmlContent, html } from "../html.ts";
import { drawScatter, type ScatterDot } from "./labels.ts";
import {
  type ChartDrawing,
  createPriceAxisBetween,
  filterRunningMaxima,
  NARROW_CHART_WIDTH_PX,
  renderAxisTicks,
  renderHorizontalGridLines,
  roundToTenthPx,
  WIDE_CHART_WIDTH_PX,
} from "./marks.ts";

export interface PriceScorePoint {
  slug: string;
  name: string;
  lab: string;
  /** A blended price or the cost of a workload in USD; above 0. */
  price: number;
  /** USD per 1M tokens. */
  input: number | null;
  output: number | null;
  /** Null for a model without a score, which is drawn in the band below the plot. */
  score: number | null;
  low: number | null;
  high: number | null;
  isOpen: boolean;
  isProvisional: boolean;
  /** Number of hosts. Models at more hosts are labelled first. */
  hosts: number;
}
type ScoredPoint = PriceScorePoint & { score: number };

export interface FrontierChart {
  points: readonly PriceScorePoint[];
  /** Pixels. */
  width: number;
  height: number;
  /** Maximum number of labels. */
  names: number;
  /** Name of the price on cards. */
  priceName?: string;
  xTitle: string;
  /** True draws each small dot as its own element, so that a script can find it; false draws one path per lab. */
  hasDots?: boolean;
}

/** @returns The points with a higher score than all cheaper ones, the cheapest first. */
function findPriceFrontier<Point extends PriceScorePoint>(
  points: readonly Point[],
): (Point & ScoredPoint)[] {
  const scored = points
    .filter((point): point is Point & ScoredPoint => point.score !== null)
    .sort((a, b) => a.price - b.price || b.score - a.score);
  return filterRunningMaxima(scored, ({ score }) => score);
}

/** A model is called nearly as good if its score is at most this many points below the best. */
const NEARLY = 5;

/**
 * A title that is true for everything drawn: names the model on the line that is much cheaper than the best and nearly
 * as good.
 * @param costOf For the costs of a workload: what they are for, such as `a month`.
 */
export function toFrontierTitle(points: readonly PriceScorePoint[], costOf?: string): string {
  const line = findPriceFrontier(points);
  const best = line.at(-1);
  if (!best) return "No model in this list has both a score and a price";
  const rival = line.find(({ score }) => score >= best.score - NEARLY) ?? best;
  const saving = Math.round(100 * (1 - rival.price / best.price));
  const count = points.filter(({ score }) => score !== null).length;
  if (saving < 5)
    return `Score and ${costOf ? `cost ${costOf}` : "price"} of ${count === 1 ? "1 model" : `${count} models`}`;
  const less = Math.round(10 * (best.score - rival.score)) / 10;
  const usd = costOf ? `${formatUsdOrFree(rival.price)} ${costOf}, ` : "";
  const claim = `${rival.name} costs ${usd}${saving} % less than ${best.name}`;
  if (isScoreTie(best, rival)) return `${claim}; their scores do not show which is better`;
  return `${claim}${costOf ? "," : ""} and scores ${less} lower`;
}

const TABLE_FIELDS = ["slug", "name", "lab", "score", "low", "high", "price", "isOpen"] as const;

/** The rows of a chart. @param priceName Column name of the price, with its unit. */
export const toFrontierChartTable = (points: readonly PriceScorePoint[], priceName: string) => ({
  columns: ["model", "name", "lab", "score", "low", "high", priceName, "open_weights"],
  rows: points.map((point) => TABLE_FIELDS.map((field) => point[field])),
});

export const WIDE_FRONTIER_CHART_SIZE = { width: WIDE_CHART_WIDTH_PX, height: 390, names: 16 };

/** A wide and a narrow drawing, of which a page shows one: the text of the first would be too small on a phone. */
export const drawPricesAndScores = (
  points: readonly PriceScorePoint[],
  isWide: boolean,
  hasDots = false,
): ChartDrawing => {
  const size = isWide
    ? { ...WIDE_FRONTIER_CHART_SIZE, xTitle: "Price per 1M tokens, blended 3:1 (log)" }
    : { width: NARROW_CHART_WIDTH_PX, height: 380, names: 8, xTitle: "Price per 1M tokens (log)" };
  return { ...size, marks: drawFrontier({ points, hasDots, ...size }) };
};

const SMALL_DOT = 3.4;
const MARGIN = { left: 30, right: 10, top: 40, band: 50, bottom: 40 };
/** Models without a score are small dots in the rows of a band, so that many at one price do not cover each other. */
const BAND = { rows: 5, row: 5.5, top: 20, radius: 2.2 };

export function renderFrontierChart(chart: FrontierChart): Html {
  const { points, width, height } = chart;
  const count = points.filter(({ score }) => score !== null).length;
  if (count === 0) return html``;
  return html`<svg class="plot" viewBox="0 0 ${width} ${height}" role="group" aria-label="Chart of ${count} models by price and overall score. The table of models lists the prices and scores of the chart.">
${drawFrontier(chart)}
</svg>`;
}

export function drawFrontier(chart: FrontierChart): Html {
  const { points, width, height, names, priceName = "Blended", xTitle, hasDots } = chart;
  const scored = points.filter((point): point is ScoredPoint => point.score !== null);
  const prices = points.map(({ price }) => price);
  const bottom = height - MARGIN.bottom - MARGIN.band;
  const right = width - MARGIN.right;
  const low = Math.min(...prices) / 1.2;
  const high = Math.max(...prices) * 1.3;
  const range = [MARGIN.left, right] as const;
  const { at: x, ticks } = createPriceAxisBetween(low, high, true, range);
  const least = Math.min(90, Math.floor(Math.min(...scored.map(({ score }) => score)) / 10) * 10);
  const y = (score: number): number =>
    roundToTenthPx(MARGIN.top + ((bottom - 4 - MARGIN.top) * (100 - score)) / (100 - least));
  const step = (100 - least) % 20 === 0 ? 20 : 10;
  const scores = Array.from({ length: 1 + (100 - least) / step }, (_, at) => 100 - at * step);
  const bandTop = bottom + 6;
  const bandRows = placeInRows(
    points.filter(({ score }) => score === null),
    x,
  );
  const dots = points.map((point): PriceScorePoint & ScatterDot => ({
    ...point,
    x: x(point.price),
    y:
      point.score === null
        ? roundToTenthPx(bandTop + BAND.top + BAND.row * (bandRows.get(point) ?? 0))
        : y(point.score),
    colour: getLabCssClass(point.lab),
    href: modelPagePath(point.slug),
    text: point.isProvisional ? `${point.name} (provisional)` : point.name,
    radius: point.score === null ? BAND.radius : SMALL_DOT,
    facts: [
      ["Score", scoreText(point)],
      point.input !== null && ["Input", formatUsdOrFree(point.input)],
      point.output !== null && ["Output", formatUsdOrFree(point.output)],
      [priceName, formatUsdOrFree(point.price)],
    ],
  }));
  const line = findPriceFrontier(dots);
  const isBest = new Set<PriceScorePoint>(line);
  const drawn = drawScatter<PriceScorePoint & ScatterDot>({
    dots,
    line,
    // Models at most hosts first.
    others: dots
      .filter((dot) => dot.score !== null && !isBest.has(dot))
      .sort((a, b) => b.hosts - a.hosts),
    area: { x: MARGIN.left, y: 14, width: right + 4 - MARGIN.left, height: bottom - 10 },
    right,
    clearance: SMALL_DOT,
    count: names,
    renderSmall: hasDots ? undefined : renderDotPaths,
  });
  const grid = scores.map((tick) => ({ at: y(tick), label: String(tick) }));
  return html`<text class="axis" x="${MARGIN.left}" y="12">↑ Score</text>
${renderHorizontalGridLines(grid, MARGIN.left, right)}
${renderAxisTicks(ticks, height - MARGIN.bottom)}
<text class="axis end" x="${right}" y="${height - 6}">${xTitle} →</text>
<rect class="band" x="${MARGIN.left}" y="${bandTop}" width="${right - MARGIN.left}" height="${MARGIN.band - 6}"/>
${scored.length < points.length && html`<text class="axis" x="${MARGIN.left + 6}" y="${bandTop + 12}">Not scored: ${points.length - scored.length}</text>`}
${drawn.stepLine}
${line.map(({ low, high, colour, x: at, isProvisional }) => low !== null && high !== null && html`<path class="whisker${isProvisional && " provisional"} ${colour}" d="M${at} ${y(low)}V${y(high)}"/>`)}
${drawn.dots}
${drawn.labels}`;
}

/** @returns The row of each point: the first in which it covers no other point, or else the one with the most room. */
function placeInRows(
  points: readonly PriceScorePoint[],
  x: (price: number) => number,
): Map<PriceScorePoint, number> {
  const ends: number[] = Array(BAND.rows).fill(Number.NEGATIVE_INFINITY);
  const rows = new Map<PriceScorePoint, number>();
  for (const point of points.toSorted((a, b) => a.price - b.price)) {
    const at = x(point.price);
    const free = ends.findIndex((end) => at - end >= 2 * BAND.radius);
    const row = free >= 0 ? free : ends.indexOf(Math.min(...ends));
    ends[row] = at;
    rows.set(point, row);
  }
  return rows;
}

const scoreText = ({ score, low, high, isProvisional }: PriceScorePoint): string =>
  score === null
    ? "not scored"
    : `${score}${low !== null && high !== null ? ` (${low} to ${high})` : ""}${isProvisional ? ", provisional" : ""}`;

/** One path per lab. An open ring is drawn as a dot with a hole. */
function renderDotPaths(dots: readonly ScatterDot[]): HtmlContent {
  const groups = groupBy(
    dots,
    ({ colour, isOpen, radius }) =>
      `${colour}${radius === BAND.radius ? " tiny" : ""}${isOpen ? " open" : ""}`,
  );
  return [...groups].map(([name, group]) => {
    const path = group.map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h0`);
    const hole =
      name.endsWith(" open") &&
      html`<path class="dots ${name.includes(" tiny") ? "pinhole" : "hole"}" d="${path.join("")}"/>`;
    return html`<path class="dots ${name}" d="${path.join("")}"/>${hole}
`;
  });
}
