/** Prices over time as step lines. The most important lines have their names at the right end; the others are grey. */
import { toBlendedPrice } from "../../../../build/cost/rates.ts";
import type { OfferRow, PriceRow } from "../../../../build/model/catalog/rows.ts";
import { formatShortDate, formatUsdOrFree, html, shortenText } from "../html.ts";
import { isChargedForInputOnly } from "../offers.ts";
import {
  type ChartAxis,
  type ChartDot,
  type ChartDrawing,
  chooseChartWidthPx,
  createPriceAxis,
  createTimeAxis,
  estimateTextWidthPx,
  isPriceAxisLogarithmic,
  renderAxisTicks,
  renderChartDots,
  renderHorizontalGridLines,
  roundToTenthPx,
} from "./marks.ts";

/** Prices in USD per 1M tokens from a day on; null when the model is not for sale or the price is unknown. */
export interface PriceHistoryStep {
  date: string;
  input: number | null;
  output: number | null;
  blended: number | null;
}

/**
 * Converts price rows to steps. An unknown price is not shown as free or as a fall: 0 means "unknown" if it is unverified
 * or until a source states the first price, an output price may be missing for a while, and a price that was corrected
 * was wrong. If output is free or does not exist (embeddings), the step's price is the input price.
 * @param rows Rows of one model at one host.
 * @param offers Current offers of the model.
 */
export function toPriceHistorySteps(
  rows: readonly Pick<PriceRow, "host" | "date" | "input" | "output" | "change">[],
  offers: readonly Pick<OfferRow, "host" | "trust" | "unit" | "unit_price">[],
): PriceHistoryStep[] {
  const doubted = offers.filter(({ trust }) => trust === "unverified").map(({ host }) => host);
  const isInputAlone = isChargedForInputOnly(offers) || rows.every(({ output }) => output === null);
  const firstPaid = rows.findIndex(({ input }) => Number(input) > 0);
  return rows.map(({ host, date, input, output }, index) => {
    const blended = isInputAlone ? input : toBlendedPrice(input, output);
    const isUnknown =
      rows[index + 1]?.change === "correction" ||
      (blended === 0 && (index < firstPaid || doubted.includes(host)));
    return { date, input, output, blended: isUnknown ? null : blended };
  });
}

export interface PriceChartLine {
  name: string;
  /** CSS class of its colour: the class of a lab, or `ink`. */
  colour: string;
  /** Oldest first. */
  steps: readonly PriceHistoryStep[];
}

export interface PriceLineChart {
  /** Lines with a name, the most important first. */
  named: readonly PriceChartLine[];
  others: readonly PriceChartLine[];
  /** Day (YYYY-MM-DD) up to which the last prices are known to hold. */
  until: string;
}

const known = (lines: readonly PriceChartLine[]): number[] =>
  lines.flatMap(({ steps }) => steps.flatMap(({ blended }) => blended ?? []));

/** Whether the scale is logarithmic, which the subtitle must then say. */
export const isPriceScaleLogarithmic = ({ named, others }: PriceLineChart): boolean =>
  isPriceAxisLogarithmic(known([...named, ...others]));

/** Minimum distance in pixels between two names at the right end. */
const APART = 17;
/** Maximum number of names on a narrow chart. */
const NARROW_NAMES = 4;

export function drawPriceLines(
  { named, others, until }: PriceLineChart,
  isWide: boolean,
): ChartDrawing {
  const width = chooseChartWidthPx(isWide);
  const height = isWide ? 270 : 280;
  const shown = isWide ? named : named.slice(0, NARROW_NAMES);
  const rest = isWide ? others : [...others, ...named.slice(NARROW_NAMES)];
  const texts = shown.map(
    (line) => `${shortenText(line.name, isWide ? 24 : 17)} ${formatUsdOrFree(lastPrice(line))}`,
  );
  const left = 46;
  const right = Math.floor(width - 18 - Math.max(...texts.map(estimateTextWidthPx)));
  const bottom = height - 26;
  const lines = [...shown, ...rest];
  const days = lines.flatMap(({ steps }) => steps.map(({ date }) => date));
  const x = createTimeAxis([...days, until], [left, right], isWide ? 6 : 3);
  const y = createPriceAxis(known(lines), [bottom, 14]);
  const toPath = ({ steps }: PriceChartLine) =>
    stepPath(steps, (day) => x.at(Date.parse(day)), y, right);
  const isSold = ({ line }: { line: PriceChartLine }) => line.steps.at(-1)?.blended !== null;
  const all = shown.map((line, at) => ({
    line,
    text: texts[at] ?? "",
    y: y.at(lastPrice(line) ?? 0),
  }));
  const ends = all.filter(isSold).sort((a, b) => a.y - b.y);
  const ended = all
    .filter((end) => !isSold(end))
    .map(({ line, y: top }) => {
      const name = shortenText(line.name, 24);
      const day = line.steps.at(-1)?.date ?? until;
      // If a line ends near the left edge, its name starts at the axis instead of crossing it.
      const end = roundToTenthPx(Math.max(x.at(Date.parse(day)), left + estimateTextWidthPx(name)));
      return { name, colour: line.colour, end, y: roundToTenthPx(top - 6) };
    });
  const places = pushApart(
    ends.map((end) => end.y),
    [12, bottom],
  );
  return {
    width,
    height,
    marks: html`${renderHorizontalGridLines(y.ticks, left, right)}${renderAxisTicks(x.ticks, bottom)}
${rest.length > 0 && html`<path class="line other" d="${rest.map(toPath)}"/>`}
${shown.toReversed().map((line) => html`<path class="line ${line.colour}" d="${toPath(line)}"/>\n`)}
${renderChartDots(shown.flatMap((line) => toDots(line, (day) => x.at(Date.parse(day)), y)))}
${ends.map(({ line, text, y: from }, at) => {
  const to = roundToTenthPx(places[at] ?? from);
  return html`<path class="leader" d="M${right} ${from}L${right + 10} ${to}"/><text class="name ${line.colour}" x="${right + 13}" y="${to + 4}">${text}</text>\n`;
})}
${ended.map(({ name, colour, end, y }) => html`<text class="name ${colour} end" x="${end}" y="${y}">${name}</text>`)}`,
  };
}

const lastPrice = ({ steps }: PriceChartLine): number | null =>
  steps.findLast(({ blended }) => blended !== null)?.blended ?? null;

/** SVG path of a line: a price holds until the next step, the last one to the right edge; no price leaves a gap. */
function stepPath(
  steps: readonly PriceHistoryStep[],
  x: (day: string) => number,
  y: ChartAxis,
  right: number,
): string {
  let drawn = "";
  let before: number | null = null;
  for (const { date, blended } of steps) {
    if (blended === before) continue;
    const at = x(date);
    if (before !== null) drawn += `H${at}`;
    if (blended !== null) drawn += `${before === null ? `M${at} ` : "V"}${y.at(blended)}`;
    before = blended;
  }
  return before === null ? drawn : `${drawn}H${right}`;
}

/** One dot for each price that differs from the previous one. */
const toDots = (line: PriceChartLine, x: (day: string) => number, y: ChartAxis): ChartDot[] =>
  line.steps.flatMap(({ date, input, output, blended }, at): ChartDot[] =>
    blended === null || blended === line.steps[at - 1]?.blended
      ? []
      : [
          {
            name: line.name,
            x: x(date),
            y: y.at(blended),
            radius: 3,
            look: "big",
            colour: line.colour,
            facts: [
              ["Since", formatShortDate(date)],
              ["Input", formatUsdOrFree(input)],
              output !== null && ["Output", formatUsdOrFree(output)],
              output !== null && ["Blended", formatUsdOrFree(blended)],
            ],
          },
        ],
  );

/**
 * Moves labels apart so that they do not overlap.
 * @param places Vertical positions in pixels, from top to bottom.
 * @returns Positions at least APART from each other, within the range while there is room.
 */
function pushApart(places: readonly number[], [top, bottom]: readonly [number, number]): number[] {
  const pushed: number[] = [];
  for (const place of places) pushed.push(Math.max(place, (pushed.at(-1) ?? top - APART) + APART));
  const over = (pushed.at(-1) ?? bottom) - bottom;
  if (over <= 0) return pushed;
  const back = [...pushed].reverse();
  for (const [at, place] of back.entries())
    back[at] = at === 0 ? bottom : Math.min(place, (back[at - 1] ?? bottom) - APART);
  return back.reverse();
}
