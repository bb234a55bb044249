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

const unbuilt = { build: async () => ({ written: [], removed: [], unchanged: 0 }) };

let first: NightWorld;
let facts: Map<string, string>;
let site: Map<string, string>;
beforeAll(async () => {
  first = await openNightWorld(12);
  const { report, state } = await nightInProcess(first);
  expect(report).toMatch(new RegExp(`^data: night of ${DAY}: `));
  expect(report).toMatch(/\| openrouter \| changed \| \d+ \|/);
  expect(state).toBe("published");
  [facts, site] = [await first.facts(), await first.site()];
});
afterAll(() => first.close());

const withOtherPrice = (models: string) => models.replace("0.0000100", "0.0000101");

describe("a night that leaves facts and site unchanged", () => {
  afterEach(async () => {
    expect(differing(facts, await first.facts())).toEqual([]);
    expect(differing(site, await first.site())).toEqual([]);
    first.replay.set(MODELS_URL, first.models);
  });

  it("gets the same answers as the one before", async () => {
    const result = await nightInProcess(first, { day: NEXT_DAY });
    expect(result.report).toContain("nothing new");
    expect([result.alarm, exitCodeOf(result)]).toEqual([null, 0]);
  });

  it("is a dry run", async () => {
    first.replay.set(MODELS_URL, withOtherPrice(first.models));
    const { report, state } = await nightInProcess(first, { day: NEXT_DAY, dryRun: true });
    expect(state).toBe("rehearsed");
    expect(report).toContain("1 price change");
  });

  it("has facts that fail the contract tests", async () => {
    first.replay.set(MODELS_URL, withOtherPrice(first.models));
    const testContract = async () => "4.5 fails";
    const result = await nightInProcess(first, { day: NEXT_DAY }, { testContract });
    expect(result.report).toContain("4.5 fails");
    expect(exitCodeOf(result)).toBe(1);
    const late = await nightInProcess(first, { day: LATE_DAY }, { testContract });
    expect(late).toMatchObject({ state: "stopped", alarm: expect.stringContaining("8 nights") });
  });

  it("raises an alarm when it is the third without news", async () => {
    const fourth = await nightInProcess(first, { day: "2026-07-04" }, unbuilt);
    expect(exitCodeOf(fourth)).toBe(3);
    expect(fourth.report).toContain(
      `## Alarm\n\nnothing new was published for 3 nights, the newest fact is from ${DAY}`,
    );
  });

  it("ends with 1 and one sentence when the disk is full", async () => {
    const reports = first.at("full");
    await mkdir(reports);
    await symlink("/dev/full", join(reports, "unmatched.csv.new"));
    const more = ["--reports", reports];
    const { code, output } = await nightCommand(first, { day: NEXT_DAY, only: "nobody", more });
    expect(output).toContain("the disk is full; free some space and run this again");
    expect(output).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });
});

describe("a night with news", () => {
  let world: NightWorld;
  beforeEach(async () => {
    world = await first.copy();
  });
  afterEach(() => world.close());

  const changedFacts = async () => differing(facts, await world.facts());

  it("turns one changed price into one statement, and writes only the files that show it", async () => {
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

  it("leaves the facts of an upstream that is down, and reports the failure", async () => {
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
