/** Queries with keys repeated, empty, foreign, reordered and escaped. */
import fc from "fast-check";
import { expect } from "vitest";
import { ORIGIN, type Site } from "./harness.ts";

const SEED = 20_260_821;

const PARAMETERS: Record<string, string[]> = {
  sort: ["release_date", "pricing_input", "avg_score", "score", ""],
  page: ["1", "2", "02", "0", ""],
  limit: ["50", "200", "5", "20", "9".repeat(20), ""],
  open_source: ["true", "false", ""],
  provider: ["northwind", "quillon", "nobody", ""],
  category: ["coding", "math", "Coding", ""],
  q: ["norn", ""],
  utm_source: ["x", ""],
};
const escapeFirst = (text: string) =>
  `%${text.charCodeAt(0).toString(16).padStart(2, "0")}${text.slice(1)}`;
const pair = fc
  .constantFrom(...Object.keys(PARAMETERS))
  .chain((key) =>
    fc.tuple(
      fc.constant(key),
      fc.constantFrom(...(PARAMETERS[key] ?? [""])),
      fc.integer({ max: 11, min: 0 }),
    ),
  )
  .map(([key, value, die]) => {
    if (die === 0) return `${escapeFirst(key)}=${value}`;
    if (die === 1 && value !== "") return `${key}=${escapeFirst(value)}`;
    if (die === 2) return key;
    return die === 3 ? "" : `${key}=${value}`;
  });
const oddAddress = fc
  .tuple(
    fc.constantFrom(
      "/api/v1/models",
      "/api/v1/benchmarks",
      "/api/v1/findings",
      "/api/v1/models/norn-4o",
    ),
    fc.array(pair, { maxLength: 4 }),
  )
  .map(([path, pairs]) => `${path}?${pairs.join("&")}`);

/** No odd query gets another answer from the CDN than from the function. */
export async function compareOddQueries(site: Site, numRuns: number): Promise<void> {
  const textOf = async (door: Site["handle"], address: string) =>
    (await door(new Request(ORIGIN + address))).text();
  await fc.assert(
    fc.asyncProperty(oddAddress, async (address) => {
      const expected = await textOf(site.handle, address);
      for (const door of Object.values(site.doors))
        expect(await textOf(door, address), address).toBe(expected);
    }),
    { numRuns, seed: SEED },
  );
}
