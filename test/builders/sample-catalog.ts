/** A sample tree, loaded: what most tests of views and answers start from. */

import { type LoadedCatalog, loadCatalog } from "../../generator/pipeline/load.ts";
import { closeAfterTests } from "./close-after-tests.ts";
import { type SampleFacts, writeSampleFacts } from "./sample-facts.ts";

let opened: Promise<LoadedCatalog> | undefined;

/** The sample as it is, loaded once for all files of tests: nobody changes or closes it. */
export function getSharedSampleCatalog(): Promise<LoadedCatalog> {
  opened ??= open();
  return opened;
}

/** Half a second of processor time; a test that changes nothing in the sample uses `getSharedSampleCatalog`. */
export async function loadSampleCatalog(sample?: SampleFacts): Promise<LoadedCatalog> {
  const loaded = await open(sample);
  closeAfterTests(() => loaded.snapshot.close());
  return loaded;
}

async function open(sample?: SampleFacts): Promise<LoadedCatalog> {
  const { data } = await writeSampleFacts(sample);
  return loadCatalog({ dataFolder: data, snapshotFile: null, baseUrl: undefined });
}
