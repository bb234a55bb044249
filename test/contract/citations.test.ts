/** The gate: every requirement is cited by a contract test, read from the tests' source text. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { SERVICE_REQUIREMENTS } from "./requirements.ts";

/** A call at the beginning of a line: what is commented out does not count. */
const CITATION = /^[ \t]*verifies\(\s*"([^"]+)"/gm;

test("the tests cite every requirement and nothing else", async () => {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const names = await glob("{contract,invariants,live}/**/*.test.ts", { cwd });
  const sources = await Promise.all(names.map((name) => readFile(join(cwd, name), "utf8")));
  const cited = sources.flatMap((source) => [...source.matchAll(CITATION)].map(([, id]) => id));
  expect([...new Set(cited)].sort()).toEqual(Object.keys(SERVICE_REQUIREMENTS).sort());
});
