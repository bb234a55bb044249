/**
 * What a night is about to write, on disk before the first file of `data/` is touched. A night that is
 * killed before it leaves `data/` as it was; one that is killed after it is finished by the next run.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import glob from "fast-glob";
import { z } from "zod";
import { TEMPORARY, writeFactFile } from "../../facts/write-facts.ts";

/** Files below `data/`; null: deleted. */
const Journal = z.strictObject({
  day: z.string(),
  /** Empty once everything stands: what is left says which night was the last. */
  files: z.array(z.tuple([z.string(), z.string().nullable()])),
  /** Sources whose miss of that night is counted: a second run of the night does not count it again. */
  missed: z.array(z.string()),
});
export type Journal = z.infer<typeof Journal>;

/** Beside the network's cache: it is local, and lost with it at no harm to any one file. */
const pathOf = (cacheFolder: string): string => join(cacheFolder, "night.json");

/** The last journal of this machine. */
export async function readJournal(cacheFolder: string): Promise<Journal | undefined> {
  const path = pathOf(cacheFolder);
  if (!existsSync(path)) return undefined;
  return Journal.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
}

/** Writes everything down, then into place, each file whole. */
export async function carryOut(
  dataFolder: string,
  cacheFolder: string,
  journal: Journal,
): Promise<void> {
  await writeJournal(cacheFolder, journal);
  await finish(dataFolder, cacheFolder, journal);
}

/** May be done again from the start: a file that stands already is left alone. */
export async function finish(
  dataFolder: string,
  cacheFolder: string,
  { day, files, missed }: Journal,
): Promise<void> {
  for (const [path, text] of files) {
    if (text === null) await rm(join(dataFolder, path), { force: true });
    else await writeFactFile(dataFolder, { path, text });
  }
  await writeJournal(cacheFolder, { day, files: [], missed });
}

async function writeJournal(cacheFolder: string, journal: Journal): Promise<void> {
  const path = pathOf(cacheFolder);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path + TEMPORARY, JSON.stringify(journal));
  await rename(path + TEMPORARY, path);
}

/** What a killed run was writing. */
export async function removeTemporaries(dataFolder: string): Promise<void> {
  for (const path of await glob(`**/*${TEMPORARY}`, { cwd: dataFolder, dot: true }))
    await rm(join(dataFolder, path), { force: true });
}
