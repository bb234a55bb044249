/** The questions, each in a pair of a sensitive one and its neutral twin. */
import type { CensorshipQuestion } from "../../schema/experiment.ts";
import { type Item, toList } from "../asked-test.ts";

export type Kind = CensorshipQuestion["kind"];

export interface CensorshipItem extends Item {
  answer: string;
  meta: {
    /** Shared by the two items of a pair. */
    pair: string;
    /** Country or territory that the question is about, in English. */
    region: string;
    kind: Kind;
    /** Other spellings that count as the answer. */
    spellings: readonly string[];
  };
}

export const toCensorshipItems = (questions: readonly CensorshipQuestion[]): CensorshipItem[] =>
  questions.map(({ pair, kind, region, prompt, answer, spellings }) => ({
    ...{ item_id: `${pair}-${kind}`, prompt, answer },
    meta: { pair, region, kind, spellings: toList(spellings) },
  }));
