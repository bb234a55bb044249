import type { lookup } from "node:dns";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  type ReplayServer,
  startReplayServer,
  type UpstreamFault,
} from "../../../test/builders/replay-server.ts";
import { createTemporaryFolder } from "../../../test/builders/temporary-folder.ts";
import { createTestNetwork } from "../../../test/builders/test-network.ts";
import { listenForTests } from "../../../test/builders/test-server.ts";
import {
  DataSourceError,
  type DataSourceFileRequest,
  type SourceDownloadSettings,
} from "../collector.ts";
import { createPublicHttpsDispatcher } from "./network.ts";
import { containsKnownSecret, redactUrl } from "./secrets.ts";
import { sendHttpRequest } from "./send.ts";
import { createJsonLogger, fetchDataSourceFiles } from "./upstream.ts";

const URL_ = "https://models.example/api.json";
const BODY = JSON.stringify({ openai: { id: "openai" } });
const toDownload = (...requests: DataSourceFileRequest[]): SourceDownloadSettings => {
  return { requests: () => requests, megabytes: 0.1, seconds: 60 };
};
const live = toDownload({ url: URL_, path: "api.json" });
const keyed = toDownload({ url: URL_, path: "api.json", keyFrom: "KEY" });

let replay: ReplayServer;
let network: ReturnType<typeof createTestNetwork>;
const useKey = (KEY: string) => {
  network = createTestNetwork(replay.origin, { env: { KEY } });
};
beforeAll(async () => {
  replay = await startReplayServer({});
});
beforeEach(() => {
  replay.heal();
  replay.forget();
  replay.set(URL_, BODY);
  network = createTestNetwork(replay.origin);
});

const read = (of = live) => fetchDataSourceFiles({ id: "models-dev", live: of }, network);
const textOf = async (of = live) => (await read(of)).files.get("api.json");
async function failureOf(of = live): Promise<DataSourceError> {
  const error: unknown = await read(of).catch((thrown) => thrown);
  if (!(error instanceof DataSourceError)) throw error;
  return error;
}

/** Answers every connection with the same bytes, for answers that no HTTP server would send. */
const startRawServer = (bytes: string): Promise<string> =>
  listenForTests(
    createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(bytes));
    }),
  );
const redirectTo = (location: string) => `HTTP/1.1 302 Found\r\nlocation: ${location}\r\n\r\n`;
const encoded = (encoding: string, body: string | Uint8Array) => {
  return { body, headers: { "content-encoding": encoding } };
};

test("a request returns the text under the collector's path and writes one log line", async () => {
  expect([...(await read()).files]).toEqual([["api.json", BODY]]);
  expect(replay.requests[0]?.headers["user-agent"]).toBe(network.userAgent);
  const line = { source: "models-dev", url: URL_, status: 200, bytes: BODY.length };
  expect(network.lines).toEqual([{ ...line, ms: expect.any(Number) }]);
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("an answer is decompressed from %s", async (encoding, compress) => {
  replay.set(URL_, encoded(encoding, compress(BODY)));
  expect(await textOf()).toBe(BODY);
});

const fault = (one: UpstreamFault) => () => replay.fault(URL_, one);
const answer = (one: Parameters<ReplayServer["set"]>[1]) => () => replay.set(URL_, one);
const rawAnswer = (bytes: string) => async () => {
  network = createTestNetwork(await startRawServer(bytes));
};
const bomb = encoded("gzip", gzipSync(Buffer.alloc(1_000_000)));
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
  ["a small body that unpacks to a large one", "too-long", 1, answer(bomb)],
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
  expect(network.lines.map((line) => line.kind)).toEqual(Array(attempts).fill(kind));
});

test("an endless slow body fails at the time limit of the source", async () => {
  replay.fault(URL_, { kind: "endless" });
  const endless = { ...live, seconds: 0.5, megabytes: Number.MAX_SAFE_INTEGER };
  expect(await failureOf(endless)).toMatchObject({ kind: "out-of-time" });
});

test("a request is repeated until it succeeds", async () => {
  replay.fault(URL_, { kind: "status", status: 500 }, 3);
  expect(await textOf()).toBe(BODY);
  expect(replay.requests).toHaveLength(4);
});

test.each([
  ["in seconds", "3600"],
  ["as a date", new Date(Date.now() + 3_600_000).toUTCString()],
])("it is not repeated when Retry-After (%s) exceeds the source's time limit", async (_, after) => {
  replay.fault(URL_, { kind: "status", status: 429, headers: { "retry-after": after } });
  const message = /answered 429; the next attempt would be in \d{7} ms, after the time limit/;
  expect((await failureOf()).message).toMatch(message);
  expect(replay.requests).toHaveLength(1);
});

const page = (name: string, path = `${name}.json`) => {
  return { url: `https://models.example/${name}.json`, path, optional: true };
};
const follow = (...pages: DataSourceFileRequest[]) => ({ ...live, follow: () => pages });
const paged = follow(...["a", "b", "c"].map((name) => page(name)));

test("the requests of a source follow from the first answers; an optional page may be missing", async () => {
  for (const { url } of [page("a"), page("c")]) replay.set(url, '"a page"');
  const { files, missing } = await read(paged);
  expect([...files.keys()]).toEqual(["api.json", "a.json", "c.json"]);
  expect(missing.map(({ kind, message }) => [kind, message])).toEqual([
    ["status", `models-dev: ${page("b").url} answered 404; facts from this file are unchanged`],
  ]);
});

test("the requests of a source are refused when two have the same path, because one answer would be lost", async () => {
  replay.set(page("a").url, '"a page"');
  const { kind, message } = await failureOf(follow(page("a", "api.json")));
  expect(kind).toBe("same-path");
  expect(message).toMatch(/two of its answers are at the path "api.json".* its own path$/);
});

test("the requests of a source keep the pause that a host requires, and stop at the time limit", async () => {
  network.pauseOf = () => 70_000;
  const { files, missing } = await read({ ...paged, seconds: 50 });
  expect([...files.keys()]).toEqual(["api.json"]);
  expect(missing.map(({ kind }) => kind)).toEqual(Array(3).fill("out-of-time"));
  expect(replay.requests).toHaveLength(1);
});

const to = (location: string) => ({ status: 302, body: "", headers: { location } });

test("a key goes into the header; a redirect is followed, to another host without the key", async () => {
  const target = "https://cdn.example/api.json";
  replay.set(URL_, to(target));
  replay.set(target, BODY);
  useKey("sk-secret\n");
  expect(await textOf(keyed)).toBe(BODY);
  const keys = replay.requests.map(({ headers }) => headers.authorization);
  expect(keys).toEqual(["Bearer sk-secret", undefined]);
});

test("a redirect in a loop is refused, and so is a sixth redirect in a row", async () => {
  replay.set(URL_, to(URL_));
  expect((await failureOf()).kind).toBe("network");
  const chain = [URL_, ...[..."abcdef"].map((name) => page(name).url)];
  for (const [at, url] of chain.entries()) replay.set(url, to(chain[at + 1] ?? "/"));
  replay.forget();
  expect((await failureOf()).message).toContain("answered 302");
  expect(replay.requests).toHaveLength(6);
});

const kindOf = async (url: string, ...addresses: string[]): Promise<string> => {
  const resolved = addresses.map((address) => {
    return { address, family: address.includes(":") ? 6 : 4 };
  });
  const dns = ((_name: string, _options: object, found: (error: null, all: object[]) => void) =>
    found(null, resolved)) as unknown as typeof lookup;
  const request = { url, maxBytes: 100, limitMs: 5000, idleMs: 5000 };
  const dispatcher = createPublicHttpsDispatcher(dns);
  const sent = sendHttpRequest(request, { userAgent: "test", dispatcher });
  return ((await sent.catch((error) => error)) as { kind: string }).kind;
};

const addresses = [
  "10.1.2.3 127.0.0.1 169.254.169.254 172.31.0.1 192.168.1.1 100.64.0.1",
  "[::ffff:10.1.2.3] [::1] [fe80::1] [fd00::1] [fec0::1] [2002:a00:1::] [64:ff9b:1::a00:1]",
  "[::10.0.0.1] [::ffff:0:10.0.0.1] [2001:0:a00:1::]",
  // Other spellings of such addresses.
  "2130706433 0x7f.1 0177.0.0.1 127.1 0 0xa9fea9fe １２７.0.0.1",
];
test.each(addresses.join(" ").split(" "))("the address %s is private", async (host) => {
  expect(await kindOf(`https://${host}/x`)).toBe("private");
});

test("a private address is refused when a name resolves to it, even beside public addresses", async () => {
  expect(await kindOf("https://rebound.example/", "93.184.216.34", "::1")).toBe("private");
});

test.each([
  ["https://10.0.0.1/", "private"],
  ["http://models.example/", "insecure"],
])("a redirect to %s fails as %s", async (location, kind) => {
  const inner = createTestNetwork(await startRawServer(redirectTo(location)));
  const dispatcher = createPublicHttpsDispatcher().compose(
    (dispatch) => (options, handler) =>
      String(options.origin) === "https://models.example"
        ? inner.dispatcher.dispatch(options, handler)
        : dispatch(options, handler),
  );
  network = createTestNetwork("", { dispatcher });
  expect((await failureOf()).kind).toBe(kind);
});

const KEY = "sk-or-v1-0123456789abcdef";

test.each<[string, string, () => unknown, string | undefined]>([
  ["a success", KEY, () => {}, undefined],
  ["a refused connection", KEY, fault({ kind: "refused" }), "refused"],
  ["a key that a header cannot hold", `${KEY}\n${KEY}`, () => {}, expect.any(String)],
  ["an answer that contains the key", KEY, answer(`invalid key: ${KEY}`), "key-echoed"],
  ["an answer that is not JSON", "other", answer(`invalid key: ${KEY}`), "not-json"],
])("a key is in no message and no log line about %s", async (_name, key, arrange, kind) => {
  useKey(key);
  arrange();
  const error = await read(keyed).catch((thrown) => thrown);
  expect(error.kind).toEqual(kind);
  const texts = [error.stack, String(error.cause), JSON.stringify([network.lines, error])];
  expect(texts.join()).not.toContain(KEY);
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
])("a key is recognized %s", (_name, text) => {
  expect(containsKnownSecret(`{"content":"${text}"}`, KEY)).toBe(true);
});

test("a key in an address is hidden", () => {
  const hidden = "https://a.example/x?api_key=hidden&day=2&token=hidden";
  expect(redactUrl("https://me:pw@a.example/x?api_key=1&day=2&token=3")).toBe(hidden);
});

const url = "https://epoch.example/data.zip";
type Unpack = NonNullable<DataSourceFileRequest["unpack"]>;
const unpacked = (unpack: Unpack, path = "") => toDownload({ url, path, unpack });
const toBytes = (words: string) => new TextEncoder().encode(words);
/** One entry of a tar archive, padded to whole blocks of 512 bytes. */
const tarred = (path: string, body: string, type = "0") => {
  const block = Buffer.alloc(512 + 512 * Math.ceil(body.length / 512));
  block.write(path);
  block.write(`${body.length.toString(8).padStart(11, "0")}\0${"0".repeat(20)}${type}`, 124);
  block.write(body, 512);
  return block;
};
const packed = (...entries: Buffer[]) => gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));
const zip = zipSync({
  "repo-main/a.csv": toBytes("a"),
  "repo-main/more/b.csv": toBytes("b"),
  "repo-main/c.csv": new Uint8Array([0x63, 0xe9, 0x0a]),
});
/** The texts of the archive; a byte that is not UTF-8 costs only itself. */
const prefixed = (path: string) => ({
  [`${path}a.csv`]: "a",
  [`${path}more/b.csv`]: "b",
  [`${path}c.csv`]: "c\uFFFD\n",
});
const tarball = packed(
  tarred("package", "", "5"),
  tarred("package/dist/a.json", "{}"),
  tarred("package/b.txt", "b"),
);

test.each<[Unpack, string, Uint8Array, object]>([
  ["zip", "data", zip, prefixed("data/repo-main/")],
  ["repository", "", zip, prefixed("")],
  ["tarball", "", tarball, { "dist/a.json": "{}", "b.txt": "b" }],
])("an archive read as a %s below %j has its texts", async (unpack, path, archive, texts) => {
  replay.set(url, archive);
  const { files } = await read(unpacked(unpack, path));
  expect(Object.fromEntries(files)).toEqual(texts);
});

test("an archive that contains the key is refused, although its compressed bytes do not show the key", async () => {
  replay.set(url, packed(tarred("package/a.txt", "key: k-17")));
  useKey("k-17");
  const failure = await failureOf(toDownload({ url, path: "", unpack: "tarball", keyFrom: "KEY" }));
  expect(failure.kind).toBe("key-echoed");
});

const large = "a".repeat(200_000);
const half = gzipSync(tarred("a.csv", "a".repeat(5000)).subarray(0, 1024));
test.each<["zip" | "tarball", string, Uint8Array, string]>([
  ["tarball", "large files", packed(tarred("a.csv", large)), "too-long"],
  ["tarball", "a file that is cut off", half, "archive"],
  ["tarball", "gzip that is cut off", packed(tarred("a.csv", "a")).subarray(0, 40), "encoding"],
  ["zip", "large files", zipSync({ "a.csv": toBytes(large) }), "too-long"],
  ["zip", "an archive that is cut off", zip.subarray(0, 50), "archive"],
])("an archive that is read as a %s is refused: %s", async (unpack, _name, archive, kind) => {
  replay.set(url, archive);
  expect((await failureOf(unpacked(unpack))).kind).toBe(kind);
});

test("the log is a JSON line for each request", async () => {
  const file = join(createTemporaryFolder("log"), "logs", "day.log");
  createJsonLogger(file)({ source: "a", status: 200 });
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ source: "a", status: 200 });
});
