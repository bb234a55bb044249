/**
 * `npm run bench:readers`: the cost of ten usages as computed by other programs and by our engine. Each program uses
 * its own table, if it includes one, and then our table for the day of use. Reads the last build.
 */
import { Command } from "commander";
import { findModelOfIdOnDay, toRateCard } from "../build/cost/card-of-day.ts";
import { cost } from "../build/cost/cost.ts";
import { getRateCardsByHost } from "../generator/endpoints/models/model-parts.ts";
import { makeCompatPriceTable } from "../generator/formats/format-files.ts";
import { COMPAT_HISTORY_PATHS } from "../generator/formats/formats.ts";
import { findModelByName } from "../generator/http/names.ts";
import {
  FUNCTION_DATA_FILE,
  readAnswerContextOfFunction,
} from "../generator/pipeline/function-data.ts";
import {
  costByCcusage,
  costByGenaiPrices,
  costByLibreChat,
  costByLlmUsageMetrics,
  costByOpencode,
  costByOpenlit,
  costByTokenlens,
  type OtherToolCostCalculator,
  type RequestUsageToPrice,
} from "./price-readers.ts";

new Command("npm run bench:readers --")
  .description(
    "Runs other programs that compute the cost of ten usage records, once with their own price tables and once with the prices of this catalogue, and prints the costs.",
  )
  .addHelpText("after", "\nExit codes: 0 compared, with equal costs or not; 1 a program failed.")
  .parse();

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
    model,
    host,
    day,
    input,
    cached,
    written,
    output,
  }),
);

/** Each program with the path of our table that it reads. */
const READERS: Readonly<Record<string, readonly [OtherToolCostCalculator, path: string]>> = {
  tokenlens: [costByTokenlens, "/api.json"],
  ccusage: [costByCcusage, "/compat/ccusage.json"],
  "llm-usage-metrics": [costByLlmUsageMetrics, "/compat/litellm.json"],
  opencode: [costByOpencode, "/api.json"],
  openlit: [costByOpenlit, "/compat/openlit.json"],
  LibreChat: [costByLibreChat, "/compat/librechat.json"],
  "genai-prices": [costByGenaiPrices, COMPAT_HISTORY_PATHS.genaiPrices],
};

const { catalog } = readAnswerContextOfFunction(FUNCTION_DATA_FILE);

/** The cost by our own engine. */
function almanac({ model, host, day, ...counts }: RequestUsageToPrice): number | null {
  const today = findModelByName(`${host}/${model}`, catalog)?.slug ?? model;
  const slug = findModelOfIdOnDay({ name: model, host, day }, today, catalog);
  const card = getRateCardsByHost(slug, day, catalog).get(host);
  if (card === undefined) return null;
  const { input, output, cached, written } = counts;
  const usage = { input, output, cache_read: cached, cache_write: written };
  return cost(usage, toRateCard(card)).usd;
}

const dollars = (usd: number | null): string => (usd === null ? "unknown" : `$${usd.toFixed(6)}`);

const WIDTHS = [17, 18, 10, 10, 12, 12, 12];
const write = (...cells: readonly string[]): void => {
  const padded = cells.map((cell, at) =>
    at > 3 ? cell.padStart(WIDTHS[at] ?? 0) : cell.padEnd(WIDTHS[at] ?? 0),
  );
  process.stdout.write(`${padded.join("  ")}\n`);
};

let compared = 0;
let agreeing = 0;
write("reader", "model", "host", "day", "own table", "our table", "our engine");
for (const [name, [costOf, path]] of Object.entries(READERS)) {
  const own: (number | null)[] = [];
  for (const usage of USAGES) own.push(await costOf(usage, undefined));
  for (const [at, usage] of USAGES.entries()) {
    const { model, host, day } = usage;
    const ours = await costOf(usage, makeCompatPriceTable(path, day, catalog));
    const engine = almanac(usage);
    compared += 1;
    if (ours !== null && engine !== null && Math.abs(ours - engine) < 1e-9) agreeing += 1;
    write(name, model, host, day, ...[own[at] ?? null, ours, engine].map(dollars));
  }
}
process.stdout.write(
  `With our table, ${agreeing} of ${compared} costs are equal to the costs that our own calculator computes with the prices of the day of use.\n`,
);
