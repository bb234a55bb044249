/** What a host sends without end costs the runner no more memory than an answer may have. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { expect, test } from "vitest";
import { IS_LONG } from "../../../test/builders/runs.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Four at once, as by default, five times; in a process of its own, whose peak is nobody else's. */
const PROGRAM = `
import { askOnce } from "./build/experiments/runner/chat.ts";
import { realEffects } from "./build/experiments/runner/ask-items.ts";
const config = { temperature: 0, seed: 1, reasoning: null, systemPrompt: null, maxTokens: 100000, method: "" };
const ask = (path) => askOnce("?", { baseUrl: process.env.ORIGIN + path, modelId: "m", tokenField: "max_tokens", config }, realEffects("test"))
  .then(() => "answered", ({ kind }) => kind);
const kinds = [await ask("/good")];
const before = process.resourceUsage().maxRSS;
for (let round = 0; round < 5; round++)
  kinds.push(...await Promise.all([0, 1, 2, 3].map(() => ask("/bad"))));
process.stdout.write(JSON.stringify({ kinds, grownMb: (process.resourceUsage().maxRSS - before) / 1024 }));
`;

const FOUR_MB = 4;
/** Four answers at their longest, each as bytes, as text and as it is parsed, and what the collector has not taken yet. */
const LIMIT_MB = 4 * FOUR_MB * 8;

function endless(to: NodeJS.WritableStream, chunk = "x".repeat(65_536)): void {
  const more = () => {
    while (to.writable && to.write(chunk));
  };
  to.on("drain", more).on("error", () => {});
  more();
}

const GOOD = JSON.stringify({ choices: [{ message: { content: "1" } }] });

type Case = [string, string, (to: ServerResponse) => void];
const ENDLESS: Case = ["an endless stream", "too-long", (to) => endless(to)];
/** Each takes a second or more. */
const MORE: Case[] = [
  ["a hundred megabytes", "too-long", (to) => to.end(Buffer.alloc(100_000_000, 0x20))],
  ["an endless refusal", "too-long", (to) => endless(to.writeHead(429))],
  [
    "an endless stream, packed",
    "too-long",
    (to) => {
      const packed = createGzip();
      packed.pipe(to.writeHead(200, { "content-encoding": "gzip" }));
      to.on("close", () => packed.destroy());
      endless(packed);
    },
  ],
  [
    "four megabytes of JSON",
    "answered",
    (to) => to.end(GOOD.replace('"1"', `"${"\\u00e9".repeat(660_000)}"`)),
  ],
];

test.each([ENDLESS, ...(IS_LONG ? MORE : [])])("%s", async (_, kind, answer) => {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith("/good")) response.end(GOOD);
    else answer(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const ORIGIN = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", PROGRAM],
    { cwd: ROOT, env: { ...process.env, ORIGIN }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const { kinds, grownMb } = JSON.parse(await text(child.stdout)) as {
    kinds: string[];
    grownMb: number;
  };
  server.closeAllConnections();
  server.close();
  if (process.env.SHOW) process.stdout.write(`${grownMb} MB\n`);
  expect(kinds).toEqual(["answered", ...Array(20).fill(kind)]);
  expect(grownMb).toBeLessThan(LIMIT_MB);
});
