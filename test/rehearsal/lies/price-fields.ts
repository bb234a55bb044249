/** What goes with a price: caches, batches, tiers, reasoning; and prices in another form. */
import type { DevEntry } from "../../builders/market.ts";
import { all, costs, type Lie, one } from "../lie.ts";

const lost = (name: string, field: "cache_read" | "cache_write" | "tiers", host: string): Lie =>
  costs(name, (cost) => delete (cost as Partial<typeof cost>)[field], host);

export const PRICE_FIELDS: readonly Lie[] = [
  costs("cache reads × 1,000", (cost) => {
    cost.cache_read *= 1000;
  }),
  costs("cache reads × 5", (cost) => {
    cost.cache_read *= 5;
  }),
  costs("cache reads as dear as input", (cost) => {
    cost.cache_read = cost.input;
  }),
  costs("cache reads 0", (cost) => {
    cost.cache_read = 0;
  }),
  costs("cache writes × 1,000", (cost) => {
    cost.cache_write *= 1000;
  }),
  costs("cache prices lost", (cost) => {
    delete (cost as Partial<typeof cost>).cache_read;
  }),
  costs(
    "cache writes of one host × 4",
    (cost) => {
      cost.cache_write *= 4;
    },
    "cirrus",
  ),
  one("one cache read ÷ 10", ({ cost }) => {
    cost.cache_read /= 10;
  }),
  costs("tier prices × 100", (cost) => {
    for (const tier of cost.tiers ?? [])
      [tier.input, tier.output] = [tier.input * 100, tier.output];
  }),
  costs("tiers lost", (cost) => delete cost.tiers),
  costs("tiers begin at a thousandth", (cost) => {
    for (const { tier } of cost.tiers ?? []) tier.size /= 1000;
  }),
  {
    ...{ name: "litellm: batch prices × 1,000", source: "litellm" },
    tell: ({ litellm }) => {
      for (const row of Object.values(litellm)) row.input_cost_per_token_batches *= 1000;
    },
  },
  {
    ...{ name: "litellm: batch prices above the standard ones", source: "litellm" },
    tell: ({ litellm }) => {
      for (const row of Object.values(litellm)) row.input_cost_per_token_batches *= 3;
    },
  },
  lost("cache prices of one host lost", "cache_read", "alps"),
  lost("tiers of one host lost", "tiers", "bazaar"),
  costs("tier prices halved", (cost) => {
    for (const tier of cost.tiers ?? [])
      [tier.input, tier.output] = [tier.input / 2, tier.output / 2];
  }),
  costs("tiers below the base price", (cost) => {
    for (const tier of cost.tiers ?? []) tier.input = cost.input * 0.8;
  }),
  costs("tiers begin at 40,000", (cost) => {
    for (const { tier } of cost.tiers ?? []) tier.size = 40_000;
  }),
  costs("cache writes as cheap as cache reads", (cost) => {
    cost.cache_write = cost.cache_read;
  }),
  costs(
    "cache reads and writes of one host exchanged",
    (cost) => {
      [cost.cache_read, cost.cache_write] = [cost.cache_write, cost.cache_read];
    },
    "alps",
  ),
  costs("reasoning tokens at 40 times output", (cost) =>
    Object.assign(cost, { reasoning: 40 * cost.output }),
  ),
  costs(
    "output per thousand tokens at one host",
    (cost) => {
      cost.output /= 1000;
    },
    "cirrus",
  ),
  costs(
    "output in cents at one host",
    (cost) => {
      cost.output *= 100;
    },
    "cirrus",
  ),
  costs("prices with a sign of dollars", (cost) =>
    Object.assign(cost, { input: `$${cost.input}`, output: `$${cost.output}` }),
  ),
  costs(
    "prices with decimal commas at one host",
    (cost) => Object.assign(cost, { input: String(cost.input).replace(".", ",") }),
    "bazaar",
  ),
  costs("prices rounded to whole dollars", (cost) => {
    for (const field of ["input", "output", "cache_read", "cache_write"] as const)
      cost[field] = Math.round(cost[field]);
  }),
  costs("prices in a level of their own", (cost) => {
    const { input, output } = cost;
    for (const field of Object.keys(cost)) delete (cost as Record<string, unknown>)[field];
    Object.assign(cost, { usd: { input, output } });
  }),
  costs("prices under other names", (cost) => {
    const { input, output } = cost;
    for (const field of Object.keys(cost)) delete (cost as Record<string, unknown>)[field];
    Object.assign(cost, { prompt: input, completion: output });
  }),
  all("no prices at one host", (row) => delete (row as Partial<DevEntry>).cost, "alps"),
  one("one price 1e300", ({ cost }) => Object.assign(cost, { input: 1e300 })),
  one("one price 39 digits", ({ cost }) => Object.assign(cost, { input: 1 / 3e20 })),
];
