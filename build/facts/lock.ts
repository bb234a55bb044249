/** One process at a time at one place. `proper-lockfile` names no holder, and takes a busy process for a dead one. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { toNoFactsError } from "./fact-files.ts";
import { CommandError } from "./fault.ts";
import { deleteFactsStagingFolder, recoverFactsOfKilledRun } from "./swap-facts.ts";

/** Locks that this process holds. Needed because, in a container, a killed process may have had the same id. */
const held = new Set<string>();

/**
 * @param path Lock file; it contains the id of the process that holds the lock. The lock of a killed process is free.
 * @param work What the holder does at that place, for the message: "builds dist".
 * @returns A function that releases the lock.
 * @throws CommandError while another process holds it.
 */
export function acquireLock(path: string, work: string): () => void {
  const file = resolve(path);
  mkdirSync(dirname(file), { recursive: true });
  if (!tryTake(file)) {
    removeStale(file, work);
    if (!tryTake(file)) throw busy(file, work);
  }
  held.add(file);
  return () => {
    if (held.delete(file)) rmSync(file, { force: true });
  };
}

/** Runs `task` while this process holds the lock. @throws CommandError while another process holds it. */
export async function withLock<T>(path: string, work: string, task: () => Promise<T>): Promise<T> {
  const unlock = acquireLock(path, work);
  try {
    return await task();
  } finally {
    unlock();
  }
}

/**
 * Like `withLock`, for the facts of a folder. `data:fmt` and `own-tests` write facts without it. Before the task, it
 * recovers the facts of a killed run, and says so; after it, it deletes new facts that the task has not put in place.
 * @throws CommandError if the folder cannot be one of facts; nothing is created.
 */
export async function withFactsLock<T>(
  dataFolder: string,
  work: string,
  task: () => Promise<T>,
): Promise<T> {
  const folder = resolve(dataFolder);
  if (!existsSync(dirname(folder))) throw toNoFactsError(folder);
  return withLock(`${folder}.lock`, work, async () => {
    if (await recoverFactsOfKilledRun(folder))
      process.stderr.write(`${folder}: deleted the unfinished new facts of a stopped run\n`);
    try {
      return await task();
    } finally {
      // A task that a full disk has stopped must not keep the disk full.
      await deleteFactsStagingFolder(folder);
    }
  });
}

/** Writes a temporary file and links it to the lock's path, so that a lock always contains the id of its holder. */
function tryTake(file: string): boolean {
  const own = `${file}.${process.pid}`;
  try {
    writeFileSync(own, String(process.pid));
    return tryUnless("EEXIST", () => linkSync(own, file));
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes the lock of a process that has ended. @throws CommandError if the holder is running. */
function removeStale(file: string, work: string): void {
  const holder = readHolder(file);
  if (holder === "") return;
  if (isRunning(Number(holder), file)) throw busy(file, work);
  const aside = `${file}.stale.${process.pid}`;
  if (!tryUnless("ENOENT", () => renameSync(file, aside))) return;
  // Another process has taken the lock in the meantime: put it back.
  if (readHolder(aside) !== holder) tryUnless("EEXIST", () => linkSync(aside, file));
  rmSync(aside);
}

/** @returns Whether the task succeeded; false if it fails with the error `code`. */
function tryUnless(code: string, task: () => void): boolean {
  try {
    task();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}

const busy = (file: string, work: string): CommandError =>
  new CommandError(
    `process ${readHolder(file) || "?"} ${work}; wait for it or stop it first; if this process id now belongs to another program, delete ${file}`,
  );

/** Id of the holder; empty if the lock has just been released. */
function readHolder(file: string): string {
  let holder = "";
  tryUnless("ENOENT", () => {
    holder = readFileSync(file, "utf8");
  });
  return holder;
}

function isRunning(pid: number, file: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return held.has(file);
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
