/** A zip archive → its text files, bounded and below their folder. */
import { type UnzipFileInfo, unzipSync } from "fflate";
import { RequestFailure } from "../outgoing/failure.ts";
import { findText } from "./text.ts";

const MAX_FILES = 10_000;

/** What systems leave in archives and no upstream means. */
const LITTER = /(^|\/)(__MACOSX\/|\.DS_Store$)/;

/**
 * Path in the archive → text; files that are no UTF-8 are left out.
 *
 * @param maxBytes Of all files together, unpacked.
 * @throws RequestFailure `archive` or `too-long`.
 */
export function unzipTexts(zip: Uint8Array, maxBytes: number): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, bytes] of Object.entries(unzip(zip, maxBytes))) {
    const text = findText(bytes);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** `LLMStats-main/models/a.json` → `models/a.json`. */
export const withoutTopFolder = (path: string): string => path.replace(/^[^/]*\//, "");

function unzip(zip: Uint8Array, maxBytes: number): Record<string, Uint8Array> {
  const bounds = { files: 0, bytes: 0 };
  const filter = (file: UnzipFileInfo) => {
    if (file.name.endsWith("/") || LITTER.test(file.name)) return false;
    checkPath(file.name);
    bounds.files += 1;
    // fflate unpacks into a buffer of the announced size and no further: a false size is no way out.
    bounds.bytes += Math.max(file.originalSize, file.compression === 0 ? file.size : 0);
    checkBounds(bounds, maxBytes);
    return true;
  };
  try {
    return unzipSync(zip, { filter });
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestFailure("archive", `is no whole zip archive (${reason})`);
  }
}

function checkBounds({ files, bytes }: { files: number; bytes: number }, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new RequestFailure("too-long", `unpacks to more than ${maxBytes} bytes`);
  if (files > MAX_FILES) throw new RequestFailure("archive", `holds more than ${MAX_FILES} files`);
}

/** Nothing is written to the disk, but paths that climb mean that somebody meddled. */
function checkPath(path: string): void {
  const isBelow = !/^[/\\]|^[a-z]:|\\|\0/i.test(path) && !path.split("/").includes("..");
  if (!isBelow)
    throw new RequestFailure(
      "archive",
      `holds a path that leads out of it: ${JSON.stringify(path)}`,
    );
}
