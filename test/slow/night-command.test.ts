import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { runContractTests } from "../../nightly/site.ts";
import { runTestGit } from "../builders/git.ts";
import {
  createNightlySandbox,
  type NightlySandbox,
  OPENROUTER_MODELS_URL,
  runNightlyCommand,
} from "../builders/night-world.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { GOLDEN_DATA } from "../contract/run-build.ts";

/** The day after the sandbox's newest reading. After three days without news, the run would raise an alarm. */
const QUIET_DAY = "2026-06-02";
const LATER_DAY = "2026-06-03";
const QUIET = { day: QUIET_DAY, only: "operator" };

let world: NightlySandbox;
beforeAll(async () => {
  world = await createNightlySandbox(12);
});

it("npm run nightly ends with 0 when all is published, with 2 when a source failed", async () => {
  const quiet = await runNightlyCommand(world, QUIET);
  const nothing = `nightly run of ${QUIET_DAY}: nothing new`;
  expect(quiet).toEqual({ code: 0, output: expect.stringContaining(nothing) });
  // Twelve models are a twentieth of the upstream's minimum, so the answer counts as cut off.
  const cutOff = await runNightlyCommand(world, { day: LATER_DAY });
  const failed = "1 source could not be read";
  expect(cutOff).toEqual({ code: 2, output: expect.stringContaining(failed) });
});

// On a busy machine one run may end before the other starts; then both succeed, and the test is repeated.
it("of two nightly runs at once, one succeeds and the other says why it does not start", {
  retry: 3,
}, async () => {
  const night = () => runNightlyCommand(world, QUIET);
  const nights = await Promise.all([night(), night()]);
  for (const { code, output } of nights)
    if (code !== 0)
      expect(output).toMatch(/^process \d+ reads sources into .*\nnightly: stopped; /);
  expect(nights.map(({ code }) => code).sort()).toEqual([0, 1]);
});

it("ends with 1 and one sentence when the disk is full", async () => {
  const reports = world.at("full");
  await mkdir(reports);
  await symlink("/dev/full", join(reports, "unmatched.csv.new"));
  const { code, output } = await runNightlyCommand(world, { ...QUIET, reports });
  expect(output).toContain("the disk is full; free some space and run this again");
  expect(output).not.toMatch(/\n\s+at /);
  expect(existsSync(world.at("data.next"))).toBe(false);
  expect(code).toBe(1);
});

it("refuses to commit what a person changed; if the push fails, leaves the report and says that the facts are new", async () => {
  const own = await createNightlySandbox(12);
  const git = (...args: string[]) => runTestGit(own.folder, args);
  git("init", "--quiet", "--initial-branch=main");
  git("add", "data");
  git("commit", "--quiet", "--message", "facts");
  const more = ["--commit", "--push"];
  const path = own.at("data/prices/acme.csv");
  const prices = await readFile(path, "utf8");
  const row = "2026-06-01,,acme-large-v1,operator,stated,5,20,,,,https://acme.example\n";
  await writeFile(path, prices + row);
  const refused = await runNightlyCommand(own, { ...QUIET, more });
  expect(refused.output).toMatch(/changes that are not committed.*\nM prices\/acme\.csv\n/);
  expect(refused.code).toBe(1);
  await writeFile(path, prices);
  const { code, output } = await runNightlyCommand(own, { ...QUIET, more });
  expect(output).toMatch(
    /^git push: .*\n.*data and .*dist were already replaced; .*night-.*\.md lists the new facts$/ms,
  );
  expect(code).toBe(1);
  const report = await readFile(own.at(`reports/night-${QUIET_DAY}.md`), "utf8");
  expect(report.trim()).toBe(git("log", "-1", "--format=%B").trim());
});

it.each([
  ["a subscriber without an address", [], { WEBHOOKS_JSON: "[{}]" }, /JSON: subscribers\.0\.url/],
  ["a day to come", ["--day", "2999-01-01"], {}, /'2999-01-01' is invalid.* or an earlier day/],
  ["a push without a commit", ["--push"], {}, /'--push' needs --commit/],
  ["a pull request without a push", ["--commit", "--propose"], {}, /'--propose' needs --push/],
  ["a replay without a protocol", ["--replay", "127.0.0.1:8080"], {}, /begins with http:/],
])("refuses %s before it reads anything", async (_, more, env, message) => {
  const before = await world.facts();
  const { code, output } = await runNightlyCommand(world, { day: LATER_DAY, more, env });
  expect([code, output]).toEqual([1, expect.stringMatching(message)]);
  expect(await world.facts()).toEqual(before);
});

it.each(["SIGTERM", "SIGKILL"] as const)("ends when npm gets %s", async (signal) => {
  const own = await createNightlySandbox(12);
  own.replay.fault(OPENROUTER_MODELS_URL, { kind: "endless" });
  const places = ["--data", own.at("data"), "--reports", own.at("reports")];
  const upstream = ["--replay", own.replay.origin, "--only", "openrouter"];
  const npm = spawn("npm", ["run", "nightly", "--", ...places, ...upstream], { stdio: "ignore" });
  const ended = once(npm, "exit");
  const night = await vi.waitFor(async () => Number(await readFile(own.at("data.lock"), "utf8")), {
    timeout: 60_000,
  });
  npm.kill(signal);
  await ended;
  await vi.waitFor(() => expect(() => process.kill(night, 0)).toThrow("ESRCH"), 10_000);
});

it("runs the contract tests on the facts of the night, not on those of the golden site", async () => {
  const data = createTemporaryFolder("night-facts");
  await cp(GOLDEN_DATA, data, { recursive: true });
  await rm(join(data, "service.json"));
  expect(await runContractTests(data)).toMatch(/^Failed Tests/);
});
