import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY, openWorld, type World } from "../test/builders/night-command.ts";

const MODELS = "https://openrouter.ai/api/v1/models";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

/** Paths whose content differs. */
const changed = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();

describe("a whole night", () => {
  it("collects, publishes and reports; the same answers again change nothing", async () => {
    const first = await world.night();
    expect(first.output).toContain(`night of ${DAY}: `);
    expect(first.code).toBe(0);
    const [facts, site] = [await world.facts(), await world.site()];
    expect(await world.report()).toMatch(/\| openrouter \| changed \| \d+ \|/);
    const second = await world.night({ day: "2026-03-02" });
    expect(second.code).toBe(0);
    expect(second.output).toContain("nothing new");
    expect(changed(facts, await world.facts())).toEqual([]);
    expect(changed(site, await world.site())).toEqual([]);
  });

  it("one price changed: one history row, and only the files that show it", async () => {
    await world.night();
    const [facts, site] = [await world.facts(), await world.site()];
    const { data } = JSON.parse(samples()) as { data: { pricing: { prompt: string } }[] };
    data[1]!.pricing.prompt = "0.0000111";
    world.replay.set(MODELS, JSON.stringify({ data }));
    const { code } = await world.night({ day: "2026-03-02" });
    expect(code).toBe(0);
    expect(changed(facts, await world.facts())).toEqual([
      "offers/openrouter.csv",
      "price-history/openrouter.csv",
      "sources/openrouter.json",
    ]);
    const report = await world.report("2026-03-02");
    expect(report).toContain("1 price change, 1 history row");
    const files = changed(site, await world.site());
    expect(files).toContain("api/v1/models/sample-1");
    expect(files.filter((path) => /api\/v1\/models\/sample-(?!1$)\d+$/.test(path))).toEqual([]);
  });

  it("an upstream that is down leaves its facts, and is told to be stale", async () => {
    await world.night();
    const facts = await world.facts();
    world.replay.fault(MODELS, { kind: "status", status: 503 });
    const { code } = await world.night({ day: "2026-03-02" });
    expect(code).toBe(2);
    expect(changed(facts, await world.facts())).toEqual(["sources/openrouter.json"]);
    expect(await world.report("2026-03-02")).toContain("| openrouter | failed (status) |");
    world.replay.heal();
    expect((await world.night({ day: "2026-03-03" })).code).toBe(0);
    expect(changed(facts, await world.facts())).toEqual([]);
  });

  it("a rehearsal writes a report and nothing else", async () => {
    await world.night();
    const [facts, site] = [await world.facts(), await world.site()];
    world.replay.set(MODELS, samples().replace("0.0000100", "0.0000101"));
    const { code, output } = await world.night({ day: "2026-03-02", more: ["--dry-run"] });
    expect(code).toBe(0);
    expect(output).toContain("rehearsed");
    expect(await world.report("2026-03-02")).toContain("1 price change");
    expect(changed(facts, await world.facts())).toEqual([]);
    expect(changed(site, await world.site())).toEqual([]);
  });

  it("what a gate holds back is let through with a reason alone", async () => {
    await world.night();
    const without = await world.night({ more: ["--accept", "rows:openrouter"] });
    expect(without.code).toBe(1);
    expect(without.output).toContain("--accept needs --reason");
    const unknown = await world.night({ more: ["--accept", "mood:openrouter"] });
    expect(unknown.output).toContain("gates are rows, median-move");
  });
});

const samples = (): string => world.sample(MODELS);
