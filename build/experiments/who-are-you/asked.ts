import type { AskedTest } from "../asked-test.ts";
import { WHO_ARE_YOU } from "./about.ts";
import { ITEMS } from "./items.ts";
import { parseIdentity } from "./parse.ts";
import { scoreIdentity } from "./score.ts";

/** Asks a model who it is and who made it, and counts how often it names its own lab. */
export const WHO_ARE_YOU_ASKED: AskedTest = {
  about: WHO_ARE_YOU,
  items: ITEMS,
  maxTokens: 200,
  parse: parseIdentity,
  isCorrect: (parsed) => parsed === "self",
  score: scoreIdentity,
};
