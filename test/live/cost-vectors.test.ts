/**
 * The published prices of a day give the dollars of the vectors, in each place that computes a cost: the endpoint, the
 * tool, the package, its command and the calculator. What the ledger knows is tested, not only what the engine does.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { PACKAGED_FACTS_URL_PATH } from "../../build/model/package-facts.ts";
import { type CostTestVector, CostTestVectorFile } from "../../build/schema/cost-vector.ts";
import { type Almanac, createAlmanac } from "../../clients/typescript/src/almanac.ts";
import { parseCommandArguments } from "../../clients/typescript/src/cli/command.ts";
import { usageLogCostCommand } from "../../clients/typescript/src/cli/cost.ts";
import type { PublishedCost } from "../../generator/endpoints/cost/cost.ts";
import {
  PRICES_TABLE_DATA_PATH,
  RATE_CARDS_TABLE_DATA_PATH,
} from "../../generator/site/components/addresses.ts";
import {
  type ArraysByColumn,
  arraysByColumnToRows,
} from "../../generator/site/components/table.ts";
import {
  parseWorkloadQuery,
  toWorkloadParameters,
  type Workload,
} from "../../generator/site/pages/models/workload.ts";
import {
  createWorkloadPricer,
  findLowestCostByModel,
  type RateCardsFileRow,
  toPricedOffersOfDay,
} from "../../generator/site/pages/models/workload-costs.ts";
import { type BuiltSite, type ListAnswer, openBuiltSite } from "../contract/harness.ts";
import { callMcpTool } from "../contract/mcp-post.ts";

/** The three cases that every known program got wrong. */
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
  // The site may still be in the making.
}, 600_000);

/** The time of the request, to the minute where the vector has one. */
const momentOf = ({ day, options: { time } }: CostTestVector): string =>
  time === undefined ? day : `${day}T${time}Z`;

function toParameters(vector: CostTestVector): object {
  const { time: _, ...options } = vector.options;
  return { host: vector.host, at: momentOf(vector), ...vector.usage, ...options };
}

/**
 * Expects the dollars of every vector.
 * @param compute USD, or null where it is not known; undefined: the place has no field for this vector.
 * @returns Which vectors it has.
 */
async function expectVectors(
  compute: (
    vector: CostTestVector,
  ) => Promise<number | null | undefined> | number | null | undefined,
): Promise<string[]> {
  const compared: string[] = [];
  const wrong: string[] = [];
  for (const vector of vectors) {
    const usd = await compute(vector);
    if (usd === undefined) continue;
    compared.push(vector.id);
    if (usd !== vector.usd) wrong.push(`${vector.id}: ${usd}, not ${vector.usd}`);
  }
  expect(wrong).toEqual([]);
  expect(compared).toEqual(expect.arrayContaining(CASES));
  return compared;
}

test("the endpoint", async () => {
  const compared = await expectVectors(async (vector) => {
    const query = new URLSearchParams({ models: vector.model_id });
    for (const [name, value] of Object.entries(toParameters(vector))) query.set(name, `${value}`);
    const { body } = await site.get<ListAnswer<PublishedCost>>(`/api/v1/cost?${query}`);
    return body.data[0]?.usd ?? null;
  });
  expect(compared.length).toBe(vectors.length);
});

test("the tool", async () => {
  const compared = await expectVectors(async (vector) => {
    const call = { models: [vector.model_id], ...toParameters(vector) };
    const { structuredContent } = await callMcpTool(site.handle, "estimate_cost", call);
    return (structuredContent as { costs: PublishedCost[] }).costs[0]?.usd ?? null;
  });
  expect(compared.length).toBe(vectors.length);
});

test("the package's cost()", async () => {
  const compared = await expectVectors((vector) => {
    const { model_id: model, host, usage, options } = vector;
    const { time: _, service_tier: serviceTier, cache_ttl: cacheTtl, ...others } = options;
    const at = momentOf(vector);
    return almanac.cost(usage, { model, host, at, serviceTier, cacheTtl, ...others }).usd;
  });
  expect(compared.length).toBe(vectors.length);
});

test("the command, with a table of requests", async () => {
  const compared = await expectVectors(async ({ model_id, host, usage, options, ...of }) => {
    const { requests = 1, service_tier, cache_ttl, region, variant, time } = options;
    const at = time === undefined ? of.day : `${of.day}T${time}:00Z`;
    const row = { model: model_id, host, at, ...usage };
    const columns = Object.keys(row);
    const line = `"${Object.values(row).join('","')}"\n`;
    const flags = { "service-tier": service_tier, "cache-ttl": cache_ttl, region, variant };
    const { words, options: read } = parseCommandArguments(
      [
        ...["-", "--columns", columns.map((name) => `${name}=${name}`).join()],
        ...Object.entries(flags).flatMap(([name, value]) => (value ? [`--${name}`, value] : [])),
      ],
      usageLogCostCommand,
    );
    const { data } = await usageLogCostCommand.run({
      ...{ almanac, words, options: read },
      ...{ writeText: async () => {}, makeTable: async () => "" },
      readText: async () => `${columns.join()}\n${line.repeat(requests)}`,
    });
    return (data as { total: { usd: number | null } }).total.usd;
  });
  expect(compared.length).toBe(vectors.length);
});

test("the page of models, where its workload has the counts", async () => {
  const file = JSON.parse(await readSite(PRICES_TABLE_DATA_PATH));
  const { cards }: { cards: ArraysByColumn<RateCardsFileRow> } = JSON.parse(
    await readSite(RATE_CARDS_TABLE_DATA_PATH),
  );
  const history = arraysByColumnToRows(cards);
  const compared = await expectVectors((vector) => {
    const { model, host, day } = vector;
    const workload = toWorkload(vector);
    if (workload === undefined || !hasPricesOfModel(vector)) return undefined;
    const own = history.filter((row) => row.model === model && row.host === host);
    const offers = toPricedOffersOfDay(file, own, day);
    const costs = findLowestCostByModel(offers, createWorkloadPricer(workload), { host });
    return costs.get(model)?.usd ?? null;
  });
  expect(compared.length).toBeGreaterThan(vectors.length / 2);
});

/** The page prices models: an id with other prices than its model is not in it. */
function hasPricesOfModel({ model, model_id, host, day }: CostTestVector): boolean {
  const [own, usual] = [model_id, model].map((name) => {
    const card = almanac.cardOf(almanac.facts.getModel(model), { name, host, at: day });
    return typeof card === "string" ? card : card.rates;
  });
  return isDeepStrictEqual(own, usual);
}

/** A vector as a workload in the page's address; undefined where the address has no name for a part of it. */
function toWorkload({ usage, options, day }: CostTestVector): Workload | undefined {
  const { requests = 1, service_tier, ...others } = options;
  const counts = Object.entries(usage).filter(([, count]) => count > 0);
  const workload = {
    ...{ usage: Object.fromEntries(counts), requests, service_tier, at: day },
    host_kind: undefined,
  };
  const read = parseWorkloadQuery(new URLSearchParams(toWorkloadParameters(workload)));
  const isWhole = Object.keys(others).length === 0 && isDeepStrictEqual(read, workload);
  return isWhole ? workload : undefined;
}
