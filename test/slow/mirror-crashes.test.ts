/** `npm run mirror` killed at any moment. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import {
  type ProcessResult,
  runBuildCommand,
  runProcess,
  toBuiltPaths,
} from "../contract/run-build.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";

/** `KILLS=50 npx vitest run --project slow test/slow/mirror-crashes.test.ts` for the long run. */
const KILLS = Number(process.env.KILLS ?? 8);

const folder = createTemporaryFolder("mirror-crashes");
const at = (name: string) => join(folder, name);
const git = (repo: string, ...args: string[]) =>
  execFileSync("git", ["-C", repo, ...args], { encoding: "utf8", stdio: "pipe" }).trim();
function mirrorTo(repo: string, killAfterMs?: number): Promise<ProcessResult> {
  const places = ["--repo", repo, "--dist", toBuiltPaths(at("site")).dist];
  const args = ["--import", "tsx", "nightly/mirror/main.ts", ...places, "--data", GOLDEN_DATA];
  return runProcess(process.execPath, args, { TMPDIR: at("scratch") }, killAfterMs);
}

/** A new repository that nothing was pushed to. */
function emptyRepo(name: string): string {
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", at(name)]);
  return at(name);
}

/** Its commits, the newest first; all that it holds is whole. */
function commitsOf(repo: string): string[] {
  git(repo, "fsck", "--strict");
  const isEmpty = git(repo, "for-each-ref") === "";
  return isEmpty ? [] : git(repo, "log", "--format=%H", "main").split("\n");
}

let commit: string;
let lengthMs: number;
beforeAll(async () => {
  mkdirSync(at("scratch"));
  expect((await runBuildCommand(GOLDEN_DATA, at("site"))).code).toBe(0);
  const started = performance.now();
  expect(await mirrorTo(emptyRepo("sound.git"))).toMatchObject({ code: 0 });
  lengthMs = performance.now() - started;
  [commit = ""] = commitsOf(at("sound.git"));
}, 300_000);

test(`killed at ${KILLS} moments, the mirror has the old commit or the new one, and the next run ends it`, {
  timeout: KILLS * 30_000 + 60_000,
}, async () => {
  let old = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const repo = emptyRepo(`killed-${kill}.git`);
    // In its last half it writes, commits and pushes.
    const share = kill % 3 === 0 ? kill / (2 * KILLS) : 0.5 + (0.55 * kill) / KILLS;
    await mirrorTo(repo, lengthMs * share);
    const left = commitsOf(repo);
    expect([[], [commit]]).toContainEqual(left);
    if (left.length === 0) old++;
    expect((await mirrorTo(repo)).code, `killed after ${share}`).toBe(0);
    expect(commitsOf(repo), `killed after ${share}`).toEqual([commit]);
  }
  expect(old).toBeGreaterThan(0);
});
