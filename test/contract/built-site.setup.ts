/** Builds a site into a temporary folder, once for all tests of a project: of the golden facts, or of the live ones. */
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";
import { DATA, runBuild } from "./run-build.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Holds the built `dist/` and the function's data. */
    builtSite: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const facts = ["live", "whole"].includes(project.name) ? DATA : GOLDEN_DATA;
  const folder = temporaryFolder("site");
  const remove = () => rm(folder, { recursive: true, force: true });
  const { code, stderr } = await runBuild(facts, folder);
  if (code !== 0) {
    await remove();
    throw new Error(`the tests look at the site of ${facts}, and its build failed:\n${stderr}`);
  }
  project.provide("builtSite", folder);
  return remove;
}
