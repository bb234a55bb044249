/** Recorded answers → judged answers → a score. Pure: the same answers always give the same score. */

import type { AskedTest, Judged, ScoreContext, Scored, Subject } from "../asked-test.ts";
import { toPlain } from "./plain-text.ts";

export interface RecordedAnswer {
  item_id: string;
  raw: string | null;
}

export interface ScoredRun extends Scored {
  n_items: number;
  n_valid: number;
  /** In the order of the test's items. */
  judged: Judged[];
}

/** @param answers Of the test's present version, each item at most once, in any order. */
export function scoreRun(
  test: AskedTest,
  answers: readonly RecordedAnswer[],
  context: ScoreContext,
): ScoredRun {
  const judged = judgeAll(test, answers, context.subject);
  return {
    ...test.score(judged, context, test.items),
    n_items: judged.length,
    n_valid: judged.filter(({ parsed }) => parsed !== null).length,
    judged,
  };
}

function judgeAll(test: AskedTest, answers: readonly RecordedAnswer[], subject: Subject): Judged[] {
  const rawOf = new Map(answers.map(({ item_id, raw }) => [item_id, raw]));
  return test.items.flatMap((item) => {
    const raw = rawOf.get(item.item_id);
    if (raw === undefined) return [];
    const plain = raw === null ? "" : toPlain(raw);
    const parsed = plain === "" ? null : test.parse(plain, item, subject);
    return [{ item, raw, parsed, correct: parsed === null ? null : test.isCorrect(parsed, item) }];
  });
}
