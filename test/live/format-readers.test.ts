/**
 * The formats, loaded by the programs that read them: the prices of 40 models, drawn by a seed, are ours. OpenLIT,
 * opencode and LibreChat are too large to be installed for a test; docs/integrations.md says how they were tried.
 */
import { createHash } from "node:crypto";
import { OpenRouter } from "@openrouter/sdk";
import { calcPrice, updatePrices, waitForUpdate } from "@pydantic/genai-prices";
import { fetchModels } from "tokenlens";
import { expect } from "vitest";
import {
  ccusageReader,
  createLlmUsageMetricsReader,
  type ReaderUsage,
} from "../../bench/price-readers.ts";
import { litellmCollector } from "../../build/sources/litellm.ts";
import { collectFromTexts } from "../builders/collect.ts";
import { getDefined } from "../builders/get.ts";
import { type BuiltSite, memoizePerSite, verifies } from "../contract/harness.ts";

const SEED = "formats 2026-11-23";
const MODELS = 40;

interface Sample {
  model: string;
  host: string;
  id: string;
  input: number;
  output: number;
  cache_read: number | null;
}

/** One price for each of some models, at any host; the seed decides. */
const drawSamples = memoizePerSite(
  async ({ context: { catalog } }: BuiltSite): Promise<Sample[]> => {
    const order = (text: string) =>
      createHash("sha256")
        .update(SEED + text)
        .digest("hex");
    const priced = catalog.offers.flatMap(
      ({ model, host, model_id: id, input, output, cache_read, ...offer }) =>
        input !== null && output !== null && input > 0 && offer.billing === "tokens"
          ? [{ model, host, id, input, output, cache_read }]
          : [],
    );
    const drawn = new Map(
      priced
        .sort((a, b) => (order(`${a.host} ${a.id}`) < order(`${b.host} ${b.id}`) ? -1 : 1))
        .map((sample) => [sample.model, sample]),
    );
    return [...drawn.values()].slice(0, MODELS);
  },
);

verifies("9a-models-dev", "tokenlens reads our prices", async (site) => {
  const fetch = (address: string | URL | Request) => site.doors.exact(new Request(address));
  const table = await fetchModels({
    baseUrl: "http://127.0.0.1/api.json",
    fetch: async (address) => fetch(address),
  });
  const names = new Map(
    site.context.catalog.sources
      .find(({ id }) => id === "models-dev")
      ?.host_names.map(({ host, name }) => [host, name]),
  );
  const listed = (await drawSamples(site)).flatMap((sample) => {
    const host = table[names.get(sample.host) ?? sample.host];
    return host ? [{ ...sample, cost: host.models[sample.id]?.cost }] : [];
  });
  expect(listed.length).toBeGreaterThan(MODELS / 2);
  for (const { host, id, input, output, cost } of listed)
    expect(cost, `${host} ${id}`).toMatchObject({ input, output });
});

verifies(
  "9a-genai-prices",
  "genai-prices computes with our prices, and with those of the day",
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
    const samples = await drawSamples(site);
    expect(samples.length).toBe(MODELS);
    for (const { host, id, input, output } of samples) {
      const usage = { input_tokens: 1000, output_tokens: 1000 };
      const price = calcPrice(usage, id, { providerId: host, timestamp: today });
      expect(price?.total_price, `${host} ${id}`).toBeCloseTo((input + output) / 1000, 12);
    }
  },
);

verifies("9a-models-list", "OpenRouter's client reads the list", async (site) => {
  const server = await site.listen("exact");
  try {
    const client = new OpenRouter({ apiKey: "none", serverURL: `${server.url}/v1` });
    const { result } = await client.models.list();
    const resold = site.context.catalog
      .offersAt("openrouter")
      .filter(({ input }) => input !== null);
    const read = new Map(result.data.map(({ id, pricing }) => [id, pricing]));
    expect(resold.length).toBeGreaterThan(MODELS);
    for (const { model_id, input, output } of resold)
      if (input !== null && output !== null) {
        expect(Number(read.get(model_id)?.prompt), model_id).toBeCloseTo(input / 1e6, 12);
        expect(Number(read.get(model_id)?.completion), model_id).toBeCloseTo(output / 1e6, 12);
      }
  } finally {
    await server.close();
  }
});

verifies("9a-litellm", "LiteLLM's fields say our prices", async (site) => {
  const map = JSON.stringify(await site.read("/compat/litellm.json"));
  const { offers } = collectFromTexts(litellmCollector, {
    "model_prices_and_context_window.json": map,
  });
  const read = new Map(offers.map(({ host, modelId, prices }) => [`${host} ${modelId}`, prices]));
  const both = (await drawSamples(site)).filter(({ host, id }) => read.has(`${host} ${id}`));
  expect(both.length).toBeGreaterThan(0);
  for (const { host, id, input, output } of both)
    expect(read.get(`${host} ${id}`), id).toMatchObject({ input, output });
});

/** One request, as these programs find it in a log of Claude Code. */
const USAGE: ReaderUsage = {
  ...{ model: "claude-sonnet-4-5", host: "anthropic", day: "2026-11-20" },
  ...{ input: 1000, output: 500, written: 2000, cached: 10_000 },
};

verifies("9a-ccusage", "ccusage counts a log with our prices", async (site) => {
  const cost = await ccusageReader(USAGE, await site.read("/compat/ccusage.json"));
  expect(cost).toBeCloseTo(costOfUsage(site), 9);
});

verifies("9a-litellm", "llm-usage-metrics counts a log with our map", async (site) => {
  const cost = await createLlmUsageMetricsReader()(USAGE, await site.read("/compat/litellm.json"));
  expect(cost).toBeCloseTo(costOfUsage(site), 9);
});

/** By the list price of the model. */
function costOfUsage({ context: { catalog } }: BuiltSite): number {
  const { input, output, cache_read, cache_write } = getDefined(
    catalog.offersOf(USAGE.model).find((one) => one.is_list_price),
    "list price",
  );
  const usd = [
    [USAGE.input, input],
    [USAGE.output, output],
    [USAGE.written, cache_write],
    [USAGE.cached, cache_read],
  ].reduce((sum, [count, price]) => sum + (count ?? 0) * (price ?? 0), 0);
  return usd / 1e6;
}
