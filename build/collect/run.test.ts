import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getDefined } from "../../test/builders/get.ts";
import {
  COPIES,
  COPIES_MIN_ROWS_FACTOR,
  factsForCopies,
} from "../../test/builders/upstream-copies.ts";
import { BuildError } from "../facts/fault.ts";
import { readFacts } from "../facts/read-facts.ts";
import { type CollectOptions, collect, type Summary } from "./run.ts";

let folder: string;
let options: CollectOptions;
let first: Summary;
let second: Summary;

beforeAll(async () => {
  folder = await factsForCopies();
  options = {
    from: COPIES,
    dataFolder: join(folder, "data"),
    reportsFolder: join(folder, "reports"),
    allowShrink: false,
    minRowsFactor: COPIES_MIN_ROWS_FACTOR,
    silent: true,
  };
});
afterAll(() => rm(folder, { recursive: true }));

test("a missing upstream stops the run and names its folder", async () => {
  const run = collect({ ...options, from: join(folder, "nowhere") });
  await expect(run).rejects.toThrow(BuildError);
  await expect(run).rejects.toThrow(/no folder ".*nowhere\/models\.dev"/);
});

describe("a collection from copies of the upstreams", () => {
  beforeAll(async () => {
    first = await collect(options);
    second = await collect(options);
  });

  test("comes to what was counted beforehand", () => {
    expect(first).toMatchObject({ offers: 5, hosts: 2, soldModels: 4 });
  });

  test("changes no byte the second time", () => {
    expect(second).toMatchObject({ changed: 0, deleted: [] });
  });

  test("leaves facts without a fault, and marks a price in another unit", async () => {
    const { priceHistory } = await readFacts(options.dataFolder);
    const suspect = priceHistory.filter(({ suspect }) => suspect !== null);
    expect(suspect.map(({ model_id }) => model_id)).toContain("nimbuslab/nimbus-1");
  });

  test("knows the history of a list price", async () => {
    const { priceHistory } = await readFacts(options.dataFolder);
    const rows = priceHistory.filter(
      ({ file, model_id }) => file === "nimbuslab" && model_id === "nimbus-1",
    );
    const prices = rows.map((row) => `${row.input_usd_per_mtok}/${row.output_usd_per_mtok}`);
    expect([...new Set(prices)]).toEqual(["6/30", "3/15"]);
  });

  test("reports what it left out", async () => {
    const rejected = await readFile(join(options.reportsFolder, "rejected.csv"), "utf8");
    expect(getDefined(rejected.split("\n")[0], "header")).toBe("source,place,value,reason");
    expect(rejected).toContain("holds for a time of day only");
    expect(rejected).toContain("two models working together, not a model");
  });
});
