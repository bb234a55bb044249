import type { AskedTest } from "../asked-test.ts";
import { MODEL_DRIFT_INDEX } from "./about.ts";
import { ITEMS } from "./items.ts";
import { isRight, parseValue } from "./parse.ts";
import { scoreDrift } from "./score.ts";

/** How many answers changed since the model's first run. */
export const MODEL_DRIFT_ASKED: AskedTest = {
  about: MODEL_DRIFT_INDEX,
  items: ITEMS,
  maxTokens: 60,
  parse: parseValue,
  isCorrect: isRight,
  score: (judged, { first }) => scoreDrift(judged, first),
};
