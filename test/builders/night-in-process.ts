/** A night of a small world in this process: its waits take no time, and twelve models are a full answer. */
import { networkReader } from "../../build/ingest/read/network-reader.ts";
import { type NightOptions, type NightResult, night } from "../../nightly/night.ts";
import { buildSite } from "../../nightly/steps/build-site.ts";
import { DAY, MAX_FILES, type NightWorld, SOURCE } from "./night-world.ts";
import { createTestNetwork } from "./test-network.ts";

/** As 250 models are of the real upstream. */
const MIN_ROWS_FACTOR = 12 / 250;

export async function nightInProcess(
  { at, replay }: NightWorld,
  options: Partial<NightOptions> = {},
): Promise<NightResult> {
  const { day = DAY } = options;
  const network = await createTestNetwork(replay.origin, { day, cacheFolder: at("upstreams") });
  return night(
    {
      dataFolder: at("data"),
      distFolder: at("dist"),
      functionData: at("function.json"),
      reportsFolder: at("reports"),
      lastNight: at("told.json"),
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
      build: (...places) => buildSite(...places, MAX_FILES),
      testContract: async () => null,
      notify: async () => [],
      onStep: () => {},
    },
  );
}
