/** The build command itself, as a user runs it but for npm. */
import { join } from "node:path";
import { type ChildRun, runChild } from "./run-child.ts";

export interface BuildRun {
  /** Folders below `folder`: facts, and what is made of them. */
  folder: string;
  data?: string;
  dist: string;
  functionData?: string;
  /** Further flags of node; the last of two counts. */
  flags?: readonly string[];
  options?: readonly string[];
}

export function runBuild(run: BuildRun): Promise<ChildRun> {
  const {
    folder,
    data = "data",
    dist,
    functionData = "function.bin",
    flags = [],
    options = [],
  } = run;
  const at = (name: string) => join(folder, name);
  return runChild([
    ...flags,
    "generator/cli.mjs",
    "--quiet",
    "--data",
    at(data),
    "--out",
    at(dist),
    "--function-data",
    at(functionData),
    ...options,
  ]);
}
