/**
 * The formats, loaded by the programs that read them: the prices of 40 models, drawn by a seed, are ours. OpenLIT,
 * opencode and LibreChat are too large to be installed for a test; docs/integrations.md says how they were tried.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { OpenRouter } from "@openrouter/sdk";
import { calcPrice, updatePrices, waitForUpdate } from "@pydantic/genai-prices";
import { fetchModels } from "tokenlens";
import { expect } from "vitest";
import { litellmCollector } from "../../build/sources/litellm.ts";
import { collectFromTexts } from "../builders/collect.ts";
import { createTemporaryFolder } from "../builders/temporary-folder.ts";
import { type BuiltSite, memoizePerSite, verifies } from "../contract/harness.ts";

const SEED = "formats 2026-11-23";
const MODELS = 40;

interface Sample {
  model: string;
  host: string;
  id: string;
  input: number;
  output: number;
  is_list_price: boolean;
}

/** Their order is the seed's. */
const drawOrder = (text: string): string =>
  createHash("sha256")
    .update(SEED + text)
    .digest("hex");

/** The prices of all models at all hosts, in the order of the seed. */
const drawPrices = memoizePerSite(
  async ({ context: { catalog } }: BuiltSite): Promise<Sample[]> =>
    catalog.offers
      .flatMap(({ model, host, model_id: id, input, output, is_list_price, billing }) =>
        input !== null && output !== null && input > 0 && billing === "tokens"
          ? [{ model, host, id, input, output, is_list_price }]
          : [],
      )
      .map((sample) => ({ sample, order: drawOrder(`${sample.host} ${sample.id}`) }))
      .sort((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ sample }) => sample),
);

/** One price for each of 40 models. @param isListed Whether a table has it. */
async function drawSamples(
  site: BuiltSite,
  isListed: (sample: Sample) => boolean = () => true,
): Promise<Sample[]> {
  const listed = (await drawPrices(site)).filter(isListed);
  const drawn = [...new Map(listed.map((sample) => [sample.model, sample])).values()];
  expect(drawn.length).toBeGreaterThan(MODELS);
  return drawn.slice(0, MODELS);
}

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
  const costOf = ({ host, id }: Sample) => table[names.get(host) ?? host]?.models[id]?.cost;
  for (const sample of await drawSamples(site, (one) => costOf(one) !== undefined)) {
    const { input, output } = sample;
    expect(costOf(sample), `${sample.host} ${sample.id}`).toMatchObject({ input, output });
  }
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
    for (const { host, id, input, output } of await drawSamples(site)) {
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
  const samples = await drawSamples(site, ({ host, id }) => read.has(`${host} ${id}`));
  for (const { host, id, input, output } of samples)
    expect(read.get(`${host} ${id}`), id).toMatchObject({ input, output });
});

/** A log of Claude Code with a request for each id. */
async function writeClaudeLog(folder: string, ids: readonly string[]): Promise<void> {
  await mkdir(join(folder, "projects", "one"), { recursive: true });
  const usage = { input_tokens: 1000, output_tokens: 1000 };
  const entries = ids.map((model, index) => ({
    ...{ type: "assistant", timestamp: "2026-11-20T10:00:00.000Z", sessionId: "s1" },
    ...{ requestId: `r${index}`, version: "2.0.0", cwd: "/one" },
    message: { id: `m${index}`, role: "assistant", model, usage },
  }));
  const text = entries.map((entry) => JSON.stringify(entry)).join("\n");
  await writeFile(join(folder, "projects", "one", "s1.jsonl"), `${text}\n`);
}

const run = promisify(execFile);

/** Their tables have ids without hosts, which are those of the list price. */
const drawListPrices = (site: BuiltSite, table: object): Promise<Sample[]> =>
  drawSamples(site, ({ id, is_list_price }) => is_list_price && Object.hasOwn(table, id));

/** @param costs USD by model, as a program counted a log of 1,000 tokens in and out each. */
function expectListPrices(samples: readonly Sample[], costs: ReadonlyMap<string, number>): void {
  expect(costs.size).toBe(samples.length);
  for (const { id, input, output } of samples)
    expect(costs.get(id), id).toBeCloseTo((input + output) / 1000, 9);
}

verifies("9a-ccusage", "ccusage counts a log with our prices", async (site) => {
  const folder = createTemporaryFolder("ccusage");
  try {
    const table = await site.read<{ defaults: { pricingOverrides: object } }>(
      "/compat/ccusage.json",
    );
    const samples = await drawListPrices(site, table.defaults.pricingOverrides);
    await writeClaudeLog(
      folder,
      samples.map(({ id }) => id),
    );
    const config = join(folder, "ccusage.json");
    await writeFile(config, JSON.stringify(table));
    const command = ["node_modules/ccusage/src/cli.js", "claude", "daily", "--json", "--offline"];
    const { stdout } = await run(process.execPath, [...command, "--config", config], {
      env: { ...process.env, HOME: folder, CLAUDE_CONFIG_DIR: folder },
    });
    const { daily }: { daily: { modelBreakdowns: { modelName: string; cost: number }[] }[] } =
      JSON.parse(stdout);
    const models = daily.flatMap(({ modelBreakdowns }) => modelBreakdowns);
    expectListPrices(samples, new Map(models.map(({ modelName, cost }) => [modelName, cost])));
  } finally {
    await rm(folder, { recursive: true });
  }
});

verifies("9a-litellm", "llm-usage-metrics counts a log with our map", async (site) => {
  const folder = createTemporaryFolder("llm-usage");
  const server = await site.listen("exact");
  try {
    const samples = await drawListPrices(site, await site.read("/compat/litellm.json"));
    await writeClaudeLog(
      join(folder, ".claude"),
      samples.map(({ id }) => id),
    );
    const command = ["node_modules/llm-usage-metrics/dist/index.js", "daily", "--json"];
    const table = ["--source", "claude", "--pricing-url", `${server.url}/compat/litellm.json`];
    const { stdout } = await run(process.execPath, [...command, ...table], {
      env: { ...process.env, HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    const { data }: { data: { modelBreakdown: { model: string; costUsd: number }[] }[] } =
      JSON.parse(stdout);
    const models = data.flatMap(({ modelBreakdown }) => modelBreakdown);
    expectListPrices(samples, new Map(models.map(({ model, costUsd }) => [model, costUsd])));
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});
