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
