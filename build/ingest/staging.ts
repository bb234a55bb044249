/** Facts that are to stand, in a folder beside those that stand, until everything about them was looked at. */
import { copyFile, link, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listFiles } from "../facts/fact-files.ts";
import { recoverFolder, swapFolder } from "../facts/swap-folder.ts";
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
