import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Command } from "commander";
import { CommandError } from "../../build/facts/fault.ts";
import {
  readAnswerContext,
  readAnswerContextOfBuild,
} from "../../generator/pipeline/packed-data.ts";
import { createApiHandler, type RequestHandler } from "../function.ts";
import { addSharePicturesToHandler } from "../pictures.ts";
import { LOCALHOST_ADDRESS, type LocalCdn, startLocalCdn } from "./serve.ts";
import type { LocalSiteWatcher } from "./watch.ts";

interface StartDependencies {
  dist: string;
  /** Path of the function's data file. */
  data: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Builds `dist` if it is missing or older than the data. @param baseUrl Base URL that answers contain. */
  build?(baseUrl: string): Promise<void>;
  openHandler?: typeof openServerlessFunctionHandler;
  /** Re-renders pages when code or data change. */
  watch?(baseUrl: string): Promise<LocalSiteWatcher>;
  print(line: string): void;
}

const DEFAULT_PORT = "8888";

const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/**
 * `npm start`: serves the site and the API until SIGINT or SIGTERM. `server.mjs` passes no `build` and no `watch` and
 * serves an existing build.
 * @throws CommandError that says what to do if the server cannot start; the caller sets the exit code.
 */
export async function startLocalSite(
  argv: readonly string[],
  dependencies: StartDependencies,
): Promise<LocalCdn> {
  const { dist, data, env, print, openHandler = openServerlessFunctionHandler } = dependencies;
  const options = parseOptions(argv, dependencies);
  const { host, functionOnly = false } = options;
  // Checked before the build, so that a taken port is reported at once.
  const port = await freePort(options.port, host);
  const isLocal = LOCAL_HOST.test(host);
  const site = `http://localhost:${port}`;
  const baseUrl = env.BASE_URL || site;
  if (options.build) await dependencies.build?.(baseUrl);
  if (!functionOnly && !existsSync(join(dist, "_redirects")))
    throw new CommandError(
      `${dist} has not been built for this server; run npm run build, or serve the function alone with --function-only`,
    );
  const handle = openHandler(dist, data, { isLocal, functionOnly });
  const watcher = options.watch ? await dependencies.watch?.(baseUrl) : undefined;
  const served = functionOnly ? null : dist;
  const cdn = await startLocalCdn({ dist: served, handle, port, host, wrap: watcher?.wrap });
  const address = served === null ? `${site}/api/v1/status` : `${site}/ or ${site}/api/v1/models`;
  print(`Serving ${served ?? "the function"} on ${host}:${port}. Try ${address}`);
  print("Press Ctrl+C to stop.");
  return {
    url: cdn.url,
    close: async () => {
      await watcher?.close();
      await cdn.close();
    },
  };
}

function parseOptions(argv: readonly string[], { env, build, watch }: StartDependencies) {
  const command = new Command(build ? "npm start --" : "server.mjs")
    .description("Serves the built site (dist/) and the server function on this machine.")
    .option("--host <address>", "address to listen on; 0.0.0.0 for every address (or HOST)")
    .option("--port <number>", `port to listen on (or PORT; default ${DEFAULT_PORT})`)
    .option("--function-only", "serve no files, only what the function answers")
    .addHelpText("after", "\nExit codes: 0 stopped by a signal; 1 the server cannot start.");
  if (build) command.option("--no-build", "serve dist/ without building it first");
  if (watch)
    command.option(
      "--watch",
      "rebuild pages, styles and scripts when their code changes, and reload open pages",
    );
  type Flags = Partial<Record<"functionOnly" | "build" | "watch", boolean>>;
  type Texts = Partial<Record<"host" | "port", string>>;
  const options = command.parse(argv, { from: "user" }).opts<Flags & Texts>();
  return {
    ...options,
    host: options.host || env.HOST || LOCALHOST_ADDRESS,
    port: options.port || env.PORT || DEFAULT_PORT,
  };
}

/**
 * Both functions with the data file of a build.
 * @param options Whether the server is reachable only from this machine, and whether it serves no files, so that the
 *   data may come from any build.
 * @throws CommandError if the file is missing, or the published files come from another build.
 */
function openServerlessFunctionHandler(
  dist: string,
  dataFile: string,
  { isLocal, functionOnly }: { isLocal: boolean; functionOnly: boolean },
): RequestHandler {
  const context = functionOnly
    ? readAnswerContext(dataFile)
    : readAnswerContextOfBuild(dist, dataFile);
  return addSharePicturesToHandler(createApiHandler(context, { isLocal }), context);
}

/** Closes the server at the first signal, so that the process ends by itself with code 0. */
export function closeServerOnSignal(cdn: LocalCdn): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void cdn.close());
}

/** @returns The given port if it is free; for 0, any free port. */
async function freePort(text: string, host: string): Promise<number> {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new CommandError(
      `"${text}" is not a port; set --port or PORT to a number from 0 to 65535`,
    );
  const server = createServer();
  await once(server.listen(port, host), "listening").catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "EADDRINUSE" ? "the port is taken" : error.message;
    throw new CommandError(
      `cannot listen on ${host}:${port} (${reason}); set --host and --port, or HOST and PORT`,
    );
  });
  const { port: found } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return found;
}
