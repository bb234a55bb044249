/**
 * Checks that the tests of contract, invariants and live facts cite every rule of docs/spec.md that is not marked †,
 * and nothing else. Citations are read from the tests' source text.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { expect, test } from "vitest";

/** A call at the beginning of a line, so that calls in comments do not count. */
const CITATION = /^[ \t]*verifies(?:Stored|Texts)?\(\s*"([^"]+)"/gm;
/** At the start of a line or table row; † marks a rule that is not followed yet. */
const RULE = /^(?:\| )?\*\*([A-Z0-9][\w.-]*)\*\*( †)?/gm;

const root = fileURLToPath(new URL("../..", import.meta.url));
const spec = await readFile(join(root, "docs/spec.md"), "utf8");
const rules = [...spec.matchAll(RULE)].map(([, id = "", mark]) => ({ id, isBuilt: !mark }));

test("the tests cite every rule that is built, and nothing else", async () => {
  const names = await glob("test/{contract,invariants,live}/**/*.test.ts", { cwd: root });
  const sources = await Promise.all(names.map((name) => readFile(join(root, name), "utf8")));
  const cited = sources.flatMap((source) => [...source.matchAll(CITATION)].map(([, id]) => id));
  const built = rules.filter(({ isBuilt }) => isBuilt).map(({ id }) => id);
  expect(built.length).toBeGreaterThan(80);
  expect([...new Set(cited)].sort()).toEqual(built.sort());
});

test("the spec says of each rule that is not built what happens today", () => {
  const today = [...spec.matchAll(/^\| ([A-Z0-9][\w.-]*) † \|/gm)].map(([, id]) => id);
  const unbuilt = rules.filter(({ isBuilt }) => !isBuilt).map(({ id }) => id);
  expect(today.sort()).toEqual(unbuilt.sort());
});
