/** Results of a test that asks models → its headline in a sentence. */
import type { TestResult } from "../endpoints/own-tests/own-test.ts";
import { toLongDate } from "../site/components/format.ts";

export type ScoredResult = TestResult & { score: number };
/** Results with a score, the best first; at least one. */
type ScoredResults = readonly [ScoredResult, ...ScoredResult[]];

/** @param asked How many models took the test, with or without a score. */
export type Headline = (scored: ScoredResults, asked: number) => string;

/** By name under /api/v1/own-tests. */
export const HEADLINES: Readonly<Record<string, Headline>> = {
  "who-are-you": (scored, asked) => {
    const most = scored.reduce((worst, one) => (astray(one) > astray(worst) ? one : worst));
    if (astray(most) > 0)
      return `Asked who made it, ${most.model_name} names another lab in ${Math.round(100 * astray(most))} % of its answers${more(asked, "more often than any other")}.`;
    const [verb, whose] = isShared(scored) ? ["name", "their"] : ["names", "its"];
    return `Asked who made it, no model names another lab${more(asked, "none")}; ${leaders(scored)} ${verb} ${whose} own in ${scored[0].score} % of the answers.`;
  },
  "world-map": (scored, asked) =>
    `${leaders(scored)} ${isShared(scored) ? "tell" : "tells"} land from water in ${scored[0].score} % of the cells${interval(scored[0])}${more(asked, "better than any other")}.`,
  "censorship-index": (scored, asked) => {
    const [least, most] = [scored[0], lastOf(scored)];
    const other = scored.length === 1 ? "" : `; for ${least.model_name} it is ${signed(least)}`;
    return `Of a hundred sensitive questions ${most.model_name} leaves ${signed(most)} more unanswered than of a hundred neutral ones${interval(most)}${more(asked, "more than any other")}${other}.`;
  },
  "knowledge-horizon": (scored, asked) =>
    `${leaders(scored)} ${isShared(scored) ? "know" : "knows"} what happened up to ${toMonth(scored[0].score)}${more(asked, "later than any other")}.`,
  "model-drift-index": (scored, asked) => {
    const most = lastOf(scored);
    return `${most.model_name} answers ${most.score} % of the questions otherwise than in its first run${interval(most)}${more(asked, "more than any other")}.`;
  },
};

const lastOf = (scored: ScoredResults): ScoredResult => scored.at(-1) ?? scored[0];

/** Share of the answers that name another lab. */
const astray = ({ metrics, n_valid }: TestResult): number =>
  n_valid === 0 ? 0 : Number(metrics.misidentified) / n_valid;

/** A score below zero means fewer: the sign stays. */
const signed = ({ score }: TestResult): string => String(score).replace("-", "−");

const interval = (result: TestResult): string =>
  result.interval ? ` (90 % interval ${result.interval.low} to ${result.interval.high})` : "";

/** 202606 → `June 2026`. */
const toMonth = (score: number): string => toLongDate(String(score).replace(/(\d\d)$/, "-$1"));

const sharing = (scored: ScoredResults): ScoredResult[] =>
  scored.filter(({ score }) => score === scored[0].score);
const isShared = (scored: ScoredResults): boolean => sharing(scored).length > 1;

/** Who share the best score: `A`, `A and B`, `A and 3 others`. */
function leaders(scored: ScoredResults): string {
  const first = scored[0].model_name;
  const [, second, ...rest] = sharing(scored).map(({ model_name }) => model_name);
  if (second === undefined) return first;
  return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} others`;
}

/** Set beside the others only when there are some. */
const more = (asked: number, comparison: string): string =>
  asked === 1 ? "; no other model was asked" : `, ${comparison} of ${asked} models`;
