import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeSampleFacts } from "../test/builders/sample-facts.ts";
import { runGit, toCommitEnvironment } from "./git.ts";
import { openPullRequestForHeldChanges } from "./propose.ts";

const DAY = "2026-07-02";
const CHANGE = { kind: "offer", field: "context_window", value: "200", before: "100" };
const HELD = { rule: "limit_moved", source: "models-dev", since: DAY, last_seen: DAY, readings: 1 };
const held = (key: string, host: string | null) => ({ ...CHANGE, ...HELD, key, host });

let folder: string;
const git = (...args: string[]) =>
  runGit(join(folder, "work"), args, { env: toCommitEnvironment(DAY) });
const atBranch = (path: string) => runGit(join(folder, "origin"), ["show", `night/held:${path}`]);

/** Installs a fake `gh` that logs its arguments and knows no pull request yet. */
function installGh(exitCode: number): void {
  mkdirSync(join(folder, "bin"));
  const text = `#!/bin/sh\necho "$1 $2" >> "${join(folder, "gh.log")}"\n[ "$2" = edit ] && exit 1\necho https://forge.example/pull/7\nexit ${exitCode}\n`;
  writeFileSync(join(folder, "bin", "gh"), text);
  chmodSync(join(folder, "bin", "gh"), 0o755);
  vi.stubEnv("PATH", `${join(folder, "bin")}:${process.env.PATH}`);
}

beforeEach(async () => {
  ({ folder } = await writeSampleFacts());
  const work = join(folder, "work");
  const origin = join(folder, "origin");
  mkdirSync(work);
  renameSync(join(folder, "data"), join(work, "data"));
  mkdirSync(origin);
  await runGit(origin, ["init", "--quiet", "--bare"]);
  await git("init", "--quiet");
  await git("remote", "add", "origin", origin);
  await git("commit", "--quiet", "--allow-empty", "-m", "first");
});
afterEach(() => vi.unstubAllEnvs());

const propose = (...changes: ReturnType<typeof held>[]) =>
  openPullRequestForHeldChanges(join(folder, "work"), join(folder, "work", "data"), changes, DAY);

test("a branch has one accepted row for each rule, source and host, and its commit names them", async () => {
  installGh(0);
  const line = await propose(held("acme a", "acme"), held("acme b", "acme"), held("c", null));
  expect(line).toBe("pull request: https://forge.example/pull/7");
  const rows = (await atBranch("data/corrections/accepted.csv")).split("\n");
  expect(rows.slice(1)).toEqual([
    `${DAY},limit_moved,models-dev,acme,merged pull request of the nightly run`,
    `${DAY},limit_moved,models-dev,none,merged pull request of the nightly run`,
  ]);
  const message = await runGit(join(folder, "origin"), ["log", "-1", "--format=%B", "night/held"]);
  expect(message).toContain("Accept 3 changes");
  expect(message).toContain("- **limit_moved** models-dev: 3 changes at acme (2), the oldest");
  expect(await git("diff", "--cached", "--name-only")).toBe("");
});

test("if gh fails, the branch is still pushed and the report has the exit code of gh", async () => {
  installGh(4);
  expect(await propose(held("acme a", "acme"))).toMatch(
    /branch night\/held is pushed.* exited with 4/,
  );
  expect(await git("ls-remote", "--heads", "origin", "night/held")).not.toBe("");
});
