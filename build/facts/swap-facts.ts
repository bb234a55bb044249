/** Replaces `data/` as a whole with two renames, and recovers if a process was killed between them. */
import { rename, rm, stat } from "node:fs/promises";

/** Folder of the new facts until they replace the current ones. */
export const toFactsStagingFolder = (dataFolder: string): string => `${dataFolder}.next`;
const asideOf = (dataFolder: string): string => `${dataFolder}.old`;

/**
 * Recovers from a killed run, before anything reads the facts: deletes its staging folder. If the folder of facts is
 * missing, moves back the facts that the run had moved aside; otherwise deletes those.
 * @returns Whether a killed run had left its staging folder.
 */
export async function recoverFactsOfKilledRun(dataFolder: string): Promise<boolean> {
  const exists = await stat(dataFolder).catch(ignoreMissing);
  const staging = await stat(toFactsStagingFolder(dataFolder)).catch(ignoreMissing);
  if (!exists) await rename(asideOf(dataFolder), dataFolder).catch(ignoreMissing);
  else await rm(asideOf(dataFolder), { recursive: true, force: true });
  await deleteFactsStagingFolder(dataFolder);
  return staging !== undefined;
}

/** If the process is killed in between, `recoverFactsOfKilledRun` cleans up. */
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
