import { mkdir, symlink } from "node:fs/promises";
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

describe("a night after the first", () => {
  let settled: NightWorld;
  let facts: Map<string, string>;
  let site: Map<string, string>;
  let world: NightWorld;
  beforeAll(async () => {
    settled = await openNightWorld(12);
    const { report, state } = await nightInProcess(settled);
    expect(report).toMatch(new RegExp(`^data: night of ${DAY}: `));
    expect(report).toMatch(/\| openrouter \| changed \| \d+ \|/);
    expect(state).toBe("published");
    [facts, site] = [await settled.facts(), await settled.site()];
  });
  afterAll(() => settled.close());
  beforeEach(async () => {
    world = await settled.copy();
  });
  afterEach(() => world.close());

  const changedFacts = async () => differing(facts, await world.facts());
  const changedFiles = async () => differing(site, await world.site());

  it("changes nothing when the same answers come again", async () => {
    const result = await nightInProcess(world, { day: NEXT_DAY });
    expect(result.report).toContain("nothing new");
    expect(exitCodeOf(result)).toBe(0);
    expect(await changedFacts()).toEqual([]);
    expect(await changedFiles()).toEqual([]);
  });

  it("makes of one price that changed one statement, and only the files that show it", async () => {
    const { data } = JSON.parse(world.models) as { data: { pricing: { prompt: string } }[] };
    const priced = data.map((model, index) =>
      index === 1 ? { ...model, pricing: { ...model.pricing, prompt: "0.0000111" } } : model,
    );
    world.replay.set(MODELS_URL, JSON.stringify({ data: priced }));
    const { report } = await nightInProcess(world, { day: NEXT_DAY });
    expect(report).toContain("1 price change, 1 statement");
    expect(await changedFacts()).toEqual(["prices/openrouter.csv", "sources/openrouter.json"]);
    const files = await changedFiles();
    expect(files).toContain("api/v1/models/sample-1");
    expect(files.filter((path) => /api\/v1\/models\/sample-(?!1$)\d+$/.test(path))).toEqual([]);
  });

  it("leaves the facts of an upstream that is down, and says that it is", async () => {
    world.replay.fault(MODELS_URL, { kind: "status", status: 503 });
    const result = await nightInProcess(world, { day: NEXT_DAY });
    expect(result.report).toContain("| openrouter | failed (status) |");
    expect(exitCodeOf(result)).toBe(2);
    expect(await changedFacts()).toEqual(["sources/openrouter.json"]);
    world.replay.heal();
    await nightInProcess(world, { day: "2026-07-03" });
    expect(await changedFacts()).toEqual([]);
  });

  it("writes nothing when it is a rehearsal", async () => {
    world.replay.set(MODELS_URL, world.models.replace("0.0000100", "0.0000101"));
    const { report, state } = await nightInProcess(world, { day: NEXT_DAY, dryRun: true });
    expect(state).toBe("rehearsed");
    expect(report).toContain("1 price change");
    expect(await changedFacts()).toEqual([]);
    expect(await changedFiles()).toEqual([]);
  });

  it("publishes nothing when the contract does not hold", async () => {
    world.replay.set(MODELS_URL, world.models.replace("0.0000100", "0.0000101"));
    const testPublishedFacts = async () => "4.5 does not hold";
    const result = await nightInProcess(world, { day: NEXT_DAY }, { testPublishedFacts });
    expect(result.report).toContain("4.5 does not hold");
    expect(exitCodeOf(result)).toBe(1);
    expect(await changedFacts()).toEqual([]);
    expect(await changedFiles()).toEqual([]);
  });

  it("sounds an alarm when nothing new was published for three nights, and not before", async () => {
    const second = await nightInProcess(world, { day: NEXT_DAY });
    expect([second.alarm, exitCodeOf(second)]).toEqual([null, 0]);
    const fourth = await nightInProcess(world, { day: DAY.replace(/\d\d$/, "04") });
    expect(exitCodeOf(fourth)).toBe(3);
    expect(fourth.report).toContain(
      `## Alarm\n\nnothing new was published for 3 nights, the newest fact is of ${DAY}`,
    );
  });

  it("sounds it of a night that is stopped too, and of none that has news", async () => {
    const day = DAY.replace(/\d\d$/, "09");
    world.replay.set(MODELS_URL, world.models.replace("0.0000100", "0.0000101"));
    const testPublishedFacts = async () => "4.5 does not hold";
    const stopped = await nightInProcess(world, { day }, { testPublishedFacts });
    expect(stopped).toMatchObject({ state: "stopped", alarm: expect.stringContaining("8 nights") });
    const published = await nightInProcess(world, { day });
    expect([published.state, published.alarm]).toEqual(["published", null]);
  });

  it("says in a sentence that the disk is full", async () => {
    await mkdir(world.at("reports"), { recursive: true });
    await symlink("/dev/full", world.at(`reports/night-${NEXT_DAY}.md`));
    const { code, output } = await nightCommand(world, { day: NEXT_DAY });
    expect(output).toContain("the disk is full; free some space and run this again");
    expect(output).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });

  it("is a command, which ends with 1 when a gate is to be opened without a reason", async () => {
    const more = ["--accept", "rows:openrouter"];
    const { code, output } = await nightCommand(world, { day: NEXT_DAY, more });
    expect([code, output]).toEqual([1, expect.stringContaining("--accept needs --reason")]);
    expect(await changedFacts()).toEqual([]);
  });
});
