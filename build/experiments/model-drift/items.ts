/** The questions, many kinds of them, each with the way its answer is read. */
import type { DriftQuestion } from "../../schema/experiment.ts";
import { type Item, toList } from "../asked-test.ts";

export interface DriftItem extends Item {
  meta: Pick<DriftQuestion, "kind" | "reading" | "lowest" | "highest"> & {
    /** Of a choice; else none. */
    options: readonly string[];
  };
}

export const toDriftItems = (questions: readonly DriftQuestion[]): DriftItem[] =>
  questions.map(({ item_id, kind, reading, prompt, answer, options, lowest, highest }) => ({
    ...{ item_id, prompt, answer },
    meta: { kind, reading, options: toList(options), lowest, highest },
  }));
