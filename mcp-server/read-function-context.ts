/** The function's data from their file → what answers are made from. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BuildError } from "../build/facts/fault.ts";
import type { Context } from "../generator/http/endpoint.ts";
import { MANIFEST_PATH } from "../generator/http/endpoint.ts";
import { type FunctionData, readFunctionData } from "../generator/pipeline/function-data.ts";

/** Where `npm run build` puts them, below the project's folder, and `netlify.toml` beside the function. */
export const FUNCTION_DATA = ".cache/function/data.bin";

/** @throws BuildError when there is no such file, or it is cut off. */
export const readFunctionContext = (file: string): Context => read(file).context;

/** @throws BuildError when there is no such file, or the published files are of another build. */
export function readContextOf(dist: string, file: string): Context {
  const { manifest, context } = read(file);
  const published = createHash("sha256").update(readFileSync(join(dist, MANIFEST_PATH)));
  if (published.digest("hex") !== manifest)
    throw new BuildError(
      `${dist} and ${file} are of two builds, and would not give one answer; run npm run build`,
    );
  return context;
}

function read(file: string): FunctionData {
  if (!existsSync(file)) throw new BuildError(`no data at ${file}; run npm run build first`);
  return readFunctionData(readFileSync(file));
}
