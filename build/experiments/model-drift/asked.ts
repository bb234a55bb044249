import type { AskedTestDefinition } from "../asked-test.ts";
import { MODEL_DRIFT_INDEX } from "./about.ts";
import { type DriftItem, toDriftItems } from "./items.ts";
import { parseValue } from "./parse.ts";
import { scoreDrift } from "./score.ts";

/** How many answers changed since the model's first run. */
export const MODEL_DRIFT_ASKED: AskedTestDefinition = {
  about: MODEL_DRIFT_INDEX,
  itemsOf: ({ driftQuestions }) => toDriftItems(driftQuestions),
  maxTokens: 60,
  parse: (plain: string, item: DriftItem) => parseValue(plain, item),
  // Opinions and guesses are neither right nor wrong.
  isCorrect: (parsed, { answer }) => (answer === null ? null : parsed === answer),
  score: (judged, { first }) => scoreDrift(judged, first),
};
