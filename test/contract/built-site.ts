/** Gives tests the site that `built-site.setup.ts` builds for their project. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";
import { toSharedBuildPaths } from "./run-build.ts";

declare module "vitest" {
  export interface ProvidedContext {
    builtSite: { facts: string; folder: string };
  }
}

const LOOK_EVERY_MS = 50;

/**
 * Waits until the build has ended.
 * @returns Folder with the built `dist/` and the function's data.
 * @throws Error when the build failed.
 */
export async function waitForBuiltSite(): Promise<string> {
  const { facts, folder } = inject("builtSite");
  const { site, outcome } = toSharedBuildPaths(folder);
  while (!existsSync(outcome)) await setTimeout(LOOK_EVERY_MS);
  const fault = await readFile(outcome, "utf8");
  if (fault === "") return site;
  throw new Error(`the tests look at the site of ${facts}, and its build failed:\n${fault}`);
}
