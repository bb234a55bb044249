import { expect, test } from "vitest";
import { toRewrittenFilesRow } from "./build-rows.ts";

const fileOf = (sha256: string) => ({ sha256, bytes: 1 });

test.each([
  ["every file that differs is written", 3, "/b /c", true],
  ["a file that differs is not written", 2, "/b /c", false],
  ["a file is lost", 2, "/c", false],
])("the row of one changed price, where %s: met only with the exact number of files", (...row) => {
  const [, written, kept, meets] = row;
  const before = { "/a": fileOf("1"), "/b": fileOf("1"), "/c": fileOf("1") };
  const changed = kept.split(" ").map((path) => [path, fileOf("2")]);
  const after = { "/a": fileOf("1"), ...Object.fromEntries(changed) };
  expect(toRewrittenFilesRow(written, before, after, "")).toMatchObject({ goal: "= 3", meets });
});
