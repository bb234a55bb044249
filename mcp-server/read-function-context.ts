/** The function's data from their file, for programs on this machine; the function itself has them in its bundle. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildError } from "../build/facts/fault.ts";
import type { FunctionData } from "../generator/function-data/function-data.ts";
import type { Context } from "../generator/http/endpoint.ts";
import { MANIFEST_PATH } from "../generator/publish.ts";
import { toFunctionContext } from "./function-context.ts";

/** Where `npm run build` puts them, below the project's folder. */
export const FUNCTION_DATA = ".cache/function/data.json";

/** @throws BuildError when there is no such file. */
export const readFunctionContext = async (file: string): Promise<Context> =>
  toFunctionContext(await readFunctionData(file));

/** @throws BuildError when there is no such file, or the published files are of another build. */
export async function readContextOf(dist: string, file: string): Promise<Context> {
  const data = await readFunctionData(file);
  const manifest = await readFile(join(dist, MANIFEST_PATH));
  if (createHash("sha256").update(manifest).digest("hex") !== data.manifest)
    throw new BuildError(
      `${dist} and ${file} are of two builds, and would not give one answer; run npm run build`,
    );
  return toFunctionContext(data);
}

async function readFunctionData(file: string): Promise<FunctionData> {
  if (!existsSync(file)) throw new BuildError(`no data at ${file}; run npm run build first`);
  return JSON.parse(await readFile(file, "utf8")) as FunctionData;
}
