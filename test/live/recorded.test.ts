import { expect, test } from "vitest";
import { readFacts } from "../../build/facts/read-facts.ts";
import { DATA } from "../contract/run-build.ts";

test("the facts keep digests of their rows, so that a build sees what was changed by accident", async () => {
  const { digests, prices } = await readFacts(DATA);
  const recorded = digests.filter(({ path }) => path.startsWith("prices/"));
  const rows = recorded.reduce((sum, row) => sum + row.digests.split(" ").length, 0);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBe(prices.length);
});
