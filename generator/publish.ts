/**
 * Files → `dist/`, whole or not at all: they are written into a fresh folder, which takes the place of the
 * old one by renaming. A file whose content is as before is linked, not written again; when nothing has
 * changed, the old folder is not touched.
 */
import { createHash } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BuildError } from "../build/facts/fault.ts";
import type { StaticFile } from "./static-set.ts";

/** Path of a published file → its content. */
export type Manifest = Record<string, { sha256: string; bytes: number }>;

export interface Published {
  written: string[];
  unchanged: number;
  removed: string[];
  bytes: number;
}

const MANIFEST = "/api/v1/manifest.json";
/** Writes under way at once: more keep the disk no busier. */
const CONCURRENCY = 16;

/**
 * @param files Without the manifest, which is made here.
 * @param toManifestFile The manifest as a published file.
 */
export async function publish(
  folder: string,
  files: readonly StaticFile[],
  toManifestFile: (manifest: Manifest) => string,
): Promise<Published> {
  const manifest = toManifest(files);
  const manifestText = toManifestFile(manifest);
  const before = await readManifest(folder);
  const removed = Object.keys(before?.manifest ?? {}).filter((path) => !(path in manifest));
  const bytes = Object.values(manifest).reduce((sum, file) => sum + file.bytes, 0);
  if (before?.text === manifestText)
    return { written: [], unchanged: files.length, removed, bytes };
  const isUnchanged = ({ path }: StaticFile) =>
    before?.manifest[path]?.sha256 === manifest[path]!.sha256;
  const next = `${folder}.next`;
  await rm(next, { recursive: true, force: true });
  const all = [...files, { path: MANIFEST, body: manifestText }];
  await makeFolders(
    next,
    all.map(({ path }) => path),
  );
  const kept = files.filter(isUnchanged);
  const written = all.filter((file) => !kept.includes(file as StaticFile));
  const lost = await linkAll(folder, next, kept);
  await forEach([...written, ...lost], (file) => writeFile(join(next, file.path), file.body));
  await swap(folder, next);
  return {
    written: [...written, ...lost].map(({ path }) => path).sort(),
    unchanged: kept.length - lost.length,
    removed,
    bytes,
  };
}

/** Puts `next` in the place of `folder`, so that at every moment one whole folder or none stands there. */
export async function swap(folder: string, next: string): Promise<void> {
  const old = `${folder}.old`;
  await rm(old, { recursive: true, force: true });
  await rename(folder, old).catch(ignoreMissing);
  await rename(next, folder);
  await rm(old, { recursive: true, force: true });
}

function toManifest(files: readonly StaticFile[]): Manifest {
  const owners = new Map<string, string>();
  const entries = files.map(({ path, body, owner }): [string, Manifest[string]] => {
    if (owners.has(path))
      throw new BuildError(`two owners write ${path}: ${owners.get(path)} and ${owner}`);
    owners.set(path, owner);
    const sha256 = createHash("sha256").update(body).digest("hex");
    return [path, { sha256, bytes: Buffer.byteLength(body) }];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function readManifest(
  folder: string,
): Promise<{ manifest: Manifest; text: string } | undefined> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(ignoreMissing);
  if (text === undefined) return undefined;
  return { manifest: (JSON.parse(text) as { data: { files: Manifest } }).data.files, text };
}

async function makeFolders(root: string, paths: readonly string[]): Promise<void> {
  for (const folder of new Set(paths.map((path) => dirname(path))))
    await mkdir(join(root, folder), { recursive: true });
}

/** @returns The files that are no longer where the old manifest says; they are written anew. */
async function linkAll(
  from: string,
  to: string,
  files: readonly StaticFile[],
): Promise<StaticFile[]> {
  const lost: StaticFile[] = [];
  await forEach(files, async (file) => {
    await link(join(from, file.path), join(to, file.path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      lost.push(file);
    });
  });
  return lost;
}

async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
