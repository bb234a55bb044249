import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Replay, startReplay } from "../../../test/builders/replay-server.ts";
import {
  createTestNetwork,
  liveOf,
  type TestNetwork,
} from "../../../test/builders/test-network.ts";
import type { Live } from "../live.ts";
import { fetchUpstream } from "./fetch-upstream.ts";

const zipUrl = "https://epoch.example/data.zip";
const zipped = liveOf([{ url: zipUrl, path: "", unpack: "zip" }]);
const text = (words: string) => new TextEncoder().encode(words);

let replay: Replay;
let network: TestNetwork;

beforeAll(async () => {
  replay = await startReplay({});
});
beforeEach(async () => {
  network = await createTestNetwork(replay.origin);
});
afterAll(() => replay.close());

const read = (of: Live) => fetchUpstream({ id: "epoch", live: of }, network);

test("every text file stands below the path; other files and litter do not, nor a repository's folder", async () => {
  const entries = {
    "repo-main/a.csv": text("a"),
    "repo-main/more/b.csv": text("b"),
    "repo-main/logo.png": new Uint8Array([0xff, 0xd8]),
    "__MACOSX/._a.csv": text("x"),
  };
  replay.set(zipUrl, zipSync(entries));
  const { files } = await read(liveOf([{ url: zipUrl, path: "data", unpack: "zip" }]));
  expect([...files.keys()]).toEqual(["data/repo-main/a.csv", "data/repo-main/more/b.csv"]);
  const repository = liveOf([{ url: zipUrl, path: "", unpack: "repository" }]);
  expect([...(await read(repository)).files]).toEqual([
    ["a.csv", "a"],
    ["more/b.csv", "b"],
  ]);
});

test.each(["../a.csv", "/etc/a.csv", "b/../../a.csv", "c:\\a.csv"])(
  "a path that leads out is refused: %s",
  async (path) => {
    replay.set(zipUrl, zipSync({ [path]: text("a"), "b.csv": text("b") }));
    await expect(read(zipped)).rejects.toMatchObject({ kind: "archive" });
  },
);

test("a small archive of large files is too long", async () => {
  replay.set(zipUrl, zipSync({ "a.csv": new Uint8Array(60_000), "b.csv": new Uint8Array(60_000) }));
  await expect(read(zipped)).rejects.toMatchObject({ kind: "too-long" });
});

/** A million bytes in a thousand, announced as the directory of the archive says. */
function bomb(announced: number): Uint8Array {
  const zip = zipSync({ "a.csv": new Uint8Array(1_000_000) });
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  // The size unpacked stands 24 bytes behind the sign of the directory's record.
  for (let at = 0; at + 28 < zip.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, announced, true);
  return zip;
}

test("an archive of gigabytes is refused unread", async () => {
  replay.set(zipUrl, bomb(4_000_000_000));
  await expect(read(zipped)).rejects.toMatchObject({ kind: "too-long" });
});

test.each([1_000, 0])(
  "one that announces %d bytes for a million is read no further",
  async (announced) => {
    replay.set(zipUrl, bomb(announced));
    const { files } = await read(zipped);
    expect(files.get("a.csv")).toHaveLength(announced);
  },
);

test("two thousand records of one file count as often as they are unpacked", async () => {
  const one = zipSync({ "a.csv": new Uint8Array(50_000) });
  const view = new DataView(one.buffer, one.byteOffset, one.byteLength);
  const [end, start] = [one.length - 22, view.getUint32(one.length - 6, true)];
  const record = one.slice(start, end);
  const directory = Buffer.concat(Array.from({ length: 2_000 }, () => record));
  const tail = Buffer.from(one.slice(end));
  tail.writeUInt16LE(2_000, 8);
  tail.writeUInt16LE(2_000, 10);
  tail.writeUInt32LE(directory.length, 12);
  replay.set(zipUrl, Buffer.concat([one.slice(0, start), directory, tail]));
  await expect(read(zipped)).rejects.toMatchObject({ kind: "too-long" });
});

test("half an archive is none", async () => {
  const whole = zipSync({ "a.csv": text("a".repeat(1000)) });
  replay.set(zipUrl, whole.subarray(0, whole.length / 2));
  await expect(read(zipped)).rejects.toMatchObject({ kind: "archive" });
});
