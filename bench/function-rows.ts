/** Bundles the function as Netlify does, and measures its cold start, warm requests and size. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { median, quantile } from "../build/experiments/statistics.ts";
import { getItemAt } from "../build/schema/collections.ts";
import {
  FUNCTION_DATA_FILE,
  readAnswerContextOfFunction,
  toFunctionProofDataPath,
} from "../generator/pipeline/function-data.ts";
import type { RequestHandler } from "../mcp-server/function.ts";
import {
  formatBenchMegabytes,
  formatBenchPerSecond,
  type MeasuredBudget,
  measureChildProcess,
  toMeasuredBudgets,
} from "./row.ts";

const COLD_RUNS = 7;
const WARM_MS = 1500;
/** Number of calls of one kind after which the code is taken as compiled. */
const WARM_UP_CALLS = 300;

/**
 * Packages that are loaded only where requests are counted; the same list as `external_node_modules` in netlify.toml.
 */
export const UNBUNDLED_PACKAGES = ["ioredis", "rate-limiter-flexible"];

/** @returns esbuild's metafile, which lists every file in the bundle. */
export async function bundleFunction(outfile: string): Promise<Metafile> {
  const result = await build({
    entryPoints: ["mcp-server/functions/api.ts"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    metafile: true,
    logLevel: "error",
    external: [...UNBUNDLED_PACKAGES],
  });
  return result.metafile;
}

export async function measureApiFunction(folder: string): Promise<MeasuredBudget[]> {
  const bundle = join(folder, "api.mjs");
  const empty = join(folder, "empty.mjs");
  await bundleFunction(bundle);
  await writeFile(empty, `export default () => new Response("{}");`);
  const files = [bundle, FUNCTION_DATA_FILE, toFunctionProofDataPath(FUNCTION_DATA_FILE)];
  const [code, data, proofs] = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(file)).length),
  );
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const cold = await coldStart(folder, bundle);
  const least = await coldStart(folder, empty);
  const size = Number(code) + Number(data);
  const later = `another ${formatBenchMegabytes(Number(proofs))} are read for the first proof`;
  const rows = toMeasuredBudgets([
    ["function, cold: import to first answer", cold, 150, ms, `an empty function ${ms(least)}`],
    ["function, bundle and its data, gzip", size, 5e6, formatBenchMegabytes, later],
  ]);
  const { default: handle }: { default: RequestHandler } = await import(pathToFileURL(bundle).href);
  for (const [what, goal, calls] of listWarmCalls())
    rows.push(await warmRow(what, calls, goal, handle));
  return rows;
}

/** Path of a GET, or the body of a tool call. */
type Call = string | object;

function toRequest(call: Call): Request {
  if (typeof call === "string") return new Request(`https://x.example${call}`);
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  return new Request("https://x.example/api/mcp", { method: "POST", headers, body });
}

const below = (path: string, ends: readonly string[]) => ends.map((end) => `/api/v1/${path}${end}`);

/** The calls use names from the real data. */
const listWarmCalls = (): [what: string, goal: number, calls: readonly Call[]][] => [
  ["detail", 20_000, below("models/", ["gpt-4o", "claude-sonnet-4-5", "deepseek-v3-2"])],
  ["list", 20_000, below("models", ["", "?sort=release_date&page=2", "?provider=openai"])],
  ["compare", 20_000, below("compare?models=", ["gpt-4o,claude-sonnet-4-5", "o3,gpt-4o,gpt-5"])],
  ["MCP tool call", 1_000, TOOL_CALLS],
  [SEARCH, 2_000, searches()],
];

const SEARCH = "search";
const TOOL_CALLS = Object.entries({
  search_models: { query: "claude sonnet" },
  get_model: { model: "Claude Sonnet 4.5" },
  cheapest_provider: { model: "claude-sonnet-4-5" },
  compare_models: { models: ["gpt4o", "deepseek r1"] },
  get_own_test: { test: "world-map" },
  get_scorecard: {},
  latest_findings: { limit: 3 },
  search: { query: "gpqa" },
  fetch: { id: "benchmark:gpqa-diamond" },
}).map(([name, args]) => ({ name, arguments: args }));

/** As people type them: each model's name, the name without its last letter, and with two letters swapped. */
const searches = (): Call[] =>
  readAnswerContextOfFunction(FUNCTION_DATA_FILE)
    .catalog.models.flatMap(({ name }) => [
      name,
      name.slice(0, -1),
      name.replace(/^(...)(.)(.)/u, "$1$3$2"),
    ])
    .filter((name) => name.length > 2)
    .map((name) => `/api/v1/search?q=${encodeURIComponent(name)}`);

/** @returns Median ms from the start of the function to its first answer. */
async function coldStart(folder: string, module: string): Promise<number> {
  const script = join(folder, "cold.mjs");
  await writeFile(
    script,
    `const started = performance.now();
    const { default: handle } = await import(${JSON.stringify(pathToFileURL(module).href)});
    await (await handle(new Request("https://x.example/api/v1/models/gpt-4o"))).text();
    console.log(performance.now() - started);`,
  );
  const runs: number[] = [];
  for (let run = 0; run < COLD_RUNS; run++)
    runs.push(Number((await measureChildProcess([script])).output));
  return median(runs);
}

/**
 * Measures requests per second from one caller, next to JSON.stringify of the same bodies. In the measured time, each
 * search is sent only once.
 */
async function warmRow(what: string, calls: readonly Call[], goal: number, handle: RequestHandler) {
  const isSearch = what === SEARCH;
  /** Reads the whole body of a tool's answer; other bodies are complete as soon as their headers are. */
  async function send(at: number): Promise<void> {
    const call = getItemAt(calls, at % calls.length);
    const answer = await handle(toRequest(call));
    if (typeof call === "object") await answer.text();
  }
  const bodies = await Promise.all(
    calls.slice(0, 9).map(async (call) => (await handle(toRequest(call))).json()),
  );
  for (let at = 0; !isSearch && at < WARM_UP_CALLS; at++) await send(at);
  const times: number[] = [];
  const started = performance.now();
  for (let at = 0; performance.now() - started < WARM_MS; at++) {
    if (isSearch && at === calls.length) break;
    const before = performance.now();
    await send(at);
    times.push(performance.now() - before);
  }
  const rate = (1000 * times.length) / (performance.now() - started);
  const p99 = quantile(Float64Array.from(times).sort(), 0.99);
  return {
    what: `function, warm: ${what}`,
    measured: `${formatBenchPerSecond(rate)}, p99 ${p99.toFixed(2)} ms`,
    goal: `≥ ${formatBenchPerSecond(goal)}${isSearch ? ", p99 ≤ 5 ms" : ""}`,
    reference: `JSON.stringify ${formatBenchPerSecond(stringifyRate(bodies))}`,
    meets: rate >= goal && !(isSearch && p99 > 5),
  };
}

function stringifyRate(bodies: readonly unknown[]): number {
  const started = performance.now();
  let calls = 0;
  for (; performance.now() - started < 500; calls++) JSON.stringify(bodies[calls % bodies.length]);
  return (1000 * calls) / (performance.now() - started);
}
