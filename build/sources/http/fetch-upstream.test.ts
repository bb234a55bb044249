import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createTestNetwork, liveOf, oneUpstream } from "../../../test/builders/test-network.ts";
import type { Live } from "../live.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

const URL_ = "https://models.example/api.json";
const BODY = JSON.stringify({ openai: { id: "openai" } });
const live = liveOf([{ url: URL_, path: "api.json" }]);

const here = oneUpstream(URL_, BODY);

const read = (of: Live = live) => fetchUpstream({ id: "models-dev", live: of }, here.network);

test("an answer is the text under the path the collector knows", async () => {
  const { files, isUnchanged } = await read();
  expect([...files]).toEqual([["api.json", BODY]]);
  expect(isUnchanged).toBe(false);
});

test("we say who asks", async () => {
  await read();
  expect(here.replay.requests[0]?.headers["user-agent"]).toBe(here.network.userAgent);
});

test("one line is logged for each request", async () => {
  await read();
  expect(here.network.lines).toEqual([
    {
      source: "models-dev",
      url: URL_,
      attempt: 1,
      ms: expect.any(Number),
      status: 200,
      bytes: BODY.length,
      message: "answered",
    },
  ]);
});

describe("asking only for what is newer", () => {
  test("an accepted answer is asked for with its ETag, and 304 gives its body again", async () => {
    await (await read()).accept();
    const { files, isUnchanged } = await read();
    expect(here.replay.requests[1]?.headers["if-none-match"]).toMatch(/^"\w+"$/);
    expect(here.network.lines[1]).toMatchObject({ status: 304, bytes: 0 });
    expect([...files]).toEqual([["api.json", BODY]]);
    expect(isUnchanged).toBe(true);
  });

  test("Last-Modified serves where there is no ETag", async () => {
    const date = "Fri, 21 Aug 2026 00:00:00 GMT";
    here.replay.set(URL_, { body: BODY, headers: { etag: "", "last-modified": date } });
    await (await read()).accept();
    expect((await read()).isUnchanged).toBe(true);
    expect(here.replay.requests[1]?.headers).toMatchObject({ "if-modified-since": date });
    expect(here.replay.requests[1]?.headers["if-none-match"]).toBeUndefined();
  });

  test("an answer that was not accepted leaves no trace", async () => {
    await read();
    const { isUnchanged } = await read();
    expect(here.replay.requests[1]?.headers["if-none-match"]).toBeUndefined();
    expect(isUnchanged).toBe(false);
  });

  test("what changed comes with the new body", async () => {
    await (await read()).accept();
    here.replay.set(URL_, "{}");
    const { files, isUnchanged } = await read();
    expect(files.get("api.json")).toBe("{}");
    expect(isUnchanged).toBe(false);
  });

  test("the same bytes without a 304 are unchanged too", async () => {
    here.replay.set(URL_, { body: BODY, headers: { etag: "" } });
    await (await read()).accept();
    expect((await read()).isUnchanged).toBe(true);
  });

  test("a kept answer that is damaged counts as none", async () => {
    await (await read()).accept();
    const folder = join(here.network.cacheFolder, "models-dev");
    const [name = ""] = await readdir(folder);
    await writeFile(join(folder, name), (await readFile(join(folder, name))).subarray(0, -3));
    expect((await read()).files.get("api.json")).toBe(BODY);
    expect(here.replay.requests[1]?.headers["if-none-match"]).toBeUndefined();
  });

  test("answers that were not accepted for two months leave the cache", async () => {
    const url = "https://models.example/by-day.json?day=1";
    here.replay.set(url, "[]");
    await (await read(liveOf([{ url, path: "by-day.json" }]))).accept();
    const folder = join(here.network.cacheFolder, "models-dev");
    const [name = ""] = await readdir(folder);
    const longAgo = new Date(Date.now() - 61 * 86_400_000);
    await utimes(join(folder, name), longAgo, longAgo);
    await (await read()).accept();
    const names = await readdir(folder);
    expect(names).toHaveLength(1);
    expect(names).not.toContain(name);
  });
});

describe("encodings", () => {
  test.each([
    ["gzip", gzipSync(BODY)],
    ["deflate", deflateSync(BODY)],
    ["br", brotliCompressSync(BODY)],
  ])("%s is undone", async (encoding, body) => {
    here.replay.set(URL_, { body, headers: { "content-encoding": encoding } });
    expect((await read()).files.get("api.json")).toBe(BODY);
  });

  test("an encoding that nobody asked for is refused", async () => {
    here.replay.set(URL_, { body: BODY, headers: { "content-encoding": "zstd" } });
    await expect(read()).rejects.toMatchObject({ kind: "encoding" });
  });

  test("a text that is no UTF-8 is refused", async () => {
    here.replay.set(URL_, Buffer.from([0x22, 0xff, 0x22]));
    await expect(read()).rejects.toMatchObject({ kind: "encoding" });
  });
});

describe("redirects", () => {
  const to = (location: string) => ({ status: 302, body: "", headers: { location } });

  test("are followed, also to another host, which gets no key", async () => {
    const target = "https://cdn.example/api.json";
    here.replay.set(URL_, to(target));
    here.replay.set(target, BODY);
    here.network = await createTestNetwork(here.replay.origin, { env: { KEY: "sk-secret" } });
    const { files } = await read(liveOf([{ url: URL_, path: "api.json", keyFrom: "KEY" }]));
    expect(files.get("api.json")).toBe(BODY);
    expect(here.replay.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer sk-secret",
      undefined,
    ]);
  });

  test("to http are refused", async () => {
    here.replay.set(URL_, to("http://models.example/api.json"));
    await expect(read()).rejects.toMatchObject({
      kind: "redirect",
      message: expect.stringContaining("http://models.example/api.json, which is not https"),
    });
  });

  test("that never end are left after five", async () => {
    here.replay.set(URL_, to(URL_));
    await expect(read()).rejects.toMatchObject({ kind: "redirect" });
    expect(here.replay.requests).toHaveLength(6);
  });
});
