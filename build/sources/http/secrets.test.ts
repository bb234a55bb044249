import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Replay, startReplay } from "../../../test/builders/replay-server.ts";
import {
  createTestNetwork,
  liveOf,
  type TestNetwork,
} from "../../../test/builders/test-network.ts";
import { toPublicUrl } from "../outgoing/secrets.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

const KEY = "sk-or-v1-0123456789abcdef";
const URL_ = "https://router.example/models.json";
const live = liveOf([{ url: URL_, path: "models.json", keyFrom: "ROUTER_KEY" }]);

let replay: Replay;
let network: TestNetwork;
beforeEach(async () => {
  replay = await startReplay({ [URL_]: "[]" });
  network = await createTestNetwork(replay.origin, { env: { ROUTER_KEY: `${KEY}\n` } });
});
afterEach(() => replay.close());

const read = () => fetchUpstream({ id: "openrouter", live }, network);

async function cached(): Promise<string> {
  const folder = join(network.cacheFolder, "openrouter");
  const names = await readdir(folder).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n");
}

/** Everything that leaves the process or stays on the disk. */
const traces = async (error?: unknown) =>
  [
    JSON.stringify(network.lines),
    await cached(),
    error instanceof Error ? `${error.stack}${JSON.stringify(error)}${String(error.cause)}` : "",
  ].join("\n");

describe("a key", () => {
  test("goes into the header, and not into the log or the cache", async () => {
    await (await read()).accept();
    expect(replay.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await cached()).toContain(URL_);
    expect(await traces()).not.toContain(KEY);
  });

  test("is left out when the environment has none", async () => {
    network = await createTestNetwork(replay.origin);
    await read();
    expect(replay.requests[0]?.headers.authorization).toBeUndefined();
  });

  test.each([401, 500])("is in no message when the server answers %d", async (status) => {
    replay.fault(URL_, { kind: "status", status });
    const error: unknown = await read().catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: "status" });
    expect(await traces(error)).not.toContain(KEY);
  });

  test.each(["refused", "reset", "gzip-garbage"] as const)(
    "is in no message when: %s",
    async (kind) => {
      replay.fault(URL_, { kind });
      const error: unknown = await read().catch((thrown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(await traces(error)).not.toContain(KEY);
    },
  );

  test("that the answer repeats is not kept", async () => {
    replay.set(URL_, JSON.stringify({ you: KEY }));
    const error: unknown = await read().catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: "key-echoed" });
    expect(await traces(error)).not.toContain(KEY);
  });

  test("that no header can hold is in no message", async () => {
    network = await createTestNetwork(replay.origin, { env: { ROUTER_KEY: `${KEY}\n${KEY}` } });
    const error: unknown = await read().catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: "network" });
    expect(await traces(error)).not.toContain(KEY);
  });
});

test("an address is shown without what its query keeps secret", () => {
  expect(toPublicUrl("https://me:pw@a.example/x?api_key=1&day=2&token=3")).toBe(
    "https://a.example/x?api_key=hidden&day=2&token=hidden",
  );
});
