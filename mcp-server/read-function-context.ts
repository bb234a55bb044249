/** The function's data from their file, of which an outline is read at once and the rest when it is asked for. */
import { createHash } from "node:crypto";
import { existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { BuildError } from "../build/facts/fault.ts";
import { type FunctionOutline, LENGTH_BYTES } from "../generator/function-data/function-data.ts";
import type { Context } from "../generator/http/endpoint.ts";
import { MANIFEST_PATH } from "../generator/publish.ts";
import { type FunctionData, toFunctionContext } from "./function-context.ts";

/** Where `npm run build` puts them, below the project's folder, and `netlify.toml` beside the function. */
export const FUNCTION_DATA = ".cache/function/data.bin";

/** @throws BuildError when there is no such file. */
export const readFunctionContext = (file: string): Context =>
  toFunctionContext(openFunctionData(file));

/** @throws BuildError when there is no such file, or the published files are of another build. */
export function readContextOf(dist: string, file: string): Context {
  const data = openFunctionData(file);
  const manifest = createHash("sha256").update(readFileSync(join(dist, MANIFEST_PATH)));
  if (manifest.digest("hex") !== data.outline.manifest)
    throw new BuildError(
      `${dist} and ${file} are of two builds, and would not give one answer; run npm run build`,
    );
  return toFunctionContext(data);
}

/** The file stays open: a build puts another one in its place, and whoever has this one goes on reading it. */
function openFunctionData(file: string): FunctionData {
  if (!existsSync(file)) throw new BuildError(`no data at ${file}; run npm run build first`);
  const descriptor = openSync(file, "r");
  const { size } = fstatSync(descriptor);
  const slice = (at: number, bytes: number): Buffer => {
    if (at + bytes > size) throw new BuildError(`${file} is cut off; run npm run build`);
    const buffer = Buffer.allocUnsafe(bytes);
    readSync(descriptor, buffer, 0, bytes, at);
    return buffer;
  };
  const length = slice(0, LENGTH_BYTES).readUInt32LE();
  const outline = JSON.parse(slice(LENGTH_BYTES, length).toString()) as FunctionOutline;
  return { outline, read: (at, bytes) => slice(LENGTH_BYTES + length + at, bytes) };
}
