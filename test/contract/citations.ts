/** Which requirements the contract tests cite, read from their source text. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";

/** A call at the beginning of a line: what is commented out does not count. */
const CITATION = /^[ \t]*verifies\(\s*"([^"]+)"/gm;

/** @param sources Texts of test files. */
export function citedIn(sources: readonly string[]): Set<string> {
  return new Set(
    sources.flatMap((source) => [...source.matchAll(CITATION)].map(([, id = ""]) => id)),
  );
}

export function uncited(requirements: readonly string[], sources: readonly string[]): string[] {
  const cited = citedIn(sources);
  return requirements.filter((id) => !cited.has(id));
}

/** Texts of the tests of the contract, in whichever room they stand. */
export async function readTests(): Promise<string[]> {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const names = await glob("{contract,invariants,live}/**/*.test.ts", { cwd });
  return Promise.all(names.sort().map((name) => readFile(join(cwd, name), "utf8")));
}
