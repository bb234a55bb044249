import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readBody } from "./body.ts";

const read = (chunks: Iterable<Uint8Array>, encoding = "", maxBytes = 1_000_000) =>
  readBody(Readable.from(chunks), encoding, {
    maxBytes,
    signal: new AbortController().signal,
    onBytes: () => {},
  });

function* endless(chunk: Uint8Array, counted: { chunks: number }) {
  for (;;) {
    counted.chunks += 1;
    yield chunk;
  }
}

test("chunks of any size come in their order", async () => {
  const sizes = [1, 2, 70_000, 3, 65_536, 0, 65_535, 1, 1];
  const chunks = sizes.map((size, index) => Buffer.alloc(size, index));
  expect((await read(chunks)).equals(Buffer.concat(chunks))).toBe(true);
});

test("what is packed and unpacks to nothing is left as soon as it is too long", async () => {
  const counted = { chunks: 0 };
  const nothing = gzipSync("");
  await expect(read(endless(nothing, counted), "gzip", 10_000)).rejects.toMatchObject({
    kind: "too-long",
  });
  expect(counted.chunks).toBeLessThan(10_000 / nothing.length + 100);
});

test("a hundred megabytes and more are left after the bound", async () => {
  const counted = { chunks: 0 };
  await expect(read(endless(Buffer.alloc(10_000), counted), "", 100_000)).rejects.toMatchObject({
    kind: "too-long",
  });
  expect(counted.chunks).toBeLessThan(100);
});

test("a byte a chunk takes the memory of bytes, not of chunks", async () => {
  let held = 0;
  const before = process.memoryUsage().arrayBuffers;
  const chunks = function* () {
    // As from a socket: a chunk is a small part of what was read, and keeps it alive.
    for (let index = 0; index < 100_000; index++)
      yield Buffer.alloc(5000, index % 251).subarray(0, 1);
    held = process.memoryUsage().arrayBuffers - before;
  };
  const body = await read(chunks());
  expect(body.length).toBe(100_000);
  expect(body[99_999]).toBe(99_999 % 251);
  expect(held).toBeLessThan(300_000_000);
});

test.each([
  ["more layers than anybody packs", "gzip, gzip, gzip"],
  ["a thousand layers", Array.from({ length: 1000 }, () => "gzip").join(",")],
  ["a word that holds a key", "sk-secret"],
])("%s is no encoding, and is not repeated", async (_, encoding) => {
  const failure: unknown = await read([gzipSync("x")], encoding).catch((thrown) => thrown);
  expect(failure).toMatchObject({ kind: "encoding" });
  expect(String(failure)).not.toContain("sk-secret");
});
