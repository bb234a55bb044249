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
  /** Version of its items; null while they are not written. Results of two versions are not compared. */
  version: string | null;
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
  /** What is asked, how it is scored, what it cannot tell; paragraphs. Null until the test is ready to be run. */
  methodology: readonly string[] | null;
}

/** @returns null without a score, or for a test without grades. */
export function gradeOf(test: OwnTest, score: number | null): Grade | null {
  const { grades, higher_is_better } = test.scoring;
  if (score === null || grades === null) return null;
  const earns = (cut: number) => (higher_is_better ? score >= cut : score <= cut);
  return (["A", "B", "C", "D"] as const).find((grade) => earns(grades[grade])) ?? "F";
}
