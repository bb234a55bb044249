/** A sandbox for whole nightly runs in a temporary folder: sample facts, and one upstream. */
import { cpSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createLiveSourceReader } from "../../build/ingest/read-sources.ts";
import { packDataForFunction } from "../../generator/pipeline/function-data.ts";
import type { NightlyDependencies, NightlyOptions, NightlyResult } from "../../nightly/night.ts";
import { runNightlyJob } from "../../nightly/night.ts";
import { runProcess } from "../contract/run-build.ts";
import { hashFilesInFolder } from "./files.ts";
import { type ReplayServer, startReplayServer } from "./replay-server.ts";
import { loadTestCatalog } from "./sample-catalog.ts";
import { writeSampleFacts } from "./sample-facts.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";
import { createTestNetwork } from "./test-network.ts";

export const FIRST_NIGHT = "2026-07-01";
export const SECOND_NIGHT = "2026-07-02";
export const OPENROUTER_MODELS_URL = "https://openrouter.ai/api/v1/models";
const SOURCE = "openrouter";
/** Twelve models count as a full answer; for the real upstream the minimum is 250. */
const MIN_ROWS_FACTOR = 12 / 250;

export async function createNightlySandbox(count: number): Promise<NightlySandbox> {
  const { folder } = await writeSampleFacts();
  const data = Array.from({ length: count }, (_, at) => sample(at));
  return NightlySandbox.open(folder, JSON.stringify({ data }));
}

const sample = (index: number) => ({
  id: `sample-lab/sample-${index}`,
  name: `Sample Lab: Sample ${index}`,
  created: 1_767_225_600 + index * 3600,
  context_length: 131_072,
  architecture: { input_modalities: ["text"], output_modalities: ["text"] },
  pricing: { prompt: `0.0000${100 + index}`, completion: `0.0000${400 + index}` },
  top_provider: { max_completion_tokens: 16_384 },
  supported_parameters: ["max_tokens", "temperature", "tools"],
});

export class NightlySandbox {
  private constructor(
    readonly folder: string,
    /** The upstream's initial answer at `OPENROUTER_MODELS_URL`. */
    readonly models: string,
    readonly replay: ReplayServer,
  ) {}

  static async open(folder: string, models: string): Promise<NightlySandbox> {
    const replay = await startReplayServer({ [OPENROUTER_MODELS_URL]: models });
    return new NightlySandbox(folder, models, replay);
  }

  at = (name: string): string => join(this.folder, name);

  /** Path below `data/` → sha256. */
  facts = () => hashFilesInFolder(this.at("data"));

  /** Path below `dist/` → sha256; empty when there is none. */
  site = () => hashFilesInFolder(this.at("dist"));

  /** Runs a night in this process. Its waits take no time, and its build makes only the function's data. */
  night(
    options: Partial<NightlyOptions> = {},
    dependencies: Partial<NightlyDependencies> = {},
  ): Promise<NightlyResult> {
    const { day = FIRST_NIGHT } = options;
    return runNightlyJob(
      {
        dataFolder: this.at("data"),
        distFolder: this.at("dist"),
        functionData: this.at("function.bin"),
        reportsFolder: this.at("reports"),
        announced: this.at("cache/announced.bin"),
        accept: [],
        only: [SOURCE],
        minRowsFactor: MIN_ROWS_FACTOR,
        dryRun: false,
        hasAddress: true,
        ...options,
        day,
      },
      {
        reader: createLiveSourceReader(createTestNetwork(this.replay.origin, { day })),
        build: buildFunctionData,
        testContract: async () => null,
        notify: async () => [],
        onStep: () => {},
        ...dependencies,
      },
    );
  }

  /** Copies the files; the copy's upstream gives its initial answers. */
  copy(): Promise<NightlySandbox> {
    const other = createTemporaryFolder("night");
    cpSync(this.folder, other, { recursive: true });
    return NightlySandbox.open(other, this.models);
  }
}

const buildFunctionData: NightlyDependencies["build"] = async (dataFolder, dist, functionData) => {
  const loaded = await loadTestCatalog(dataFolder);
  for (const [path, body] of [
    [join(dist, "snapshot"), loaded.catalog.hash],
    [functionData, packDataForFunction(loaded, "")],
  ] as const) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, body);
  }
  return { written: [], removed: [], unchanged: 1 };
};

interface CommandRun {
  day?: string;
  only?: string;
  reports?: string;
  killAfterMs?: number;
  /** Name of a folder. The process kills itself right after renaming this folder. */
  killAfterRenaming?: string;
  env?: Record<string, string>;
  more?: readonly string[];
}

/** Runs `npm run nightly` in a separate process. @returns Exit code (null when the process was killed) and output. */
export async function runNightlyCommand({ at, replay }: NightlySandbox, run: CommandRun) {
  const { day = FIRST_NIGHT, only = SOURCE, reports = at("reports"), more = [] } = run;
  const places = ["--data", at("data"), "--dist", at("dist"), "--cache", at("cache")];
  const files = ["--function-data", at("function.bin"), "--reports", reports, "--day", day];
  const upstream = ["--replay", replay.origin, "--only", only];
  const quick = ["--no-contract", "--max-files", "20"];
  const args = ["nightly/cli.ts", ...places, ...files, ...upstream, ...quick, ...more];
  const { killAfterRenaming: name } = run;
  const kill = name === undefined ? [] : ["--import", toKillingModule(at(name))];
  const node = ["--import", "tsx", ...kill, ...args];
  const result = await runProcess(process.execPath, node, run.env, run.killAfterMs);
  return { code: result.code, output: result.stdout + result.stderr };
}

/** A module as a `data:` URL that replaces `rename` for every module of the process. */
const toKillingModule = (path: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from "node:fs/promises";
    import { syncBuiltinESMExports } from "node:module";
    const { rename } = fs;
    fs.rename = async (from, to) => {
      await rename(from, to);
      if (from === ${JSON.stringify(path)}) process.kill(process.pid, "SIGKILL");
    };
    syncBuiltinESMExports();`)}`;
