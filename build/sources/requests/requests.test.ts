import type { lookup } from "node:dns";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { UpstreamFault } from "../../../test/builders/replay-faults.ts";
import { createTemporaryFolder } from "../../../test/builders/temporary-folder.ts";
import {
  createTestNetwork,
  sampleLiveDownload,
  serveOneUpstream,
} from "../../../test/builders/test-network.ts";
import { listenForTests } from "../../../test/builders/test-server.ts";
import { DataSourceError, type SourceDownloadSettings } from "../collector.ts";
import { createPublicHttpsDispatcher } from "./network.ts";
import { containsKnownSecret, redactUrl } from "./secrets.ts";
import { sendHttpRequest } from "./send.ts";
import { createJsonLogger, fetchDataSourceFiles } from "./upstream.ts";

const URL_ = "https://models.example/api.json";
const BODY = JSON.stringify({ openai: { id: "openai" } });
const live = sampleLiveDownload([{ url: URL_, path: "api.json" }]);
const keyed = sampleLiveDownload([{ url: URL_, path: "api.json", keyFrom: "KEY" }]);
const here = serveOneUpstream(URL_, BODY);

const read = (of: SourceDownloadSettings = live) =>
  fetchDataSourceFiles({ id: "models-dev", live: of }, here.network);

/** Answers every connection with the same bytes, for answers that no HTTP server would send. */
const startRawServer = (bytes: string): Promise<string> =>
  listenForTests(
    createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(bytes));
    }),
  );

async function failureOf(of: SourceDownloadSettings = live): Promise<DataSourceError> {
  const error: unknown = await read(of).catch((thrown) => thrown);
  if (!(error instanceof DataSourceError)) throw error;
  return error;
}

describe("a request", () => {
  test("returns the text under the collector's path and writes one log line", async () => {
    expect([...(await read()).files]).toEqual([["api.json", BODY]]);
    expect(here.replay.requests[0]?.headers["user-agent"]).toBe(here.network.userAgent);
    expect(here.network.lines).toEqual([
      { source: "models-dev", url: URL_, ms: expect.any(Number), status: 200, bytes: BODY.length },
    ]);
  });

  test.each([
    ["gzip", gzipSync(BODY)],
    ["deflate", deflateSync(BODY)],
    ["br", brotliCompressSync(BODY)],
  ])("is decompressed from %s", async (encoding, body) => {
    here.replay.set(URL_, encoded(encoding, body));
    expect((await read()).files.get("api.json")).toBe(BODY);
  });
});

const fault = (one: UpstreamFault) => () => here.replay.fault(URL_, one);
const answer = (one: Parameters<typeof here.replay.set>[1]) => () => here.replay.set(URL_, one);
const rawAnswer = (bytes: string) => async () => {
  here.network = createTestNetwork(await startRawServer(bytes));
};

/** The kind of the failure, the number of attempts, and what the upstream answers. */
test.each<[string, string, number, () => unknown]>([
  ["a refused connection", "refused", 4, fault({ kind: "refused" })],
  ["a reset in the middle", "truncated", 4, fault({ kind: "reset" })],
  ["an answer shorter than its Content-Length", "truncated", 4, fault({ kind: "truncated" })],
  ["an error of the server", "status", 4, fault({ kind: "status", status: 503 })],
  ["too many requests", "status", 4, fault({ kind: "status", status: 429 })],
  ["404", "status", 1, fault({ kind: "status", status: 404 })],
  ["200 with HTML", "html", 1, answer({ body: "{}", headers: { "content-type": "text/html" } })],
  ["HTML as JSON", "html", 1, answer("\n<!doctype html><p>Sorry")],
  ["JSON that is cut off", "not-json", 1, answer(BODY.slice(0, -2))],
  ["an empty body", "empty", 1, answer("")],
  ["gzip that is garbage", "encoding", 1, answer(encoded("gzip", "not gzip"))],
  ["an endless body", "too-long", 1, fault({ kind: "endless" })],
  ["a small body that unpacks to a large one", "too-long", 1, answer(bomb())],
  ["an unknown encoding", "encoding", 1, answer(encoded("sk-1", BODY))],
  ["bytes that are not UTF-8", "encoding", 1, answer(Buffer.from([0x22, 0xff, 0x22]))],
  ["not HTTP", "network", 1, rawAnswer("220 mail.example ESMTP\r\n")],
  ["a redirect to nowhere", "network", 1, rawAnswer(redirectTo("https://["))],
])("%s fails as %s after %i attempts", async (_name, kind, attempts, arrange) => {
  await arrange();
  const failure = await failureOf();
  expect(failure.kind).toBe(kind);
  expect(failure.message.includes("4 times")).toBe(attempts === 4);
  expect(failure.message).not.toContain("sk-1");
  expect(here.network.lines.map((line) => line.kind)).toEqual(Array(attempts).fill(kind));
});

function redirectTo(location: string): string {
  return `HTTP/1.1 302 Found\r\nlocation: ${location}\r\n\r\n`;
}
function encoded(encoding: string, body: string | Uint8Array) {
  return { body, headers: { "content-encoding": encoding } };
}
function bomb() {
  return encoded("gzip", gzipSync(Buffer.alloc(1_000_000)));
}

describe("a request is repeated", () => {
  test("until it succeeds", async () => {
    here.replay.fault(URL_, { kind: "status", status: 500 }, 3);
    expect((await read()).files.get("api.json")).toBe(BODY);
    expect(here.replay.requests).toHaveLength(4);
  });

  test.each([
    ["in seconds", "3600"],
    ["as a date", new Date(Date.now() + 3_600_000).toUTCString()],
  ])("not when Retry-After (%s) exceeds the time limit of the source", async (_name, after) => {
    here.replay.fault(URL_, { kind: "status", status: 429, headers: { "retry-after": after } });
    expect((await failureOf()).message).toMatch(
      /answered 429; the next attempt would be in \d{7} ms, after the time limit/,
    );
    expect(here.replay.requests).toHaveLength(1);
  });
});

describe("an unusable answer", () => {
  test.each([
    ["a text with the key", "invalid key: k-17", { kind: "key-echoed" }],
    ["a text with another secret", "invalid key: k-18", { kind: "not-json" }],
  ])("%s is not quoted", async (_name, body, expected) => {
    here.replay.set(URL_, body);
    here.network = createTestNetwork(here.replay.origin, { env: { KEY: "k-17" } });
    const failure = await failureOf(keyed);
    expect(failure).toMatchObject(expected);
    expect(JSON.stringify([failure.message, here.network.lines])).not.toMatch(/k-1/);
  });

  test("an endless slow body fails at the time limit of the source", async () => {
    here.replay.fault(URL_, { kind: "endless" });
    const endless = { ...live, seconds: 0.5, megabytes: Number.MAX_SAFE_INTEGER };
    expect(await failureOf(endless)).toMatchObject({ kind: "out-of-time" });
  });
});

describe("the requests of a source", () => {
  const page = (name: string) => ({
    url: `https://models.example/${name}.json`,
    path: `${name}.json`,
    optional: true,
  });
  const paged = sampleLiveDownload(live.requests(""), {
    follow: () => ["a", "b", "c", "d", "e"].map(page),
  });

  test("follow from the first answers; an optional page may be missing", async () => {
    here.replay.set("https://models.example/*", '"a page"');
    here.replay.set(page("c").url, { status: 404, body: "" });
    const { files, missing } = await read(paged);
    expect([...files.keys()].join(" ")).toBe("api.json a.json b.json d.json e.json");
    expect(missing.map(({ kind, message }) => [kind, message])).toEqual([
      ["status", `models-dev: ${page("c").url} answered 404; facts from this file are unchanged`],
    ]);
  });

  test("are refused when two have the same path, because one answer would be lost", async () => {
    here.replay.set("https://models.example/*", '"a page"');
    const same = { ...paged, follow: () => [{ ...page("a"), path: "api.json" }] };
    const { kind, message } = await failureOf(same);
    expect([kind, message]).toEqual([
      "same-path",
      'models-dev: two of its answers are at the path "api.json"; recorded facts are unchanged. Give each request in build/sources its own path',
    ]);
  });

  test("keep the pause that a host requires, and stop at the time limit", async () => {
    here.network.pauseOf = () => 70_000;
    const { files, missing } = await read({ ...paged, seconds: 50 });
    expect([...files.keys()]).toEqual(["api.json"]);
    expect(missing.map(({ kind }) => kind)).toEqual(Array(5).fill("out-of-time"));
    expect(here.replay.requests).toHaveLength(1);
  });
});

describe("a redirect", () => {
  const to = (location: string) => ({ status: 302, body: "", headers: { location } });

  test("is followed, to another host without the key", async () => {
    const target = "https://cdn.example/api.json";
    here.replay.set(URL_, to(target));
    here.replay.set(target, BODY);
    here.network = createTestNetwork(here.replay.origin, { env: { KEY: "sk-secret" } });
    expect((await read(keyed)).files.get("api.json")).toBe(BODY);
    const keys = here.replay.requests.map(({ headers }) => headers.authorization);
    expect(keys).toEqual(["Bearer sk-secret", undefined]);
  });

  test("in a loop is refused, and so is a sixth redirect in a row", async () => {
    here.replay.set(URL_, to(URL_));
    expect((await failureOf()).kind).toBe("network");
    here.replay.set("https://models.example/*", (url) => to(`${url.pathname}x`));
    here.replay.set(URL_, to("/x"));
    here.replay.forget();
    expect((await failureOf()).message).toContain("answered 302");
    expect(here.replay.requests).toHaveLength(6);
  });
});

describe("a private address", () => {
  const dnsOf = (...addresses: string[]) =>
    ((_name: string, _options: object, found: (error: null, all: object[]) => void) =>
      found(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      )) as unknown as typeof lookup;
  const kindOf = async (url: string, ...addresses: string[]): Promise<string> => {
    const dispatcher = createPublicHttpsDispatcher(dnsOf(...addresses));
    const request = { url, maxBytes: 100, limitMs: 5000, idleMs: 5000 };
    const failure = await sendHttpRequest(request, { userAgent: "test", dispatcher }).catch(
      (error) => error,
    );
    return (failure as { kind: string }).kind;
  };

  const addresses = [
    "10.1.2.3 127.0.0.1 169.254.169.254 172.31.0.1 192.168.1.1 100.64.0.1",
    "[::ffff:10.1.2.3] [::1] [fe80::1] [fd00::1] [fec0::1] [2002:a00:1::] [64:ff9b:1::a00:1]",
    "[::10.0.0.1] [::ffff:0:10.0.0.1] [2001:0:a00:1::]",
    // Other spellings of such addresses.
    "2130706433 0x7f.1 0177.0.0.1 127.1 0 0xa9fea9fe １２７.0.0.1",
  ];
  test.each(addresses.flatMap((line) => line.split(" ")))("is %s", async (host) => {
    expect(await kindOf(`https://${host}/x`)).toBe("private");
  });

  test("is refused when a name resolves to it, even beside public addresses", async () => {
    expect(await kindOf("https://rebound.example/", "93.184.216.34", "::1")).toBe("private");
  });

  test.each([
    ["https://10.0.0.1/", "private"],
    ["http://models.example/", "insecure"],
  ])("is not reached by a redirect to %s: the failure is %s", async (location, kind) => {
    const inner = await startRawServer(redirectTo(location));
    const dispatcher = createPublicHttpsDispatcher().compose(
      (dispatch) => (options, handler) =>
        String(options.origin) === "https://models.example"
          ? createTestNetwork(inner).dispatcher.dispatch(options, handler)
          : dispatch(options, handler),
    );
    here.network = createTestNetwork("", { dispatcher });
    expect((await failureOf()).kind).toBe(kind);
  });
});

describe("a key", () => {
  const KEY = "sk-or-v1-0123456789abcdef";
  const withKey = (key: string) => {
    here.network = createTestNetwork(here.replay.origin, { env: { KEY: key } });
  };
  /** Everything that is logged or thrown. */
  const traces = (error?: Error) => {
    const thrown = `${error?.stack}${JSON.stringify(error)}${String(error?.cause)}`;
    return [JSON.stringify(here.network.lines), thrown].join("\n");
  };

  test("goes into the header, not into the log", async () => {
    withKey(`${KEY}\n`);
    await read(keyed);
    expect(here.replay.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(traces()).toContain(URL_);
    expect(traces()).not.toContain(KEY);
  });

  test("is in no message about a refused connection", async () => {
    withKey(KEY);
    here.replay.fault(URL_, { kind: "refused" });
    const failure = await failureOf(keyed);
    expect(failure.message).toContain(URL_);
    expect(traces(failure)).not.toContain(KEY);
  });

  test("that a header cannot hold is in no message", async () => {
    withKey(`${KEY}\n${KEY}`);
    expect(traces(await failureOf(keyed))).not.toContain(KEY);
  });

  const each = (form: (code: number) => string) =>
    [...KEY].map((letter) => form(letter.charCodeAt(0))).join("");
  test.each([
    ["as it is", KEY],
    ["in capitals", KEY.toUpperCase()],
    ["escaped for JSON", each((code) => `\\u${code.toString(16).padStart(4, "0")}`)],
    ["percent-encoded twice", each((code) => `%25${code.toString(16)}`)],
    ["in hex", Buffer.from(KEY).toString("hex")],
    ["in base64 after another letter", Buffer.from(`x${KEY} and more`).toString("base64")],
  ])("is recognized %s", (_name, text) => {
    expect(containsKnownSecret(`{"content":"${text}"}`, KEY)).toBe(true);
  });

  test("in an address is hidden", () => {
    expect(redactUrl("https://me:pw@a.example/x?api_key=1&day=2&token=3")).toBe(
      "https://a.example/x?api_key=hidden&day=2&token=hidden",
    );
  });
});

describe("an archive", () => {
  const url = "https://epoch.example/data.zip";
  const zipped = (unpack: "zip" | "repository" | "tarball", path = "") =>
    sampleLiveDownload([{ url, path, unpack }]);
  const text = (words: string) => new TextEncoder().encode(words);

  test("contains its text files; those of a repository are without the top folder", async () => {
    const entries = {
      "repo-main/a.csv": text("a"),
      "repo-main/more/b.csv": text("b"),
      "repo-main/logo.png": new Uint8Array([0xff, 0xd8]),
    };
    here.replay.set(url, zipSync(entries));
    const { files } = await read(zipped("zip", "data"));
    expect([...files.keys()]).toEqual(["data/repo-main/a.csv", "data/repo-main/more/b.csv"]);
    const { files: repository } = await read(zipped("repository"));
    expect(Object.fromEntries(repository)).toEqual({ "a.csv": "a", "more/b.csv": "b" });
  });

  /** One entry of a tar archive, padded to whole blocks of 512 bytes. */
  const tarred = (path: string, body: string, type = "0") => {
    const block = Buffer.alloc(512 + 512 * Math.ceil(body.length / 512));
    block.write(path);
    block.write(`${body.length.toString(8).padStart(11, "0")}\0${"0".repeat(20)}${type}`, 124);
    block.write(body, 512);
    return block;
  };
  const packed = (...entries: Buffer[]) =>
    gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));

  test("of a package contains its text files without the top folder", async () => {
    const entries = [tarred("package", "", "5"), tarred("package/dist/a.json", "{}")];
    here.replay.set(url, packed(...entries, tarred("package/b.txt", "b")));
    const { files } = await read(zipped("tarball"));
    expect(Object.fromEntries(files)).toEqual({ "dist/a.json": "{}", "b.txt": "b" });
  });

  test("that contains the key is refused, although its compressed bytes do not show the key", async () => {
    here.replay.set(url, packed(tarred("package/a.txt", "key: k-17")));
    here.network = createTestNetwork(here.replay.origin, { env: { KEY: "k-17" } });
    const request = { url, path: "", unpack: "tarball" as const, keyFrom: "KEY" };
    expect((await failureOf(sampleLiveDownload([request]))).kind).toBe("key-echoed");
  });

  /** A zip of a million zero bytes, about a thousand when compressed, that states `size` as its uncompressed size. */
  const announcing = (size: number) => {
    const zip = zipSync({ "a.csv": new Uint8Array(1_000_000) });
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
    for (let at = 0; at + 28 < zip.length; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
    return zip;
  };

  const zipOf = (path: string, body = text("a")) => zipSync({ [path]: body });
  test.each<["zip" | "tarball", string, Uint8Array, string]>([
    ["tarball", "large files", packed(tarred("a.csv", "a".repeat(200_000))), "too-long"],
    [
      "tarball",
      "a file that is cut off",
      gzipSync(tarred("a.csv", "a".repeat(5000)).subarray(0, 1024)),
      "archive",
    ],
    ["tarball", "gzip that is cut off", packed(tarred("a.csv", "a")).subarray(0, 40), "encoding"],
    ["zip", "large files", zipOf("a.csv", new Uint8Array(200_000)), "too-long"],
    ["zip", "a stated size of gigabytes", announcing(4_000_000_000), "too-long"],
    ["zip", "an archive that is cut off", zipOf("a.csv").subarray(0, 50), "archive"],
  ])("as a %s is refused: %s", async (kind, _name, archive, failure) => {
    here.replay.set(url, archive);
    expect((await failureOf(zipped(kind))).kind).toBe(failure);
  });
});

test("the log is a JSON line for each request", async () => {
  const file = join(createTemporaryFolder("log"), "logs", "day.log");
  const log = createJsonLogger(file);
  log({ source: "a", status: 200 });
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ source: "a", status: 200 });
});
