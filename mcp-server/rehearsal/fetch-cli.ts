/** The platform's command line and the Node it needs, from the package registry: no dependencies of ours. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { BuildError } from "../../build/facts/fault.ts";

const run = promisify(execFile);

const NODE_MAJOR = 22;
const NAME = "netlify-cli";
/** Known differences were read from this one. */
const VERSION = "27.10.2";
/** 350 MB, kept for the next time; npm finds its own cache slow with so many files. */
const FOLDER = resolve(".cache", NAME);

export interface Cli {
  /** Path of the program `node`. */
  node: string;
  /** Path of the script. */
  script: string;
}

/** @throws BuildError where one of them is not to be had. */
export async function fetchCli(): Promise<Cli> {
  const node = await findNode();
  const script = join(FOLDER, "node_modules", NAME, "bin/run.js");
  if ((await installedVersion()) !== VERSION)
    // Its packages' own scripts fetch programs from elsewhere, of which the dev server needs none.
    await npm("npm", ["install", "--prefix", FOLDER, "--ignore-scripts", `${NAME}@${VERSION}`]);
  return { node, script };
}

async function findNode(): Promise<string> {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  const script = "process.stdout.write(process.execPath)";
  return npm("npx", ["--yes", "--package", `node@${NODE_MAJOR}`, "node", "--eval", script]);
}

async function installedVersion(): Promise<string | undefined> {
  const file = join(FOLDER, "node_modules", NAME, "package.json");
  const text = await readFile(file, "utf8").catch(() => "{}");
  return (JSON.parse(text) as { version?: string }).version;
}

async function npm(program: "npm" | "npx", args: string[]): Promise<string> {
  try {
    return (await run(program, args)).stdout;
  } catch (error) {
    throw new BuildError(
      `${program} ${args.join(" ")}: ${(error as Error).message}; is the package registry reached?`,
    );
  }
}
