/** The questions of our own tests in `data/`, which never change within a version, beside other facts. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { TEST_ITEM_FACT_KINDS } from "../../build/experiments/items.ts";
import { readFactsOfKinds } from "../../build/facts/read-facts.ts";
import { loadTestCatalog } from "./sample-catalog.ts";
import { type SampleFacts, writeSampleFacts } from "./sample-facts.ts";

const DATA = join(import.meta.dirname, "../../data");

export const RECORDED_TEST_ITEMS = readFactsOfKinds(DATA, TEST_ITEM_FACT_KINDS);

/** Loads a sample together with the definition and the questions of each test, but without recorded results. */
export async function loadSampleCatalogWithOwnTests(sample: SampleFacts) {
  const { data } = await writeSampleFacts(sample);
  const filter = (path: string) => !/\/(counts|runs|model-tokenizers\.csv)$/.test(path);
  cpSync(join(DATA, "experiments"), join(data, "experiments"), { recursive: true, filter });
  return loadTestCatalog(data);
}
