/** A small disk, where this machine lets a program have one: as root on Linux. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

export interface SmallDisk {
  path: string;
  makeReadOnly(): void;
  unmount(): void;
}

/** @param size In bytes. @returns Undefined where it cannot be had. */
export function mountDisk(path: string, size: number): SmallDisk | undefined {
  const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
  mkdirSync(path, { recursive: true });
  if (!run("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", path)) return undefined;
  return {
    path,
    makeReadOnly: () => void run("mount", "-o", "remount,ro", path),
    unmount: () => void run("umount", path),
  };
}
