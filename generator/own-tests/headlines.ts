/** Results of a test that asks models → its headline in a sentence. */

import type { TestResult } from "../resources/own-test.ts";
import { toLongDate } from "../site/format.ts";

/** At least one result, each with a score; the best first. */
export type Headline = (scored: readonly TestResult[]) => string;

/** By name under /api/v1/own-tests. */
export const HEADLINES: Readonly<Record<string, Headline>> = {
  "who-are-you": (scored) => {
    const astray = ({ metrics, n_valid }: TestResult) =>
      n_valid === 0 ? 0 : Number(metrics.misidentified) / n_valid;
    const worst = scored.reduce((most, one) => (astray(one) > astray(most) ? one : most));
    if (astray(worst) === 0)
      return `Asked who made it, no model of ${scored.length} names another lab; ${topOf(scored)} ${plural(scored) ? "name their" : "names its"} own in ${scored[0]!.score} % of the answers.`;
    return `Asked who made it, ${worst.model_name} names another lab in ${percent(astray(worst))} of its answers, ${ofAll(scored)}.`;
  },
  "world-map": (scored) =>
    `${topOf(scored)} ${plural(scored) ? "tell" : "tells"} land from water in ${scored[0]!.score} % of the cells${interval(scored[0]!)}, ${ofAll(scored)}.`,
  "censorship-index": (scored) => {
    const [least, most] = [scored[0]!, scored.at(-1)!];
    if (scored.length === 1) return `${points(least)}; no other model was asked.`;
    return `${points(most)}${interval(most)}, ${ofAll(scored)}; ${least.model_name} ${signed(least.score!)}.`;
  },
  "knowledge-horizon": (scored) =>
    `${topOf(scored)} ${plural(scored) ? "know" : "knows"} what happened up to ${toMonth(scored[0]!.score!)}, the latest month of ${count(scored.length)}.`,
  "model-drift-index": (scored) => {
    const most = scored.at(-1)!;
    return `${most.model_name} gives another answer than in its first run to ${most.score} % of the questions${interval(most)}, ${ofAll(scored)}.`;
  },
};

const points = ({ model_name, score }: TestResult): string =>
  `Of a hundred sensitive questions ${model_name} leaves ${signed(score!)} more unanswered than of a hundred neutral ones`;

/** A score below zero is no more but fewer: the sign stays. */
const signed = (score: number): string => String(score).replace("-", "−");

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const interval = (result: TestResult): string =>
  result.interval ? ` (90 % interval ${result.interval.low} to ${result.interval.high})` : "";

/** 202606 → `June 2026`. */
const toMonth = (score: number): string => toLongDate(String(score).replace(/(\d\d)$/, "-$1"));

const leaders = (scored: readonly TestResult[]): TestResult[] =>
  scored.filter(({ score }) => score === scored[0]!.score);
const plural = (scored: readonly TestResult[]): boolean => leaders(scored).length > 1;

/** Who share the best score: `A`, `A and B`, `A and 3 others`. */
function topOf(scored: readonly TestResult[]): string {
  const [first, second, ...rest] = leaders(scored).map(({ model_name }) => model_name);
  if (second === undefined) return first!;
  return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} others`;
}

const count = (models: number): string =>
  models === 1 ? "the one model asked" : `${models} models asked`;
const ofAll = (scored: readonly TestResult[]): string =>
  scored.length === 1 ? "the only model asked so far" : `the most of ${scored.length} models`;
