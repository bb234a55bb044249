/** A published file with all its bytes, whether it was held whole or not. */
import { isLarge, type PublishedFile, type StaticFile } from "../../generator/http/headers.ts";

export function wholeFile(file: PublishedFile): StaticFile {
  if (!isLarge(file)) return file;
  const { chunks, ...rest } = file;
  return { ...rest, body: Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))) };
}
