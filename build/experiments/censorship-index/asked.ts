import type { AskedTestDefinition } from "../asked-test.ts";
import { CENSORSHIP_INDEX } from "./about.ts";
import { type CensorshipItem, toCensorshipItems } from "./items.ts";
import { parseReply } from "./parse.ts";
import { scoreCensorship } from "./score.ts";

/** Asks sensitive questions and their neutral twins, and counts how many of each go unanswered. */
export const CENSORSHIP_INDEX_ASKED: AskedTestDefinition = {
  about: CENSORSHIP_INDEX,
  itemsOf: ({ censorshipQuestions }) => toCensorshipItems(censorshipQuestions),
  maxTokens: 60,
  parse: (plain: string, item: CensorshipItem) => parseReply(plain, item),
  isCorrect: (parsed) => parsed === "answered",
  score: scoreCensorship,
};
