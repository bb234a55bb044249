/** `data/` is replaced as a whole: by two renames, and put in order when a process was killed between them. */
import { rename, rm, stat } from "node:fs/promises";

/** Where the next facts are until they replace the current ones. */
export const toFactsStagingFolder = (dataFolder: string): string => `${dataFolder}.next`;
const asideOf = (dataFolder: string): string => `${dataFolder}.old`;

/** Cleans up after a killed run, before anything reads the facts: its staging goes, and facts that it had moved aside come back. */
export async function recoverFactsOfKilledRun(dataFolder: string): Promise<void> {
  const exists = await stat(dataFolder).catch(ignoreMissing);
  if (!exists) await rename(asideOf(dataFolder), dataFolder).catch(ignoreMissing);
  else await rm(asideOf(dataFolder), { recursive: true, force: true });
  await deleteFactsStagingFolder(dataFolder);
}

/** In one step; a process that is killed in the middle leaves the rest to `recoverFactsOfKilledRun`. */
export async function swapInFactsStagingFolder(dataFolder: string): Promise<void> {
  const aside = asideOf(dataFolder);
  await rm(aside, { recursive: true, force: true });
  await rename(dataFolder, aside).catch(ignoreMissing);
  await rename(toFactsStagingFolder(dataFolder), dataFolder);
  await rm(aside, { recursive: true, force: true });
}

export const deleteFactsStagingFolder = (dataFolder: string): Promise<void> =>
  rm(toFactsStagingFolder(dataFolder), { recursive: true, force: true });

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
