import { expect, test } from "vitest";
import { countDifferentFiles } from "./build-rows.ts";
import { toExactCount } from "./row.ts";

const fileOf = (sha256: string) => ({ sha256, bytes: 1 });

test.each([
  ["every file that differs is written", 2, "/b /c", true],
  ["a file that differs is not written", 1, "/b /c", false],
  ["a file is lost", 1, "/c", false],
])("the row of one changed price, where %s: met only with the exact number of files", (...row) => {
  const [, written, kept, meets] = row;
  const before = { "/a": fileOf("1"), "/b": fileOf("1"), "/c": fileOf("1") };
  const now = kept.split(" ").map((path) => [path, fileOf("2")]);
  const after = { "/a": fileOf("1"), ...Object.fromEntries(now) };
  const goal = countDifferentFiles(before, after);
  expect(toExactCount("files", written, goal, "")).toMatchObject({ goal: "= 2", meets });
});
