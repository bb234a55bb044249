import type { AskedTest } from "../asked-test.ts";
import { SAME_MODEL_DIFFERENT_HOST } from "./about.ts";
import { ITEMS } from "./items.ts";
import { parse } from "./parse.ts";
import { score } from "./score.ts";

export const SAME_MODEL_DIFFERENT_HOST_ASKED: AskedTest = {
  about: SAME_MODEL_DIFFERENT_HOST,
  items: ITEMS,
  maxTokens: 200,
  parse,
  isCorrect: (parsed, { answer }) => parsed === answer,
  score,
};
