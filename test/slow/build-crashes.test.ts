/**
 * Builds that are killed, run at the same time, or run out of space: the published site is always the old one or the
 * new one, never a mixture.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readAnswerContextOfBuild } from "../../generator/pipeline/packed-data.ts";
import { hashBuiltFiles, hashFilesInFolder } from "../builders/files.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA, runBuildCommand, toBuiltPaths } from "../contract/run-build.ts";

/** `KILLS=50 npx vitest run --project slow test/slow/build-crashes.test.ts` for the long run. */
const KILLS = Number(process.env.KILLS ?? 8);

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = createTemporaryFolder("build-crashes");
  cpSync(GOLDEN_DATA, at("raised"), { recursive: true });
  const ledger = at("raised/prices/cumulus.csv");
  const text = await readFile(ledger, "utf8");
  await writeFile(ledger, text.replace(/(taiga-r1,.*,stated,)0\.5,/, "$10.6,"));
});

/** State of a site after a kill: `aside` between two renames, `refused` between the files and the function's data. */
async function stateOf(site: string, old: Digests, next: Digests): Promise<string> {
  const { dist, functionData } = toBuiltPaths(site);
  const files = hashFilesInFolder(dist);
  if (files.size === 0) {
    expect(await readdir(site)).toContain("dist.old");
    return "aside";
  }
  const state = JSON.stringify([...files]) === JSON.stringify([...next]) ? "new" : "old";
  if (state === "old") expect(files).toEqual(old);
  try {
    readAnswerContextOfBuild(dist, functionData);
    return state;
  } catch (error) {
    expect(String(error)).toContain("two different builds");
    return "refused";
  }
}
type Digests = Map<string, string>;

test(`a build killed at ${KILLS} moments leaves the old or the new site with matching function data, and the next build completes it`, {
  timeout: KILLS * 30_000 + 60_000,
}, async () => {
  const before = at("before");
  const site = at("site");
  expect((await runBuildCommand(GOLDEN_DATA, before)).code).toBe(0);
  cpSync(before, site, { recursive: true });
  const old = hashFilesInFolder(toBuiltPaths(before).dist);
  const started = performance.now();
  expect((await runBuildCommand(at("raised"), site)).code).toBe(0);
  const length = performance.now() - started;
  const next = hashFilesInFolder(toBuiltPaths(site).dist);
  const made = hashBuiltFiles(site);
  expect(next).not.toEqual(old);

  const seen = new Set<string>();
  for (let kill = 0; kill < KILLS; kill++) {
    await rm(site, { recursive: true });
    cpSync(before, site, { recursive: true });
    // Two of three kills are in the last fifth of a build, in which it publishes.
    const share = kill % 3 === 0 ? (0.8 * kill) / KILLS : 0.8 + (0.25 * kill) / KILLS;
    await runBuildCommand(at("raised"), site, {}, [], length * share);
    seen.add(await stateOf(site, old, next));
    expect((await runBuildCommand(at("raised"), site)).code, `killed after ${share}`).toBe(0);
    expect(hashBuiltFiles(site), `killed after ${share}`).toEqual(made);
    expect((await readdir(site)).sort()).toEqual(["dist", "function"]);
  }
  expect(seen).toContain("old");
});

// On a busy machine one build may end before the other starts; then both succeed, and the test is repeated.
test("of two builds into one folder at once, one succeeds and the other says why it does not start", {
  retry: 3,
}, async () => {
  const build = () => runBuildCommand(GOLDEN_DATA, at("site"));
  const runs = await Promise.all([build(), build()]);
  for (const { code, stderr } of runs)
    if (code !== 0) expect(stderr).toMatch(/^process \d+ builds .*; wait for it or stop it first/);
  expect(runs.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect((await readdir(at("site"))).sort()).toEqual(["dist", "function"]);
});

test("a full disk and a read-only disk are reported in one sentence, and no partial site is left", async (context) => {
  const disk = at("disk");
  const { dist } = toBuiltPaths(disk);
  mkdirSync(disk);
  // Only root on Linux may mount a disk.
  if (!run("mount", "-t", "tmpfs", "-o", "size=1500000", "tmpfs", disk)) return context.skip();
  try {
    const full = await runBuildCommand(GOLDEN_DATA, disk);
    expect(full.stderr).toBe(
      `${dist}: the disk is full; free some space and run this again\nbuild: stopped; ${dist} is unchanged\n`,
    );
    expect([full.code, await readdir(disk)]).toEqual([1, []]);
    run("mount", "-o", "remount,ro", disk);
    const readOnly = await runBuildCommand(GOLDEN_DATA, disk);
    expect(readOnly.stderr).toContain("this folder is read-only");
    expect([readOnly.code, readOnly.stderr.includes("    at ")]).toEqual([1, false]);
  } finally {
    run("umount", disk);
  }
});
