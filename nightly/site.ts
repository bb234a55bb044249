/** The site as a step of the night: built, tested aside, and remembered to find events by. */
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BuildError } from "../build/facts/fault.ts";
import { MANIFEST_PATH, type Manifest } from "../generator/publish.ts";
import type { Built } from "./night.ts";
import { runProgram } from "./run-program.ts";

/** One build. @throws BuildError with what it said when it stopped. */
export type RunBuild = (
  data: string,
  out: string,
  functionData: string,
  maxFiles: string | undefined,
) => Promise<void>;

/** @throws BuildError with what the build said; the published files are as they were. */
export async function buildSite(
  dataFolder: string,
  distFolder: string,
  functionData: string,
  maxFiles?: string,
  runBuild: RunBuild = runCommand,
): Promise<Built> {
  const before = await readManifest(distFolder);
  await runBuild(dataFolder, distFolder, functionData, maxFiles);
  return toBuilt(before, await readManifest(distFolder));
}

/** In a process of its own, whose memory is free again when it ends. */
const runCommand: RunBuild = async (data, out, functionData, maxFiles) => {
  const places = ["--data", data, "--out", out, "--function-data", functionData];
  const most = maxFiles === undefined ? [] : ["--max-files", maxFiles];
  const build = ["generator/cli.mjs", "--quiet"];
  const { code, output } = await runProgram(process.execPath, [...build, ...places, ...most]);
  if (code !== 0) throw new BuildError(`the build stopped:\n${output}`);
};

/** Builds aside, and leaves nothing. @returns What the build said when it stopped; null when it did not. */
export async function tryBuild(dataFolder: string, maxFiles?: string): Promise<string | null> {
  const aside = await mkdtemp(join(tmpdir(), "almanac-build-"));
  try {
    await buildSite(dataFolder, join(aside, "dist"), join(aside, "function.mjs"), maxFiles);
    return null;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return error.message;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
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
    return (JSON.parse(text) as { files?: Manifest }).files ?? {};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return {};
  }
}

const SHOWN_LINES = 60;
/** Whole answers stand in some messages. */
const SHOWN_WIDTH = 200;

/** @returns What does not hold; null when everything does. */
export async function testPublishedFacts(dataFolder: string): Promise<string | null> {
  const { code, output } = await runProgram("npx", ["vitest", "run", "--project", "whole"], {
    env: { ALMANAC_DATA: dataFolder, NO_COLOR: "1" },
  });
  return code === 0 ? null : failedPart(output);
}

/** What failed, without what passed. */
function failedPart(output: string): string {
  const failed = output.indexOf("Failed Tests");
  const lines = (failed < 0 ? output : output.slice(failed)).trim().split("\n");
  const shown = failed < 0 ? lines.slice(-SHOWN_LINES) : lines.slice(0, SHOWN_LINES);
  return shown.map((line) => line.slice(0, SHOWN_WIDTH)).join("\n");
}

/** Without a remembered catalogue, the current facts are what was announced last. */
export async function ensureLastNight(
  file: string,
  buildInto: (functionData: string) => Promise<unknown>,
): Promise<void> {
  if (existsSync(file)) return;
  const unfinished = `${file}.unfinished`;
  await mkdir(dirname(file), { recursive: true });
  await buildInto(unfinished);
  await rename(unfinished, file);
}

/** From now on events are counted from this build. */
export async function rememberNight(file: string, functionData: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await copyFile(functionData, unfinished);
  await rename(unfinished, file);
}
