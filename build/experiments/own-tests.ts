/** The operator's own tests: what each says about itself (data/experiments), and how scores become grades. */
import censorshipIndex from "../../data/experiments/censorship-index/about.json" with {
  type: "json",
};
import knowledgeHorizon from "../../data/experiments/knowledge-horizon/about.json" with {
  type: "json",
};
import modelDriftIndex from "../../data/experiments/model-drift-index/about.json" with {
  type: "json",
};
import sameModelDifferentHost from "../../data/experiments/same-model-different-host/about.json" with {
  type: "json",
};
import tokenizerTax from "../../data/experiments/tokenizer-tax/about.json" with { type: "json" };
import whoAreYou from "../../data/experiments/who-are-you/about.json" with { type: "json" };
import worldMap from "../../data/experiments/world-map/about.json" with { type: "json" };
import { Experiment } from "../schema/experiment.ts";

/** What every test says about itself, the scorecard included. */
export type OwnTest = Pick<
  Experiment,
  "test" | "lab" | "name" | "question" | "scoring" | "headline_rule" | "methodology"
>;

const toTest = (about: unknown): Experiment => Experiment.parse(about);

export const TOKENIZER_TAX = toTest(tokenizerTax);
export const SAME_MODEL_DIFFERENT_HOST = toTest(sameModelDifferentHost);
export const WORLD_MAP = toTest(worldMap);

/** In the order in which they are listed. */
export const OWN_TESTS: readonly Experiment[] = [
  toTest(whoAreYou),
  WORLD_MAP,
  toTest(censorshipIndex),
  toTest(knowledgeHorizon),
  TOKENIZER_TAX,
  SAME_MODEL_DIFFERENT_HOST,
  toTest(modelDriftIndex),
];

export const GRADES = ["A", "B", "C", "D", "F"] as const;
export type Grade = (typeof GRADES)[number];

/** Grade → the points it starts at, on the scale that the scorecard adds tests up on. */
export const GRADE_SCALE: Readonly<Record<Grade, number>> = { A: 90, B: 75, C: 60, D: 40, F: 0 };

/** Unit of scores that are months: 202606 is June 2026, so that later is larger. */
export const MONTH_UNIT = "month, as YYYYMM";

/** 202606 → `2026-06`. */
export const monthText = (score: number): string => String(score).replace(/(\d\d)$/, "-$1");

/** A score or an end of its interval as people read it: months as `2026-06`. */
export const scoreText = (
  { scoring }: { scoring: Pick<OwnTest["scoring"], "unit"> },
  score: number,
): string => (scoring.unit === MONTH_UNIT ? monthText(score) : String(score).replace("-", "−"));

/** @returns null without a score, or for a test without grades. */
export function gradeOf({ scoring }: OwnTest, score: number | null): Grade | null {
  const { grades, higher_is_better } = scoring;
  if (score === null || grades === null) return null;
  const earns = (cut: number) => (higher_is_better ? score >= cut : score <= cut);
  return (["A", "B", "C", "D"] as const).find((grade) => earns(grades[grade])) ?? "F";
}

/**
 * A score on the scale of grades, 0 to 100: straight lines between the test's cut-offs. The best possible score is
 * worth 100; worth nothing is 0 where higher is better, and twice the cut-off of D where lower is.
 *
 * @returns null without a score, or for a test without grades.
 */
export function pointsOf({ scoring }: OwnTest, score: number | null): number | null {
  const { grades, higher_is_better } = scoring;
  if (score === null || grades === null) return null;
  const [best, worst] = higher_is_better ? [100, 0] : [0, 2 * grades.D];
  const knots: [score: number, points: number][] = [
    [best, 100],
    ...(["A", "B", "C", "D"] as const).map((grade): [number, number] => [
      grades[grade],
      GRADE_SCALE[grade],
    ]),
    [worst, 0],
  ];
  const sign = higher_is_better ? 1 : -1;
  const reached = knots.findIndex(([cut]) => sign * score >= sign * cut);
  if (reached === 0) return 100;
  if (reached < 0) return 0;
  const [from, low] = knots[reached] ?? [worst, 0];
  const [to, high] = knots[reached - 1] ?? [best, 100];
  return low + ((high - low) * (score - from)) / (to - from);
}
