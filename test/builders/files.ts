/** Hashes of the files in a folder, to compare folders. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFilePaths } from "../../build/facts/fact-files.ts";

/** Path below the folder → sha256; empty when there is no such folder. */
export const hashFilesInFolder = (folder: string): Map<string, string> =>
  new Map(
    listFilePaths(folder).map((path) => [path, hash("sha256", readFileSync(join(folder, path)))]),
  );

/** Paths that are new, gone or have other content. */
export function findDifferingPaths(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

/** Hashes of all files that a build produces, without the record by which the next build sees that nothing changed. */
export function hashBuiltFiles(folder: string): Map<string, string> {
  const made = hashFilesInFolder(folder);
  made.delete("function/last-build.json");
  return made;
}
