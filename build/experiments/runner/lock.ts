/** One process at a time works on a run: two would ask everything twice. */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { BuildError } from "../../facts/fault.ts";

/**
 * @returns lets go again. What a killed process left locked is free.
 * @throws BuildError while another process holds it.
 */
export function lock(path: string): () => void {
  const file = tryOpen(path) ?? takeOver(path);
  writeSync(file, String(process.pid));
  closeSync(file);
  return () => rmSync(path, { force: true });
}

function tryOpen(path: string): number | undefined {
  try {
    return openSync(path, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}

function takeOver(path: string): number {
  const holder = Number(readFileSync(path, "utf8"));
  if (isRunning(holder))
    throw new BuildError(
      `${path}: process ${holder} is at work on this run; wait for it, or stop it first`,
    );
  rmSync(path, { force: true });
  return openSync(path, "wx");
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
