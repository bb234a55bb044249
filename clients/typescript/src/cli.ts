#!/usr/bin/env node
import { isUtf8 } from "node:buffer";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "node:zlib";
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

async function readBytes(path: string): Promise<Buffer> {
  if (path === "-") return buffer(process.stdin);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    const fault = FILE_FAULTS[error.code ?? ""]?.(path) ?? error.message;
    throw new CliError(`cannot read ${path}: ${fault}`);
  });
}

/** Unpacks gzip, and recognizes UTF-16, as Windows writes it, by its byte order mark; all else is UTF-8. */
async function readText(path: string): Promise<string> {
  const read = await readBytes(path);
  const bytes = read[0] === 0x1f && read[1] === 0x8b ? unzip(read, path) : read;
  const isWide = (first: number, second: number) => bytes[0] === first && bytes[1] === second;
  const encoding = isWide(0xff, 0xfe) ? "utf-16le" : isWide(0xfe, 0xff) ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

function unzip(bytes: Buffer, path: string): Buffer {
  try {
    return unzipSync(bytes);
  } catch (error) {
    const { message } = error as Error;
    throw new CliError(`cannot unpack ${path}: ${message}; send the whole file`);
  }
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
  readText,
  async writeText(path, text) {
    if (path === "-") throw new CliError("standard input cannot be corrected; name a file", 2);
    if (!isUtf8(await readBytes(path)))
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
