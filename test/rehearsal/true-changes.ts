/** Single changes as they happen on any day: a price cut or risen, a new model, a model that is sold no more. All must be published. */
import { type DevEntry, type Market, type MarketModel, MODELS } from "../builders/market.ts";

export interface TrueChange {
  name: string;
  tell(market: Market): void;
  /** What must be published: host, id, and the price or null where it is withdrawn. */
  expected: { host: string; id: string; input: number | null; trust?: string }[];
  /** Of the model, where that is what changes: slug, field, value. */
  model?: { slug: string; field: string; value: unknown };
  /** What stands for sure only when a source is read again, or a second one says it: trust after one night more. */
  nextNight?: string;
}

/** The price of one model at its lab, as every source tells it. */
function reprice(market: Market, { lab, id }: MarketModel, factor: number): number {
  const scale = <T extends object>(prices: T, fields: readonly (keyof T)[]) => {
    for (const field of fields)
      Object.assign(prices, { [field]: Number((Number(prices[field]) * factor).toPrecision(10)) });
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

const entryOf = ({ api }: Market, host: string, id: string): DevEntry => {
  const entry = api[host]?.models[id];
  if (entry === undefined) throw new Error(`models.dev has no ${host} ${id}`);
  return entry;
};

/** Told by models.dev alone: published with a doubt, which a second night takes away. */
const farMoves = (factor: number, models: readonly MarketModel[]): TrueChange[] =>
  models.map(({ id }) => {
    const change: TrueChange = {
      ...{ name: `${id} × ${factor} at a host, told by models.dev alone`, expected: [] },
      nextNight: "verified",
      tell: (market) => {
        const { cost } = entryOf(market, "bazaar", id);
        for (const field of ["input", "output", "cache_read", "cache_write"] as const)
          cost[field] *= factor;
        delete cost.tiers;
        change.expected = [{ host: "bazaar", id, input: cost.input, trust: "unverified" }];
      },
    };
    return change;
  });

/** A cut by a lab that two of three sources have seen is sure at once. */
const seenByTwo = (factor: number, models: readonly MarketModel[]): TrueChange[] =>
  models.map((model) => {
    const change: TrueChange = {
      ...{ name: `${model.id} × ${factor} at its lab, seen by two sources`, expected: [] },
      tell: (market) => {
        const before = structuredClone(market.litellm);
        const input = reprice(market, model, factor);
        Object.assign(market.litellm, before);
        change.expected = [{ host: model.lab, id: model.id, input }];
      },
    };
    return change;
  });

/** A host that was never heard of, cheaper than all others. */
const newHost = (slug: string, share: number): TrueChange => ({
  name: `${slug} is a new host at ${share} of the usual prices`,
  tell: ({ api }) => {
    const like = structuredClone(api.alps);
    if (like === undefined) return;
    for (const { cost } of Object.values(like.models)) {
      for (const field of ["input", "output", "cache_read", "cache_write"] as const)
        cost[field] = Number((cost[field] * share).toPrecision(4));
      delete cost.tiers;
    }
    api[slug] = { ...like, id: slug, name: slug, api: `https://${slug}.example/v1` };
  },
  expected: [{ host: slug, id: "quark-1", input: Number((0.657 * share).toPrecision(4)) }],
});

const everywhere = (market: Market, id: string, change: (entry: DevEntry) => void): void => {
  for (const { models } of Object.values(market.api))
    for (const entry of Object.values(models)) if (entry.id.endsWith(id)) change(entry);
};

const OTHERS: TrueChange[] = [
  newHost("zenith", 0.7),
  newHost("bargain", 0.4),
  {
    name: "quark-9 is withdrawn by its lab, and sold on elsewhere",
    tell: (market) => {
      delete market.api.acme?.models["quark-9"];
      delete market.litellm["acme/quark-9"];
      const [acme] = market.genai;
      if (acme) acme.models = acme.models.filter(({ id }) => id !== "quark-9");
    },
    expected: [
      { host: "acme", id: "quark-9", input: null },
      { host: "alps", id: "quark-9", input: 2.313 },
    ],
  },
  {
    name: "quark-4 has twice the context, as both sources say",
    tell: (market) => {
      everywhere(market, "quark-4", ({ limit }) => (limit.context *= 2));
      for (const [id, row] of Object.entries(market.litellm))
        if (id.endsWith("/quark-4")) row.max_input_tokens *= 2;
    },
    expected: [],
    model: { slug: "quark-4", field: "context_window", value: 208_000 },
  },
  {
    name: "quark-4 takes pictures",
    tell: (market) =>
      everywhere(market, "quark-4", ({ modalities }) => modalities.input.push("image")),
    expected: [],
    model: { slug: "quark-4", field: "input_modalities", value: ["image", "text"] },
  },
  {
    name: "quark-4 gives pictures beside text",
    tell: (market) =>
      everywhere(market, "quark-4", ({ modalities }) => modalities.output.push("image")),
    expected: [],
    model: { slug: "quark-4", field: "output_modalities", value: ["image", "text"] },
  },
  {
    name: "lepton-3 is retired by a day that its host names",
    tell: ({ litellm }) =>
      void Object.assign(litellm["delta/lepton-3"] ?? {}, { deprecation_date: "2026-12-01" }),
    expected: [{ host: "delta", id: "lepton-3", input: 1.26 }],
    model: { slug: "lepton-3", field: "retirement_date", value: "2026-12-01" },
  },
  {
    name: "lepton-2 has a free id at a host",
    tell: (market) => {
      const { bazaar } = market.api;
      const like = structuredClone(entryOf(market, "bazaar", "lepton-2"));
      const cost = { input: 0, output: 0, cache_read: 0, cache_write: 0 };
      if (bazaar) bazaar.models["lepton-2:free"] = { ...like, id: "lepton-2:free", cost };
    },
    expected: [{ host: "bazaar", id: "lepton-2:free", input: 0 }],
  },
  {
    name: "a new lab sells its first model, and two hosts do",
    tell: ({ api }) => {
      const like = structuredClone(api.alps?.models["quark-5"]);
      const host = structuredClone(api.alps);
      if (like === undefined || host === undefined) return;
      const first = { ...like, id: "gluon-1", name: "Gluon 1" };
      api.gluonics = { ...host, id: "gluonics", name: "Gluonics", models: { "gluon-1": first } };
      for (const name of ["alps", "bazaar"])
        if (api[name]) api[name].models["gluon-1"] = structuredClone(first);
    },
    expected: [
      { host: "gluonics", id: "gluon-1", input: 1.485 },
      { host: "bazaar", id: "gluon-1", input: 1.485 },
    ],
  },
  {
    name: "a host ends its discount for caches on one model",
    tell: (market) => {
      const { cost } = entryOf(market, "alps", "quark-9");
      delete (cost as Partial<typeof cost>).cache_read;
    },
    expected: [{ host: "alps", id: "quark-9", input: 2.313 }],
  },
  {
    name: "four models of one host are sold no more",
    tell: ({ api }) => {
      for (const id of ["quark-1", "quark-2", "lepton-1", "lepton-2"])
        delete api.cirrus?.models[id];
    },
    expected: ["quark-1", "quark-2", "lepton-1", "lepton-2"].map((id) => ({
      ...{ host: "cirrus", id, input: null as number | null },
    })),
  },
];

export const TRUE_CHANGES: readonly TrueChange[] = [
  ...ofLab("− 50 %", 0.5, MODELS),
  ...ofLab("+ 25 %", 1.25, MODELS.slice(0, 12)),
  ...ofLab("− 80 %", 0.2, MODELS.slice(0, 8)),
  ...ofHost("− 20 %", 0.8, "bazaar", MODELS.slice(0, 14)),
  ...ofHost("+ 60 %", 1.6, "deepinfra", MODELS.slice(4, 12)),
  ...ofCareful(MODELS.slice(2, 12)),
  ...withdrawn("alps", MODELS.slice(0, 14)),
  ...fresh(10),
  ...seenByTwo(0.5, MODELS.slice(0, 2)),
  ...seenByTwo(0.1, MODELS.slice(8, 10)),
  ...seenByTwo(0.25, MODELS.slice(16, 18)),
  ...farMoves(0.5, MODELS.slice(7, 10)),
  ...farMoves(1.8, MODELS.slice(18, 20)),
  ...OTHERS,
];
