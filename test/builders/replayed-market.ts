/** The made-up market over the network: a replay server plays two of its upstreams, and faults on the way to them. */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { networkReader } from "../../build/ingest/read-sources.ts";
import type { IngestSummary } from "../../build/ingest/run.ts";
import { toFiles } from "./market.ts";
import { FIRST, type MarketWorld, openMarket } from "./market-world.ts";
import { type Replay, startReplay } from "./replay-server.ts";
import { createTestNetwork } from "./test-network.ts";

export const MODELS_DEV = "https://models.dev/api.json";
const MODELS_DEV_MODELS = "https://models.dev/models.json";
const GENAI_PRICES =
  "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/data.json";

export interface ReplayedMarket {
  replay: Replay;
  world: MarketWorld;
  /** The facts after the first night. */
  before: Map<string, string>;
  night(day: string): Promise<IngestSummary>;
}

/** Gives each test of a file its own copy of a market after its first night, and healthy upstreams. */
export function afterFirstNight(): ReplayedMarket {
  const here = {} as ReplayedMarket;
  let settled: MarketWorld;
  const night = async (world: MarketWorld, day: string) => {
    const { replay } = here;
    const files = toFiles(world.market, day);
    const text = (source: string, path: string) => files.get(source)?.get(path) ?? "";
    replay.set(MODELS_DEV, text("models-dev", "api.json"));
    replay.set(MODELS_DEV_MODELS, text("models-dev", "models.json"));
    replay.set(GENAI_PRICES, text("genai-prices", "data.json"));
    const network = createTestNetwork(replay.origin, { day, cacheFolder: world.at("cache") });
    const only = ["models-dev", "genai-prices"];
    return world.night(day, { only }, { reader: networkReader(network) });
  };
  beforeAll(async () => {
    here.replay = await startReplay({});
    settled = await openMarket();
    await night(settled, FIRST);
    here.before = settled.files();
  });
  beforeEach(async () => {
    here.replay.heal();
    here.world = await settled.copy();
    here.night = (day) => night(here.world, day);
  });
  afterEach(() => here.world.close());
  afterAll(async () => {
    settled.close();
    await here.replay.close();
  });
  return here;
}
