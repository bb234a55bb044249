/**
 * Counts requests in a real Redis: exactly under many clients at once, and without failed answers while Redis is down.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  CLIENT_IP_HEADER,
  openRequestCounter,
  type RequestCounter,
  toRateLimitedHandler,
} from "../../mcp-server/tiers.ts";
import { closeAfterTests } from "../builders/close-after-tests.ts";
import { findFreePort } from "../builders/free-port.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";

/** Whether Redis is installed on the system; CI installs it. */
const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
if (!hasRedis)
  console.warn(
    "redis-server is not installed, so counting in Redis is not tested: apt-get install redis-server",
  );

let folder: string;
let port: number;
let redis: ChildProcess;
async function startRedis(): Promise<ChildProcess> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  const child = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const text of child.stdout) if (String(text).includes("Ready to accept")) break;
  child.stdout.resume();
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function open(): Promise<RequestCounter> {
  const counter = await openRequestCounter(`redis://127.0.0.1:${port}`);
  closeAfterTests(() => counter.close());
  return counter;
}

beforeAll(async () => {
  if (!hasRedis) return;
  folder = createTemporaryFolder("redis");
  port = await findFreePort();
  redis = await startRedis();
});
afterAll(async () => {
  if (hasRedis) await stop(redis);
});

test.runIf(hasRedis)("200 clients at once over two functions are counted exactly", async () => {
  const functions = [await open(), await open()];
  const clients = Array.from({ length: 200 }, (_, index) => `client-${index}`);
  const usages = await Promise.all(
    clients.flatMap((id) =>
      Array.from({ length: 12 }, async (_, turn) => {
        const usage = await functions[turn % 2]?.count({ id, plan: "free" });
        return { id, isOver: usage?.isOver };
      }),
    ),
  );
  for (const id of clients)
    expect(usages.filter((usage) => usage.id === id && usage.isOver === false)).toHaveLength(10);
});

test.runIf(hasRedis)("requests are answered while Redis is down, counted later", async () => {
  const log: string[] = [];
  const handle = toRateLimitedHandler(() => new Response("answer"), {
    keys: {},
    counter: await open(),
    baseUrl: "https://almanac.example",
    log: (line: string) => log.push(line),
  });
  const headers = { [CLIENT_IP_HEADER]: "192.0.2.1" };
  const ask = () => handle(new Request("https://almanac.example/api", { headers }));
  const limitOf = async () => (await ask()).headers.get("X-RateLimit-Limit");
  expect(await limitOf()).toBe("10");
  await stop(redis);
  for (let count = 0; count < 20; count += 1) expect((await ask()).status).toBe(200);
  expect(log[0]).toMatch(/^requests are not counted: /);
  redis = await startRedis();
  await expect.poll(limitOf, { timeout: 10_000 }).toBe("10");
});
