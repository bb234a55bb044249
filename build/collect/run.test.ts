import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BuildError } from "../facts/fault.ts";
import { readFacts } from "../facts/read-facts.ts";
import { hasFrozenCopies } from "./frozen-copy.ts";
import { type CollectOptions, collect, type Summary } from "./run.ts";

const ROOT = join(import.meta.dirname, "../..");
let folder: string;
let options: CollectOptions;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "collect-"));
  options = {
    from: join(ROOT, "../shared/sources"),
    dataFolder: join(folder, "data"),
    reportsFolder: join(folder, "reports"),
    allowShrink: false,
    silent: true,
  };
  await cp(join(ROOT, "data"), options.dataFolder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

test("a missing upstream stops the run and names its folder", async () => {
  const run = collect({ ...options, from: join(folder, "nowhere") });
  await expect(run).rejects.toThrow(BuildError);
  await expect(run).rejects.toThrow(/no folder ".*nowhere\/models\.dev"/);
});

describe.runIf(hasFrozenCopies)("a collection from the frozen copies", () => {
  let first: Summary;
  let second: Summary;

  beforeAll(async () => {
    await rm(join(options.dataFolder, "models"), { recursive: true });
    await rm(join(options.dataFolder, "offers"), { recursive: true });
    first = await collect(options);
    second = await collect(options);
  }, 60_000);

  test("comes to the numbers that were counted beforehand", () => {
    expect(first.offers).toBeGreaterThanOrEqual(5200);
    expect(first.hosts).toBeGreaterThanOrEqual(145);
    expect(first.soldModels).toBeGreaterThanOrEqual(950);
    expect(first.historyRows).toBeGreaterThanOrEqual(11000);
  });

  test("changes no byte the second time", () => {
    expect(second).toMatchObject({ changed: 0, deleted: [] });
  });

  test("leaves facts without a fault, and less than 5 % of the models to no lab", async () => {
    const { models, priceHistory } = await readFacts(options.dataFolder);
    const nobodys = models.filter(({ lab }) => lab === "other");
    expect(nobodys.length / models.length).toBeLessThan(0.05);
    expect(new Set(priceHistory.map(({ model }) => model)).size).toBeGreaterThanOrEqual(1400);
    expect(priceHistory.filter(({ suspect }) => suspect !== null)).toHaveLength(75);
  });

  test.each([
    ["openai", "gpt-4o", ["5/15", "2.5/10"]],
    ["deepseek", "deepseek-v4-pro", ["1.74/3.48", "0.435/0.87"]],
    ["openai", "o3", ["10/40", "2/8"]],
  ])("knows the list price of %s %s", async (host, modelId, expected) => {
    const { priceHistory } = await readFacts(options.dataFolder);
    const prices = priceHistory
      .filter(({ file, model_id, suspect }) => file === host && model_id === modelId && !suspect)
      .map((row) => `${row.input_usd_per_mtok}/${row.output_usd_per_mtok}`);
    expect([...new Set(prices)]).toEqual(expected);
  });

  test("reports what it left out", async () => {
    const rejected = await readFile(join(options.reportsFolder, "rejected.csv"), "utf8");
    expect(rejected.split("\n")[0]).toBe("source,place,value,reason");
    expect(rejected).toContain("holds for a time of day only");
  });
});
