/**
 * Starts the build of a site into a temporary folder, once for all tests of a project: from the golden facts, or for
 * the projects `whole` and `night` from the facts of the repository or of a nightly run. It does not wait for the build: tests that need no site run in the meantime,
 * and the others wait in `built-site.ts`.
 */
import { rename, rm, writeFile } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { FACTS_FOLDER, GOLDEN_DATA, runBuildCommand, toSharedBuildPaths } from "./run-build.ts";

export default function setup(project: TestProject): () => Promise<void> {
  const facts = /^(whole|night)$/.test(project.name) ? FACTS_FOLDER : GOLDEN_DATA;
  const folder = createTemporaryFolder("site");
  project.provide("builtSite", { facts, folder });
  // Deployed sites have the SQLite file too. Only the site of the live facts is built with it, because its size is
  // tested there.
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
