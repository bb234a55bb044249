/** The platform's dev server over the build, offline and in a folder of its own: it writes where it stands. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BuildError } from "../../build/facts/fault.ts";
import type { Cli } from "./fetch-cli.ts";

export interface DevServer {
  url: string;
  /** Lines in which it complains. */
  complaints(): string[];
  close(): Promise<void>;
}

/** What a deploy reads. Without `clients/` nothing is taken for a site of its own; functions must not be links. */
const COPIED = ["netlify.toml", "package.json", "build", "generator", "mcp-server"];
const LINKED = ["node_modules", "dist", ".cache"];
const LIMIT_MS = 180_000;

/** @throws BuildError with what it said when it does not start. */
export async function startDevServer({ node, script }: Cli): Promise<DevServer> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-deploy-"));
  const home = join(folder, "home");
  await mkdir(home);
  for (const name of COPIED) await cp(name, join(folder, name), { recursive: true });
  for (const name of LINKED) await symlink(resolve(name), join(folder, name));
  const [port, functions] = await freePorts(2);
  const ports = ["--port", `${port}`, "--functions-port", `${functions}`];
  const offline = ["--offline", "--internal-disable-edge-functions", "--no-open"];
  const child = spawn(node, [script, "dev", ...offline, "--dir", "dist", ...ports], {
    cwd: folder,
    // Nothing of ours that is secret, and no settings of who runs it.
    env: { PATH: process.env.PATH, HOME: home, CI: "1", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  const close = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => close().finally(() => process.exit(2)));
  if (!(await isReady(child, output))) {
    await close();
    throw new BuildError(`the dev server did not start:\n${output()}`);
  }
  return { url: `http://localhost:${port}`, complaints: () => complaintsOf(output()), close };
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let output = "";
  for (const stream of [stdout, stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  return () => output;
}

async function isReady(child: ChildProcess, output: () => string): Promise<boolean> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  while (!output().includes("Local dev server ready")) {
    if (child.exitCode !== null || signal.aborted) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return true;
}

/** Rules, headers or functions that it does not understand, and answers it could not give. */
const complaintsOf = (output: string): string[] => [
  ...new Set(output.split("\n").filter((line) => COMPLAINT.test(line))),
];

/** But not Node's own, of what the dev server is made of. */
const COMPLAINT = /^(?!\(node:|\(Use `node).*(warning|error|invalid|failed)/i;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}
