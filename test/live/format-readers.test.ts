/**
 * Loads the price tables in the programs that read them, and checks that the prices of 40 models are ours. Readers in
 * other languages are not run: for them, published-shapes.test.ts checks the tables against the shapes that the readers
 * publish.
 */
import { OpenRouter } from "@openrouter/sdk";
import { calcPrice, updatePrices, waitForUpdate } from "@pydantic/genai-prices";
import { fetchModels } from "tokenlens";
import { expect } from "vitest";
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { groupBy } from "../../build/schema/collections.ts";
import { type BuiltSite, verifies } from "../contract/harness.ts";
import {
  computeCostsWithCcusage,
  computeCostsWithLlmUsageMetrics,
  type LoggedRequest,
  loadInstalledLibreChat,
  loadInstalledOpenlit,
  readOpencodePrices,
} from "./price-readers.ts";

const MODELS = 40;

interface Sample {
  model: string;
  host: string;
  id: string;
  input: number;
  output: number;
  cache_read: number | null;
  cache_write: number | null;
  is_list_price: boolean;
}

/** Tokens of each kind in a request; none of a kind without a price. */
const TOKENS = 1000;
const countOf = (price: number | null): number => (price === null ? 0 : TOKENS);
const costOf = ({ input, output, cache_read, cache_write }: Sample): number =>
  (TOKENS * (input + output + (cache_read ?? 0) + (cache_write ?? 0))) / 1e6;

/** A token price of each of 40 models, spread over all models. @param isListed Whether the table has the price. */
function drawSamples(
  { context: { catalog } }: BuiltSite,
  isListed: (sample: Sample) => boolean = () => true,
): Sample[] {
  const listed = catalog.offers.flatMap(({ model, host, model_id: id, ...offer }) => {
    const { input, output, cache_read, cache_write, is_list_price, billing } = offer;
    if (input === null || output === null || input === 0 || billing !== "tokens") return [];
    const sample = { model, host, id, input, output, cache_read, cache_write, is_list_price };
    return isListed(sample) ? [sample] : [];
  });
  const ofModels = [...groupBy(listed, ({ model }) => model).values()];
  expect(ofModels.length).toBeGreaterThan(MODELS);
  const step = Math.floor(ofModels.length / MODELS);
  return ofModels
    .filter((_, at) => at % step === 0)
    .slice(0, MODELS)
    .flatMap((offers, at) => offers[at % offers.length] ?? []);
}

/** @param priceOf The price that a program read from our table; undefined when the table does not list it. */
function expectPrices(site: BuiltSite, priceOf: (sample: Sample) => object | undefined): void {
  for (const sample of drawSamples(site, (one) => priceOf(one) !== undefined)) {
    const { host, id, input, output } = sample;
    expect(priceOf(sample), `${host} ${id}`).toMatchObject({ input, output });
  }
}

/** Host → its name in models.dev's table. */
const namesInModelsDev = ({ context: { catalog } }: BuiltSite) =>
  new Map(
    catalog.sources
      .find(({ id }) => id === "models-dev")
      ?.host_names.map(({ host, name }) => [host, name]),
  );

verifies("9a-models-dev", "tokenlens reads our prices", async (site) => {
  const fetch = (address: string | URL | Request) => site.doors.exact(new Request(address));
  const table = await fetchModels({
    baseUrl: "http://127.0.0.1/api.json",
    fetch: async (address) => fetch(address),
  });
  const names = namesInModelsDev(site);
  expectPrices(site, ({ host, id }) => table[names.get(host) ?? host]?.models[id]?.cost);
});

verifies("9a-models-dev", "opencode lists our prices", async (site) => {
  const table = await site.read<Record<string, { env: string[] }>>("/api.json");
  const keys = Object.values(table).flatMap(({ env }) => env);
  const url = await site.listen("exact");
  const read = await readOpencodePrices(url, keys);
  const names = namesInModelsDev(site);
  expectPrices(site, ({ host, id }) => read.get(`${names.get(host) ?? host}/${id}`));
});

verifies("9a-openlit", "openlit computes with our prices", async (site) => {
  const openlit = await loadInstalledOpenlit();
  const url = await site.listen("exact");
  const table = await openlit.fetchPricingInfo(`${url}/compat/openlit.json`);
  const { chat } = await site.read<{ chat: object }>("/compat/openlit.json");
  for (const { id, input, output } of drawListPrices(site, chat)) {
    const usd = openlit.getChatModelCost(id, table, 1000, 1000, 0, 0);
    expect(usd, id).toBeCloseTo((input + output) / 1000, 9);
  }
});

verifies("9a-librechat", "LibreChat takes our tokenConfig and charges our prices", async (site) => {
  const { parse, getMultiplier } = await loadInstalledLibreChat();
  const hosts = await site.read<Record<string, Record<string, object>>>("/compat/librechat.json");
  const isListed = ({ host, id }: Sample) => hosts[host]?.[id] !== undefined;
  for (const { host, id, input, output } of drawSamples(site, isListed)) {
    const asked = { model: id, endpointTokenConfig: parse(hosts[host]).tokenConfig };
    const charged = ["prompt", "completion"].map((tokenType) =>
      getMultiplier({ ...asked, tokenType }),
    );
    expect(charged, `${host} ${id}`).toEqual([input, output]);
  }
});

verifies(
  "9a-genai-prices",
  "genai-prices computes with our prices, and for a past day with that day's price",
  async (site) => {
    const table = await site.read<never>("/compat/genai-prices.json");
    updatePrices(({ setProviderData }) => setProviderData(table));
    await waitForUpdate();
    const ofDay = (day: string) => new Date(`${day}T12:00:00Z`);
    const million = calcPrice({ input_tokens: 1_000_000 }, "gpt-4o", {
      timestamp: ofDay("2024-06-01"),
    });
    expect(million?.total_price).toBe(5);
    const today = ofDay(site.context.catalog.asOf);
    for (const sample of drawSamples(site)) {
      const { host, id } = sample;
      const cache_read_tokens = countOf(sample.cache_read);
      const cache_write_tokens = countOf(sample.cache_write);
      const input_tokens = TOKENS + cache_read_tokens + cache_write_tokens;
      const usage = { input_tokens, output_tokens: TOKENS, cache_read_tokens, cache_write_tokens };
      const price = calcPrice(usage, id, { providerId: host, timestamp: today });
      expect(price?.total_price, `${host} ${id}`).toBeCloseTo(costOf(sample), 12);
    }
  },
);

verifies("9a-models-list", "OpenRouter's client reads our prices of OpenRouter", async (site) => {
  const url = await site.listen("exact");
  const client = new OpenRouter({ apiKey: "none", serverURL: `${url}/v1` });
  const { result } = await client.models.list();
  // Tables for other tools leave out a price of 0 that is unverified, and ids that the host has withdrawn.
  const isKnown = ({ input, trust, status }: OfferRow) =>
    input !== null && status !== "retired" && !(input === 0 && trust === "unverified");
  const resold = site.context.catalog.offersAt("openrouter").filter(isKnown);
  const read = new Map(result.data.map(({ id, pricing }) => [id, pricing]));
  expect(resold.length).toBeGreaterThan(MODELS);
  for (const { model_id, input, output } of resold)
    if (input !== null && output !== null) {
      expect(Number(read.get(model_id)?.prompt), model_id).toBeCloseTo(input / 1e6, 12);
      expect(Number(read.get(model_id)?.completion), model_id).toBeCloseTo(output / 1e6, 12);
    }
});

/** One request to each model. */
const toRequests = (samples: readonly Sample[]): LoggedRequest[] =>
  samples.map(({ id, cache_read, cache_write }) => {
    const cached = { cache_creation_input_tokens: countOf(cache_write) };
    const usage = { ...cached, cache_read_input_tokens: countOf(cache_read) };
    return { model: id, usage: { input_tokens: TOKENS, output_tokens: TOKENS, ...usage } };
  });

/** For tables whose ids have no host: their prices are list prices. */
const drawListPrices = (site: BuiltSite, table: object): Sample[] =>
  drawSamples(site, ({ id, is_list_price }) => is_list_price && Object.hasOwn(table, id));

/** @param costs Model → USD that a program computed for a request. */
function expectListPrices(samples: readonly Sample[], costs: ReadonlyMap<string, number>): void {
  expect(costs.size).toBe(samples.length);
  for (const sample of samples)
    expect(costs.get(sample.id), sample.id).toBeCloseTo(costOf(sample), 9);
}

verifies("9a-ccusage", "ccusage computes the cost of a log with our prices", async (site) => {
  const table = await site.read<{ defaults: { pricingOverrides: object } }>("/compat/ccusage.json");
  const samples = drawListPrices(site, table.defaults.pricingOverrides);
  expectListPrices(samples, await computeCostsWithCcusage(toRequests(samples), table));
});

verifies("9a-litellm", "llm-usage-metrics prices a log with our map", async (site) => {
  const map = await site.read<object>("/compat/litellm.json");
  const samples = drawListPrices(site, map);
  expectListPrices(samples, await computeCostsWithLlmUsageMetrics(toRequests(samples), map));
});
