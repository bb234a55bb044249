/**
 * Builds a site into a temporary folder, once for all tests of a project: of the golden facts, or of the live ones.
 * Nobody waits here: tests that need no site run meanwhile, and those that do ask `built-site.ts` for it.
 */
import { rename, rm, writeFile } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";
import { FACTS_FOLDER, runBuildCommand, toSharedBuildPaths } from "./run-build.ts";

export default function setup(project: TestProject): () => Promise<void> {
  const facts = project.name === "whole" ? FACTS_FOLDER : GOLDEN_DATA;
  const folder = createTemporaryFolder("site");
  project.provide("builtSite", { facts, folder });
  // Deploys have the SQLite file too; its size is tested on the live facts.
  const built = build(facts, folder, project.name === "whole" ? ["--sqlite"] : []);
  return async () => {
    await built;
    await rm(folder, { recursive: true, force: true });
  };
}

async function build(facts: string, folder: string, options: readonly string[]): Promise<void> {
  const { site, outcome } = toSharedBuildPaths(folder);
  const { code, stderr } = await runBuildCommand(facts, site, {}, options);
  await writeFile(`${outcome}.new`, code === 0 ? "" : `${stderr}\nended with ${code}`);
  await rename(`${outcome}.new`, outcome);
}
