/** Folders of tests, which leave none behind. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

/**
 * A new folder in the system's temporary folder; it is gone when all tests of the file are done.
 *
 * @param name What its name begins with, so that a folder that a killed run has left says whose it is.
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `almanac-${name}-`));
  made.add(folder);
  return folder;
}

/** Called after each file of tests; a program that is no test calls it at its end. */
export function removeTemporaryFolders(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
  made.clear();
}
