/** Hashes of the files in a folder, to compare folders. */
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import glob from "fast-glob";

/** Path below the folder → sha256; empty when there is no such folder. */
export async function hashFilesInFolder(folder: string): Promise<Map<string, string>> {
  const paths = (await glob("**/*", { cwd: folder, dot: true })).sort();
  const read = async (path: string) =>
    [path, hash("sha256", await readFile(join(folder, path)))] as const;
  return new Map(await Promise.all(paths.map(read)));
}

/** Paths that are new, gone or have other content. */
export function findDifferingPaths(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

/** Hashes of all files that a build produces, without the record by which the next build sees that nothing changed. */
export async function hashBuiltFiles(folder: string): Promise<Map<string, string>> {
  const made = await hashFilesInFolder(folder);
  made.delete("function/last-build.json");
  return made;
}
