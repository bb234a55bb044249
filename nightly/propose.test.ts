import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runTestGit } from "../test/builders/git.ts";
import { writeSampleFacts } from "../test/builders/sample-facts.ts";
import { openPullRequestForHeldChanges } from "./propose.ts";

const DAY = "2026-07-02";
const CHANGE = { kind: "offer", field: "context_window", value: "200", before: "100" };
const HELD = { rule: "limit_moved", source: "models-dev", since: DAY, last_seen: DAY, readings: 1 };
const held = (key: string, host: string | null) => ({ ...CHANGE, ...HELD, key, host });

let folder: string;
const at = (...parts: string[]) => join(folder, ...parts);
const git = (...args: string[]) => runTestGit(at("work"), args);
const remote = (...args: string[]) => runTestGit(at("origin"), args);

beforeEach(async () => {
  ({ folder } = await writeSampleFacts());
  mkdirSync(at("work"));
  renameSync(at("data"), at("work/facts"));
  mkdirSync(at("origin"));
  remote("init", "--quiet", "--bare");
  git("init", "--quiet");
  git("remote", "add", "origin", at("origin"));
  git("commit", "--quiet", "--allow-empty", "-m", "first");
});
afterEach(() => vi.unstubAllEnvs());

/** @param exitCode Of a fake `gh` that knows no pull request yet. */
function propose(exitCode: number, ...changes: ReturnType<typeof held>[]): Promise<string> {
  const gh = `#!/bin/sh\n[ "$2" = edit ] && exit 1\necho https://forge.example/pull/7\nexit ${exitCode}\n`;
  mkdirSync(at("bin"), { recursive: true });
  writeFileSync(at("bin/gh"), gh, { mode: 0o755 });
  vi.stubEnv("PATH", `${at("bin")}:${process.env.PATH}`);
  return openPullRequestForHeldChanges(at("work/facts"), changes, DAY);
}

test("a branch has one accepted row for each rule, source and host, and its commit names them", async () => {
  const line = await propose(0, held("acme a", "acme"), held("acme b", "acme"), held("c", null));
  expect(line).toBe("pull request: https://forge.example/pull/7");
  const rows = remote("show", "night/held:facts/corrections/accepted.csv").trim().split("\n");
  expect(rows.slice(1)).toEqual([
    `${DAY},limit_moved,models-dev,acme,merged pull request of the nightly run`,
    `${DAY},limit_moved,models-dev,none,merged pull request of the nightly run`,
  ]);
  const message = remote("log", "-1", "--format=%B", "night/held");
  expect(message).toContain("Accept 3 changes");
  expect(message).toContain("- **limit_moved** models-dev: 3 changes at acme, the oldest");
  expect(git("diff", "--cached", "--name-only")).toBe("");
});

test("if gh fails, the branch is still pushed and the report has the exit code of gh; if the push fails, it says what to do", async () => {
  const line = await propose(4, held("acme a", "acme"));
  expect(line).toMatch(/branch night\/held is pushed.* exited with 4/);
  expect(remote("branch", "--list", "night/held")).not.toBe("");
  writeFileSync(at("origin/hooks/pre-receive"), "#!/bin/sh\nexit 1", { mode: 0o755 });
  await expect(propose(0, held("acme b", "acme"))).rejects.toThrow(
    /rejected.*let this account push the branch night\/held, or leave out --propose$/s,
  );
});
