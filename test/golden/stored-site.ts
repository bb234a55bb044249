/**
 * The site that the facts of `test/golden/data` make, as it is stored beside them. What is no text, and what esbuild has made small, is left out: its
 * bytes stand in `manifest.json` as a digest, as those of every file do.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";

export const GOLDEN_DATA = fileURLToPath(new URL("data", import.meta.url));
export const GOLDEN_SITE = fileURLToPath(new URL("site", import.meta.url));

/** @returns Path below the folder → content, of every file that is stored; all are text. */
export async function readSite(folder: string): Promise<Map<string, string>> {
  const paths = await glob("**", { cwd: folder, dot: true, ignore: ["**/*.{parquet,ico,js,png}"] });
  return new Map(
    await Promise.all(
      paths.sort().map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const),
    ),
  );
}

/** Stores the files of a built site in place of those that are there. */
export async function storeSite(dist: string): Promise<void> {
  const files = await readSite(dist);
  await rm(GOLDEN_SITE, { recursive: true, force: true });
  for (const [path, text] of files) {
    const file = join(GOLDEN_SITE, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
