/**
 * Checks that the prices published for a day give the expected USD of each vector in every place that computes a cost:
 * the endpoint, the tool, the package, its command and the calculator. This tests the ledger's prices too, not only the
 * cost engine.
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

/**
 * Expects the right USD for every vector.
 * @param compute USD; null when the cost is unknown; undefined when this place cannot express the vector.
 * @returns Ids of the vectors that were compared.
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

test("the endpoint computes the USD of every vector", async () => {
  const compared = await expectVectors(async (vector) => {
    const query = new URLSearchParams({ models: vector.model_id });
    for (const [name, value] of Object.entries(toParameters(vector))) query.set(name, `${value}`);
    const { body } = await site.get<ListAnswer<PublishedCost>>(`/api/v1/cost?${query}`);
    return body.data[0]?.usd ?? null;
  });
  expect(compared.length).toBe(vectors.length);
});

test("the tool computes the USD of every vector", async () => {
  const compared = await expectVectors(async (vector) => {
    const call = { models: [vector.model_id], ...toParameters(vector) };
    const { structuredContent } = await callMcpTool(site.handle, "estimate_cost", call);
    return (structuredContent as { costs: PublishedCost[] }).costs[0]?.usd ?? null;
  });
  expect(compared.length).toBe(vectors.length);
});

test("the package's cost() computes the USD of every vector", async () => {
  const compared = await expectVectors((vector) => {
    const { model_id: model, host, usage, options } = vector;
    const { time: _, service_tier: serviceTier, cache_ttl: cacheTtl, ...others } = options;
    const at = momentOf(vector);
    return almanac.cost(usage, { model, host, at, serviceTier, cacheTtl, ...others }).usd;
  });
  expect(compared.length).toBe(vectors.length);
});

test("the command computes the USD of every vector from a table of requests", async () => {
  const compared = await expectVectors(async ({ model_id, host, usage, options, ...of }) => {
    const { requests = 1, service_tier, cache_ttl, region, variant, time } = options;
    const at = time === undefined ? of.day : `${of.day}T${time}:00Z`;
    const row = { model: model_id, host, at, ...usage };
    const columns = Object.keys(row);
    const line = `"${Object.values(row).join('","')}"\n`;
    const flags = { "service-tier": service_tier, "cache-ttl": cache_ttl, region, variant };
    const { words, options: read } = parseCommandArguments(
      [
        "-",
        "--columns",
        columns.map((name) => `${name}=${name}`).join(),
        ...Object.entries(flags).flatMap(([name, value]) => (value ? [`--${name}`, value] : [])),
      ],
      usageLogCostCommand,
    );
    const { data } = await usageLogCostCommand.run({
      almanac,
      words,
      options: read,
      writeText: async () => {},
      makeTable: async () => "",
      readText: async () => `${columns.join()}\n${line.repeat(requests)}`,
    });
    return (data as { total: { usd: number | null } }).total.usd;
  });
  expect(compared.length).toBe(vectors.length);
});

test("the page of models computes the USD of the vectors that its address can express", async () => {
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

/** The page has the prices of models, so it does not cover an id whose prices differ from its model's. */
function hasPricesOfModel({ model, model_id, host, day }: CostTestVector): boolean {
  const [own, usual] = [model_id, model].map((name) => {
    const card = almanac.cardOf(almanac.facts.getModel(model), { name, host, at: day });
    return typeof card === "string" ? card : card.rates;
  });
  return isDeepStrictEqual(own, usual);
}

/** The vector as a workload in the page's address; undefined when the address cannot express all of it. */
function toWorkload({ usage, options, day }: CostTestVector): Workload | undefined {
  const { requests = 1, service_tier, ...others } = options;
  const counts = Object.entries(usage).filter(([, count]) => count > 0);
  const workload = {
    usage: Object.fromEntries(counts),
    requests,
    service_tier,
    at: day,
    host_kind: undefined,
  };
  const read = parseWorkloadQuery(new URLSearchParams(toWorkloadParameters(workload)));
  const isWhole = Object.keys(others).length === 0 && isDeepStrictEqual(read, workload);
  return isWhole ? workload : undefined;
}
