import type { AskedTestDefinition } from "../asked-test.ts";
import { SAME_MODEL_DIFFERENT_HOST } from "./about.ts";
import { parse } from "./parse.ts";
import { score } from "./score.ts";

/** Asks one model at several hosts for answers of which exactly one is right. */
export const SAME_MODEL_DIFFERENT_HOST_ASKED: AskedTestDefinition = {
  about: SAME_MODEL_DIFFERENT_HOST,
  itemsOf: ({ hostQuestions }) =>
    hostQuestions.map(({ item_id, kind, prompt, answer }) => ({
      ...{ item_id, prompt, answer, meta: { kind } },
    })),
  maxTokens: 200,
  parse,
  isCorrect: (parsed, { answer }) => parsed === answer,
  score,
};
