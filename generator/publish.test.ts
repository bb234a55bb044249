import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createTemporaryFolder } from "../test/builders/temporary-folder.ts";
import type { StaticFile } from "./http/headers.ts";
import { publishFiles, refuseForeignFolder } from "./publish.ts";

let folder: string;
let dist: string;
beforeEach(async () => {
  folder = createTemporaryFolder("publish");
  dist = join(folder, "dist");
});

const file = (path: string, body: string): StaticFile => {
  return { path, body, contentType: "text/plain", owner: path };
};
const run = async (...files: StaticFile[]) =>
  publishFiles(dist, files, (manifest) => JSON.stringify({ files: manifest }));

describe("publish", () => {
  it("writes new, changed, deleted and cut files, and nothing else", async () => {
    const publish = (a: string) => run(file("/a", a), file("/b/c", "two"), file("/d", "three"));
    const inodes = () =>
      Promise.all([dist, join(dist, "d")].map(async (at) => (await stat(at)).ino));
    const MANIFEST = "/api/v1/manifest.json";
    expect((await publish("one")).written).toEqual(["/a", MANIFEST, "/b/c", "/d"]);
    const [folder, kept] = await inodes();
    expect(await publish("one")).toMatchObject({ written: [], unchanged: 3 });
    expect(await inodes()).toEqual([folder, kept]);
    await rm(join(dist, "a"));
    await writeFile(join(dist, "b/c"), "t");
    expect((await publish("one")).written).toEqual(["/a", MANIFEST, "/b/c"]);
    expect(await readFile(join(dist, "b/c"), "utf8")).toBe("two");
    expect((await publish("new")).written).toEqual(["/a", MANIFEST]);
    expect(await readFile(join(dist, "a"), "utf8")).toBe("new");
    expect((await inodes())[1]).toBe(kept);
  });

  it("publishes changed rules for the CDN, and lists them nowhere", async () => {
    const publish = (rules: string) => run(file("/a", "one"), file("/_headers", rules));
    const headers = () => readFile(join(dist, "_headers"), "utf8");
    await publish("first");
    expect(await publish("first")).toMatchObject({ written: [], unchanged: 1 });
    expect((await publish("other")).written).toEqual(["/api/v1/manifest.json"]);
    expect(await headers()).toBe("other");
    expect(await readFile(join(dist, "api/v1/manifest.json"), "utf8")).not.toContain("_headers");
  });

  it("refuses two files at one path and leaves the folder as it was", async () => {
    await run(file("/a", "one"));
    await expect(
      run(file("/a", "two"), { ...file("/a", "three"), owner: "other" }),
    ).rejects.toThrow("/a is written twice: by /a and by other");
    expect(await readFile(join(dist, "a"), "utf8")).toBe("one");
  });

  it("refuses a folder with files that are not from a build, and refuses a file", async () => {
    refuseForeignFolder(dist);
    await mkdir(dist);
    refuseForeignFolder(dist);
    await writeFile(join(dist, "thesis.txt"), "mine");
    expect(() => refuseForeignFolder(dist)).toThrow(
      "dist contains thesis.txt, but no api/v1/manifest.json of an earlier build",
    );
    expect(() => refuseForeignFolder(join(dist, "thesis.txt"))).toThrow("thesis.txt is a file");
    await run(file("/a", "one"));
    refuseForeignFolder(dist);
  });

  it("restores the old folder when a build was killed between its renames", async () => {
    await run(file("/a", "one"), file("/b", "two"));
    await rename(dist, `${dist}.old`);
    expect((await run(file("/a", "one"), file("/b", "three"))).unchanged).toBe(1);
    expect((await readdir(folder)).sort()).toEqual(["dist"]);
  });

  it("replaces the companion with the files, even when only it has changed, or else neither", async () => {
    const path = join(folder, "cache/data.json");
    const add = (body: string, toText: () => string) =>
      publishFiles(dist, [file("/a", body)], (files) => JSON.stringify({ files }), [
        { path, toContent: (manifest) => [Buffer.from(`${toText()} ${manifest.length > 0}`)] },
      ]);
    add("one", () => "first");
    expect(await readFile(path, "utf8")).toBe("first true");
    const before = await stat(dist);
    expect(add("one", () => "second").written).toEqual([]);
    const failing = () => {
      throw new Error("no space left");
    };
    expect(() => add("two", failing)).toThrow("no space left");
    expect(await readFile(join(dist, "a"), "utf8")).toBe("one");
    expect(await readFile(path, "utf8")).toBe("second true");
    expect((await stat(dist)).ino).toBe(before.ino);
    expect(await readdir(join(folder, "cache"))).toEqual(["data.json"]);
    expect((await readdir(folder)).sort()).toEqual(["cache", "dist"]);
  });
});
