/** The function's data as the package `model-almanac` has them. Apart from function-data.ts: the function unpacks nothing. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { AnswerContext } from "../http/endpoint.ts";
import { parseFunctionData, readFunctionContext, toProofDataPath } from "./function-data.ts";

/** @param path Compressed by Brotli if it ends with `.br`. @throws CommandError when there is no such file, or it is cut off. */
export const readPackedContext = (path: string): AnswerContext =>
  path.endsWith(".br")
    ? parseFunctionData(brotliDecompressSync(readFileSync(path)), toProofDataPath(path)).context
    : readFunctionContext(path);
