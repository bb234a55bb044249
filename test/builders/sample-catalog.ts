/** A sample tree, loaded: what most tests of views and answers start from. */

import { type LoadedCatalog, loadCatalog } from "../../generator/pipeline/load.ts";
import { closeAfterTests } from "./close-after-tests.ts";
import { type SampleFacts, writeSampleFacts } from "./sample-facts.ts";

let opened: Promise<LoadedCatalog> | undefined;

/** The sample as it is, loaded once for all files of tests: nobody changes or closes it. */
export function getSharedSampleCatalog(): Promise<LoadedCatalog> {
  opened ??= writeSampleFacts().then(({ data }) => loadCatalog({ dataFolder: data }));
  return opened;
}

/** Half a second of processor time; a test that changes nothing in the sample uses `getSharedSampleCatalog`. */
export async function loadSampleCatalog(sample?: SampleFacts): Promise<LoadedCatalog> {
  return loadTestCatalog((await writeSampleFacts(sample)).data);
}

/** Closed after the tests of the file. */
export async function loadTestCatalog(dataFolder: string): Promise<LoadedCatalog> {
  const loaded = await loadCatalog({ dataFolder });
  closeAfterTests(() => loaded.snapshot.close());
  return loaded;
}
