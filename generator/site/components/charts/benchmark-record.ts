/** Results of a benchmark by release date of the models, with the best result to date as a step line. */
import { compareByCodePoint } from "../../../../build/schema/collections.ts";
import { formatShortDate, type Html, html } from "../html.ts";
import { drawScatter, type ScatterDot } from "./labels.ts";
import {
  type ChartDrawing,
  chooseChartWidthPx,
  createScoreAxis,
  createTimeAxis,
  filterRunningMaxima,
  renderAxisTicks,
  renderHorizontalGridLines,
} from "./marks.ts";

export interface ScoreByReleaseDate {
  name: string;
  href: string;
  /** CSS class of the lab. */
  colour: string;
  /** YYYY-MM-DD. */
  released: string;
  score: number;
  isOpen: boolean;
  /** `self-reported`, or the name of who ran the test. */
  runner: string;
  /** Self-reported by the model's lab: drawn with a dashed edge and not part of the line. */
  isOwn: boolean;
}

export interface ScoresByDateChart {
  results: readonly ScoreByReleaseDate[];
  isHigherBetter: boolean;
  /** Best possible score; null where there is none. */
  max: number | null;
  toText(score: number): string;
}

/** The results that are not self-reported; all results if every one is. */
export function toIndependentScoresOrAll<Result extends { isOwn: boolean }>(
  results: readonly Result[],
): readonly Result[] {
  const counted = results.filter(({ isOwn }) => !isOwn);
  return counted.length > 0 ? counted : results;
}

/** @returns Results better than all earlier ones, oldest first; for each day, only the best. */
export function findBestScoresToDate<Result extends { released: string; score: number }>(
  results: readonly Result[],
  isHigherBetter: boolean,
): Result[] {
  const sign = isHigherBetter ? 1 : -1;
  const inOrder = results.toSorted(
    (a, b) => compareByCodePoint(a.released, b.released) || sign * (b.score - a.score),
  );
  return filterRunningMaxima(inOrder, ({ score }) => sign * score);
}

/** In addition to the records, this many of the best results may be labelled. */
const OTHERS_NAMED = 5;

export function drawScoresByDate(of: ScoresByDateChart, isWide: boolean): ChartDrawing {
  const { results, max, toText } = of;
  const width = chooseChartWidthPx(isWide);
  const height = 340;
  const left = isWide ? 52 : 44;
  const right = width - 12;
  const bottom = height - 26;
  const x = createTimeAxis(
    results.map(({ released }) => released),
    [left + 8, right - 8],
    isWide ? 8 : 3,
  );
  const y = createScoreAxis(
    results.map(({ score }) => score),
    max,
    of.isHigherBetter ? [bottom - 4, 18] : [18, bottom - 4],
    // A unit that is a word has no room at the axis; the subtitle names it.
    (score) => toText(score).replace(/ [a-z]+$/, ""),
  );
  const dots = results.map((result): ScoreByReleaseDate & ScatterDot => ({
    ...result,
    x: x.at(Date.parse(result.released)),
    y: y.at(result.score),
    text: result.name,
    radius: 3.4,
    facts: [
      ["Score", toText(result.score)],
      ["Released", formatShortDate(result.released)],
      ["Result", result.runner],
    ],
  }));
  const line = findBestScoresToDate(toIndependentScoresOrAll(dots), of.isHigherBetter);
  const sign = of.isHigherBetter ? -1 : 1;
  const drawn = drawScatter({
    dots,
    line,
    others: dots
      .filter((dot) => !line.includes(dot))
      .sort((a, b) => sign * (a.score - b.score))
      .slice(0, OTHERS_NAMED),
    area: { x: left, y: 0, width: width - left, height: bottom },
    right,
    clearance: 3,
    count: isWide ? 16 : 6,
  });
  const marks: Html = html`${renderHorizontalGridLines(y.ticks, left, right)}${renderAxisTicks(x.ticks, bottom)}
${drawn.stepLine}
${drawn.dots}
${drawn.labels}`;
  return { width, height, marks };
}
