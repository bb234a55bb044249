/** Reads the function's data for commands; the function itself needs no decompression and compares no manifest. */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { CommandError } from "../../build/facts/fault.ts";
import { type AnswerContext, FILE_MANIFEST_PATH } from "../http/endpoint.ts";
import { parseFunctionData, toFunctionProofDataPath } from "./function-data.ts";

/** Decompresses a file whose path ends with `.br`. @throws CommandError when the file does not exist. */
export const readAnswerContext = (path: string): AnswerContext => readPacked(path).context;

/** @throws CommandError when the file does not exist, or the published files come from another build. */
export function readAnswerContextOfBuild(dist: string, file: string): AnswerContext {
  const { manifest, context } = readPacked(file);
  if (hash("sha256", readFileSync(join(dist, FILE_MANIFEST_PATH))) !== manifest)
    throw new CommandError(`${dist} and ${file} come from two different builds; run npm run build`);
  return context;
}

function readPacked(path: string): ReturnType<typeof parseFunctionData> {
  if (!existsSync(path)) throw new CommandError(`no data at ${path}; run npm run build first`);
  const file = readFileSync(path);
  const data = path.endsWith(".br") ? brotliDecompressSync(file) : file;
  return parseFunctionData(data, toFunctionProofDataPath(path));
}
