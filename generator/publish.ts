/**
 * Files → `dist/`, whole or not at all: they are written into a fresh folder, which takes the place of the
 * old one by renaming. A file whose content is as before is linked, not written again; when nothing has
 * changed, the old folder is not touched. Writing happens in a thread of its own while answers are made.
 */
import { rmSync } from "node:fs";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { BuildError } from "../build/facts/fault.ts";
import { byText } from "../build/schema/order.ts";
import type { StaticFile } from "./endpoints/endpoint-files.ts";
import type { Batch, FromWriter, ToWriter, WrittenFile } from "./write-worker.mjs";

/** Path of a published file → its content. */
export type Manifest = Record<string, { sha256: string; bytes: number }>;

export interface Published {
  /** Paths of files that are new or have another content, sorted. */
  written: string[];
  unchanged: number;
  removed: string[];
  bytes: number;
}

export const MANIFEST_PATH = "/api/v1/manifest.json";
/** Files handed over at once: enough that handing over costs nothing, few enough that the thread starts early. */
const BATCH = 50;

/**
 * @param files Without the manifest, which is made here. An error of theirs leaves `folder` as it is.
 * @param toManifestFile The manifest as a published file.
 */
export async function publish(
  folder: string,
  files: Iterable<StaticFile> | AsyncIterable<StaticFile>,
  toManifestFile: (manifest: Manifest) => string,
): Promise<Published> {
  await recover(folder);
  const before = await readManifest(folder);
  const next = `${folder}.next`;
  remove(next);
  const writer = new Writer({ folder, next, before: before?.manifest ?? {} });
  try {
    await writer.writeAll(files);
    const results = await writer.finish();
    const manifest = toManifest(results);
    const manifestText = toManifestFile(manifest);
    const published = toPublished(results, manifest, before?.manifest ?? {});
    if (before?.text === manifestText) return published;
    await writeFile(join(next, MANIFEST_PATH), manifestText);
    await swap(folder, next);
    return { ...published, written: [...published.written, MANIFEST_PATH].sort(byText) };
  } finally {
    await writer.stop();
    remove(next);
  }
}

/** Bytes change hands without being copied; a text would be copied twice. */
const ENCODER = new TextEncoder();

/**
 * Hands files to the thread that writes them, and refuses two files at one path. One thread: two wait for each other
 * at every folder, and take up to four times as long.
 */
class Writer {
  readonly #thread: Thread;
  readonly #owners = new Map<string, string>();
  #batch: Batch = [];
  #encoded: ArrayBuffer[] = [];

  constructor(workerData: { folder: string; next: string; before: Manifest }) {
    this.#thread = new Thread(workerData);
  }

  async writeAll(files: Iterable<StaticFile> | AsyncIterable<StaticFile>): Promise<void> {
    for await (const { path, body, owner } of files) {
      const other = this.#owners.get(path);
      if (other !== undefined) {
        throw new BuildError(`two owners write ${path}: ${other} and ${owner}`);
      }
      this.#owners.set(path, owner);
      this.#batch.push({ path, bytes: typeof body === "string" ? this.#encode(body) : body });
      if (this.#batch.length === BATCH) this.#send();
    }
  }

  #encode(body: string): Uint8Array {
    const bytes = ENCODER.encode(body);
    this.#encoded.push(bytes.buffer);
    return bytes;
  }

  async finish(): Promise<WrittenFile[]> {
    this.#batch.push({ path: dirname(MANIFEST_PATH), bytes: null });
    this.#send();
    return this.#thread.finish();
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  #send(): void {
    this.#thread.send({ batch: this.#batch }, this.#encoded);
    this.#batch = [];
    this.#encoded = [];
  }
}

class Thread {
  readonly #worker: Worker;
  readonly #finished: Promise<WrittenFile[]>;

  constructor(workerData: object) {
    this.#worker = new Worker(new URL("./write-worker.mjs", import.meta.url), { workerData });
    this.#finished = new Promise((resolve, reject) => {
      this.#worker.once("message", ({ written }: FromWriter) => resolve(written));
      this.#worker.once("error", reject);
    });
    // Looked at when everything is handed over; until then it must not count as unhandled.
    this.#finished.catch(() => {});
  }

  /** @param given Is the thread's from now on. */
  send(message: ToWriter, given: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, given);
  }

  finish(): Promise<WrittenFile[]> {
    this.send({ done: true });
    return this.#finished;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

function toManifest(files: readonly WrittenFile[]): Manifest {
  const sorted = [...files].sort((a, b) => byText(a.path, b.path));
  return Object.fromEntries(sorted.map(({ path, sha256, bytes }) => [path, { sha256, bytes }]));
}

function toPublished(
  files: readonly WrittenFile[],
  manifest: Manifest,
  before: Manifest,
): Published {
  const written = files.filter(({ isNew }) => isNew).map(({ path }) => path);
  return {
    written: written.sort(byText),
    unchanged: files.length - written.length,
    removed: Object.keys(before).filter((path) => !(path in manifest)),
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  };
}

/** Puts `next` in the place of `folder`, so that at every moment one whole folder or none stands there. */
async function swap(folder: string, next: string): Promise<void> {
  const old = `${folder}.old`;
  remove(old);
  await rename(folder, old).catch(ignoreMissing);
  await rename(next, folder);
  remove(old);
}

/** In one go: a promise for each of thousands of files takes twice as long. */
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** A build that was killed between the two renames left the old folder aside: it goes back. */
async function recover(folder: string): Promise<void> {
  const exists = await stat(folder).catch(ignoreMissing);
  if (!exists) await rename(`${folder}.old`, folder).catch(ignoreMissing);
}

async function readManifest(
  folder: string,
): Promise<{ manifest: Manifest; text: string } | undefined> {
  const text = await readFile(join(folder, MANIFEST_PATH), "utf8").catch(ignoreMissing);
  if (text === undefined) return undefined;
  return { manifest: (JSON.parse(text) as { data: { files: Manifest } }).data.files, text };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
