#!/usr/bin/env node
import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createUnzip } from "node:zlib";
import manifest from "../package.json" with { type: "json" };
import { CliError } from "./cli/command.ts";
import { runAlmanacCommand } from "./cli/run.ts";

/** The data from which the MCP tools and the tables for other tools are made. */
const DATA = join(import.meta.dirname, "data.br");

const FILE_FAULTS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: () => "there is no such file",
  EISDIR: (folder) =>
    `it is a folder; name a file in it, or join its files: cat ${folder}/* | model-almanac ${process.argv[2]} -`,
};

/** The first part has at least two bytes, if there are that many. */
async function* readBytes(path: string): AsyncGenerator<Buffer> {
  const source: AsyncIterable<Buffer> =
    path === "-" ? process.stdin : createReadStream(path, { highWaterMark: 2 ** 20 });
  let head: Buffer | undefined = Buffer.of();
  try {
    for await (const bytes of source) {
      const part: Buffer = head === undefined ? bytes : Buffer.concat([head, bytes]);
      head = part.length < 2 ? part : undefined;
      if (head === undefined) yield part;
    }
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new CliError(`cannot read ${path}: ${FILE_FAULTS[code]?.(path) ?? message}`);
  }
  if (head !== undefined) yield head;
}

const startsWith = (bytes: Buffer, first: number, second: number): boolean =>
  bytes[0] === first && bytes[1] === second;

async function* unpackGzip(packed: AsyncGenerator<Buffer>, path: string): AsyncGenerator<Buffer> {
  const { value: first = Buffer.of() } = await packed.next();
  const all = Readable.from(
    (async function* () {
      yield first;
      yield* packed;
    })(),
  );
  try {
    yield* startsWith(first, 0x1f, 0x8b) ? pipeline(all, createUnzip(), () => {}) : all;
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { message } = error as Error;
    throw new CliError(`cannot unpack ${path}: ${message}; send the whole file`);
  }
}

/** Unpacks gzip, and recognizes UTF-16, as Windows writes it, by its byte order mark; all else is UTF-8. */
async function* readChunks(path: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const bytes of unpackGzip(readBytes(path), path)) {
    const utf16 = startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : "utf-16le";
    const isWide = startsWith(bytes, 0xff, 0xfe) || utf16 === "utf-16be";
    decoder ??= new TextDecoder(isWide ? utf16 : "utf-8");
    yield decoder.decode(bytes, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

// A reader that has seen enough, as `head`, closes the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await runAlmanacCommand(process.argv.slice(2), {
  environment: process.env,
  isTerminal: process.stdout.isTTY,
  write: (chunk) => void process.stdout.write(chunk),
  writeError: (chunk) => void process.stderr.write(chunk),
  readChunks,
  async writeText(path, text) {
    if (path === "-") throw new CliError("--fix cannot change standard input; name a file", 2);
    if (!isUtf8(await readFile(path)))
      throw new CliError(`cannot write ${path}: it is not UTF-8; convert it to UTF-8 first`);
    await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
      throw new CliError(`cannot write ${path}: ${error.message}`);
    });
  },
  packedFacts: async () => (await import("./facts.js")).default,
  makeTable: async (path, day) =>
    (await import("./tables.js")).makeCompatPricesJson(DATA, path, day),
  serveMcp: async () => (await import("./mcp.js")).runMcpStdioServer(DATA),
  version: manifest.version,
});
