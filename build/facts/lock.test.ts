import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/builders/temporary-folder.ts";
import { lock } from "./lock.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder("lock");
  path = join(folder, "dist.lock");
});

/** Of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ["--version"]).pid;

describe("a lock", () => {
  test("names its holder, and leaves nothing when it is released", () => {
    const unlock = lock(path, "builds dist");
    expect(readFileSync(path, "utf8")).toBe(String(process.pid));
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is refused while its holder runs, which is named", () => {
    writeFileSync(path, String(process.ppid));
    expect(() => lock(path, "builds dist")).toThrow(
      `process ${process.ppid} builds dist; wait for it or stop it first`,
    );
    expect(readdirSync(folder)).toEqual(["dist.lock"]);
  });

  test("is refused to the process that holds it", () => {
    const unlock = lock(path, "builds dist");
    expect(() => lock(path, "builds dist")).toThrow(`process ${process.pid} builds dist`);
    unlock();
    lock(path, "builds dist")();
  });

  test.each([
    ["a killed process", deadPid],
    ["a killed process of our own number, as in a container that starts again", () => process.pid],
    ["text that is no process", () => "half a wri"],
  ])("that %s has left is free", (_, holder) => {
    writeFileSync(path, String(holder()));
    lock(path, "builds dist")();
    expect(existsSync(path)).toBe(false);
  });

  test("that was left goes to one of many that come at once", async () => {
    writeFileSync(path, String(deadPid()));
    // Compiled once, not by each of them.
    const module = join(folder, "lock.mjs");
    buildSync({
      ...{ entryPoints: [join(import.meta.dirname, "lock.ts")], outfile: module },
      ...{ bundle: true, platform: "node", format: "esm" },
    });
    const script = `
      const { lock } = await import(${JSON.stringify(pathToFileURL(module).href)});
      process.stdin.resume();
      process.stdin.once("data", () => {
        try { lock(${JSON.stringify(path)}, "builds dist"); console.log("taken"); }
        catch (error) { console.log(error.message); }
        process.stdin.once("end", () => process.exit());
      });
      console.log("ready");`;
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", script]),
    );
    await Promise.all(children.map(({ stdout }) => once(stdout, "data")));
    for (const { stdin } of children) stdin.write("go");
    const said = await Promise.all(children.map(({ stdout }) => once(stdout, "data")));
    for (const { stdin } of children) stdin.end();
    await Promise.all(children.map((child) => once(child, "exit")));
    expect(said.map(String).filter((line) => line === "taken\n")).toHaveLength(1);
  });
});
