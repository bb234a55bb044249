/** `npm run mirror` killed, beside another one, refused by the other side, without room, on another machine. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { mountDisk } from "../builders/full-disk.ts";
import { ELSEWHERE } from "../builders/other-place.ts";
import { temporaryFolder } from "../builders/temporary-folder.ts";
import { builtIn, type Run, run, runBuild } from "../contract/run-build.ts";
import { GOLDEN_DATA } from "../golden/stored-site.ts";

/** `KILLS=50 npx vitest run --project slow test/slow/mirror-crashes.test.ts` for the long run. */
const KILLS = Number(process.env.KILLS ?? 8);

const folder = temporaryFolder("mirror-crashes");
const at = (name: string) => join(folder, name);
const git = (repo: string, ...args: string[]) =>
  execFileSync("git", ["-C", repo, ...args], { encoding: "utf8", stdio: "pipe" }).trim();
const argsFor = (repo: string) => [
  ...["--import", "tsx", "nightly/mirror/main.ts", "--repo", repo],
  ...["--dist", builtIn(at("site")).dist],
];
const mirrorTo = (repo: string, env = {}): Promise<Run> =>
  run(process.execPath, argsFor(repo), { TMPDIR: at("scratch"), ...env });

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
  expect((await runBuild(GOLDEN_DATA, at("site"))).code).toBe(0);
  const started = performance.now();
  expect(await mirrorTo(emptyRepo("sound.git"))).toMatchObject({ code: 0 });
  lengthMs = performance.now() - started;
  [commit = ""] = commitsOf(at("sound.git"));
}, 300_000);

async function killed(repo: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, argsFor(repo), {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, TMPDIR: at("scratch") },
  });
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, "SIGKILL"), afterMs);
  await once(child, "exit");
  clearTimeout(timer);
}

test(`killed at ${KILLS} moments, the mirror has the old commit or the new one, and the next run ends it`, {
  timeout: KILLS * 30_000 + 60_000,
}, async () => {
  const seen = { old: 0, new: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const repo = emptyRepo(`killed-${kill}.git`);
    // In its last half it writes, commits and pushes.
    const share = kill % 3 === 0 ? kill / (2 * KILLS) : 0.5 + (0.55 * kill) / KILLS;
    await killed(repo, lengthMs * share);
    const left = commitsOf(repo);
    expect([[], [commit]]).toContainEqual(left);
    seen[left.length === 0 ? "old" : "new"] += 1;
    expect((await mirrorTo(repo)).code, `killed after ${share}`).toBe(0);
    expect(commitsOf(repo), `killed after ${share}`).toEqual([commit]);
  }
  // Printed when asked for more than a sample.
  if (process.env.KILLS) process.stdout.write(`${JSON.stringify(seen)}\n`);
  expect(seen.old).toBeGreaterThan(0);
});

test("of two at once both end with one commit, or one says that the other was first", async () => {
  const repo = emptyRepo("two.git");
  const runs = await Promise.all([mirrorTo(repo), mirrorTo(repo)]);
  for (const { code, stderr } of runs)
    if (code !== 0)
      expect(stderr).toMatch(/^git push: [\s\S]*\nmirror: stopped; the mirror is as it was\n$/);
  expect(runs.map(({ code }) => code)).toContain(0);
  expect(commitsOf(repo)).toEqual([commit]);
});

test("a push that the other side rejects is told with its reason, and nothing changes there", async () => {
  const repo = emptyRepo("rejecting.git");
  const hook = join(repo, "hooks/pre-receive");
  writeFileSync(hook, "#!/bin/sh\necho 'this branch is protected' >&2\nexit 1\n");
  chmodSync(hook, 0o755);
  const { code, stderr } = await mirrorTo(repo);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^git push: [\s\S]*this branch is protected[\s\S]*rejected[\s\S]*\nmirror: stopped; /,
    ),
  ]);
  expect(commitsOf(repo)).toEqual([]);
});

test("a full disk and a repository that can only be read are said, and the mirror is as it was", async (context) => {
  const disk = mountDisk(at("disk"), 300_000);
  if (disk === undefined) return context.skip();
  try {
    const full = await mirrorTo(emptyRepo("beside-full.git"), { TMPDIR: disk.path });
    expect([full.code, full.stderr]).toEqual([
      1,
      expect.stringMatching(/(the disk is full|No space left on device)[\s\S]*\nmirror: stopped; /),
    ]);
    expect(full.stderr).not.toContain("    at ");
    // What stands there is the cache of the program that runs TypeScript.
    const left = readdirSync(disk.path).filter((name) => !name.startsWith("tsx-"));
    expect([left, commitsOf(at("beside-full.git"))]).toEqual([[], []]);
    cpSync(emptyRepo("small.git"), join(disk.path, "small.git"), { recursive: true });
    disk.makeReadOnly();
    const readOnly = await mirrorTo(join(disk.path, "small.git"));
    expect([readOnly.code, readOnly.stderr]).toEqual([
      1,
      expect.stringMatching(/^git push: [\s\S]*\nmirror: stopped; /),
    ]);
    expect(commitsOf(join(disk.path, "small.git"))).toEqual([]);
  } finally {
    disk.unmount();
  }
});

test("another time zone, language and clock give the same commit", async () => {
  const repo = emptyRepo("elsewhere.git");
  expect(await mirrorTo(repo, ELSEWHERE)).toMatchObject({ code: 0 });
  expect(commitsOf(repo)).toEqual([commit]);
});
