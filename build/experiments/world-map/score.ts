/** Judged cells → percent right. */

import { type Interval, round, roundInterval, wilson } from "../../statistics/statistics.ts";
import type { Judged, Scored } from "../asked-test.ts";
import { CELLS, INDEX_OF } from "./grid.ts";

export interface WorldMapMetrics extends Record<string, unknown> {
  /** Right / usable, four decimals; null without usable answers. */
  accuracy: number | null;
  /** Land cells called land / land cells asked, four decimals; an unusable answer counts against it. Null for none. */
  landRecall: number | null;
  /** The same for water. */
  waterRecall: number | null;
  /** 90 % Wilson intervals of the two, fractions with four decimals; null where there is no rate. */
  landRecallInterval: Interval | null;
  waterRecallInterval: Interval | null;
  /** Cells asked. */
  points: number;
  /** Usable answers. */
  valid: number;
  /** Whether all 1,800 cells were asked. */
  complete: boolean;
  /** A character a cell in the order of `CELLS`: `1` land, `0` water, `?` unusable or not asked. */
  answers: string;
}

/** Of a few cells that a model felt sure of, the score would say nothing about the others. */
const MIN_USABLE = 0.5;

/** 100 × right / usable with a Wilson interval; null when fewer than half of the answers can be used. */
export function score(judged: readonly Judged[]): Scored & { metrics: WorldMapMetrics } {
  const valid = judged.filter(({ parsed }) => parsed !== null).length;
  const right = judged.filter(({ correct }) => correct).length;
  const isEnough = valid > 0 && valid >= MIN_USABLE * judged.length;
  return {
    score: isEnough ? round((100 * right) / valid, 1) : null,
    interval: isEnough ? toPercent(wilson(right, valid)) : null,
    metrics: {
      accuracy: rate(right, valid),
      landRecall: rate(...recall(judged, "land")),
      waterRecall: rate(...recall(judged, "water")),
      landRecallInterval: roundInterval(wilson(...recall(judged, "land")), 4),
      waterRecallInterval: roundInterval(wilson(...recall(judged, "water")), 4),
      points: judged.length,
      valid,
      complete: judged.length === CELLS.length,
      answers: toAnswers(judged),
    },
  };
}

/** Cells of a kind that were called so, and those that were asked. */
function recall(judged: readonly Judged[], kind: "land" | "water"): [right: number, asked: number] {
  const asked = judged.filter(({ item }) => item.answer === kind);
  return [asked.filter(({ correct }) => correct).length, asked.length];
}

function toAnswers(judged: readonly Judged[]): string {
  const answers = Array<string>(CELLS.length).fill("?");
  for (const { item, parsed } of judged) {
    const index = INDEX_OF.get(item.item_id);
    if (index !== undefined && parsed !== null) answers[index] = parsed === "land" ? "1" : "0";
  }
  return answers.join("");
}

const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : round(part / whole, 4);

const toPercent = (interval: Interval | null): Interval | null =>
  roundInterval(interval && { low: 100 * interval.low, high: 100 * interval.high }, 1);
