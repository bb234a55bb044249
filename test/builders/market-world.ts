/**
 * Ingest runs of the simulated market (`market.ts`), with its facts in a temporary folder and its upstreams in memory.
 */
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { type StagedIngest, stageIngest } from "../../build/ingest/ingest.ts";
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

/** Lowers the collectors' minimum row counts, because the simulated upstreams have few rows. */
const MIN_ROWS_FACTOR = 1 / 300;

export const FIRST_MARKET_DAY = "2026-06-01";
export const SECOND_MARKET_DAY = "2026-06-02";
export const THIRD_MARKET_DAY = "2026-06-03";

export interface SimulatedMarket {
  /** Folder that contains `data`. */
  folder: string;
  /** Absolute path of a file or folder below `folder`. */
  at(name: string): string;
  /** What the upstreams report from now on; tests change it in place. */
  market: UpstreamData;
  /** Changes the upstreams' files after the market was written as text. */
  distort?: (files: UpstreamTexts) => void;
  /** Runs an ingest on a day; accepts it, or discards it when it has faults. */
  night(
    day: string,
    more?: Partial<IngestOptions>,
    dependencies?: Partial<IngestDependencies>,
  ): Promise<IngestSummary>;
  /** Runs the same ingest without accepting or discarding it. */
  stage(
    day: string,
    more?: Partial<IngestOptions>,
    dependencies?: Partial<IngestDependencies>,
  ): Promise<StagedIngest>;
  /** Path below `data/` → text. */
  files(): Map<string, string>;
  /** Copies the facts; the copy's upstreams report their initial values. */
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
    folder,
    at,
    market: createUpstreamData(models),
    async stage(day, more = {}, dependencies = {}) {
      const files = toUpstreamTexts(world.market, day);
      world.distort?.(files);
      return stageIngest(
        {
          dataFolder: at("data"),
          reportsFolder: at("reports"),
          day,
          accept: [],
          minRowsFactor: MIN_ROWS_FACTOR,
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

/** Reads from memory. A source without files is not read. */
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
