import type { AskedTestDefinition } from "../asked-test.ts";
import { KNOWLEDGE_HORIZON } from "./about.ts";
import { type HorizonItem, toHorizonItems } from "./items.ts";
import { parseReply } from "./parse.ts";
import { scoreHorizon } from "./score.ts";

/** Which month's events a model still knows. */
export const KNOWLEDGE_HORIZON_ASKED: AskedTestDefinition = {
  about: KNOWLEDGE_HORIZON,
  itemsOf: ({ horizonQuestions }) => toHorizonItems(horizonQuestions),
  maxTokens: 60,
  parse: (plain: string, item: HorizonItem) => parseReply(plain, item),
  // Not knowing is not right: it is only no worse than a wrong answer.
  isCorrect: (parsed, { answer }) => parsed === answer,
  score: (judged, _, items) => scoreHorizon(judged, items),
};
