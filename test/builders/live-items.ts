/** Reads the test items recorded in `data/`, and nothing else of it, for tests of the data itself. */
import { join } from "node:path";
import { TEST_ITEM_FACT_KINDS, type TestItemFacts } from "../../build/experiments/items.ts";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";

export const readRecordedTestItems = (): TestItemFacts =>
  readFactsOfKinds(join(import.meta.dirname, "../../data"), TEST_ITEM_FACT_KINDS);
