/** `npm run load-test`: requests of every kind to the site of the last `npm run build`, in process or over HTTP. */
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { Command } from "commander";
import fc from "fast-check";
import { quantile } from "../build/experiments/statistics.ts";
import { parseCountOption } from "../build/facts/command-line.ts";
import { groupBy } from "../build/schema/collections.ts";
import { OPENAPI_PATH } from "../generator/http/endpoint.ts";
import { FUNCTION_DATA_FILE } from "../generator/pipeline/function-data.ts";
import { readAnswerContextOfBuild } from "../generator/pipeline/packed-data.ts";
import { createApiHandler } from "../mcp-server/function.ts";
import { createLocalCdnHandler } from "../mcp-server/local/cdn.ts";
import { startLocalCdn } from "../mcp-server/local/serve.ts";
import type { HttpAnswer } from "../test/contract/harness.ts";
import { createOpenApiValidator } from "../test/contract/openapi-validator.ts";
import { sendRawRequest } from "../test/contract/send-raw.ts";
import {
  createLoadTestRequestArbitrary,
  findLoadTestAnswerFaults,
  type LoadTestRequest,
} from "./load-requests.ts";

const DIST = "dist";
const AT_ONCE = 24;
const SHOWN_FAULTS = 20;

const { count, seed, http } = new Command("npm run load-test --")
  .description("Sends valid, odd and hostile requests to the site of the last `npm run build`.")
  .option("--count <number>", "requests", parseCountOption, 10_000)
  .option(
    "--http",
    "send the requests over HTTP to a local server instead of calling the function directly",
    false,
  )
  .option(
    "--seed <number>",
    "the same seed draws the same requests from the same build",
    parseCountOption,
    20_261_122,
  )
  .addHelpText("after", "\nExit codes: 0 every answer is valid; 1 at least one answer is not.")
  .parse()
  .opts<{ count: number; seed: number; http: boolean }>();

const context = readAnswerContextOfBuild(DIST, FUNCTION_DATA_FILE);
const handle = createApiHandler(context, { isLocal: true });
const validate = createOpenApiValidator(
  JSON.parse(await readFile(join(DIST, OPENAPI_PATH), "utf8")),
);
const arbitrary = await createLoadTestRequestArbitrary(context, DIST);
const requests = fc.sample(arbitrary, { numRuns: count, seed }).values();

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const options = { dist: DIST, handle, mode: "exact", port: 0, host: "127.0.0.1" } as const;
const server = http ? await startLocalCdn(options) : undefined;
const cdn = await createLocalCdnHandler(DIST, handle, "exact");

async function sendOne(request: LoadTestRequest): Promise<HttpAnswer<unknown>> {
  if (server) return sendRawRequest(server.url, agent, request, 60_000);
  const { target, method, headers, body } = request;
  const url = new URL(`http://127.0.0.1${target}`);
  const response = await cdn(new Request(url, { method, headers, ...(body && { body }) }));
  const text = await response.text();
  const isJson = text.startsWith("{") || text.startsWith("[");
  const { status, headers: received } = response;
  return { status, headers: received, text, body: isJson ? JSON.parse(text) : undefined };
}

const answered: { ms: number; kind: LoadTestRequest["kind"]; status: number }[] = [];
/** Heap in use, in MB, after each tenth of the requests. */
const heap: number[] = [];
const faults: string[] = [];

/** @returns What is wrong with the answer. */
async function check(request: LoadTestRequest): Promise<string[]> {
  const started = performance.now();
  const answer = await sendOne(request);
  const { kind } = request;
  answered.push({ ms: performance.now() - started, kind, status: answer.status });
  if (answered.length % Math.ceil(count / 10) === 0) {
    heap.push(readHeap());
    process.stderr.write(`${answered.length} of ${count} requests, ${faults.length} faults\n`);
  }
  return findLoadTestAnswerFaults(request, answer, validate);
}

async function sendAll(): Promise<void> {
  for (const request of requests) {
    const found = await check(request).catch((error: unknown) => [String(error)]);
    const { method, target, body = "" } = request;
    for (const fault of found)
      faults.push(`${method} ${target.slice(0, 200)} ${body.slice(0, 300)}: ${fault}`);
  }
}
await Promise.all(Array.from({ length: http ? AT_ONCE : 1 }, sendAll));
agent.destroy();
await server?.close();

/** Response times of one kind of request, or of all requests. */
function describeTimes(name: string, all: typeof answered): string {
  const sorted = Float64Array.from(all, ({ ms }) => ms).sort();
  const ms = (part: number) => `${quantile(sorted, part).toFixed(2)} ms`;
  return `${name}: p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)}`;
}

/** With `--expose-gc`, garbage is collected first and is not counted. */
function readHeap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}

const byKind = groupBy(answered, ({ kind }) => kind);
const byStatus = [...groupBy(answered, ({ status }) => status)].sort(([a], [b]) => a - b);
process.stdout.write(
  [
    describeTimes(`${count} requests, seed ${seed}`, answered),
    ...Array.from(byKind, ([kind, some]) => describeTimes(`  ${kind} ${some.length}`, some)),
    `heap in MB after each tenth of the requests: ${heap.join(", ")}`,
    `answered ${byStatus.map(([status, some]) => `${status}: ${some.length}`).join(", ")}`,
    `${faults.length} faults\n`,
  ].join("\n"),
);
for (const fault of faults.slice(0, SHOWN_FAULTS)) process.stdout.write(`  ${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
