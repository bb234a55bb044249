/** A sample tree, loaded: what most tests of views and answers start from. */

import { type Loaded, load } from "../../generator/load.ts";
import { type SampleFacts, writeSample } from "./sample-facts.ts";

export async function loadSample(
  sample?: SampleFacts,
): Promise<Loaded & { dispose(): Promise<void> }> {
  const tree = await writeSample(sample);
  const loaded = await load({ dataFolder: tree.data, snapshotFile: null, baseUrl: undefined });
  return {
    ...loaded,
    dispose: async () => {
      loaded.snapshot.close();
      await tree.remove();
    },
  };
}
