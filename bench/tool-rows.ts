/** The tool server in process: calls as assistants make them, and requests that are no calls. */

import { getAt } from "../build/schema/collections.ts";
import type { Handle } from "../mcp-server/function.ts";
import { stringifyRate } from "./function-rows.ts";
import { type BenchRow, thousands } from "./row.ts";

/** One of each tool, by names that the real data know: to look for near ones is another thing. */
const CALLS: readonly { name: string; args: Record<string, unknown> }[] = [
  { name: "search_models", args: { query: "claude sonnet" } },
  { name: "get_model", args: { model: "Claude Sonnet 4.5" } },
  { name: "cheapest_provider", args: { model: "claude-sonnet-4-5" } },
  { name: "compare_models", args: { models: ["gpt4o", "deepseek r1"] } },
  { name: "get_own_test", args: { test: "world-map" } },
  { name: "get_scorecard", args: {} },
  { name: "latest_findings", args: { limit: 3 } },
  { name: "search", args: { query: "gpqa" } },
  { name: "fetch", args: { id: "benchmark:gpqa-diamond" } },
];
const WARM_MS = 1500;
/** Calls after which the code is compiled. */
const WARM_UP = 300;
const GOAL_CALLS = 1_000;
const GOAL_ODD_MS = 100;

export async function toolRows(handle: Handle): Promise<BenchRow[]> {
  return [await callRow(handle), await oddRow(handle)];
}

/** A call of each tool in turn; the bodies are parsed, answered and written each time. */
async function callRow(handle: Handle): Promise<BenchRow> {
  const bodies = CALLS.map(({ name, args }, id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } }),
  );
  const answers = await Promise.all(
    bodies.map(async (body) => (await handle(toRequest(body))).json()),
  );
  for (let call = 0; call < WARM_UP; call++)
    await (await handle(toRequest(getAt(bodies, call % bodies.length)))).text();
  const started = performance.now();
  let calls = 0;
  for (; performance.now() - started < WARM_MS; calls++)
    await (await handle(toRequest(getAt(bodies, calls % bodies.length)))).text();
  const rate = (1000 * calls) / (performance.now() - started);
  return {
    what: "function, warm: MCP tool call",
    measured: `${thousands(rate)}/s`,
    goal: `≥ ${thousands(GOAL_CALLS)}/s`,
    reference: `JSON.stringify ${thousands(stringifyRate(answers))}/s`,
    meets: rate >= GOAL_CALLS,
  };
}

/** The slowest answer to what is no call. */
async function oddRow(handle: Handle): Promise<BenchRow> {
  const odd: Request[] = [
    toRequest('{"jsonrpc":'),
    toRequest('[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]'),
    toRequest('{"jsonrpc":"2.0","id":1,"method":"nothing/here"}'),
    toRequest('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no_tool"}}'),
    toRequest(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_model","arguments":{"model":7}}}',
    ),
    toRequest(`{"x":"${"x".repeat(1024 * 1024)}"}`),
    toRequest("{}", { Origin: "https://evil.example" }),
    new Request(ADDRESS),
    new Request(ADDRESS, { method: "DELETE" }),
  ];
  let slowest = 0;
  for (const request of odd) {
    const before = performance.now();
    await (await handle(request)).text();
    slowest = Math.max(slowest, performance.now() - before);
  }
  return {
    what: `MCP, slowest of ${odd.length} odd requests`,
    measured: `${slowest.toFixed(1)} ms`,
    goal: `≤ ${GOAL_ODD_MS} ms`,
    reference: "",
    meets: slowest <= GOAL_ODD_MS,
  };
}

const ADDRESS = "https://x.example/api/mcp";

const toRequest = (body: string, headers: Record<string, string> = {}): Request =>
  new Request(ADDRESS, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
