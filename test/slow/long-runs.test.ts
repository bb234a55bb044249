import { describe, expect, test } from "vitest";
import { openSite } from "../contract/harness.ts";
import { askFunction, askServers, compareModes } from "../contract/hostile-runs.ts";
import { callAtOnce, callWithAnything } from "../contract/mcp-runs.ts";
import { compareOddQueries } from "../contract/odd-queries.ts";

describe("6.3: hostile input, for longer", () => {
  test("10,000 requests to the function", async () => {
    const statuses = await askFunction(await openSite(), 10_000);
    for (const status of [200, 204, 304, 400, 404, 405, 414]) expect(statuses).toContain(status);
  });
  test("2,000 requests to each server", async () => askServers(await openSite(), 2_000));
  test("2,000 addresses to both modes", async () => compareModes(await openSite(), 2_000));
});

test("2.9: 3,000 odd queries to the CDN and the function", async () =>
  compareOddQueries(await openSite(), 3_000));

describe("many calls of the tool server", () => {
  test("7.1: a thousand at once lose none", async () => callAtOnce(await openSite(), 1_000));
  test("7.5: 300 odd texts as arguments", async () => callWithAnything(await openSite(), 300));
});
