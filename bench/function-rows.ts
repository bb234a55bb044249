/** The function, bundled as Netlify bundles it: cold, warm, and how large. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { median, quantile } from "../build/experiments/statistics.ts";
import { getAt } from "../build/schema/collections.ts";
import { FUNCTION_DATA } from "../generator/pipeline/function-data.ts";
import type { Handle } from "../mcp-server/function.ts";
import { bundleFunction } from "./bundle.ts";
import { type BenchRow, megabytes, thousands } from "./row.ts";
import { runChild } from "./run-child.ts";

const COLD_RUNS = 7;
const GOAL_COLD_MS = 150;
const GOAL_BUNDLE = 5e6;
const WARM_MS = 1500;
const GOAL_SEARCHES = 2_000;

export async function functionRows(folder: string): Promise<BenchRow[]> {
  const bundle = join(folder, "api.mjs");
  const empty = join(folder, "empty.mjs");
  await bundleFunction(bundle);
  await writeFile(empty, `export default () => new Response("{}");`);
  const parts = await Promise.all([bundle, FUNCTION_DATA].map((file) => readFile(file)));
  const size = parts.reduce((sum, part) => sum + gzipSync(part).length, 0);
  const cold = await coldStart(folder, bundle);
  const reference = await coldStart(folder, empty);
  const rows: BenchRow[] = [
    {
      what: "function, cold: import to first answer",
      measured: `${cold.toFixed(0)} ms`,
      goal: `≤ ${GOAL_COLD_MS} ms`,
      reference: `an empty function ${reference.toFixed(0)} ms`,
      meets: cold <= GOAL_COLD_MS,
    },
    {
      what: "function, bundle and its data, gzip",
      measured: megabytes(size),
      goal: `≤ ${megabytes(GOAL_BUNDLE)}`,
      reference: "",
      meets: size <= GOAL_BUNDLE,
    },
  ];
  const { default: handle } = (await import(pathToFileURL(bundle).href)) as { default: Handle };
  for (const [what, addresses, goal] of WARM)
    rows.push(await warmRow(what, addresses, goal, handle));
  rows.push(await warmRow("search", await searchAddresses(handle), GOAL_SEARCHES, handle));
  return [...rows, await toolRow(handle)];
}

const WARM: readonly [what: string, addresses: readonly string[], goal: number][] = [
  [
    "detail",
    ["/api/v1/models/gpt-4o", "/api/v1/models/claude-sonnet-4-5", "/api/v1/models/deepseek-v3-2"],
    20_000,
  ],
  [
    "list",
    ["/api/v1/models", "/api/v1/models?sort=release_date&page=2", "/api/v1/models?provider=openai"],
    20_000,
  ],
  [
    "compare",
    ["/api/v1/compare?models=gpt-4o,claude-sonnet-4-5", "/api/v1/compare?models=o3,gpt-4o,gpt-5"],
    20_000,
  ],
];

/** People type names, more or less: each model's name whole, without its last letter, and with two letters swapped. */
async function searchAddresses(handle: Handle): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await handle(
      new Request(`https://x.example/api/v1/models?limit=200&page=${page}`),
    );
    const list = (await answer.json()) as { data: { name: string }[]; meta: { pages: number } };
    names.push(...list.data.map(({ name }) => name));
    pages = list.meta.pages;
  }
  const swapped = (name: string) =>
    `${name.slice(0, 3)}${name[4] ?? ""}${name[3] ?? ""}${name.slice(5)}`;
  return names
    .flatMap((name) => [name, name.slice(0, -1), swapped(name)])
    .filter((name) => name.length > 2)
    .map((name) => `/api/v1/search?q=${encodeURIComponent(name)}`);
}

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
  for (let run = 0; run < COLD_RUNS; run++) runs.push(Number((await runChild([script])).output));
  return median(runs);
}

/** Requests a second from one caller, beside JSON.stringify of the same bodies. No search is asked twice. */
async function warmRow(
  what: string,
  addresses: readonly string[],
  goal: number,
  handle: Handle,
): Promise<BenchRow> {
  const requests = addresses.map((address) => `https://x.example${address}`);
  const isSearch = what === "search";
  const bodies = await Promise.all(
    requests
      .slice(0, isSearch ? 8 : undefined)
      .map(async (url) => JSON.parse(await (await handle(new Request(url))).text()) as unknown),
  );
  const times: number[] = [];
  const started = performance.now();
  for (
    let call = 0;
    performance.now() - started < WARM_MS && (!isSearch || call < requests.length);
    call++
  ) {
    const before = performance.now();
    await handle(new Request(getAt(requests, call % requests.length)));
    times.push(performance.now() - before);
  }
  const rate = (1000 * times.length) / (performance.now() - started);
  const p99 = quantile(Float64Array.from(times).sort(), 0.99);
  return {
    what: `function, warm: ${what}`,
    measured: `${thousands(rate)}/s, p99 ${p99.toFixed(2)} ms`,
    goal: `≥ ${thousands(goal)}/s${isSearch ? ", p99 ≤ 5 ms" : ""}`,
    reference: `JSON.stringify ${thousands(stringifyRate(bodies))}/s`,
    meets: rate >= goal && (!isSearch || p99 <= 5),
  };
}

function stringifyRate(bodies: readonly unknown[]): number {
  const started = performance.now();
  let calls = 0;
  for (; performance.now() - started < 500; calls++) JSON.stringify(bodies[calls % bodies.length]);
  return (1000 * calls) / (performance.now() - started);
}

/** One of each tool, by names that the real data hold. */
const CALLS: readonly [name: string, args: Record<string, unknown>][] = [
  ["search_models", { query: "claude sonnet" }],
  ["get_model", { model: "Claude Sonnet 4.5" }],
  ["cheapest_provider", { model: "claude-sonnet-4-5" }],
  ["compare_models", { models: ["gpt4o", "deepseek r1"] }],
  ["get_own_test", { test: "world-map" }],
  ["get_scorecard", {}],
  ["latest_findings", { limit: 3 }],
  ["search", { query: "gpqa" }],
  ["fetch", { id: "benchmark:gpqa-diamond" }],
];
/** Calls after which the code is compiled. */
const WARM_UP_CALLS = 300;
const GOAL_CALLS = 1_000;

/** A call of each tool in turn; the bodies are parsed, answered and written each time. */
async function toolRow(handle: Handle): Promise<BenchRow> {
  const bodies = CALLS.map(([name, args], id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } }),
  );
  const send = (body: string) =>
    handle(
      new Request("https://x.example/api/mcp", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      }),
    );
  const answers = await Promise.all(bodies.map(async (body) => (await send(body)).json()));
  for (let call = 0; call < WARM_UP_CALLS; call++)
    await (await send(getAt(bodies, call % bodies.length))).text();
  const started = performance.now();
  let calls = 0;
  for (; performance.now() - started < WARM_MS; calls++)
    await (await send(getAt(bodies, calls % bodies.length))).text();
  const rate = (1000 * calls) / (performance.now() - started);
  return {
    what: "function, warm: MCP tool call",
    measured: `${thousands(rate)}/s`,
    goal: `≥ ${thousands(GOAL_CALLS)}/s`,
    reference: `JSON.stringify ${thousands(stringifyRate(answers))}/s`,
    meets: rate >= GOAL_CALLS,
  };
}
