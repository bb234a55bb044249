/**
 * A sandbox for whole nightly runs: sample facts, one upstream served by a replay server, and everything in a temporary
 * folder.
 */
import { cpSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createLiveSourceReader } from "../../build/ingest/read-sources.ts";
import { packDataForFunction } from "../../generator/pipeline/function-data.ts";
import {
  type NightlyDependencies,
  type NightlyOptions,
  type NightlyResult,
  runNightlyJob,
} from "../../nightly/night.ts";
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

export interface NightlySandbox {
  folder: string;
  replay: ReplayServer;
  /** The upstream's initial answer at `OPENROUTER_MODELS_URL`. */
  models: string;
  /** Absolute path of a part of the sandbox, such as `data` or `dist`. */
  at(name: string): string;
  /** Path below `data/` → sha256. */
  facts(): Promise<Map<string, string>>;
  /** Path below `dist/` → sha256; empty when there is none. */
  site(): Promise<Map<string, string>>;
  /** Runs a night in this process. Its waits take no time, and its build makes only the function's data. */
  night(
    options?: Partial<NightlyOptions>,
    dependencies?: Partial<NightlyDependencies>,
  ): Promise<NightlyResult>;
  /** Copies the files; the copy's upstream gives its initial answers. */
  copy(): Promise<NightlySandbox>;
}

/** @param models How many the upstream lists. */
export async function createNightlySandbox(models: number): Promise<NightlySandbox> {
  const { folder } = await writeSampleFacts();
  return openIn(folder, {
    [OPENROUTER_MODELS_URL]: JSON.stringify({
      data: Array.from({ length: models }, (_, at) => sample(at)),
    }),
  });
}

/** An entry of the upstream's list. */
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

async function openIn(folder: string, answers: Record<string, string>): Promise<NightlySandbox> {
  const replay = await startReplayServer(answers);
  const at = (name: string) => join(folder, name);
  return {
    folder,
    replay,
    at,
    models: answers[OPENROUTER_MODELS_URL] ?? "",
    facts: () => hashFilesInFolder(at("data")),
    site: () => hashFilesInFolder(at("dist")),
    night: (options = {}, dependencies = {}) => {
      const { day = FIRST_NIGHT } = options;
      const network = createTestNetwork(replay.origin, { day });
      return runNightlyJob(
        {
          dataFolder: at("data"),
          distFolder: at("dist"),
          functionData: at("function.bin"),
          reportsFolder: at("reports"),
          announced: at("cache/announced.bin"),
          accept: [],
          only: [SOURCE],
          minRowsFactor: MIN_ROWS_FACTOR,
          dryRun: false,
          hasAddress: true,
          ...options,
          day,
        },
        {
          reader: createLiveSourceReader(network),
          build: buildFunctionData,
          testContract: async () => null,
          notify: async () => [],
          onStep: () => {},
          ...dependencies,
        },
      );
    },
    copy: async () => {
      const other = createTemporaryFolder("night");
      cpSync(folder, other, { recursive: true });
      return openIn(other, answers);
    },
  };
}

/** A build that makes the function's data alone. */
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

/** Runs `npm run nightly` in a separate process. @returns Exit code (null when the process was killed) and output. */
export async function runNightlyCommand(
  { at, replay }: NightlySandbox,
  {
    day = FIRST_NIGHT,
    only = SOURCE,
    reports = at("reports"),
    killAfterMs,
    killAfterRenaming,
    env = {},
    more = [],
  }: {
    day?: string;
    only?: string;
    reports?: string;
    killAfterMs?: number;
    /** Name of a folder. The process kills itself right after renaming this folder. */
    killAfterRenaming?: string;
    env?: Record<string, string>;
    /** Further options of the command. */
    more?: readonly string[];
  } = {},
): Promise<{ code: number | null; output: string }> {
  const places = ["--data", at("data"), "--dist", at("dist"), "--cache", at("cache")];
  const files = ["--function-data", at("function.bin"), "--reports", reports, "--day", day];
  const upstream = ["--replay", replay.origin, "--only", only];
  const quick = ["--no-contract", "--max-files", "20"];
  const args = ["nightly/cli.ts", ...places, ...files, ...upstream, ...quick, ...more];
  const kill = killAfterRenaming ? ["--import", toKillingModule(at(killAfterRenaming))] : [];
  const node = ["--import", "tsx", ...kill, ...args];
  const { code, stdout, stderr } = await runProcess(process.execPath, node, env, killAfterMs);
  return { code, output: stdout + stderr };
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
