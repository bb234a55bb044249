/** `npm run build` as a step of the night, and what it changed. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildError } from "../../build/facts/fault.ts";
import { MANIFEST_PATH, type Manifest } from "../../generator/publish.ts";
import type { Built } from "../night.ts";
import { runProgram } from "./run-program.ts";

/** @throws BuildError with what the build said; the published files are as they were. */
export async function buildSite(
  dataFolder: string,
  distFolder: string,
  functionData: string,
  maxFiles?: string,
): Promise<Built> {
  const before = await readManifest(distFolder);
  const places = ["--data", dataFolder, "--out", distFolder, "--function-data", functionData];
  const most = maxFiles === undefined ? [] : ["--max-files", maxFiles];
  const build = ["generator/cli.mjs", "--quiet"];
  const { code, output } = await runProgram(process.execPath, [...build, ...places, ...most]);
  if (code !== 0) throw new BuildError(`the build stopped:\n${output}`);
  return toBuilt(before, await readManifest(distFolder));
}

function toBuilt(before: Manifest, after: Manifest): Built {
  const paths = Object.keys(after);
  const written = paths.filter((path) => before[path]?.sha256 !== after[path]?.sha256);
  return {
    written: written.sort(),
    removed: Object.keys(before)
      .filter((path) => !(path in after))
      .sort(),
    unchanged: paths.length - written.length,
  };
}

/** Empty when nothing was published yet. */
async function readManifest(folder: string): Promise<Manifest> {
  try {
    const text = await readFile(join(folder, MANIFEST_PATH), "utf8");
    return (JSON.parse(text) as { data: { files: Manifest } }).data.files;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return {};
  }
}
