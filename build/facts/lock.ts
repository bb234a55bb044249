/** One process at a time at one place: two would ask everything twice, or write into one folder. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { BuildError } from "./fault.ts";

/** Locks of this process: another one of its number may have been killed before it, as in a container. */
const held = new Set<string>();

/**
 * @param path A file that says who holds the lock; what a killed process has left is free.
 * @param work What is done at that place, for the message: "builds dist".
 * @returns lets go again.
 * @throws BuildError while another process holds it.
 */
export function lock(path: string, work: string): () => void {
  const file = resolve(path);
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  // Made aside and then named, so that nobody ever reads a lock without its holder.
  writeFileSync(own, String(process.pid));
  try {
    if (!tryTake(own, file)) {
      removeLeft(file, work);
      if (!tryTake(own, file)) throw busy(file, work);
    }
  } finally {
    rmSync(own, { force: true });
  }
  held.add(file);
  return () => {
    if (held.delete(file)) rmSync(file, { force: true });
  };
}

/** Does `task` while this process holds the lock. @throws BuildError while another process holds it. */
export async function withLock<T>(path: string, work: string, task: () => Promise<T>): Promise<T> {
  const unlock = lock(path, work);
  try {
    return await task();
  } finally {
    unlock();
  }
}

/** Of whatever writes the facts of a folder as a whole. */
export const lockOfFacts = (dataFolder: string): string => `${dataFolder}.lock`;

function tryTake(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** @throws BuildError when its holder is at work. */
function removeLeft(file: string, work: string): void {
  const left = readHolder(file);
  if (left === "") return;
  if (isRunning(Number(left), file)) throw busy(file, work);
  const aside = `${file}.left.${process.pid}`;
  renameSync(file, aside);
  // Another process was quicker: its lock goes back.
  if (readFileSync(aside, "utf8") !== left) tryTake(aside, file);
  rmSync(aside);
}

const busy = (file: string, work: string): BuildError =>
  new BuildError(
    `process ${readHolder(file) || "?"} ${work}; wait for it or stop it first, and if it does something else by now, delete ${file}`,
  );

/** Empty when it has just been let go. */
function readHolder(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function isRunning(pid: number, file: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
