/** Facts that are to stand, in a folder beside those that stand, until everything about them was looked at. */
import { copyFile, link, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listFiles } from "../facts/fact-files.ts";
import { writeFactFile } from "../facts/write-facts.ts";
import type { Plan } from "./plan-files.ts";

const stagingOf = (dataFolder: string): string => `${dataFolder}.next`;

/** What a killed run left: its staging goes, and facts that stood aside come back. */
export async function recoverFacts(dataFolder: string): Promise<void> {
  await recoverFolder(dataFolder);
  await discardFacts(dataFolder);
}

/**
 * All facts as they are to stand. Files that do not change are the same files under a second name, so that this costs
 * little; none is ever written in place.
 */
export async function stageFacts(dataFolder: string, plan: Plan): Promise<string> {
  const staging = stagingOf(dataFolder);
  const gone = new Set([...plan.deleted, ...plan.changed.map(({ path }) => path)]);
  const folders = new Set<string>();
  for (const path of listFiles(dataFolder)) {
    if (gone.has(path)) continue;
    const folder = dirname(join(staging, path));
    if (!folders.has(folder)) await mkdir(folder, { recursive: true });
    folders.add(folder);
    await linkOrCopy(join(dataFolder, path), join(staging, path));
  }
  for (const file of plan.changed) await writeFactFile(staging, file);
  return staging;
}

/** Some file systems know no second name. */
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to));

/** In one step. */
export const acceptFacts = (dataFolder: string): Promise<void> =>
  swapFolder(dataFolder, stagingOf(dataFolder));

export const discardFacts = (dataFolder: string): Promise<void> =>
  rm(stagingOf(dataFolder), { recursive: true, force: true });

const asideOf = (folder: string): string => `${folder}.old`;

/** Puts `next` in the place of `folder`. A process that is killed in the middle leaves it to `recoverFolder`. */
async function swapFolder(folder: string, next: string): Promise<void> {
  await rm(asideOf(folder), { recursive: true, force: true });
  await rename(folder, asideOf(folder)).catch(ignoreMissing);
  await rename(next, folder);
  await rm(asideOf(folder), { recursive: true, force: true });
}

/** Between two renames the old folder stands aside: it goes back. */
async function recoverFolder(folder: string): Promise<void> {
  const exists = await stat(folder).catch(ignoreMissing);
  if (!exists) await rename(asideOf(folder), folder).catch(ignoreMissing);
  else await rm(asideOf(folder), { recursive: true, force: true });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
