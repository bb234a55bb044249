/** Prices of the other sources, and their answers as a whole. */
import { genai, type Lie, of, scale, set, shift, text } from "../lie.ts";

export const PRICE_TABLES: readonly Lie[] = [
  {
    ...{ name: "genai-prices: all × 10", source: "genai-prices" },
    tell: (market) => genai(market, (prices) => scale(prices, 10)),
  },
  {
    ...{ name: "genai-prices: one lab halved", source: "genai-prices" },
    tell: ({ genai: [acme] }) => {
      for (const { prices } of acme?.models ?? []) scale(prices, 0.5);
    },
  },
  {
    ...{ name: "genai-prices: cache prices × 1,000", source: "genai-prices" },
    tell: (market) =>
      genai(market, (prices) => {
        prices.cache_read_mtok = (prices.cache_read_mtok ?? 0) * 1000;
      }),
  },
  {
    ...{ name: "genai-prices: one price − 25 %, which nobody else says", source: "genai-prices" },
    tell: ({ genai: [acme] }) => scale(acme?.models[6]?.prices ?? {}, 0.75),
  },
  {
    ...{ name: "genai-prices: prices dated with a day of the past", source: "genai-prices" },
    tell: ({ genai: providers }) => {
      for (const { models } of providers)
        for (const model of models)
          Object.assign(model, {
            prices: [
              { prices: model.prices },
              {
                constraint: { start_date: "2026-05-20" },
                prices: { ...model.prices, input_mtok: (model.prices.input_mtok ?? 0) * 1.02 },
              },
            ],
          });
    },
  },
  {
    ...{ name: "genai-prices: a price announced for 2031", source: "genai-prices" },
    tell: ({ genai: [acme] }) => {
      const model = acme?.models[2];
      if (model === undefined) return;
      const later = { constraint: { start_date: "2031-01-01" }, prices: { input_mtok: 9 } };
      Object.assign(model, { prices: [{ prices: model.prices }, later] });
    },
  },
  {
    ...{ name: "litellm: prices per thousand tokens", source: "litellm" },
    tell: ({ litellm }) => {
      for (const row of Object.values(litellm)) {
        row.input_cost_per_token *= 1000;
        row.output_cost_per_token *= 1000;
      }
    },
  },
  {
    ...{ name: "litellm: every number a text", source: "litellm" },
    tell: ({ litellm }) => {
      for (const row of Object.values(litellm))
        Object.assign(row, { input_cost_per_token: String(row.input_cost_per_token) });
    },
  },
  {
    ...{ name: "openrouter: prices per million tokens", source: "openrouter" },
    tell: ({ router }) => {
      for (const { pricing } of router) pricing.prompt = String(Number(pricing.prompt) * 1e6);
    },
  },
  {
    ...{ name: "openrouter: all free", source: "openrouter" },
    tell: ({ router }) => {
      for (const { pricing } of router) Object.assign(pricing, { prompt: "0", completion: "0" });
    },
  },
  {
    ...{ name: "openrouter: completion as dear as prompt", source: "openrouter" },
    tell: ({ router }) => {
      for (const { pricing } of router) pricing.completion = pricing.prompt;
    },
  },
  of("genai-prices", "the names of two labs exchanged", ({ genai: [acme, delta] }) => {
    if (acme && delta) [acme.id, delta.id] = [delta.id, acme.id];
  }),
  of("genai-prices", "prices of a lab shifted by a row", ({ genai: [acme] }) =>
    shift(
      acme?.models ?? [],
      ({ prices }) => prices,
      (row, prices) => {
        row.prices = prices;
      },
    ),
  ),
  of("genai-prices", "one model twice, the second at half the price", ({ genai: [acme] }) => {
    const row = structuredClone(acme?.models[4]);
    if (row) acme?.models.push({ ...row, prices: { input_mtok: 0.5, output_mtok: 2 } });
  }),
  of("genai-prices", "input in tiers that begin at a thousandth", ({ genai }) => {
    for (const { models } of genai)
      for (const { prices } of models)
        Object.assign(prices, {
          input_mtok: { base: prices.input_mtok, tiers: [{ start: 200, price: 9 }] },
        });
  }),
  of("genai-prices", "output missing", ({ genai }) => {
    for (const { models } of genai) for (const { prices } of models) delete prices.output_mtok;
  }),
  of("genai-prices", "the old price of a dated list last", ({ genai: [acme] }) => {
    const model = acme?.models[5];
    if (model === undefined) return;
    const dated = {
      constraint: { start_date: "2026-01-01" },
      prices: { input_mtok: 9, output_mtok: 36 },
    };
    Object.assign(model, { prices: [dated, { prices: model.prices }] });
  }),
  of("litellm", "batch prices 0", ({ litellm }) => {
    for (const row of Object.values(litellm)) row.input_cost_per_token_batches = 0;
  }),
  of("litellm", "batch prices of input for output", ({ litellm }) => {
    for (const row of Object.values(litellm))
      row.output_cost_per_token_batches = row.input_cost_per_token_batches;
  }),
  of("litellm", "prices in cents", ({ litellm }) => {
    for (const row of Object.values(litellm)) {
      row.input_cost_per_token *= 100;
      row.output_cost_per_token *= 100;
    }
  }),
  of("litellm", "a lab's rows under a cloud's name", ({ litellm }) => {
    for (const [id, row] of Object.entries(litellm))
      if (id.startsWith("acme/")) row.litellm_provider = "cirrus";
  }),
  of("openrouter", "prices of the dynamic router everywhere", ({ router }) => {
    for (const { pricing } of router) Object.assign(pricing, { prompt: "-1", completion: "-1" });
  }),
  of("openrouter", "prices shifted by a row", ({ router }) =>
    shift(
      router,
      ({ pricing }) => pricing,
      (row, pricing) => {
        row.pricing = pricing;
      },
    ),
  ),
  of("openrouter", "context windows of the shortest machine", ({ router }) => {
    for (const row of router) row.context_length = 8192;
  }),
  text("openrouter", "an error in place of the list", (files) =>
    set(files, "openrouter", "models.json", '{"error":{"message":"Rate limited","code":429}}'),
  ),
  text("genai-prices", "null", (files) => set(files, "genai-prices", "data.json", "null")),
  text("litellm", "an empty object", (files) =>
    set(files, "litellm", "model_prices_and_context_window.json", "{}"),
  ),
  text("aider", "a page for people", (files) =>
    set(files, "aider", "polyglot_leaderboard.yml", "<!doctype html>\n<title>404</title>"),
  ),
];
