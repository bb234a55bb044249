import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { loadRedirectMatcher, type RedirectQueryMatchMode } from "./engine.ts";

async function rewrite(rules: string, path: string, query: string, mode: RedirectQueryMatchMode) {
  const file = join(createTemporaryFolder("engine"), "_redirects");
  await writeFile(file, rules);
  return (await (await loadRedirectMatcher(file, mode)).route(path, query))?.to;
}

/** Behaviour of Netlify's engine on which the rules in generator/cdn depend. An upgrade of the engine may change it. */
describe("measured on Netlify's engine", () => {
  const VALUE = "/a k=:v /got/:v 200";
  test.each([
    ["an extra parameter does not prevent a match", "k=1&x=2", "/got/1"],
    ["the order of parameters does not matter", "x=2&k=1", "/got/1"],
    ["the last value counts", "k=1&k=2", "/got/2"],
    ["an empty value is captured", "k=", "/got/"],
    ["an empty last value counts", "k=1&k=", "/got/"],
    ["a key without = does not match", "k", undefined],
    ["a key without = does not hide an earlier value", "k=1&k", "/got/1"],
    ["empty parameters are ignored", "&&x=1&&k=1&&", "/got/1"],
    ["one & at the end hides the last parameter", "k=1&", undefined],
    ["one & at the end restores an earlier value", "k=1&k=2&", "/got/1"],
    ["keys are compared as written", "%6b=1", undefined],
    ["keys are case-sensitive", "K=1", undefined],
    ["values are decoded", "k=%61+%2C,", "/got/a+%2C%2C"],
    ["an invalid escape is decoded too", "k=1%3z", "/got/10"],
  ])("%s: %s", async (_, query, target) => {
    expect(await rewrite(VALUE, "/a", query, "superset")).toBe(target);
  });

  test("a path may end with one more slash and is case-sensitive; /* matches its folder too", async () => {
    const targetsOf = (rules: string, ...paths: string[]) =>
      Promise.all(paths.map((path) => rewrite(rules, path, "k=1", "superset")));
    expect(await targetsOf(VALUE, "/a/", "/a//", "/A")).toEqual(["/got/1", undefined, undefined]);
    expect(await targetsOf("/a/* /b 200", "/a", "/ab", "/a/\n")).toEqual([
      "/b",
      undefined,
      undefined,
    ]);
  });
});

describe("exact matching", () => {
  const RULES = "/a k=1 m=:m /both 200\n/a k=1 /one 200\n/a /any 200";
  test.each([
    ["k=1", "/one"],
    ["k=2&k=1", "/one"],
    ["m=&k=1", "/both"],
    ["k=1&x=2", "/any"],
    ["k=1&m=2&x=3", "/any"],
    ["k=1&", "/any"],
    ["k=1&%6d=2", "/any"],
    ["", "/any"],
  ])("%s → %s", async (query, target) => {
    expect(await rewrite(RULES, "/a", query, "exact")).toBe(target);
  });
});

test("a query that is too long for any file matches only rules without parameters", async () => {
  const rules = "/a k=1 /one 200\n/a /any 200";
  expect(await rewrite(rules, "/a", `k=1&x=${"x".repeat(100_000)}`, "superset")).toBe("/any");
});
