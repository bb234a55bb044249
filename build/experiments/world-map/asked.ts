import type { AskedTest } from "../asked-test.ts";
import { WORLD_MAP } from "./about.ts";
import { ITEMS } from "./items.ts";
import { parse } from "./parse.ts";
import { score } from "./score.ts";

export const WORLD_MAP_ASKED: AskedTest = {
  about: WORLD_MAP,
  items: ITEMS,
  // One word; models that reason before it need the rest.
  maxTokens: 400,
  parse,
  isCorrect: (parsed, { answer }) => parsed === answer,
  score,
};
