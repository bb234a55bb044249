/** Which requirements the contract tests cite, read from their source text. */
import { readFile } from "node:fs/promises";
import glob from "fast-glob";

/** A call at the beginning of a line: what is commented out does not count. */
const CITATION = /^[ \t]*verifies\(\s*"([^"]+)"/gm;

/** @param sources Texts of test files. */
export function citedIn(sources: readonly string[]): Set<string> {
  return new Set(
    sources.flatMap((source) => [...source.matchAll(CITATION)].map(([, id]) => id as string)),
  );
}

export function uncited(requirements: readonly string[], sources: readonly string[]): string[] {
  const cited = citedIn(sources);
  return requirements.filter((id) => !cited.has(id));
}

/** @param folder A URL that ends in `/`. */
export async function readTests(folder: URL): Promise<string[]> {
  const names = await glob("**/*.test.ts", { cwd: folder.pathname });
  return Promise.all(names.sort().map((name) => readFile(new URL(name, folder), "utf8")));
}
