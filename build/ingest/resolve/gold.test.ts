import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Facts } from "../../facts/kinds.ts";
import { readFacts } from "../../facts/read-facts.ts";
import { GOLD_SETS, judgeNames, precisionOf } from "./gold.ts";

let facts: Facts;
beforeAll(async () => {
  facts = await readFacts(join(import.meta.dirname, "../../../data"));
});

describe("names matched by hand", () => {
  test("are 300 or more", () => {
    const names = GOLD_SETS.map((file) => judgeNames(file, facts).names);
    expect(names.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(300);
  });

  test.each(GOLD_SETS)("are resolved with a precision of 98 percent: %s", (file) => {
    const judgement = judgeNames(file, facts);
    expect(precisionOf(judgement), judgement.wrong.join("\n")).toBeGreaterThanOrEqual(0.98);
  });
});
