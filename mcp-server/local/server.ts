/**
 * The service as a single file for containers: `node server.mjs` serves `dist/` and the function on any machine with
 * Node. `npm run build:server` creates the file, which needs neither this repository nor its packages.
 */
import { resolve } from "node:path";
import { runTaskOrPrintError } from "../../build/facts/command-line.ts";
import { FUNCTION_DATA_FILE } from "../../generator/pipeline/function-data.ts";
import { closeServerOnSignal, startLocalSite } from "./start.ts";

await runTaskOrPrintError(async () => {
  const { env } = process;
  const site = await startLocalSite(process.argv.slice(2), {
    dist: resolve(env.DIST || "dist"),
    data: resolve(env.FUNCTION_DATA || FUNCTION_DATA_FILE),
    env,
    print: (line) => void process.stdout.write(`${line}\n`),
  });
  closeServerOnSignal(site);
});
