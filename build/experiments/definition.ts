/** What every experiment of ours is made of, whether it was run or not. */
export const GRADES = ["A", "B", "C", "D", "F"] as const;
export type Grade = (typeof GRADES)[number];

export interface OwnTest {
  /** Name under /api/v1/own-tests. */
  test: string;
  /** Name under /api/lab; null when there is no dataset of answers. */
  lab: string | null;
  name: string;
  question: string;
  scoring: {
    /** How answers become a score. */
    rule: string;
    unit: string;
    higher_is_better: boolean;
    /** Grade → the worst score that earns it, A to D; anything worse is F. Null while there are no grades. */
    grades: Record<Exclude<Grade, "F">, number> | null;
  };
  /** What the headline says. */
  headline_rule: string;
  /** What is asked, how it is scored, what it cannot tell; paragraphs. */
  methodology: readonly string[];
}

/** Unit of scores that are months: 202606 is June 2026, so that later is larger. */
export const MONTH_UNIT = "month, as YYYYMM";

/** A score or an end of its interval as people read it: months as `2026-06`. */
export const scoreText = (
  { scoring }: { scoring: Pick<OwnTest["scoring"], "unit"> },
  score: number,
): string =>
  scoring.unit === MONTH_UNIT
    ? String(score).replace(/(\d\d)$/, "-$1")
    : String(score).replace("-", "−");

/** @returns null without a score, or for a test without grades. */
export function gradeOf(test: OwnTest, score: number | null): Grade | null {
  const { grades, higher_is_better } = test.scoring;
  if (score === null || grades === null) return null;
  const earns = (cut: number) => (higher_is_better ? score >= cut : score <= cut);
  return (["A", "B", "C", "D"] as const).find((grade) => earns(grades[grade])) ?? "F";
}

/** Grade → the points it starts at, on the scale that the scorecard adds tests up on. */
export const GRADE_SCALE: Readonly<Record<Grade, number>> = { A: 90, B: 75, C: 60, D: 40, F: 0 };

/**
 * A score on the scale of grades, 0 to 100: straight lines between the test's cut-offs. The best score that can be
 * had is worth 100; worth nothing is 0 where higher is better, and twice the cut-off of D where lower is.
 *
 * @returns null without a score, or for a test without grades.
 */
export function pointsOf(test: OwnTest, score: number | null): number | null {
  const { grades, higher_is_better } = test.scoring;
  if (score === null || grades === null) return null;
  const [best, worst] = higher_is_better ? [100, 0] : [0, 2 * grades.D];
  const knots: [score: number, points: number][] = [
    [best, 100],
    ...GRADES.slice(0, -1).map((grade): [number, number] => [
      grades[grade as Exclude<Grade, "F">],
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
