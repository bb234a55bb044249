import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import {
  createNightlySandbox,
  type NightlySandbox,
  runNightlyCommand,
} from "../builders/night-world.ts";

/** The day after the newest answer that the world's facts hold: three silent nights would be an alarm. */
const QUIET_DAY = "2026-06-02";

let world: NightlySandbox;
beforeAll(async () => {
  world = await createNightlySandbox(12);
});

it("npm run nightly ends with 0 when all is published, with 2 when a source failed", async () => {
  const quiet = await runNightlyCommand(world, { only: "nobody", day: QUIET_DAY });
  expect([quiet.code, quiet.output]).toEqual([
    ...[0, expect.stringContaining(`night of ${QUIET_DAY}: nothing new`)],
  ]);
  // Twelve models are a twentieth of what the real upstream has at least.
  const cutOff = await runNightlyCommand(world, { day: "2026-06-03" });
  expect([cutOff.code, cutOff.output]).toEqual([
    2,
    expect.stringContaining("1 source could not be read"),
  ]);
});

it("of two nights at once one ends and the other says why it does not begin", async () => {
  const nights = await Promise.all([
    runNightlyCommand(world, { only: "nobody", day: QUIET_DAY }),
    runNightlyCommand(world, { only: "nobody", day: QUIET_DAY }),
  ]);
  for (const { code, output } of nights)
    if (code !== 0)
      expect(output).toMatch(/^process \d+ reads upstreams into .*\nnightly: stopped; /);
  expect(nights.map(({ code }) => code)).toContain(0);
});

it("ends with 1 and one sentence when the disk is full", async () => {
  const reports = world.at("full");
  await mkdir(reports);
  await symlink("/dev/full", join(reports, "unmatched.csv.new"));
  const { code, output } = await runNightlyCommand(world, {
    day: QUIET_DAY,
    only: "nobody",
    reports,
  });
  expect(output).toContain("the disk is full; free some space and run this again");
  expect(output).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
});
