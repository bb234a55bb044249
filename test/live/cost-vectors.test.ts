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
  type PricesFile,
  type RateCardsFileRow,
  toPricedOffersOfDay,
} from "../../generator/site/pages/models/workload-costs.ts";
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
let prices: PricesFile;
let rateCards: RateCardsFileRow[];
const readSite = (path: string) => readFile(join(site.dist, path), "utf8");
beforeAll(async () => {
  site = await openBuiltSite();
  ({ vectors } = CostTestVectorFile.parse(JSON.parse(await readSite("cost-vectors.json"))));
  almanac = createAlmanac(await readSite(PACKAGED_FACTS_URL_PATH));
  prices = await site.read<PricesFile>(PRICES_TABLE_DATA_PATH);
  const { cards } = await site.read<{ cards: ArraysByColumn<RateCardsFileRow> }>(
    RATE_CARDS_TABLE_DATA_PATH,
  );
  rateCards = arraysByColumnToRows(cards);
  // Allows for a site that is still being built.
}, 600_000);

/** Time of the request: to the minute when the vector states it, otherwise the day. */
const momentOf = ({ day, options: { time } }: CostTestVector): string =>
  time === undefined ? day : `${day}T${time}Z`;

function toParameters(vector: CostTestVector): object {
  const { time: _, ...options } = vector.options;
  return { host: vector.host, at: momentOf(vector), ...vector.usage, ...options };
}

/** USD of a vector; null when the cost is unknown; undefined when this place cannot express the vector. */
type Compute = (vector: CostTestVector) => Promise<number | null | undefined>;

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

/** Writes the requests as a table, and reads the sum that the command computes. */
async function runCommand({ model_id, host, usage, options, day }: CostTestVector) {
  const { requests = 1, service_tier, cache_ttl, region, variant, time } = options;
  const at = time === undefined ? day : `${day}T${time}:00Z`;
  const row = { model: model_id, host, at, ...usage };
  const columns = Object.keys(row);
  const line = `"${Object.values(row).join('","')}"\n`;
  const flags = { "service-tier": service_tier, "cache-ttl": cache_ttl, region, variant };
  const columnsRead = columns.map((name) => `${name}=${name}`).join();
  const given = Object.entries(flags).flatMap(([name, value]) =>
    value ? [`--${name}`, value] : [],
  );
  const read = parseCommandArguments(
    ["-", "--columns", columnsRead, ...given],
    usageLogCostCommand,
  );
  const { data } = await usageLogCostCommand.run({
    almanac,
    ...read,
    writeText: async () => {},
    makeTable: async () => "",
    readText: async () => `${columns.join()}\n${line.repeat(requests)}`,
  });
  return (data as { total: { usd: number | null } }).total.usd;
}

async function computeOnPage(vector: CostTestVector) {
  const { model, host, day } = vector;
  const workload = toWorkload(vector);
  if (workload === undefined || !hasPricesOfModel(vector)) return undefined;
  const own = rateCards.filter((row) => row.model === model && row.host === host);
  const offers = toPricedOffersOfDay(prices, own, day);
  const costs = findLowestCostByModel(offers, createWorkloadPricer(workload), { host });
  return costs.get(model)?.usd ?? null;
}

test.each<[place: string, compute: Compute, leastShare: number]>([
  ["the endpoint", askEndpoint, 1],
  ["the tool", askTool, 1],
  ["the package's cost()", callPackage, 1],
  ["the command, from a table of requests,", runCommand, 1],
  // The address of the page cannot express every vector.
  ["the page of models", computeOnPage, 0.5],
])("%s computes the USD of the vectors", async (_, compute, leastShare) => {
  const compared: string[] = [];
  const wrong: string[] = [];
  for (const vector of vectors) {
    const usd = await compute(vector);
    if (usd !== undefined) compared.push(vector.id);
    if (usd !== undefined && usd !== vector.usd)
      wrong.push(`${vector.id}: ${usd}, not ${vector.usd}`);
  }
  expect(wrong).toEqual([]);
  expect(compared).toEqual(expect.arrayContaining(CASES));
  expect(compared.length).toBeGreaterThanOrEqual(leastShare * vectors.length);
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
