/** `npm start`: builds what has changed, then serves it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { BuildError } from "../../build/facts/fault.ts";
import { type FunctionData, toFunctionContext } from "../function-context.ts";
import { createHandle } from "../handle.ts";
import { start, stopOnSignal } from "./start.ts";

const FUNCTION_DATA = resolve(".cache/function/data.mjs");

try {
  const cdn = await start(process.argv.slice(2), {
    dist: resolve("dist"),
    env: process.env,
    build,
    openHandle: async () =>
      createHandle(
        toFunctionContext((await import(pathToFileURL(FUNCTION_DATA).href)) as FunctionData),
        { isLocal: true },
      ),
    print: (line) => process.stdout.write(`${line}\n`),
  });
  stopOnSignal(cdn);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** In a process of its own, so that the server does not keep the build's memory. */
async function build(): Promise<void> {
  const child = spawn("npm", ["run", "--silent", "build"], { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0)
    throw new BuildError(
      "the build failed, so there is nothing new to serve; fix the faults above, or serve the last build with npm start -- --no-build",
    );
}
