import type { AskedTestDefinition } from "../asked-test.ts";
import { WORLD_MAP } from "./about.ts";
import { toWorldMapItems } from "./items.ts";
import { parse } from "./parse.ts";
import { score } from "./score.ts";

/** Asks of every cell of a grid whether it is land or water. */
export const WORLD_MAP_ASKED: AskedTestDefinition = {
  about: WORLD_MAP,
  itemsOf: ({ worldMapQuestions }) => worldMapQuestions.flatMap(toWorldMapItems),
  // One word; models that reason before it need the rest.
  maxTokens: 400,
  parse,
  isCorrect: (parsed, { answer }) => parsed === answer,
  score,
};
