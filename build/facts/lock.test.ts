import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { acquireLock, withFactsLock } from "./lock.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = createTemporaryFolder("lock");
  path = join(folder, "dist.lock");
});

/** @returns Id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ["--version"]).pid;

describe("a lock", () => {
  test("is refused while its holder runs, and the message names the holder", () => {
    writeFileSync(path, String(process.ppid));
    expect(() => acquireLock(path, "builds dist")).toThrow(
      `process ${process.ppid} builds dist; wait for it or stop it first`,
    );
    expect(readdirSync(folder)).toEqual(["dist.lock"]);
  });

  test("leaves no file behind when the disk is full", () => {
    symlinkSync("/dev/full", `${path}.${process.pid}`);
    expect(() => acquireLock(path, "builds dist")).toThrow("ENOSPC");
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ["a killed process", deadPid],
    ["a killed process with our own process id, as in a restarted container", () => process.pid],
    ["a file without a process id", () => "half a wri"],
  ])("that %s has left can be acquired", (_, holder) => {
    writeFileSync(path, String(holder()));
    const unlock = acquireLock(path, "builds dist");
    expect(readFileSync(path, "utf8")).toBe(String(process.pid));
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the lock of the facts", () => {
  const write = (name: string) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "service.json"), name);
  };

  test.each([
    ["before it replaced them", ["data", "data.next"], "data"],
    ["between the two renames", ["data.old", "data.next"], "data.old"],
    ["after it replaced them", ["data", "data.old"], "data"],
  ])("completes a run that was killed %s, before the facts are read", async (_, left, expected) => {
    for (const name of left) write(name);
    const data = join(folder, "data");
    const read = async () => readFileSync(join(data, "service.json"), "utf8");
    const print = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(await withFactsLock(data, "writes the facts", read)).toBe(expected);
    const printed = print.mock.calls.join();
    print.mockRestore();
    expect(printed.includes("deleted the unfinished new facts")).toBe(left.includes("data.next"));
    expect(readdirSync(folder)).toEqual(["data"]);
  });

  test("deletes the new facts of a task that failed, as on a full disk", async () => {
    write("data");
    const fail = async () => {
      write("data.next");
      throw new Error("ENOSPC");
    };
    await expect(withFactsLock(join(folder, "data"), "writes the facts", fail)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["data"]);
  });

  test("creates nothing for a mistyped path", async () => {
    const locked = withFactsLock(join(folder, "no", "data"), "writes the facts", async () => {});
    await expect(locked).rejects.toThrow("has no files; name the folder of the facts with --data");
    expect(readdirSync(folder)).toEqual([]);
  });
});
