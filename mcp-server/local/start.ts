import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Command, Option } from "commander";
import { BuildError } from "../../build/facts/fault.ts";
import type { Handle } from "../function.ts";
import { MATCHING_MODES, type MatchingMode } from "./engine.ts";
import { type LocalCdn, startLocalCdn } from "./serve.ts";

/** What the command needs of the rest of the project. */
export interface StartEffects {
  dist: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Builds `dist` when it is missing or older than the data. @param baseUrl Address in the answers. */
  build(baseUrl: string): Promise<void>;
  openHandle(): Promise<Handle>;
  print(line: string): void;
}

const DEFAULT_PORT = 8888;
const HOST = "127.0.0.1";

/** Addresses that show each way of delivery: a page, a file, a file by its query, the function. */
const ADDRESSES_TO_TRY = [
  "/",
  "/api/v1/status",
  "/api/v1/models?sort=release_date",
  "/api/v1/search?q=claude",
];

/**
 * `npm start`: serves the site and the API on this machine until SIGINT or SIGTERM. Throws a
 * BuildError that says what to do when it cannot begin; the caller sets the exit code.
 */
export async function start(argv: readonly string[], effects: StartEffects): Promise<LocalCdn> {
  const { mode, build } = readOptions(argv);
  // Before the build: whoever waited for it learns late that it was for nothing.
  const port = await tryPort(readPort(effects.env.PORT));
  const site = `http://localhost:${port}`;
  if (build) await effects.build(effects.env.BASE_URL || site);
  if (!existsSync(join(effects.dist, "_redirects")))
    throw new BuildError(`${effects.dist} has not been built; run npm run build`);
  const handle = await effects.openHandle();
  const options = { dist: effects.dist, handle, mode, port, host: HOST };
  const cdn = await startLocalCdn(options);
  effects.print(`Serving ${effects.dist} with ${mode} matching. Try`);
  for (const address of ADDRESSES_TO_TRY) effects.print(`  ${site}${address}`);
  effects.print("Press Ctrl+C to stop.");
  return cdn;
}

/** Closes the server at the first signal, so that the process ends by itself with code 0. */
export function stopOnSignal(cdn: LocalCdn): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void cdn.close());
}

function readOptions(argv: readonly string[]): { mode: MatchingMode; build: boolean } {
  return new Command("npm start --")
    .description("Serve dist/ as the CDN would. PORT sets the port (default 8888).")
    .addOption(
      new Option("--mode <mode>", "which queries a rule with parameters matches")
        .choices(MATCHING_MODES)
        .default("exact"),
    )
    .option("--no-build", "serve dist/ as it is")
    .parse(argv, { from: "user" })
    .opts();
}

function readPort(value: string | undefined): number {
  if (value === undefined || value === "") return DEFAULT_PORT;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new BuildError(`PORT=${value} is not a port; set it to a number from 0 to 65535`);
}

/** @returns The port, which nobody else listens on; for 0 one that is free. */
async function tryPort(port: number): Promise<number> {
  const server = createServer();
  await once(server.listen(port, HOST), "listening").catch((error: NodeJS.ErrnoException) => {
    throw toBuildError(error, port);
  });
  const { port: found } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return found;
}

function toBuildError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE")
    return new BuildError(`port ${port} is taken; set another one: PORT=${port + 1} npm start`);
  if (error.code === "EACCES")
    return new BuildError(`port ${port} needs rights you do not have; set PORT to 1024 or more`);
  return error;
}
