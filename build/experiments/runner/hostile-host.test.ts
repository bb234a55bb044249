/** Hosts that answer the own tests to do harm: keys in disguise, too much, nonsense, false counts. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  ADDITION_MODEL_TEST,
  createOwnTestRunner,
  type OwnTestRunner,
} from "../../../test/builders/experiment-run.ts";
import { withDefaultRunConfig } from "./run.ts";

const KEY = "sk-secret-0123456789";
const ESCAPED = [...KEY].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
const THREE = { ...ADDITION_MODEL_TEST, items: ADDITION_MODEL_TEST.items.slice(0, 3) };

let runner: OwnTestRunner;
beforeEach(async () => {
  runner = await createOwnTestRunner();
});
afterEach(() => runner.close());

/** A run whose host answers so to every question but the first, which it answers well. */
async function runAt(answer: (response: ServerResponse, asked: number) => void, capUsd = 10) {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (asked++ === 0) send(response, "1100");
    else answer(response, asked);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const outcome = await runner
    .run("right", {
      ...{ test: THREE, capUsd, givesUp: true },
      endpoint: {
        ...{ baseUrl: `http://127.0.0.1:${port}/v1`, key: KEY, tokenField: "max_tokens" },
        config: withDefaultRunConfig(ADDITION_MODEL_TEST, {}),
      },
      pacing: { concurrency: 1, perMinute: null, maxAttempts: 2 },
    })
    .catch((error: unknown) => error);
  server.closeAllConnections();
  server.close();
  return { outcome, asked };
}

/** @param more JSON beside the message: `"finish_reason": "stop"`. */
function send(response: ServerResponse, content: string, more = '"finish_reason":"stop"'): void {
  const quoted = content.startsWith("[") ? content : `"${content}"`;
  const usage = '"usage":{"prompt_tokens":0,"completion_tokens":0}';
  response.end(`{"choices":[{"message":{"content":${quoted}},${more}}],${usage}}`);
}

/** Everything below the facts and the journals, and what was shown. */
const traces = (outcome: unknown) => {
  const texts = [runner.data, runner.journals].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
  );
  return [...texts, ...runner.progress, String(outcome), JSON.stringify(outcome)].join("\n");
};

test.each<[string, (response: ServerResponse) => void]>([
  ["as it is", (response) => send(response, KEY)],
  ["escaped in the answer", (response) => send(response, ESCAPED)],
  ["escaped in the reason of the end", (to) => send(to, "1", `"finish_reason":"${ESCAPED}"`)],
  ["in base64", (to) => send(to, `see ${Buffer.from(KEY).toString("base64")}`)],
  ["percent-encoded", (to) => send(to, encodeURIComponent(KEY).replaceAll("-", "%2d"))],
  ["in two parts", (to) => send(to, '[{"text":"sk-secret-01"},{"text":"23456789"}]')],
  [
    "split over chunks",
    (to) => {
      to.write('{"choices":[{"message":{"content":"sk-secret');
      setTimeout(() => to.end('-0123456789"}}]}'), 20);
    },
  ],
  [
    "escaped in an error",
    (to) => to.writeHead(429).end(`{"error":{"message":"no such key: ${ESCAPED}"}}`),
  ],
  [
    "escaped in an error under 200",
    (to) => to.end(`{"error":{"code":503,"message":"no such key: ${ESCAPED}"}}`),
  ],
  ["in a redirect", (to) => to.writeHead(307, { location: `ftp://x.example/${KEY}` }).end()],
  ["in an encoding", (to) => to.writeHead(200, { "content-encoding": KEY }).end("x")],
])("a key %s reaches no file and no message", async (_, answer) => {
  const { outcome, asked } = await runAt(answer);
  expect(asked).toBeGreaterThan(1);
  expect(traces(outcome)).not.toMatch(/sk-secret|23456789|c2stc2VjcmV0/);
});

test.each<[string, (response: ServerResponse) => void]>([
  ["a hundred megabytes", (to) => to.end(Buffer.alloc(100_000_000, 0x20))],
  [
    "an endless stream",
    (to) => {
      const more = () => {
        while (!to.destroyed && to.write("x".repeat(65_536)));
      };
      to.on("drain", more);
      more();
    },
  ],
  ["an answer much longer than was asked for", (to) => send(to, "x".repeat(70_000))],
])(
  "%s: read to the bound, which follows from the tokens that were asked for, and left",
  async (_, answer) => {
    const { outcome } = await runAt(answer);
    expect(String(outcome)).toMatch(/longer than 66816 bytes/);
  },
);
