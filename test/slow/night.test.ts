import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CommandError } from "../../build/facts/fault.ts";
import { toNightlyExitCode } from "../../nightly/night.ts";
import { findDifferingPaths } from "../builders/files.ts";
import {
  createNightlySandbox,
  FIRST_NIGHT,
  type NightlySandbox,
  OPENROUTER_MODELS_URL,
  SECOND_NIGHT,
} from "../builders/night-world.ts";

/** Eight days after the first night; more than two days without news raise an alarm. */
const LATE_DAY = "2026-07-09";

let first: NightlySandbox;
let facts: Map<string, string>;
let site: Map<string, string>;
beforeAll(async () => {
  first = await createNightlySandbox(12);
  const { report, state } = await first.night();
  expect(report).toMatch(new RegExp(`^data: nightly run of ${FIRST_NIGHT}: `));
  expect(report).toMatch(/\| openrouter \| changed \| \d+ \|/);
  expect(state).toBe("published");
  [facts, site] = [await first.facts(), await first.site()];
});

/** Files to which every published night adds: its readings and its root. */
const isOfEveryNight = (path: string): boolean => /^(readings|roots)\.csv$/.test(path);

const changePrice = ({ replay, models }: NightlySandbox) =>
  replay.set(OPENROUTER_MODELS_URL, models.replace("0.0000100", "0.0000101"));

describe("a night that changes no facts but its readings and root", () => {
  afterEach(async () => {
    first.replay.set(OPENROUTER_MODELS_URL, first.models);
    const changed = findDifferingPaths(facts, await first.facts());
    expect(changed.filter((path) => !isOfEveryNight(path))).toEqual([]);
  });

  it("gets the same answers as the one before", async () => {
    const result = await first.night({ day: SECOND_NIGHT });
    expect(result).toMatchObject({ report: expect.stringContaining("nothing new"), alarms: [] });
    expect(toNightlyExitCode(result)).toBe(0);
    expect((await first.facts()).get("roots.csv")).not.toBe(facts.get("roots.csv"));
  });

  it("is a dry run", async () => {
    changePrice(first);
    const before = await first.site();
    const { report, state } = await first.night({ day: SECOND_NIGHT, dryRun: true });
    expect(await first.site()).toEqual(before);
    expect(state).toBe("rehearsed");
    expect(report).toContain("1 price change");
  });

  it("has facts that fail the contract tests", async () => {
    changePrice(first);
    const testContract = async () => "4.5 fails";
    const result = await first.night({ day: SECOND_NIGHT }, { testContract });
    expect(result.report).toContain("4.5 fails");
    expect(toNightlyExitCode(result)).toBe(1);
    const late = await first.night({ day: LATE_DAY }, { testContract });
    expect(late).toMatchObject({ state: "stopped", alarms: [expect.stringContaining("8 days")] });
  });

  it("is dated before the newest root, and says so before it reads an upstream", async () => {
    changePrice(first);
    first.replay.forget();
    await expect(first.night({ day: "2026-06-30" })).rejects.toThrow("2026-06-30 is before");
    expect(first.replay.requests).toEqual([]);
  });
});

it("the third night without news raises an alarm", async () => {
  const world = await first.copy();
  const fourth = await world.night({ day: "2026-07-04" });
  expect(toNightlyExitCode(fourth)).toBe(3);
  expect(fourth.report).toContain(
    `## Alarm\n\n- no source stated anything new for 3 days, the newest fact is from ${FIRST_NIGHT}`,
  );
});

describe("a night with news", () => {
  let world: NightlySandbox;
  beforeEach(async () => {
    world = await first.copy();
  });

  const changedFacts = async () =>
    findDifferingPaths(facts, await world.facts()).filter((path) => !isOfEveryNight(path));

  it("turns one changed price into one statement, and publishes it", async () => {
    changePrice(world);
    const { report, state, alarms } = await world.night({ day: LATE_DAY });
    expect([state, alarms]).toEqual(["published", []]);
    expect(report).toContain("1 price change, 1 price row");
    expect(await changedFacts()).toEqual(["prices/openrouter.csv", "sources/openrouter.json"]);
    expect(findDifferingPaths(site, await world.site())).toEqual(["snapshot"]);
  });

  it("says that the facts are new when the build fails, and the next night publishes them", async () => {
    changePrice(world);
    const build = async () => {
      throw new CommandError("the disk is full");
    };
    await expect(world.night({ day: SECOND_NIGHT }, { build })).rejects.toThrow(
      /the disk is full\n.*data has the new facts, which are not published yet/,
    );
    expect(await changedFacts()).toEqual(["prices/openrouter.csv", "sources/openrouter.json"]);
    expect((await world.night({ day: SECOND_NIGHT })).report).toContain("1 price change");
  });

  it("leaves the facts of an upstream that is down, and reports the failure", async () => {
    world.replay.fault(OPENROUTER_MODELS_URL, { kind: "status", status: 503 });
    const result = await world.night({ day: SECOND_NIGHT });
    expect(result.report).toContain("| openrouter | failed (status) |");
    expect(toNightlyExitCode(result)).toBe(2);
    // The source was already read on that day, so the failure does not count as a missed day.
    expect(await changedFacts()).toEqual([]);
    world.replay.heal();
    await world.night({ day: "2026-07-03" });
    expect(await changedFacts()).toEqual([]);
  });
});
