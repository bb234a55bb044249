import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { ENDPOINTS } from "../../generator/endpoints/index.ts";
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
      const { status, text } = await get(`/api/v1/${same}`);
      expect([status, (await get(`/api/v1/${query}`)).text], query).toEqual([200, text]);
    }
  });
});

/** Percent-encodes the first character. */
const escaped = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
const ODD_KEYS = ["utm_source", "x", "", "sort[]", "+page", "pag", "amp;sort", "SORT", "%73ORT"];
const ODD_VALUES = ["", ..."1%3z %7grovider % %4 01 a+b = %25 %C3%A9 零 '* 7 200 true".split(" ")];
const mostly = (plain: readonly string[], odd: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...plain) },
    { weight: 2, arbitrary: fc.constantFrom(...plain.map(escaped), ...odd) },
  );

/** Requests for a file of a query, with parameters inserted before, between or after its own. */
async function createOddRequestArbitrary(site: BuiltSite): Promise<fc.Arbitrary<string>> {
  const rules = await readFile(join(site.dist, "_redirects"), "utf8");
  const queries = rules.matchAll(/^(\S+) (\S*=.*) \/_q\/\S+ 200$/gm);
  const files = Array.from(queries, ([, path, query = ""]) => ({ path, pairs: splitWords(query) }));
  const values = files.flatMap(({ pairs }) => pairs.map((pair) => pair.replace(/^.*=/, "")));
  return fc.constantFrom(...files).chain(({ path, pairs }) => {
    const { query = {} } = ENDPOINTS.find((endpoint) => endpoint.path === path) ?? {};
    const key = mostly(Object.keys(query), ODD_KEYS);
    const pair = fc.tuple(key, mostly(values, ODD_VALUES)).map((one) => one.join("="));
    const parameter = fc.oneof(
      { weight: 6, arbitrary: pair },
      { weight: 1, arbitrary: fc.oneof(key, fc.constant("")) },
    );
    return fc
      .tuple(fc.array(parameter, { maxLength: 2 }), fc.nat(3))
      .map(([more, at]) => `${path}?${pairs.toSpliced(at, 0, ...more).join("&")}`);
  });
}

verifies("2.9", "no query gets another answer from the CDN than from the function", async (site) =>
  fc.assert(
    fc.asyncProperty(await createOddRequestArbitrary(site), async (address) => {
      const textOf = async (door: BuiltSite["handle"]) => (await visit(door, address)).text();
      const expected = await textOf(site.handle);
      for (const door of Object.values(site.doors))
        expect(await textOf(door), address).toBe(expected);
    }),
    { numRuns: toPropertyRunCount(150), seed: 20_260_821 },
  ),
);
