import type { AskedTestDefinition } from "../asked-test.ts";
import { WHO_ARE_YOU } from "./about.ts";
import { parseIdentity } from "./parse.ts";
import { scoreIdentity } from "./score.ts";

/** Asks a model for its name and its maker, and counts how often it names its own lab. */
export const WHO_ARE_YOU_ASKED: AskedTestDefinition = {
  about: WHO_ARE_YOU,
  itemsOf: ({ identityQuestions }) =>
    identityQuestions.map(({ item_id, language, asks, prompt }) => ({
      ...{ item_id, prompt, answer: "self", meta: { language, asks } },
    })),
  maxTokens: 40,
  parse: (plain, _, { lab }) => parseIdentity(plain, lab),
  isCorrect: (parsed) => parsed === "self",
  score: scoreIdentity,
};
