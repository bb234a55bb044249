import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { getSharedSampleCatalog } from "../test/builders/sample-catalog.ts";
import { createApiHandler, type RequestHandler } from "./function.ts";
import {
  CLIENT_IP_HEADER,
  toRateLimitedHandler,
  toRateLimitedHandlerFromEnvironment,
} from "./tiers.ts";

const PRO = createHash("sha256").update("pro-key").digest("hex");
const API_KEYS = JSON.stringify({ [PRO]: "pro" });
const ADDRESS = "https://almanac.example/api/v1/models";

const loaded = await getSharedSampleCatalog();
let log: string[];
let handle: RequestHandler;
beforeEach(async () => {
  log = [];
  handle = await open({ API_KEYS });
});

const open = (env: Record<string, string>) =>
  toRateLimitedHandlerFromEnvironment(createApiHandler(loaded), loaded, env, (line) =>
    log.push(line),
  );

function ask(from: string, key?: string) {
  const headers = { [CLIENT_IP_HEADER]: from, ...(key && { Authorization: `Bearer ${key}` }) };
  return handle(new Request(ADDRESS, { headers }));
}

async function askOften(times: number, from: string, key?: string): Promise<Response[]> {
  const answers: Response[] = [];
  for (let count = 0; count < times; count += 1) answers.push(await ask(from, key));
  return answers;
}

const statusesOf = (answers: readonly Response[]) => [
  ...new Set(answers.map(({ status }) => status)),
];

test("an IP address may send ten requests per minute, and others are counted separately", async () => {
  expect(statusesOf(await askOften(10, "192.0.2.1"))).toEqual([200]);
  const refused = await ask("192.0.2.1");
  expect(refused.status).toBe(429);
  const body = (await refused.json()) as { type: string; detail: string };
  expect(body.type).toMatch(/#too-many-requests$/);
  expect(body.detail).toMatch(/^the limit of 10 requests per minute is used up; try again in \d+ /);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(50);
  const { headers } = await ask("192.0.2.2");
  expect(headers.get("X-RateLimit-Limit")).toBe("10");
  expect(headers.get("X-RateLimit-Remaining")).toBe("9");
  expect(headers.get("X-RateLimit-Reset")).toMatch(/^\d{10}$/);
  expect(headers.get("Cache-Control")).toMatch(/^private/);
  expect(headers.get("Netlify-CDN-Cache-Control")).toBe("no-store");
});

test("a pro key may send a hundred requests per minute, from any address", async () => {
  expect(statusesOf(await askOften(60, "192.0.2.6", "pro-key"))).toEqual([200]);
  expect(statusesOf(await askOften(40, "192.0.2.7", "pro-key"))).toEqual([200]);
  expect((await ask("192.0.2.8", "pro-key")).status).toBe(429);
});

test("an unknown key is refused, and each attempt counts for its IP address", async () => {
  const [refused, ...others] = await askOften(10, "192.0.2.10", "__proto__");
  expect(statusesOf(others)).toEqual([401]);
  expect(refused?.headers.get("WWW-Authenticate")).toBe("Bearer");
  expect(await refused?.text()).toMatch(/#unknown-key.*send the request without a key/);
  expect((await ask("192.0.2.10", "another")).status).toBe(429);
});

test("invalid API_KEYS are reported without their content, and requests are counted by IP address", async () => {
  handle = await open({ API_KEYS: '{"plain-secret":"pro"}' });
  expect(log.join()).toMatch(/^API_KEYS is not a JSON object/);
  expect(log.join()).not.toContain("plain-secret");
  const { status, headers } = await ask("192.0.2.11", "plain-secret");
  expect([status, headers.get("X-RateLimit-Limit")]).toEqual([200, "10"]);
});

test("while the counter fails, requests are answered and the log says that they are not counted", async () => {
  handle = toRateLimitedHandler(createApiHandler(loaded), {
    keys: {},
    counter: { count: () => Promise.reject(new Error("store is away")), close: () => {} },
    baseUrl: "https://almanac.example",
    log: (line) => log.push(line),
  });
  expect(statusesOf(await askOften(20, "192.0.2.12"))).toEqual([200]);
  expect(log[0]).toBe("requests are not counted: store is away");
});

test("requests are counted only if the service has tiers turned on", async () => {
  const { catalog } = loaded;
  const on = { ...loaded, catalog: { ...catalog, service: { ...catalog.service, tiers: true } } };
  for (const [context, limit] of [
    [loaded, null],
    [on, "10"],
  ] as const) {
    const answer = await createApiHandler(context)(new Request(ADDRESS));
    expect([answer.status, answer.headers.get("X-RateLimit-Limit")]).toEqual([200, limit]);
  }
});

test.each(["redis://:pa55word@127.0.0.1:99999999", "redis://:pa55%word@127.0.0.1:1"])(
  "with an invalid REDIS_URL requests are answered, and the log does not show its password",
  async (REDIS_URL) => {
    handle = await open({ API_KEYS, REDIS_URL });
    expect((await ask("192.0.2.60")).status).toBe(200);
    expect(log.join()).toMatch(/^REDIS_URL is not the address of a Redis/);
    expect(log.join()).not.toContain("pa55");
  },
);
