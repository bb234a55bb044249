/** Readings of a made-up market (`market.ts`): its facts in a temporary folder, its upstreams in memory. */
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { runIngest, type StagedIngest } from "../../build/ingest/ingest.ts";
import type {
  IngestDependencies,
  IngestOptions,
  IngestSummary,
  SourceReader,
} from "../../build/ingest/run.ts";
import {
  createUpstreamData,
  FEW_MODELS,
  toUpstreamTexts,
  type UpstreamData,
  type UpstreamTexts,
} from "./market.ts";
import { SIMULATED_MARKET_FACTS } from "./market-facts.ts";
import { writeSampleFacts } from "./sample-facts.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

/** So few rows are a full answer of the market's sources. */
const MIN_ROWS_FACTOR = 1 / 300;

export const FIRST_MARKET_DAY = "2026-06-01";
export const SECOND_MARKET_DAY = "2026-06-02";
export const THIRD_MARKET_DAY = "2026-06-03";

export interface SimulatedMarket {
  /** Holds `data`. */
  folder: string;
  /** Path below the world's folder. */
  at(name: string): string;
  /** What the upstreams say from now on; changed in place. */
  market: UpstreamData;
  /** Last changes of the files themselves, after the market became text. */
  distort?: (files: UpstreamTexts) => void;
  /** Reads the upstreams and accepts what holds. */
  night(
    day: string,
    more?: Partial<IngestOptions>,
    dependencies?: Partial<IngestDependencies>,
  ): Promise<IngestSummary>;
  /** The same without accepting or discarding. */
  stage(
    day: string,
    more?: Partial<IngestOptions>,
    dependencies?: Partial<IngestDependencies>,
  ): Promise<StagedIngest>;
  /** Path below `data/` → text. */
  files(): Map<string, string>;
  /** The same facts, and upstreams that say what they stated at first. */
  copy(): Promise<SimulatedMarket>;
  close(): void;
}

export async function createSimulatedMarket(models = FEW_MODELS): Promise<SimulatedMarket> {
  const { folder } = await writeSampleFacts(SIMULATED_MARKET_FACTS);
  return openIn(folder, models);
}

function openIn(folder: string, models: typeof FEW_MODELS): SimulatedMarket {
  const at = (name: string) => join(folder, name);
  const world: SimulatedMarket = {
    ...{ folder, at, market: createUpstreamData(models) },
    async stage(day, more = {}, dependencies = {}) {
      const files = toUpstreamTexts(world.market, day);
      world.distort?.(files);
      return runIngest(
        {
          ...{ dataFolder: at("data"), reportsFolder: at("reports"), day, accept: [] },
          ...{ minRowsFactor: MIN_ROWS_FACTOR },
          ...more,
        },
        { reader: memoryReader(files), ...dependencies },
      );
    },
    async night(day, more, dependencies) {
      const staged = await world.stage(day, more, dependencies);
      if (staged.summary.faults.length > 0) await staged.discard();
      else await staged.accept();
      return staged.summary;
    },
    files: () => textsOf(at("data")),
    async copy() {
      const other = createTemporaryFolder("market");
      cpSync(at("data"), join(other, "data"), { recursive: true });
      return openIn(other, models);
    },
    close: () => rmSync(folder, { recursive: true }),
  };
  return world;
}

/** A source that is not among them is not due. */
const memoryReader = (files: UpstreamTexts): SourceReader => ({
  findReasonNotToRead: ({ id }) => (files.has(id) ? null : "nobody serves it"),
  read: async ({ id }) => ({
    files: files.get(id) ?? new Map(),
    missing: [],
  }),
});

function textsOf(folder: string): Map<string, string> {
  const paths = glob.sync("**/*", { cwd: folder, dot: true }).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}
