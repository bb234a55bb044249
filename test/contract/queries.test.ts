import fc from "fast-check";
import { describe, expect } from "vitest";
import { toPropertyRunCount } from "../builders/runs.ts";
import { type BuiltSite, verifies, visit } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";

/** One address of each kind of endpoint. */
const ADDRESSES = splitWords(`/api/v1/models /api/v1/models?sort=release_date
  /api/v1/models/norn-4o /api/v1/models/norn-4o/cheapest /api/v1/compare?models=norn-4o,norn-5
  /api/v1/compare/norn-4o/norn-5 /api/v1/price-history/norn-4o /api/v1/benchmarks
  /api/v1/cost?models=norn-4o&input=5 /api/v1/findings?limit=3 /api/v1/search?q=norn
  /api/v1/changes?since=2026-01-01 /api/v1/providers/northwind /api/v1/own-tests/world-map
  /api/v1/export/world-map`);

describe("how queries are read", () => {
  verifies("2.6", "unknown parameters change nothing", async (site) => {
    for (const address of ADDRESSES) {
      const plain = await site.get(address);
      const joint = address.includes("?") ? "&" : "?";
      const tagged = await site.get(`${address}${joint}utm_source=x&__proto__=1&Limit=1`);
      expect([plain.status, tagged.text], address).toEqual([200, plain.text]);
    }
    // On the page of changes, parameters by which programs read all changes in parts have no effect either.
    for (const [page, more] of [
      ["/search?q=norn", "&type=x"],
      ["/changes?", "skip=2&after=1&utm_source=x"],
    ] as const)
      expect((await site.ask(page + more)).text, page).toBe((await site.ask(page)).text);
  });

  verifies("2.6", "the last of equal parameters counts", async ({ get }) => {
    for (const [query, same] of [
      ["models?limit=7&limit=2", "models?limit=2"],
      ["models?limit=2&sort=&provider=&q=&page=", "models?limit=2"],
      ["models?limit=2&limit=", "models"],
      ["models?sort=release_date&sort=pricing_input", "models?sort=pricing_input"],
      // An escaped comma is a comma, escaped letters are letters.
      ["compare?models=norn-4o%2Cnorn-5", "compare?models=norn-4o,norn-5"],
      ["compare?models=norn-4o%2cnorn-5", "compare?models=norn-4o,norn-5"],
      ["models?%73ort=release%5Fdate", "models?sort=release_date"],
    ]) {
      const plain = await get(`/api/v1/${same}`);
      expect([plain.status, (await get(`/api/v1/${query}`)).text], query).toEqual([
        200,
        plain.text,
      ]);
    }
  });
});

/** Parameters as they should be, escaped, without a value, and empty between two `&`. */
const PAIRS = [
  ...splitWords(`sort=release_date sort=pricing_input sort=score sort= sort %73ort=release_date
    sort=%72elease_date page=1 page=2 page=02 page=0 page= page %70age=2 page=%32 limit=50 limit=200
    limit=5 limit= limit=${"9".repeat(20)} %6cimit=20 open_source=true open_source=false open_source
    provider=northwind provider=nobody provider= provider=%6eorthwind category=coding category=Coding
    category=%63oding category=math q=norn q= q utm_source=x`),
  "",
];
const PATHS = ["models", "%6dodels", "benchmarks", "findings", "models/norn-4o"];

verifies("2.9", "no odd query gets another answer from the CDN than from the function", (site) =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PATHS),
      fc.array(fc.constantFrom(...PAIRS), { maxLength: 4 }),
      async (path, pairs) => {
        const address = `/api/v1/${path}?${pairs.join("&")}`;
        const textOf = async (door: BuiltSite["handle"]) => (await visit(door, address)).text();
        const expected = await textOf(site.handle);
        for (const door of Object.values(site.doors))
          expect(await textOf(door), address).toBe(expected);
      },
    ),
    { numRuns: toPropertyRunCount(75), seed: 20_260_821 },
  ),
);
