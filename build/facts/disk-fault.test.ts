import { expect, test } from "vitest";
import { BuildError, toBuildError } from "./fault.ts";

const systemError = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });

test.each([
  [systemError("ENOSPC"), "dist: the disk is full; free some space and run this again"],
  [systemError("EROFS", { path: "/x/a" }), "/x/a: this place can only be read; mount it"],
  [systemError("EACCES", { path: "/x/a", dest: "/y" }), "/y: this user may not write or read"],
  [
    new Error('IO Error: Could not write file "/tmp/a.parquet": No space left on device'),
    "dist: the disk is full",
  ],
])("a fault of the disk is a sentence: %s", (error, sentence) => {
  const fault = toBuildError(error, "dist");
  expect(fault).toBeInstanceOf(BuildError);
  expect(fault?.message).toContain(sentence);
});

test("a sentence stays itself; a fault of the code is none", () => {
  const told = new BuildError("told");
  expect(toBuildError(told, "dist")).toBe(told);
  for (const error of [new TypeError("x"), systemError("ENOENT"), "text", undefined])
    expect(toBuildError(error, "dist")).toBeUndefined();
});
