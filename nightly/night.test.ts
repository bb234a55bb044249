import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { differing } from "../test/builders/files.ts";
import { nightCommand } from "../test/builders/night-command.ts";
import { nightInProcess } from "../test/builders/night-in-process.ts";
import {
  DAY,
  MODELS_URL,
  NEXT_DAY,
  type NightWorld,
  openNightWorld,
} from "../test/builders/night-world.ts";
import { exitCodeOf } from "./night.ts";

/** A week without news is an alarm. */
const LATE_DAY = "2026-07-09";

/** Where nobody looks at the site. */
const unbuilt = { build: async () => ({ written: [], removed: [], unchanged: 0 }) };

let settled: NightWorld;
let facts: Map<string, string>;
let site: Map<string, string>;
beforeAll(async () => {
  settled = await openNightWorld(12);
  const { report, state } = await nightInProcess(settled);
  expect(report).toMatch(new RegExp(`^data: night of ${DAY}: `));
  expect(report).toMatch(/\| openrouter \| changed \| \d+ \|/);
  expect(state).toBe("published");
  [facts, site] = [await settled.facts(), await settled.site()];
});
afterAll(() => settled.close());

const withOtherPrice = (models: string) => models.replace("0.0000100", "0.0000101");

describe("a night that leaves facts and site as they are", () => {
  afterEach(async () => {
    expect(differing(facts, await settled.facts())).toEqual([]);
    expect(differing(site, await settled.site())).toEqual([]);
    settled.replay.set(MODELS_URL, settled.models);
  });

  it("is one to which the same answers come again", async () => {
    const result = await nightInProcess(settled, { day: NEXT_DAY });
    expect(result.report).toContain("nothing new");
    expect([result.alarm, exitCodeOf(result)]).toEqual([null, 0]);
  });

  it("is a rehearsal", async () => {
    settled.replay.set(MODELS_URL, withOtherPrice(settled.models));
    const { report, state } = await nightInProcess(settled, { day: NEXT_DAY, dryRun: true });
    expect(state).toBe("rehearsed");
    expect(report).toContain("1 price change");
  });

  it("is one whose facts do not hold the contract", async () => {
    settled.replay.set(MODELS_URL, withOtherPrice(settled.models));
    const testPublishedFacts = async () => "4.5 does not hold";
    const result = await nightInProcess(settled, { day: NEXT_DAY }, { testPublishedFacts });
    expect(result.report).toContain("4.5 does not hold");
    expect(exitCodeOf(result)).toBe(1);
    const late = await nightInProcess(settled, { day: LATE_DAY }, { testPublishedFacts });
    expect(late).toMatchObject({ state: "stopped", alarm: expect.stringContaining("8 nights") });
  });

  it("sounds an alarm when it is the third without news", async () => {
    const fourth = await nightInProcess(settled, { day: "2026-07-04" }, unbuilt);
    expect(exitCodeOf(fourth)).toBe(3);
    expect(fourth.report).toContain(
      `## Alarm\n\nnothing new was published for 3 nights, the newest fact is of ${DAY}`,
    );
  });

  it("says in a sentence that the disk is full, as a command that ends with 1", async () => {
    const reports = settled.at("full");
    await mkdir(reports);
    await symlink("/dev/full", join(reports, "unmatched.csv.new"));
    const more = ["--reports", reports];
    const { code, output } = await nightCommand(settled, { day: NEXT_DAY, only: "nobody", more });
    expect(output).toContain("the disk is full; free some space and run this again");
    expect(output).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });
});

describe("a night with news", () => {
  let world: NightWorld;
  beforeEach(async () => {
    world = await settled.copy();
  });
  afterEach(() => world.close());

  const changedFacts = async () => differing(facts, await world.facts());

  it("makes of one price that changed one statement, and only the files that show it", async () => {
    const { data } = JSON.parse(world.models) as { data: { pricing: { prompt: string } }[] };
    const priced = data.map((model, index) =>
      index === 1 ? { ...model, pricing: { ...model.pricing, prompt: "0.0000111" } } : model,
    );
    world.replay.set(MODELS_URL, JSON.stringify({ data: priced }));
    const { report, state, alarm } = await nightInProcess(world, { day: LATE_DAY });
    expect([state, alarm]).toEqual(["published", null]);
    expect(report).toContain("1 price change, 1 statement");
    expect(await changedFacts()).toEqual(["prices/openrouter.csv", "sources/openrouter.json"]);
    const files = differing(site, await world.site());
    expect(files).toContain("api/v1/models/sample-1");
    expect(files.filter((path) => /api\/v1\/models\/sample-(?!1$)\d+$/.test(path))).toEqual([]);
  });

  it("leaves the facts of an upstream that is down, and says that it is", async () => {
    world.replay.fault(MODELS_URL, { kind: "status", status: 503 });
    const result = await nightInProcess(world, { day: NEXT_DAY }, unbuilt);
    expect(result.report).toContain("| openrouter | failed (status) |");
    expect(exitCodeOf(result)).toBe(2);
    expect(await changedFacts()).toEqual(["sources/openrouter.json"]);
    world.replay.heal();
    await nightInProcess(world, { day: "2026-07-03" }, unbuilt);
    expect(await changedFacts()).toEqual([]);
  });
});
