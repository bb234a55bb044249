import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Command, Option } from "commander";
import { CommandError } from "../../build/facts/fault.ts";
import type { RequestHandler } from "../function.ts";
import { QUERY_MATCHING_MODES, type QueryMatchingMode } from "./engine.ts";
import { LOCALHOST_ADDRESS, type LocalCdn, startLocalCdn } from "./serve.ts";
import type { SiteWatcher } from "./watch.ts";

/** What the command needs of the rest of the project. */
interface StartEffects {
  dist: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Builds `dist` when it is missing or older than the data. @param baseUrl Address in the answers. */
  build(baseUrl: string): Promise<void>;
  openHandle(): Promise<RequestHandler>;
  /** Makes pages anew when code or data change. */
  watch(baseUrl: string): Promise<SiteWatcher>;
  print(line: string): void;
}

const DEFAULT_PORT = "8888";

/** Addresses that show each way of delivery: a page, a file, a file by its query, the function. */
const ADDRESSES_TO_TRY = [
  "/",
  "/api/v1/status",
  "/api/v1/models?sort=release_date",
  "/api/v1/search?q=claude",
];

/**
 * `npm start`: serves the site and the API on this machine until SIGINT or SIGTERM.
 * @throws CommandError that says what to do when it cannot begin; the caller sets the exit code.
 */
export async function startLocalSite(
  argv: readonly string[],
  effects: StartEffects,
): Promise<LocalCdn> {
  const { dist, env, print } = effects;
  const { mode, build, watch } = new Command("npm start --")
    .description(
      "Serves dist/ as the CDN would. The environment variable PORT sets the port (default 8888).",
    )
    .addOption(
      new Option(
        "--mode <mode>",
        "how a rule with query parameters matches: exact, or superset (a request may have further parameters)",
      )
        .choices(QUERY_MATCHING_MODES)
        .default("exact"),
    )
    .option("--no-build", "serve dist/ without building it first")
    .option(
      "--watch",
      "rebuild pages, styles and scripts when their code changes, and reload open pages",
      false,
    )
    .parse(argv, { from: "user" })
    .opts<{ mode: QueryMatchingMode; build: boolean; watch: boolean }>();
  // Before the build, so that nobody waits for it in vain.
  const port = await freePort(env.PORT || DEFAULT_PORT);
  const site = `http://localhost:${port}`;
  const baseUrl = env.BASE_URL || site;
  if (build) await effects.build(baseUrl);
  if (!existsSync(join(dist, "_redirects")))
    throw new CommandError(`${dist} has not been built; run npm run build`);
  const handle = await effects.openHandle();
  const watcher = watch ? await effects.watch(baseUrl) : undefined;
  const cdn = await startLocalCdn({ dist, handle, mode, port, wrap: watcher?.wrap });
  print(`Serving ${dist} with ${mode} matching. Try`);
  for (const address of ADDRESSES_TO_TRY) print(`  ${site}${address}`);
  print("Press Ctrl+C to stop.");
  return {
    url: cdn.url,
    close: async () => {
      await watcher?.close();
      await cdn.close();
    },
  };
}

/** Closes the server at the first signal, so that the process ends by itself with code 0. */
export function closeOnSignal(cdn: LocalCdn): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void cdn.close());
}

/** @returns The port, on which nobody else listens; for 0 one that is free. */
async function freePort(text: string): Promise<number> {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new CommandError(`PORT=${text} is not a port; set it to a number from 0 to 65535`);
  const server = createServer();
  await once(server.listen(port, LOCALHOST_ADDRESS), "listening").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE")
        throw new CommandError(
          `port ${port} is taken; set another one: PORT=${port + 1} npm start`,
        );
      if (error.code === "EACCES")
        throw new CommandError(
          `port ${port} needs rights you do not have; set PORT to 1024 or more`,
        );
      throw error;
    },
  );
  const { port: found } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return found;
}
