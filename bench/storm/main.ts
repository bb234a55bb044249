/** `npm run storm`: requests of every kind to the built site, in process and over HTTP, and what they cost. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import { MANIFEST_PATH, type Manifest } from "../../generator/publish.ts";
import { createHandle } from "../../mcp-server/handle.ts";
import { openCdn } from "../../mcp-server/local/cdn.ts";
import { readRules } from "../../mcp-server/local/engine.ts";
import { FUNCTION_DATA, readContextOf } from "../../mcp-server/read-function-context.ts";
import { listTools } from "../../test/contract/mcp-post.ts";
import { thousands } from "../row.ts";
import { abortRequests, readSlowly } from "./hold-answers.ts";
import { MEASURES, stormInProcess } from "./in-process.ts";
import { createJudge, type Judge } from "./judge.ts";
import { stormOverHttp } from "./over-http.ts";
import { drawRequests, type StormRequest, stormRequest } from "./requests.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const DUMP = "/api/v1/dump.json";
const [SLOW_READERS, ABORTED, ABORTED_AT_ONCE] = [100, 2_000, 500];
/** What the local server may hold, whatever its clients do. */
const MOST_MB = 400;
/** Of the processor, for 99 of 100 requests of each kind. */
const MOST_P99_MS = 5;
/** In fewer requests, compiling is most of what 1 of 100 takes. */
const MEASURED_FROM = 100_000;
/** Between the middle of a storm, when all caches are full, and its end. */
const MOST_GROWTH = 1.1;

const { count, seed, http, dist } = new Command("storm")
  .description("Sends valid, odd and hostile requests to the site of the last `npm run build`.")
  .option("--count <number>", "requests in process; over HTTP a tenth of them", toCount, 10_000)
  .option("--http <number>", "requests over HTTP", toCount)
  .option("--seed <number>", "the same seed draws the same requests", toCount, 20_261_122)
  .option("--dist <folder>", "published files", "dist")
  .parse()
  .opts<{ count: number; seed: number; http?: number; dist: string }>();

const problems: string[] = [];
process.on("unhandledRejection", (reason) => problems.push(`unhandled: ${String(reason)}`));
const print = (line: string) => process.stdout.write(`${line}\n`);

await main(resolve(dist), resolve(FUNCTION_DATA));
for (const problem of problems) print(`NO: ${problem}`);
print(problems.length === 0 ? "all held" : `${problems.length} did not hold`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function main(site: string, functionData: string): Promise<void> {
  const context = readContextOf(site, functionData);
  const handle = createHandle(context, { isLocal: true });
  const readJson = async (path: string) => JSON.parse(await readFile(join(site, path), "utf8"));
  const { files } = (await readJson(MANIFEST_PATH)) as { files: Manifest };
  const tools = await listTools(handle);
  const judge = createJudge(
    (await readJson("/api/v1/openapi.json")) as object,
    new Map(tools.map(({ name, outputSchema }) => [name, outputSchema])),
  );
  const rules = await readRules(join(site, "_redirects"));
  const others = rules.map(({ from }) => from).filter((path) => !path.includes("*"));
  const requests = stormRequest(context, [...new Set([...Object.keys(files), ...others])]);
  const door = await openCdn(site, handle, "exact");
  await inProcess(drawRequests(requests, count, seed), door, judge);
  const overHttp = http ?? Math.ceil(count / 10);
  const server = await startServerProcess(site, functionData);
  await stormServer(drawRequests(requests, overHttp, seed + count), overHttp, judge, server);
  await holdAnswers(site, functionData);
}

async function inProcess(
  requests: Iterable<StormRequest>,
  door: Parameters<typeof stormInProcess>[2],
  judge: Judge,
): Promise<void> {
  const logged: string[] = [];
  const { error } = console;
  console.error = (...what: unknown[]) => void logged.push(what.map(String).join(" "));
  const { tally, heapMb, seconds } = await stormInProcess(
    requests,
    count,
    door,
    judge,
    (asked, faults) => print(`  ${thousands(asked)} asked, ${faults} faults`),
  );
  console.error = error;
  print(`in process: ${thousands(count)} requests, seed ${seed}`);
  for (const line of tally.toLines()) print(line);
  print(
    `  processor: ${seconds.asking.toFixed(0)} s for the requests, ${seconds.checking.toFixed(0)} s for drawing and checking them`,
  );
  print(`  ${judge.summary()}`);
  print(`  heap after each tenth, garbage collected: ${heapMb.join(", ")} MB`);
  if (tally.faultCount > 0) problems.push(`${tally.faultCount} faults in process`);
  const p99 = tally.worstP99(/processor/);
  if (count >= MEASURED_FROM && p99 > MOST_P99_MS)
    problems.push(`a p99 of ${p99.toFixed(1)} ms of the processor; ${MOST_P99_MS} is the most`);
  if (logged.length > 0) problems.push(`${logged.length} errors logged: ${logged[0]}`);
  checkGrowth("the heap", heapMb);
}

async function stormServer(
  requests: Iterable<StormRequest>,
  asked: number,
  judge: Judge,
  server: ServerProcess,
): Promise<void> {
  const step = Math.ceil(asked / MEASURES);
  const heapMb: number[] = [];
  const rssMb: number[] = [];
  const tally = await stormOverHttp(requests, server.url, judge, async (at) => {
    if (at % step !== step - 1 && at !== asked - 1) return;
    const memory = await server.memory();
    heapMb.push(memory.heapMb);
    rssMb.push(memory.nowMb);
  });
  const { peakMb, unhandled } = await server.memory();
  const errors = await server.stop();
  print(`over HTTP: ${thousands(asked)}, a quarter of them left, cut, filled or delayed`);
  for (const line of tally.toLines()) print(line);
  print(`  heap after each tenth, garbage collected: ${heapMb.join(", ")} MB`);
  print(`  all memory then: ${rssMb.join(", ")} MB; ${peakMb} MB at most`);
  if (tally.faultCount > 0) problems.push(`${tally.faultCount} faults over HTTP`);
  if (unhandled > 0 || errors !== "") problems.push(`the server logged ${errors.slice(0, 500)}`);
  checkGrowth("the server's heap", heapMb);
}

function checkGrowth(what: string, heapMb: readonly number[]): void {
  // Of fewer requests than are asked at once, memory is looked at once only.
  if (heapMb.length < MEASURES) return;
  const [warm = 0, last = 0] = [heapMb[4], heapMb.at(-1)];
  if (last > warm * MOST_GROWTH) problems.push(`${what} grew from ${warm} to ${last} MB`);
}

async function holdAnswers(site: string, functionData: string): Promise<void> {
  for (const [what, hold] of [
    [`${SLOW_READERS} clients that do not read on from ${DUMP}`, readNothing],
    [`${thousands(ABORTED)} clients that ask for ${DUMP} and leave`, leaveAll],
  ] as const) {
    const server = await startServerProcess(site, functionData);
    const before = await server.memory();
    await hold(server.url);
    const { peakMb, unhandled } = await server.memory();
    const errors = await server.stop();
    print(`${what}: ${peakMb} MB at most, ${before.nowMb} MB before`);
    if (peakMb > MOST_MB) problems.push(`${what} made the server hold ${peakMb} MB`);
    if (unhandled > 0 || errors !== "") problems.push(`${what}: ${errors.slice(0, 500)}`);
  }
}

async function readNothing(url: string): Promise<void> {
  const begun = await readSlowly(url, DUMP, SLOW_READERS, () => setTimeout(3_000));
  if (begun < SLOW_READERS) problems.push(`only ${begun} of ${SLOW_READERS} got a first piece`);
}

async function leaveAll(url: string): Promise<void> {
  await abortRequests(url, DUMP, ABORTED, ABORTED_AT_ONCE);
  await setTimeout(2_000);
}

function toCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("write a whole number from 1.");
}
