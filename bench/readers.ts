/**
 * What ten usages cost by the programs that read price tables: by their own table, by ours at the day of use, and by our
 * engine. `npm run bench:readers` reads the last build; the larger readers are installed on first use.
 */
import { readFile } from "node:fs/promises";
import { updatePrices, waitForUpdate } from "@pydantic/genai-prices";
import { Command } from "commander";
import { findModelMeantOnDay, toRateCard } from "../build/cost/card-of-day.ts";
import { cost } from "../build/cost/cost.ts";
import { findRateCardAtHost } from "../generator/endpoints/cost/cost.ts";
import { findCompatAnswer } from "../generator/formats/formats.ts";
import { resolveModel } from "../generator/http/names.ts";
import {
  FUNCTION_DATA_FILE,
  readAnswerContextOfFunction,
} from "../generator/pipeline/function-data.ts";
import {
  costByLibreChat,
  costByOpencode,
  createCostByOpenlit,
  installNode24,
} from "./installed-readers.ts";
import {
  costByCcusage,
  costByGenaiPrices,
  costByTokenlens,
  createCostByLlmUsageMetrics,
  type OtherToolCostCalculator,
  type RequestUsageToPrice,
} from "./price-readers.ts";

const USAGES = (
  [
    ["gpt-4o", "openai", "2024-06-01", 10_000, 0, 0, 1000],
    ["gpt-4o", "openai", "2025-06-01", 10_000, 20_000, 0, 1000],
    ["gpt-4o-mini", "openai", "2025-01-15", 50_000, 0, 0, 5000],
    ["claude-sonnet-4-5", "anthropic", "2026-11-20", 1000, 10_000, 2000, 500],
    ["claude-opus-4-1", "anthropic", "2025-09-01", 5000, 0, 0, 2000],
    ["claude-haiku-4-5", "anthropic", "2026-03-01", 5000, 50_000, 0, 2000],
    ["gemini-2.5-pro", "google", "2025-07-01", 20_000, 0, 0, 3000],
    ["gemini-2.5-flash", "google", "2025-05-20", 20_000, 0, 0, 3000],
    ["deepseek-chat", "deepseek", "2025-03-01", 100_000, 0, 0, 10_000],
    ["gpt-5", "openai", "2026-01-10", 8000, 32_000, 0, 4000],
  ] as const
).map(
  ([model, host, day, input, cached, written, output]): RequestUsageToPrice => ({
    ...{ model, host, day, input, cached, written, output },
  }),
);

const program = new Command("npm run bench:readers --")
  .description(
    "Prints what programs that read price tables compute for ten usage records: with their own tables, and with ours.",
  )
  .option(
    "--litellm <file>",
    "LiteLLM's model cost map, from which llm-usage-metrics takes its prices",
  )
  .option("--openlit <file>", "assets/pricing.json of OpenLIT: its own table")
  .parse();
const { litellm, openlit } = program.opts<{ litellm?: string; openlit?: string }>();

const context = readAnswerContextOfFunction(FUNCTION_DATA_FILE);
const tableAt = (day: string, path: string): unknown => {
  const answer = findCompatAnswer(`/at/${day}${path}`, context);
  if (answer === undefined || !("value" in answer)) throw new Error(`nothing at ${path} on ${day}`);
  return answer.value;
};

/** What our own engine says. */
function almanac({ model, host, day, ...counts }: RequestUsageToPrice): number | null {
  const { catalog } = context;
  const today = resolveModel(`${host}/${model}`, catalog)?.slug ?? model;
  const slug = findModelMeantOnDay({ name: model, host, day }, today, catalog.moving_ids);
  const card = findRateCardAtHost(slug, host, day, catalog);
  if (card === undefined) return null;
  const { input, output, cached, written } = counts;
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
  costOf: OtherToolCostCalculator,
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
await print("tokenlens", costByTokenlens, (day) => tableAt(day, "/api.json"));
await print("ccusage", costByCcusage, (day) => tableAt(day, "/compat/ccusage.json"));
await print(
  "llm-usage-metrics",
  createCostByLlmUsageMetrics(await installNode24(), litellm),
  (day) => tableAt(day, "/compat/litellm.json"),
);
await print("opencode", costByOpencode, (day) => tableAt(day, "/api.json"));
await print("openlit", createCostByOpenlit(openlit), (day) => tableAt(day, "/compat/openlit.json"));
await print("LibreChat", costByLibreChat, (day) => tableAt(day, "/compat/librechat.json"));
await print(
  "genai-prices",
  costByGenaiPrices,
  () => undefined,
  async () => {
    const table = JSON.parse(await readFile("dist/compat/genai-prices.json", "utf8"));
    updatePrices(({ setProviderData }) => setProviderData(table));
    await waitForUpdate();
  },
);
process.stdout.write(
  `With our table, ${agreeing} of ${compared} costs are equal to the costs that our own calculator computes with the prices of the day of use.\n`,
);
