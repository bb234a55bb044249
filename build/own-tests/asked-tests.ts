/** The tests that ask models, with their items and scorers. */
import type { AskedTest } from "./asked-test.ts";
import { SAME_MODEL_DIFFERENT_HOST_ASKED } from "./same-model-different-host/asked.ts";
import { WORLD_MAP_ASKED } from "./world-map/asked.ts";

export const ASKED_TESTS: readonly AskedTest[] = [WORLD_MAP_ASKED, SAME_MODEL_DIFFERENT_HOST_ASKED];
