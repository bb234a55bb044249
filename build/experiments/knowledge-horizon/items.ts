/** The questions: what happened, month by month. */
import type { HorizonQuestion } from "../../schema/experiment.ts";
import { type Item, toList } from "../asked-test.ts";

/** A month with fewer questions is marked: one answer there moves a lot. */
const MIN_A_MONTH = 5;

export interface HorizonItem extends Item {
  answer: string;
  meta: {
    kind: HorizonQuestion["kind"];
    /** When it happened, YYYY-MM. */
    month: string;
    /** Other spellings that count as the answer. */
    spellings: readonly string[];
    /** Address of the article, or the model's file in `data/`: `models/<lab>/<slug>`. */
    source: string;
    /** The month has fewer than `MIN_A_MONTH` questions. */
    thin: boolean;
  };
}

/** In the order of the facts, and so by month. */
export function toHorizonItems(questions: readonly HorizonQuestion[]): HorizonItem[] {
  const counts = new Map<string, number>();
  for (const { month } of questions) counts.set(month, (counts.get(month) ?? 0) + 1);
  return questions.map(({ item_id, kind, month, prompt, answer, spellings, source }) => ({
    ...{ item_id, prompt, answer },
    meta: {
      ...{ kind, month, spellings: toList(spellings), source },
      thin: (counts.get(month) ?? 0) < MIN_A_MONTH,
    },
  }));
}
