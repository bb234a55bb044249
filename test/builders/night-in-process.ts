/** A night of a small world in this process: its waits take no time, and twelve models are a full answer. */
import { networkReader } from "../../build/ingest/read-sources.ts";
import { runBuild } from "../../generator/build.ts";
import {
  type NightlyEffects,
  type NightlyOptions,
  type NightlyResult,
  runNight,
} from "../../nightly/night.ts";
import { buildSite, type RunBuild } from "../../nightly/site.ts";
import { DAY, MAX_FILES, type NightWorld, SOURCE } from "./night-world.ts";
import { createTestNetwork } from "./test-network.ts";

/** As 250 models are of the real upstream. */
const MIN_ROWS_FACTOR = 12 / 250;

const buildHere: RunBuild = async (data, out, functionData, maxFiles) => {
  const code = await runBuild(
    { data, out, functionData, maxFiles: Number(maxFiles), quiet: true },
    () => {},
  );
  if (code !== 0) throw new Error(`the build of ${data} stopped; what it said stands above`);
};

export async function nightInProcess(
  { at, replay }: NightWorld,
  options: Partial<NightlyOptions> = {},
  effects: Partial<NightlyEffects> = {},
): Promise<NightlyResult> {
  const { day = DAY } = options;
  const network = createTestNetwork(replay.origin, {
    day,
    cacheFolder: at("cache/upstreams"),
  });
  return runNight(
    {
      dataFolder: at("data"),
      distFolder: at("dist"),
      functionData: at("function.json"),
      reportsFolder: at("reports"),
      announced: at("cache/announced.bin"),
      accept: [],
      only: [SOURCE],
      minRowsFactor: MIN_ROWS_FACTOR,
      dryRun: false,
      ...options,
      day,
    },
    {
      reader: networkReader(network),
      today: null,
      build: (...places) => buildSite(...places, MAX_FILES, buildHere),
      testContract: async () => null,
      notify: async () => [],
      onStep: () => {},
      ...effects,
    },
  );
}
