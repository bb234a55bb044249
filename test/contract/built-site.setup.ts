/** Builds the site from `data/`, or the facts of a night, into a temporary folder, once for all contract tests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { DATA, runBuild } from "./run-build.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Holds the built `dist/` and the function's data. */
    builtSite: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "almanac-contract-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const { code, stderr } = await runBuild(DATA, folder);
  if (code !== 0) {
    await remove();
    throw new Error(`the contract is tested on the built site, and the build failed:\n${stderr}`);
  }
  project.provide("builtSite", folder);
  return remove;
}
