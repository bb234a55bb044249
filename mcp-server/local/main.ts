/** `npm start`: builds what has changed, then serves it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { runTaskOrPrintError } from "../../build/facts/command-line.ts";
import { CommandError } from "../../build/facts/fault.ts";
import { FUNCTION_DATA_FILE } from "../../generator/pipeline/function-data.ts";
import { readAnswerContextOfBuild } from "../../generator/pipeline/packed-data.ts";
import { closeServerOnSignal, startLocalSite } from "./start.ts";
import { rebuildSiteOnChange } from "./watch.ts";

const print = (line: string) => void process.stdout.write(`${line}\n`);

await runTaskOrPrintError(async () => {
  const cdn = await startLocalSite(process.argv.slice(2), {
    dist: resolve("dist"),
    data: resolve(FUNCTION_DATA_FILE),
    env: process.env,
    build,
    watch: (baseUrl) =>
      rebuildSiteOnChange({
        readCatalog: () =>
          readAnswerContextOfBuild(resolve("dist"), resolve(FUNCTION_DATA_FILE)).catalog,
        build: () => build(baseUrl),
        print,
      }),
    print,
  });
  closeServerOnSignal(cdn);
});

/** Builds in a separate process, so that the server does not keep the build's memory. */
async function build(baseUrl: string): Promise<void> {
  const command = ["generator/cli.mjs", "--base-url", baseUrl];
  const child = spawn(process.execPath, command, { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0)
    throw new CommandError(
      "the build failed, so there is nothing new to serve; fix the faults above, or serve the last build with npm start -- --no-build",
    );
}
