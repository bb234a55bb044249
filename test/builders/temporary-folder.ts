/** Temporary folders for tests, removed when the tests of a file are done. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeAfterTests } from "./close-after-tests.ts";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";
/** Free space required to use memory: ten times the site of `data/`. Small containers have 64 MB. */
const ROOM_BYTES = 1_000_000_000;

/** A test run writes and deletes about forty thousand files; docs/decisions/0029 states how much time memory saves. */
const PLACE = hasRoomInMemory() ? MEMORY : tmpdir();

/** @param name What its name begins with: a folder that a killed run has left says whose it is. */
export function createTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(PLACE, `almanac-${name}-`));
  closeAfterTests(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A place mounted `noexec` is not used, because tests install git hooks, which are programs. */
function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const mounts = readFileSync("/proc/mounts", "utf8");
  const { bavail, bsize } = statfsSync(MEMORY);
  return /^\S+ \/dev\/shm tmpfs (?!\S*\bnoexec\b)/m.test(mounts) && bavail * bsize > ROOM_BYTES;
}
