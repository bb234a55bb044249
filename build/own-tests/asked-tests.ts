/** The tests that ask models, with their items and scorers. */
import type { AskedTest } from "./asked-test.ts";

export const ASKED_TESTS: readonly AskedTest[] = [];
