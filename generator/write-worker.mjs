/**
 * The thread that writes: hashes each file, links it when its content is as before, else writes it.
 * Plain JavaScript, because a worker thread loads no TypeScript on Node 20.
 *
 * @typedef {{ path: string, bytes: Uint8Array | null }[]} Batch Null asks for the folder alone.
 * @typedef {{ batch: Batch } | { done: true }} ToWriter
 * @typedef {{ path: string, sha256: string, bytes: number, isNew: boolean }} WrittenFile `isNew`: its content was not published before.
 * @typedef {{ written: WrittenFile[] }} FromWriter
 */
import { createHash } from "node:crypto";
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

/** @type {{ folder: string, next: string, before: Record<string, { sha256: string }> }} */
const { folder, next, before } = workerData;
/** @type {WrittenFile[]} */
const written = [];
/** @type {Set<string>} */
const made = new Set();

parentPort?.on("message", (/** @type {ToWriter} */ message) => {
  if ("done" in message) parentPort?.postMessage({ written });
  else for (const { path, bytes } of message.batch) place(path, bytes);
});

/** @param {string} path @param {Uint8Array | null} bytes */
function place(path, bytes) {
  makeFolder(bytes === null ? join(next, path) : dirname(join(next, path)));
  if (bytes === null) return;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const isNew = before[path]?.sha256 !== sha256 || !tryLink(path);
  if (isNew) writeFileSync(join(next, path), bytes);
  written.push({ path, sha256, bytes: bytes.length, isNew });
}

/**
 * False when somebody has removed the file since the last build.
 * @param {string} path
 */
function tryLink(path) {
  try {
    linkSync(join(folder, path), join(next, path));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/** @param {string} path */
function makeFolder(path) {
  if (made.has(path)) return;
  mkdirSync(path, { recursive: true });
  made.add(path);
}
