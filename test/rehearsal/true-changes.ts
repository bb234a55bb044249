/** Single changes as they happen on any day: a price cut or risen, a new model, a model that is sold no more. All must be published. */
import { type Market, type MarketModel, MODELS } from "../builders/market.ts";

export interface TrueChange {
  name: string;
  tell(market: Market): void;
  /** What the ledger must gain: host, id, and the price or null where it is withdrawn. */
  expected: { host: string; id: string; input: number | null }[];
}

/** The price of one model at its lab, as every source tells it. */
function reprice(market: Market, { lab, id }: MarketModel, factor: number): number {
  const scale = <T extends object>(prices: T, fields: readonly (keyof T)[]) => {
    for (const field of fields) Object.assign(prices, { [field]: Number(prices[field]) * factor });
  };
  const cost = market.api[lab]?.models[id]?.cost;
  if (cost === undefined) throw new Error(`models.dev has no ${lab} ${id}`);
  scale(cost, ["input", "output", "cache_read", "cache_write"]);
  for (const tier of cost.tiers ?? []) scale(tier, ["input", "output", "cache_read"]);
  for (const { models } of market.genai)
    for (const model of models)
      if (model.id === id) scale(model.prices, ["input_mtok", "output_mtok", "cache_read_mtok"]);
  const row = market.litellm[`${lab}/${id}`];
  if (row !== undefined)
    scale(row, [
      ...(["input_cost_per_token", "output_cost_per_token"] as const),
      ...(["input_cost_per_token_batches", "output_cost_per_token_batches"] as const),
    ]);
  return cost.input;
}

const ofLab = (name: string, factor: number, models: readonly MarketModel[]): TrueChange[] =>
  models.map((model) => {
    const change: TrueChange = {
      ...{ name: `${model.id} ${name} at its lab, told by all`, expected: [] },
      tell: (market) => {
        const input = reprice(market, model, factor);
        change.expected = [{ host: model.lab, id: model.id, input }];
      },
    };
    return change;
  });

/** Told by the one source that follows the host. */
const ofHost = (name: string, factor: number, host: string, models: readonly MarketModel[]) =>
  models.map((model) => {
    const change: TrueChange = {
      ...{ name: `${model.id} ${name} at ${host}, told by models.dev`, expected: [] },
      tell: ({ api }) => {
        const cost = api[host]?.models[model.id]?.cost;
        if (cost === undefined) throw new Error(`models.dev has no ${host} ${model.id}`);
        for (const field of ["input", "output", "cache_read", "cache_write"] as const)
          cost[field] *= factor;
        for (const tier of cost.tiers ?? [])
          for (const field of ["input", "output", "cache_read"] as const) tier[field] *= factor;
        change.expected = [{ host, id: model.id, input: cost.input }];
      },
    };
    return change;
  });

/** Told first by the source that is most careful at labs; the others follow days later. */
const ofCareful = (models: readonly MarketModel[]): TrueChange[] =>
  models.map((model) => {
    const change: TrueChange = {
      ...{ name: `${model.id} − 30 % at its lab, told by genai-prices first`, expected: [] },
      tell: ({ genai }) => {
        for (const { models: listed } of genai)
          for (const { id, prices } of listed)
            if (id === model.id) {
              for (const field of Object.keys(prices)) prices[field] = (prices[field] ?? 0) * 0.7;
              change.expected = [{ host: model.lab, id, input: prices.input_mtok ?? 0 }];
            }
      },
    };
    return change;
  });

const withdrawn = (host: string, models: readonly MarketModel[]): TrueChange[] =>
  models.map(({ id }) => ({
    name: `${id} is sold no more at ${host}`,
    tell: ({ api }) => void delete api[host]?.models[id],
    expected: [{ host, id, input: null }],
  }));

const fresh = (count: number): TrueChange[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `quark-${40 + index} is new at its lab`,
    tell: ({ api }) => {
      const models = api.acme?.models ?? {};
      const like = models["quark-1"];
      const id = `quark-${40 + index}`;
      if (like !== undefined)
        models[id] = { ...structuredClone(like), id, name: `Quark ${40 + index}` };
    },
    expected: [{ host: "acme", id: `quark-${40 + index}`, input: 0.73 }],
  }));

export const TRUE_CHANGES: readonly TrueChange[] = [
  ...ofLab("− 50 %", 0.5, MODELS),
  ...ofLab("+ 25 %", 1.25, MODELS.slice(0, 12)),
  ...ofLab("− 80 %", 0.2, MODELS.slice(0, 8)),
  ...ofHost("− 20 %", 0.8, "bazaar", MODELS.slice(0, 14)),
  ...ofHost("+ 60 %", 1.6, "deepinfra", MODELS.slice(4, 12)),
  ...ofCareful(MODELS.slice(2, 12)),
  ...withdrawn("alps", MODELS.slice(0, 14)),
  ...fresh(10),
];
