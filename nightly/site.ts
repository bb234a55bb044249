/** The site in a nightly run: building it, testing it, and remembering the catalogue of the last notifications. */
import { existsSync } from "node:fs";
import { copyFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError } from "../build/facts/fault.ts";
import { makeFolder } from "../build/facts/make-folder.ts";
import { toFunctionProofDataPath } from "../generator/pipeline/function-data.ts";
import {
  compareFileManifests,
  type PublishedFilesSummary,
  readFileManifest,
} from "../generator/publish.ts";
import { runChildProgram } from "./run-program.ts";

export type ChangedSiteFiles = Pick<PublishedFilesSummary, "written" | "removed" | "unchanged">;

/** @throws CommandError with the output of a failed build; then the published files are unchanged. */
export async function buildSite(
  dataFolder: string,
  distFolder: string,
  functionData: string,
  maxFiles?: number,
): Promise<ChangedSiteFiles> {
  const { files: before } = readFileManifest(distFolder);
  const places = ["--data", dataFolder, "--out", distFolder, "--function-data", functionData];
  const most = maxFiles === undefined ? [] : ["--max-files", String(maxFiles)];
  const build = ["generator/cli.mjs", "--quiet", ...places, ...most];
  // A separate process, so that its memory is freed when it ends.
  const { code, output } = await runChildProgram(process.execPath, build);
  if (code !== 0) throw new CommandError(`the build stopped:\n${output}`);
  return compareFileManifests(before, readFileManifest(distFolder).files);
}

const MAX_LINES = 60;
const MAX_WIDTH = 200;

/** @returns The failures; null if there are none. */
export async function runContractTests(dataFolder: string): Promise<string | null> {
  // Not through npx: killed, it would leave the tests running.
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "night"];
  const { code, output } = await runChildProgram(process.execPath, vitest, {
    env: { ALMANAC_DATA: dataFolder, NO_COLOR: "1" },
  });
  return code === 0 ? null : toTestFailureExcerpt(output);
}

/** The failures in the output of vitest. Of the tests that fail with the same error, the first three are named. */
export function toTestFailureExcerpt(output: string): string {
  const start = output.indexOf("Failed Tests");
  const text = output
    .slice(Math.max(0, start))
    .replace(/((?:^ FAIL .*\n){3})((?:^ FAIL .*\n)+)/gm, (_, named: string, others: string) => {
      const left = others.split("\n").length - 1;
      return `${named} and ${left} more with this error:\n`;
    });
  const lines = text.trim().split("\n");
  const shown = start < 0 ? lines.slice(-MAX_LINES) : lines.slice(0, MAX_LINES);
  return shown.map((line) => line.slice(0, MAX_WIDTH)).join("\n");
}

/** Creates the baseline for new events from the current facts, if there is none. */
export async function ensureWebhookBaseline(
  file: string,
  build: (dist: string, functionData: string) => Promise<unknown>,
): Promise<void> {
  if (existsSync(file)) return;
  await makeFolder(dirname(file));
  await build(`${file}.dist`, `${file}.new`);
  for (const unused of [`${file}.dist`, toFunctionProofDataPath(`${file}.new`)])
    await rm(unused, { recursive: true, force: true });
  await rename(`${file}.new`, file);
}

export async function saveWebhookBaseline(file: string, functionData: string): Promise<void> {
  await copyFile(functionData, `${file}.new`);
  await rename(`${file}.new`, file);
}
