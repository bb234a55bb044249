/** Bytes → the text of a file that a collector can read, or why not. */
import { RequestFailure } from "../outgoing/failure.ts";

/** @returns undefined when the bytes are no UTF-8. A byte order mark is dropped. */
export function findText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * @param path Where the collector finds it; `.json` must parse.
 * @throws RequestFailure `encoding`, `empty` or `not-json`.
 */
export function toText(bytes: Uint8Array, path: string): string {
  const text = findText(bytes);
  if (text === undefined) throw new RequestFailure("encoding", "is no UTF-8");
  if (text.trim() === "") throw new RequestFailure("empty", "has no content");
  if (path.endsWith(".json")) checkJson(text);
  return text;
}

function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 120) : "";
    throw new RequestFailure("not-json", `is no JSON: ${reason}`);
  }
}

/**
 * Maintenance pages and captchas come with status 200.
 *
 * @throws RequestFailure `html`.
 */
export function refuseHtml(bytes: Uint8Array, contentType: string): void {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  if (
    /^text\/html\b/i.test(contentType) ||
    /^\s*(\xEF\xBB\xBF)?<(!doctype html|html)\b/i.test(start)
  )
    throw new RequestFailure("html", "is a page for people, no data");
}
