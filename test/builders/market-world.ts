/**
 * Ingest runs of the simulated market (`market.ts`), with its facts in a temporary folder and its upstreams in memory.
 */
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { stageIngest } from "../../build/ingest/ingest.ts";
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

export async function createSimulatedMarket(models = FEW_MODELS): Promise<SimulatedMarket> {
  const { folder } = await writeSampleFacts(SIMULATED_MARKET_FACTS);
  return new SimulatedMarket(folder, models);
}

export class SimulatedMarket {
  /** What the upstreams report from now on; tests change it in place. */
  readonly market: UpstreamData;
  /** Changes the upstreams' files after the market was written as text. */
  distort?: (files: UpstreamTexts) => void;

  /** @param folder Contains `data`. */
  constructor(
    private readonly folder: string,
    private readonly models: typeof FEW_MODELS,
  ) {
    this.market = createUpstreamData(models);
  }

  /** Absolute path of a file or folder of this market. */
  at(name: string): string {
    return join(this.folder, name);
  }

  /** Runs an ingest on a day; accepts it, or discards it when it has faults. */
  async night(
    day: string,
    more: Partial<IngestOptions> = {},
    dependencies: Partial<IngestDependencies> = {},
  ): Promise<IngestSummary> {
    const files = toUpstreamTexts(this.market, day);
    this.distort?.(files);
    const folders = { dataFolder: this.at("data"), reportsFolder: this.at("reports") };
    const staged = await stageIngest(
      { ...folders, day, accept: [], minRowsFactor: MIN_ROWS_FACTOR, ...more },
      { reader: memoryReader(files), ...dependencies },
    );
    if (staged.summary.faults.length > 0) await staged.discard();
    else await staged.accept();
    return staged.summary;
  }

  /** Path below `data/` → text. */
  files(): Map<string, string> {
    const folder = this.at("data");
    const paths = glob.sync("**/*", { cwd: folder, dot: true }).sort();
    return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  }

  /** Copies the facts; the copy's upstreams report their initial values. */
  async copy(): Promise<SimulatedMarket> {
    const other = createTemporaryFolder("market");
    cpSync(this.at("data"), join(other, "data"), { recursive: true });
    return new SimulatedMarket(other, this.models);
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Reads from memory. A source without files is not read. */
const memoryReader = (files: UpstreamTexts): SourceReader => ({
  findReasonNotToRead: ({ id }) => (files.has(id) ? null : "nobody serves it"),
  read: async ({ id }) => ({ files: files.get(id) ?? new Map(), missing: [] }),
});
