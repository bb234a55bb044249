/** A whole folder in the place of another: at every moment one whole folder stands there, or none and the old one aside. */
import { rename, rm, stat } from "node:fs/promises";

const asideOf = (folder: string): string => `${folder}.old`;

/** Puts `next` in the place of `folder`. A process that is killed in the middle leaves it to `recoverFolder`. */
export async function swapFolder(folder: string, next: string): Promise<void> {
  await rm(asideOf(folder), { recursive: true, force: true });
  await rename(folder, asideOf(folder)).catch(ignoreMissing);
  await rename(next, folder);
  await rm(asideOf(folder), { recursive: true, force: true });
}

/** Between two renames the old folder stands aside: it goes back. */
export async function recoverFolder(folder: string): Promise<void> {
  const exists = await stat(folder).catch(ignoreMissing);
  if (!exists) await rename(asideOf(folder), folder).catch(ignoreMissing);
  else await rm(asideOf(folder), { recursive: true, force: true });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
