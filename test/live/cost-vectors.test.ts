/**
 * Checks that the prices published for a day give the expected USD of each vector in the endpoint, the tool and the
 * package. This tests the ledger's prices too, not only the cost engine. That the page of models computes as the
 * endpoint does is tested in `test/contract/cost.test.ts`.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { PACKAGED_FACTS_URL_PATH } from "../../build/model/package-facts.ts";
import { type CostTestVector, CostTestVectorFile } from "../../build/schema/cost-vector.ts";
import { type Almanac, createAlmanac } from "../../clients/typescript/src/almanac.ts";
import type { PublishedCost } from "../../generator/endpoints/cost/cost.ts";
import { type BuiltSite, openBuiltSite } from "../contract/harness.ts";
import { callMcpTool } from "../contract/mcp-post.ts";

/** Three cases that every other program we know computes wrongly. */
const CASES = [
  "claude-sonnet-4-5-cache-1h",
  "claude-sonnet-4-5-above-200k",
  "gpt-4o-million-tokens-on-2024-06-01",
];

let site: BuiltSite;
let vectors: CostTestVector[];
let almanac: Almanac;
const readSite = (path: string) => readFile(join(site.dist, path), "utf8");
beforeAll(async () => {
  site = await openBuiltSite();
  ({ vectors } = CostTestVectorFile.parse(JSON.parse(await readSite("cost-vectors.json"))));
  almanac = createAlmanac(await readSite(PACKAGED_FACTS_URL_PATH));
  // Allows for a site that is still being built.
}, 600_000);

/** Time of the request: to the minute when the vector states it, otherwise the day. */
const momentOf = ({ day, options: { time } }: CostTestVector): string =>
  time === undefined ? day : `${day}T${time}Z`;

function toParameters(vector: CostTestVector): object {
  const { time: _, ...options } = vector.options;
  return { host: vector.host, at: momentOf(vector), ...vector.usage, ...options };
}

async function askEndpoint(vector: CostTestVector) {
  const query = new URLSearchParams({ models: vector.model_id });
  for (const [name, value] of Object.entries(toParameters(vector))) query.set(name, `${value}`);
  const { body } = await site.get(`/api/v1/cost?${query}`);
  return body.data[0]?.usd ?? null;
}

async function askTool(vector: CostTestVector) {
  const call = { models: [vector.model_id], ...toParameters(vector) };
  const { structuredContent } = await callMcpTool(site.handle, "estimate_cost", call);
  return (structuredContent as { costs: PublishedCost[] }).costs[0]?.usd ?? null;
}

async function callPackage(vector: CostTestVector) {
  const { model_id: model, host, usage, options } = vector;
  const { time: _, service_tier: serviceTier, cache_ttl: cacheTtl, ...others } = options;
  const at = momentOf(vector);
  return almanac.cost(usage, { model, host, at, serviceTier, cacheTtl, ...others }).usd;
}

test.each([
  ["the endpoint", askEndpoint],
  ["the tool", askTool],
  ["the package's cost()", callPackage],
])("%s computes the USD of the vectors", async (_, compute) => {
  const wrong: string[] = [];
  for (const vector of vectors) {
    const usd = await compute(vector);
    if (usd !== vector.usd) wrong.push(`${vector.id}: ${usd}, not ${vector.usd}`);
  }
  expect(wrong).toEqual([]);
  expect(vectors.map(({ id }) => id)).toEqual(expect.arrayContaining(CASES));
});
