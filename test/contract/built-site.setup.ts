/**
 * Builds a site into a temporary folder, once for all tests of a project: of the golden facts, or of the live ones.
 * Nobody waits here: tests that need no site run meanwhile, and those that do ask `built-site.ts` for it.
 */
import { rename, rm, writeFile } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";
import { DATA, partsOf, runBuild } from "./run-build.ts";

export default function setup(project: TestProject): () => Promise<void> {
  const facts = project.name === "whole" ? DATA : GOLDEN_DATA;
  const folder = temporaryFolder("site");
  project.provide("builtSite", { facts, folder });
  const built = build(facts, folder);
  return async () => {
    await built;
    await rm(folder, { recursive: true, force: true });
  };
}

async function build(facts: string, folder: string): Promise<void> {
  const { site, outcome } = partsOf(folder);
  const { code, stderr } = await runBuild(facts, site);
  await writeFile(`${outcome}.new`, code === 0 ? "" : `${stderr}\nended with ${code}`);
  await rename(`${outcome}.new`, outcome);
}
