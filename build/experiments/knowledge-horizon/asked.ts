import type { AskedTest } from "../asked-test.ts";
import { KNOWLEDGE_HORIZON } from "./about.ts";
import { ITEMS, THIN_MONTHS } from "./items.ts";
import { isRight, parseReply } from "./parse.ts";
import { scoreHorizon } from "./score.ts";

/** Which month's events a model still knows. */
export const KNOWLEDGE_HORIZON_ASKED: AskedTest = {
  about: KNOWLEDGE_HORIZON,
  items: ITEMS,
  maxTokens: 60,
  parse: parseReply,
  isCorrect: isRight,
  score: (judged) => scoreHorizon(judged, ITEMS.length, THIN_MONTHS),
};
