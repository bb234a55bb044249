/** The function's data from their file, for programs on this machine; the function itself has them in its bundle. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { BuildError } from "../build/facts/fault.ts";
import type { Context } from "../generator/http/endpoint.ts";
import { type FunctionData, toFunctionContext } from "./function-context.ts";

/** Where `npm run build` puts them, below the project's folder. */
export const FUNCTION_DATA = ".cache/function/data.json";

/** @throws BuildError when there is no such file. */
export async function readFunctionContext(file: string): Promise<Context> {
  if (!existsSync(file)) throw new BuildError(`no data at ${file}; run npm run build first`);
  return toFunctionContext(JSON.parse(await readFile(file, "utf8")) as FunctionData);
}
