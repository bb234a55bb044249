#!/usr/bin/env node
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import manifest from "../package.json" with { type: "json" };
import { CliError } from "./cli/command.ts";
import { runAlmanacCommand } from "./cli/run.ts";

/** What the tools and the tables are made from. */
const DATA = join(import.meta.dirname, "data.br");

async function readText(path: string): Promise<string> {
  if (path === "-") return text(process.stdin);
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const fault = error.code === "ENOENT" ? "there is no such file" : error.message;
    throw new CliError(`cannot read ${path}: ${fault}`, 1);
  });
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
    await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
      throw new CliError(`cannot write ${path}: ${error.message}`, 1);
    });
  },
  packedFacts: async () => (await import("./facts.js")).default,
  makeTable: async (path, day) => (await import("./tables.js")).makeCompatJson(DATA, path, day),
  serveMcp: async () => (await import("./mcp.js")).runMcpStdioServer(DATA),
  version: manifest.version,
});
