import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { carryOut, finish, type Journal, readJournal, removeTemporaries } from "./journal.ts";

const JOURNAL: Journal = {
  day: "2026-09-01",
  files: [
    ["a.csv", "new a\n"],
    ["b/c.csv", "new c\n"],
    ["gone.csv", null],
  ],
  missed: ["litellm"],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "journal-"));
  await writeFile(join(folder, "a.csv"), "old a\n");
  await writeFile(join(folder, "gone.csv"), "old\n");
});
afterEach(() => rm(folder, { recursive: true }));

const at = (path: string) => join(folder, path);
const cache = () => at("cache");

test("files stand when it is done, and it remembers which night it was", async () => {
  await carryOut(folder, cache(), JOURNAL);
  expect(await readFile(at("a.csv"), "utf8")).toBe("new a\n");
  expect(await readFile(at("b/c.csv"), "utf8")).toBe("new c\n");
  expect((await readdir(folder)).sort()).toEqual(["a.csv", "b", "cache"]);
  expect(await readJournal(cache())).toEqual({ ...JOURNAL, files: [] });
});

test("a night that was cut off in the middle is finished from what it wrote down", async () => {
  // A file stands where a folder must be: the second write fails.
  await writeFile(at("b"), "in the way");
  await expect(carryOut(folder, cache(), JOURNAL)).rejects.toThrow();
  expect(await readFile(at("gone.csv"), "utf8")).toBe("old\n");
  await rm(at("b"));
  const journal = await readJournal(cache());
  await finish(folder, cache(), journal!);
  expect(await readFile(at("b/c.csv"), "utf8")).toBe("new c\n");
  expect((await readdir(folder)).sort()).toEqual(["a.csv", "b", "cache"]);
});

test("what was being written when a run was killed is removed", async () => {
  await writeFile(at("a.csv.new"), "ne");
  await removeTemporaries(folder);
  expect((await readdir(folder)).sort()).toEqual(["a.csv", "gone.csv"]);
});
