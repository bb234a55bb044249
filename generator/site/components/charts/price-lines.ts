/** Prices over time as steps: some lines are named at their right end, the others are grey. */

import { toBlendedPrice } from "../../../../build/cost/rates.ts";
import type { OfferRow, PriceRow } from "../../../../build/model/catalog/rows.ts";
import { formatShortDate, formatUsdOrFree, html } from "../html.ts";
import { isSoldByInputTokens } from "../offers.ts";
import {
  createPriceAxis,
  createTimeAxis,
  estimateTextWidthPx,
  type PriceAxis,
  renderAxisTicks,
  renderChartGrid,
  roundToTenthPx,
} from "./axes.ts";
import { type ChartDot, type ChartDrawing, getChartWidthPx, renderChartDots } from "./marks.ts";

/** USD per 1M tokens from a day on; null where it is not sold, or the price is unknown. */
export interface PriceHistoryStep {
  date: string;
  input: number | null;
  output: number | null;
  blended: number | null;
}

/**
 * Unknown is neither free nor a fall: a doubted 0 may mean "unknown", and an output price may be missing for a while. Where
 * output costs nothing or does not exist (embeddings), the price is that of the input.
 * @param rows Of one model at one host. @param offers Of the model today.
 */
export function toPriceHistorySteps(
  rows: readonly Pick<PriceRow, "host" | "date" | "input" | "output">[],
  offers: readonly Pick<OfferRow, "host" | "trust" | "unit" | "unit_price">[],
): PriceHistoryStep[] {
  const doubted = offers.filter(({ trust }) => trust === "unverified").map(({ host }) => host);
  const isInputAlone = isSoldByInputTokens(offers) || rows.every(({ output }) => output === null);
  return rows.map(({ host, date, input, output }) => {
    const blended = isInputAlone ? input : toBlendedPrice(input, output);
    const isUnknown = blended === 0 && doubted.includes(host);
    return { date, input, output, blended: isUnknown ? null : blended };
  });
}

export interface PriceChartLine {
  name: string;
  /** Class of its colour: that of a lab, or `ink`. */
  colour: string;
  /** Oldest first. */
  steps: readonly PriceHistoryStep[];
}

export interface PriceLineChart {
  /** The most important first. */
  named: readonly PriceChartLine[];
  others: readonly PriceChartLine[];
  /** Day (YYYY-MM-DD) up to which the last prices are known to hold. */
  until: string;
}

const known = (lines: readonly PriceChartLine[]): number[] =>
  lines.flatMap(({ steps }) => steps.flatMap(({ blended }) => blended ?? []));

/** The scale is logarithmic, which has to be said. */
export const isPriceScaleLogarithmic = ({ named, others }: PriceLineChart): boolean =>
  createPriceAxis(known([...named, ...others]), [0, 1]).isLog;

/** Pixels between two names at the right end. */
const APART = 17;
/** Names at most on a narrow chart. */
const NARROW_NAMES = 4;

export function drawPriceLines(
  { named, others, until }: PriceLineChart,
  isWide: boolean,
): ChartDrawing {
  const [width, height] = [getChartWidthPx(isWide), isWide ? 270 : 280];
  const shown = isWide ? named : named.slice(0, NARROW_NAMES);
  const rest = isWide ? others : [...others, ...named.slice(NARROW_NAMES)];
  const texts = shown.map((line) => `${shorten(line.name, isWide ? 24 : 17)} ${lastPrice(line)}`);
  const left = 46;
  const right = Math.floor(width - 18 - Math.max(...texts.map(estimateTextWidthPx)));
  const bottom = height - 26;
  const lines = [...shown, ...rest];
  const days = lines.flatMap(({ steps }) => steps.map(({ date }) => date));
  const x = createTimeAxis([...days, until], [left, right], isWide ? 6 : 3);
  const y = createPriceAxis(known(lines), [bottom, 14]);
  const toPath = ({ steps }: PriceChartLine) =>
    stepPath(steps, (day) => x.at(Date.parse(day)), y, right);
  const toEnd = (line: PriceChartLine, at: number) => {
    const last = line.steps.findLast(({ blended }) => blended !== null);
    return { line, text: texts[at] ?? "", y: y.at(last?.blended ?? 0) };
  };
  const isSold = ({ line }: { line: PriceChartLine }) => line.steps.at(-1)?.blended !== null;
  const all = shown.map(toEnd);
  const ends = all.filter(isSold).sort((a, b) => a.y - b.y);
  const ended = all
    .filter((end) => !isSold(end))
    .map(({ line, y: top }) => {
      const name = shorten(line.name, 24);
      const day = line.steps.at(-1)?.date ?? until;
      // A line that ends at the left has its name beside the axis, not across it.
      const end = roundToTenthPx(Math.max(x.at(Date.parse(day)), left + estimateTextWidthPx(name)));
      return { name, colour: line.colour, end, y: roundToTenthPx(top - 6) };
    });
  const places = pushApart(
    ends.map((end) => end.y),
    [12, bottom],
  );
  return {
    ...{ width, height },
    marks: html`${renderChartGrid(y.ticks, left, right)}${renderAxisTicks(x.ticks, bottom)}
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

const shorten = (name: string, letters: number): string =>
  name.length <= letters ? name : `${name.slice(0, letters - 1)}…`;

const lastPrice = ({ steps }: PriceChartLine): string =>
  formatUsdOrFree(steps.findLast(({ blended }) => blended !== null)?.blended ?? null);

/** A price holds until the next; the line breaks while there is none, and the last one goes on to the edge. */
function stepPath(
  steps: readonly PriceHistoryStep[],
  x: (day: string) => number,
  y: PriceAxis,
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

/** One for each price that differs from the one before it. */
const toDots = (line: PriceChartLine, x: (day: string) => number, y: PriceAxis): ChartDot[] =>
  line.steps.flatMap(({ date, input, output, blended }, at): ChartDot[] =>
    blended === null || blended === line.steps[at - 1]?.blended
      ? []
      : [
          {
            name: line.name,
            ...{ x: x(date), y: y.at(blended), radius: 3, look: "big", colour: line.colour },
            facts: [
              ["Since", formatShortDate(date)],
              ["Input", formatUsdOrFree(input)],
              output !== null && ["Output", formatUsdOrFree(output)],
              output !== null && ["Blended", formatUsdOrFree(blended)],
            ],
          },
        ],
  );

/** @param places From the top down. @returns At least APART from each other, within the range while there is room. */
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
