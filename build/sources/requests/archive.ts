/** Bytes of an answer → texts that a collector can read. */
import { isUtf8 } from "node:buffer";
import { type UnzipFileInfo, unzipSync } from "fflate";
import { RequestFailure } from "./failure.ts";
import { decompress } from "./send.ts";

/** A byte that cannot be decoded becomes U+FFFD: in a file of an archive it costs a row, not the file. */
const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** @throws RequestFailure `encoding`, `empty` or, if the path ends in `.json`, `not-json`. */
export function decodeUtf8(bytes: Uint8Array, path: string): string {
  if (!isUtf8(bytes)) throw new RequestFailure("encoding", "is not UTF-8");
  const text = toText(bytes);
  if (text.trim() === "") throw new RequestFailure("empty", "is empty");
  if (path.endsWith(".json"))
    try {
      JSON.parse(text);
    } catch (error) {
      // The parser's own message quotes the text, which may hold a key.
      const [place] = / at position \d+/.exec(String(error)) ?? [""];
      throw new RequestFailure("not-json", `is not JSON${place}`);
    }
  return text;
}

/** Path → text of the files in a zip archive. @throws RequestFailure `archive` or `too-long`. */
export function unzipTexts(zip: Uint8Array, maxBytes: number): Map<string, string> {
  let bytes = 0;
  const filter = (file: UnzipFileInfo) => {
    if (file.name.endsWith("/")) return false;
    // fflate unpacks only as many bytes as the archive announces, so a false size cannot bypass the limit.
    bytes += Math.max(file.originalSize, file.compression === 0 ? file.size : 0);
    if (bytes > maxBytes)
      throw new RequestFailure("too-long", `unpacks to more than ${maxBytes} bytes`);
    return true;
  };
  try {
    const entries = Object.entries(unzipSync(zip, { filter }));
    return new Map(entries.map(([path, content]) => [path, toText(content)]));
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestFailure("archive", `is not a complete zip archive (${reason})`);
  }
}

const TAR_BLOCK = 512;

/** The same for a gzipped tar, as npm serves packages. @throws RequestFailure `archive`, `encoding` or `too-long`. */
export function untarTexts(tarball: Buffer, maxBytes: number): Map<string, string> {
  const tar = decompress(tarball, "gzip", maxBytes);
  const texts = new Map<string, string>();
  const field = (start: number, length: number) =>
    tar.toString("utf8", start, start + length).replace(/\0.*$/s, "");
  for (let start = 0; start + TAR_BLOCK <= tar.length && tar[start] !== 0; ) {
    const size = Number.parseInt(field(start + 124, 12), 8);
    const begin = start + TAR_BLOCK;
    if (!(size >= 0) || begin + size > tar.length)
      throw new RequestFailure("archive", "is not a complete tar archive");
    const path = [field(start + 345, 155), field(start, 100)]
      .filter((part) => part !== "")
      .join("/");
    const isPlainFile = /^0?$/.test(field(start + 156, 1));
    if (isPlainFile) texts.set(path, toText(tar.subarray(begin, begin + size)));
    start = begin + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  return texts;
}
