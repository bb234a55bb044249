/** The tests that ask models, with their parsers and scorers. */
import type { AskedTestDefinition } from "./asked-test.ts";
import { CENSORSHIP_INDEX_ASKED } from "./censorship-index/asked.ts";
import { KNOWLEDGE_HORIZON_ASKED } from "./knowledge-horizon/asked.ts";
import { MODEL_DRIFT_ASKED } from "./model-drift/asked.ts";
import { SAME_MODEL_DIFFERENT_HOST_ASKED } from "./same-model-different-host/asked.ts";
import { WHO_ARE_YOU_ASKED } from "./who-are-you/asked.ts";
import { WORLD_MAP_ASKED } from "./world-map/asked.ts";

export const ASKED_TESTS: readonly AskedTestDefinition[] = [
  WHO_ARE_YOU_ASKED,
  WORLD_MAP_ASKED,
  CENSORSHIP_INDEX_ASKED,
  KNOWLEDGE_HORIZON_ASKED,
  SAME_MODEL_DIFFERENT_HOST_ASKED,
  MODEL_DRIFT_ASKED,
];
