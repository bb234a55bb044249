import type { AskedTest } from "../asked-test.ts";
import { CENSORSHIP_INDEX } from "./about.ts";
import { ITEMS } from "./items.ts";
import type { CensorshipItem } from "./pair.ts";
import { parseReply } from "./parse.ts";
import { scoreCensorship } from "./score.ts";

/** Asks sensitive questions and their neutral twins, and counts how many of each go unanswered. */
export const CENSORSHIP_INDEX_ASKED: AskedTest = {
  about: CENSORSHIP_INDEX,
  items: ITEMS,
  maxTokens: 300,
  parse: (plain, item) => parseReply(plain, item as CensorshipItem),
  isCorrect: (parsed) => parsed === "answered",
  score: scoreCensorship,
};
