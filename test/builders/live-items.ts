/** The items as data/ has them now, for tests of the data itself. Nothing else of data/ is read. */
import { join } from "node:path";
import { TEST_ITEM_FACT_KINDS, type TestItemFacts } from "../../build/experiments/items.ts";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";

export const readRecordedTestItems = (): TestItemFacts =>
  readFactsOfKinds(join(import.meta.dirname, "../../data"), TEST_ITEM_FACT_KINDS);
