/** Folders of tests, which leave none behind. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";
/** The site of `data/` takes a tenth of it; a container that was given little memory has 64 MB. */
const ROOM_BYTES = 1_000_000_000;

/** A run writes and deletes some forty thousand files: docs/decisions/0029 says what memory saves. */
const PLACE = hasRoomInMemory() ? MEMORY : tmpdir();
const made = new Set<string>();

/**
 * A new folder in memory, or in the system's temporary folder; it is gone when all tests of the file are done.
 *
 * @param name What its name begins with, so that a folder that a killed run has left says whose it is.
 */
export function createTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(PLACE, `almanac-${name}-`));
  made.add(folder);
  return folder;
}

/** Called after each file of tests; a program that is no test calls it at its end. */
export function removeTemporaryFolders(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
  made.clear();
}

/** Git hooks of tests are programs, which a place that is mounted `noexec` would not start. */
function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const mounts = readFileSync("/proc/mounts", "utf8");
  const { bavail, bsize } = statfsSync(MEMORY);
  return /^\S+ \/dev\/shm tmpfs (?!\S*\bnoexec\b)/m.test(mounts) && bavail * bsize > ROOM_BYTES;
}
