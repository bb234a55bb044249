/**
 * The operator's own experiments, in the order in which they are listed: what they are called, what they ask, how they
 * are scored and graded. Items, parsers and scorers of those that ask models stand in `asked-registry.ts`.
 */
import { CENSORSHIP_INDEX } from "./censorship-index/about.ts";
import type { OwnTest } from "./definition.ts";
import { KNOWLEDGE_HORIZON } from "./knowledge-horizon/about.ts";
import { MODEL_DRIFT_INDEX } from "./model-drift/about.ts";
import { SAME_MODEL_DIFFERENT_HOST } from "./same-model-different-host/about.ts";
import { TOKENIZER_TAX } from "./tokenizer-tax/about.ts";
import { WHO_ARE_YOU } from "./who-are-you/about.ts";
import { WORLD_MAP } from "./world-map/about.ts";

export const OWN_TESTS: readonly OwnTest[] = [
  WHO_ARE_YOU,
  WORLD_MAP,
  CENSORSHIP_INDEX,
  KNOWLEDGE_HORIZON,
  TOKENIZER_TAX,
  SAME_MODEL_DIFFERENT_HOST,
  MODEL_DRIFT_INDEX,
];
