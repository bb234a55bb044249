/** A small world for nights: three upstreams with format-true samples, a replay of them, an empty catalogue. Figures are invented. */
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import glob from "fast-glob";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { collectLive, type LiveOptions, type LiveSummary } from "../../build/collect/live-run.ts";
import { toCsvFile, toJsonFile, writeFactFile } from "../../build/facts/write-facts.ts";
import { provider } from "./fact-builders.ts";
import { type Replay, startReplay } from "./replay-server.ts";
import { createTestNetwork } from "./test-network.ts";

export const MODELS_DEV = "https://models.dev/api.json";
const MODELS_DEV_MODELS = "https://models.dev/models.json";
export const GENAI_PRICES =
  "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/data.json";
export const BENCHMARK = "sample-test";

export const HOSTS = 10;
export const MODELS = 12;
/** So that 100 offers and 18 prices kept by hand are a full answer, as 4,000 and 800 are of the real ones. */
const MIN_ROWS_FACTOR = 1 / 45;

export interface SampleOffer {
  id: string;
  name: string;
  modalities: { input: string[]; output: string[] };
  limit: { context: number; output: number };
  cost: Record<string, number>;
}
export type Api = Record<string, { id: string; name: string; models: Record<string, SampleOffer> }>;
interface SampleScore {
  name: string;
  score: number;
  source: string;
  date: string;
}
export type ScoredModels = Record<string, { id: string; name: string; benchmarks: SampleScore[] }>;
type Priced = { id: string; prices: Record<string, number> };
export type PriceBook = { id: string; models: Priced[] }[];

export const offerOf = (number: number): SampleOffer => ({
  id: `quark-${number}`,
  name: `Quark ${number}`,
  modalities: { input: ["text"], output: ["text"] },
  limit: { context: 100_000, output: 8000 },
  cost: { input: 1 + number / 100, output: 4 + number / 25 },
});

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

/** Ten hosts sell the same twelve models. */
const sampleApi = (): Api =>
  Object.fromEntries(
    times(HOSTS, (host) => {
      const models = Object.fromEntries(
        times(MODELS, (number) => [`quark-${number}`, offerOf(number)] as const),
      );
      return [`host-${host}`, { id: `host-${host}`, name: `Host ${host}`, models }] as const;
    }),
  );

const sampleScores = (): ScoredModels =>
  Object.fromEntries(
    times(MODELS, (number) => {
      const id = `sample-lab/quark-${number}`;
      const score = {
        name: "Sample Test",
        score: number / 4,
        source: `https://sample.example/${number}`,
        date: "2026-07-01",
      };
      return [id, { id, name: `Quark ${number}`, benchmarks: [score] }] as const;
    }),
  );

/** Host 1 by hand, and many others that are no hosts of ours. */
const samplePriceBook = (): PriceBook => [
  {
    id: "first-host",
    models: times(MODELS, (number) => {
      const { id, cost } = offerOf(number);
      const { input = 0, output = 0 } = cost;
      return { id, prices: { input_mtok: input, output_mtok: output } };
    }),
  },
  ...times(7, (extra) => ({
    id: `extra-${extra}`,
    models: times(MODELS, (number) => ({
      id: `lepton-${number}`,
      prices: { input_mtok: 2, output_mtok: 8 },
    })),
  })),
];

export class World {
  readonly api = sampleApi();
  readonly scores = sampleScores();
  readonly book = samplePriceBook();
  readonly #folder: string;
  readonly replay: Replay;

  private constructor(folder: string, replay: Replay) {
    this.#folder = folder;
    this.replay = replay;
  }

  static async create(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), "night-"));
    const world = new World(folder, await startReplay({}));
    await writeEmptyCatalogue(world.data);
    world.publish();
    return world;
  }

  /** The same facts and answers again, to be changed. */
  async copy(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), "night-"));
    await cp(this.#folder, folder, { recursive: true });
    const world = new World(folder, await startReplay({}));
    world.publish();
    return world;
  }

  get data(): string {
    return join(this.#folder, "data");
  }

  get reports(): string {
    return join(this.#folder, "reports");
  }

  get cache(): string {
    return join(this.#folder, "cache");
  }

  /** Answers from now on with what the samples say. */
  publish(): void {
    this.replay.set(MODELS_DEV, JSON.stringify(this.api));
    this.replay.set(MODELS_DEV_MODELS, JSON.stringify(this.scores));
    this.replay.set(GENAI_PRICES, JSON.stringify(this.book));
  }

  async night(day: string, more: Partial<LiveOptions> = {}): Promise<LiveSummary> {
    this.publish();
    const network = await createTestNetwork(this.replay.origin, { day, cacheFolder: this.cache });
    return collectLive({
      ...{ dataFolder: this.data, reportsFolder: this.reports, day, network },
      ...{
        accept: [],
        dryRun: false,
        silent: true,
        minRowsFactor: MIN_ROWS_FACTOR,
        only: ["models-dev", "genai-prices"],
      },
      ...more,
    });
  }

  /** Path below `data/` → text. */
  async files(): Promise<Map<string, string>> {
    const paths = (await glob("**/*", { cwd: this.data, dot: true })).sort();
    const read = async (path: string) =>
      [path, await readFile(join(this.data, path), "utf8")] as const;
    return new Map(await Promise.all(paths.map(read)));
  }

  async close(): Promise<void> {
    await this.replay.close();
    await rm(this.#folder, { recursive: true });
  }
}

async function writeEmptyCatalogue(data: string): Promise<void> {
  await writeFactFile(
    data,
    toJsonFile("benchmarks", {
      slug: BENCHMARK,
      name: "Sample Test",
      category: "reasoning",
      unit: "%",
      max_score: 100,
      floor: 0,
      higher_is_better: true,
      default_configuration: null,
      part_of: null,
      source: "models-dev",
      source_url: "https://sample.example/",
    }),
  );
  await writeFactFile(
    data,
    toJsonFile(
      "providers",
      provider("sample-lab", { own_hosts: ["host-1"], source: "models-dev" }),
    ),
  );
  await writeFactFile(data, toCsvFile("labPrefixes", "", [{ prefix: "quark", lab: "sample-lab" }]));
  await writeFactFile(
    data,
    toCsvFile("hostAliases", "", [
      { source: "genai-prices", name: "first-host", host: "host-1" },
      ...times(7, (extra) => ({
        source: "genai-prices",
        name: `extra-${extra}`,
        host: `extra-${extra}`,
      })),
    ]),
  );
}

/** Gives each test of a file its own copy of a world after its first night, and the facts as they stood then. */
export function afterFirstNight(day: string): { world: World; before: Map<string, string> } {
  const here = {} as { world: World; before: Map<string, string> };
  let settled: World;
  beforeAll(async () => {
    settled = await World.create();
    await settled.night(day);
    here.before = await settled.files();
  });
  afterAll(() => settled.close());
  beforeEach(async () => {
    here.world = await settled.copy();
  });
  afterEach(() => here.world.close());
  return here;
}
