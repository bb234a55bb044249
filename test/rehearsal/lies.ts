/**
 * Plausible wrong answers of upstreams: what a slip in somebody's script, a cut-off page or a mixed-up table makes of
 * an answer that still parses. Each is told by one source in an otherwise honest night.
 */
import type { Market } from "../builders/market.ts";
import {
  all,
  costs,
  entries,
  entry,
  filings,
  genai,
  type Lie,
  one,
  rents,
  replace,
  scale,
  set,
  swap,
  times,
} from "./lie.ts";
import { RARER_LIES } from "./rarer-lies.ts";

/** Ids of a host under new names; `keep` leaves the old ones beside them. */
const rename = (name: string, toId: (id: string) => string, keep: boolean): Lie => ({
  ...{ name: `models.dev: ${name}`, source: "models-dev" },
  tell: ({ api }) => {
    const host = api.bazaar;
    if (host === undefined) return;
    const renamed = Object.values(host.models).map((one) => ({ ...one, id: toId(one.id) }));
    const fresh = Object.fromEntries(renamed.map((one) => [one.id, one]));
    host.models = keep ? { ...host.models, ...fresh } : fresh;
  },
});

/** One more row of models.dev that is no row. */
const oddRow = (
  name: string,
  id: string,
  change: (entry: Record<string, unknown>) => void,
): Lie => ({
  ...{ name: `models.dev: ${name}`, source: "models-dev" },
  tell: ({ api }) => {
    const models = api.alps?.models as Record<string, unknown> | undefined;
    const row: Record<string, unknown> = { ...entry({ api } as Market, "alps", "quark-7"), id };
    change(row);
    if (models !== undefined) models[id] = row;
  },
});

const PRICES: Lie[] = [
  {
    ...{ name: "models.dev: one family × 10 at one host", source: "models-dev" },
    tell: (market) => {
      for (const one of entries(market, "bazaar"))
        if (one.id.startsWith("lepton")) times(one.cost, 10);
    },
  },
  {
    ...{ name: "models.dev: one model × 10 at every host", source: "models-dev" },
    tell: (market) => {
      for (const one of entries(market)) if (one.id.endsWith("quark-3")) times(one.cost, 10);
    },
  },
  costs("all prices × 10", (cost) => times(cost, 10)),
  costs("all prices ÷ 10", (cost) => times(cost, 0.1)),
  costs("all prices × 1.19", (cost) => times(cost, 1.19)),
  costs("all prices × 1.5", (cost) => times(cost, 1.5)),
  costs("all prices 0", (cost) => times(cost, 0)),
  costs("all prices per token", (cost) => times(cost, 1e-6)),
  costs("all prices per thousand tokens", (cost) => times(cost, 1e-3)),
  costs("all prices in cents", (cost) => times(cost, 100)),
  costs("input and output swapped everywhere", swap),
  costs("output as high as input everywhere", (cost) => {
    cost.output = cost.input;
  }),
  costs("one host × 1.19", (cost) => times(cost, 1.19), "alps"),
  costs("one host × 2", (cost) => times(cost, 2), "cirrus"),
  costs("one host in yuan", (cost) => times(cost, 7.12), "deepinfra"),
  costs("one host per thousand tokens", (cost) => times(cost, 1e-3), "alps"),
  costs("one host free", (cost) => times(cost, 0), "bazaar"),
  costs("a lab's own host swapped", swap, "delta"),
  {
    ...{ name: "models.dev: three models of a host in yuan", source: "models-dev" },
    tell: (market) => {
      for (const id of ["quark-2", "quark-8", "lepton-4"])
        times(entry(market, "deepinfra", id).cost, 7.05);
    },
  },
  one("one price × 1,000", ({ cost }) => times(cost, 1000)),
  one("one price ÷ 1,000,000", ({ cost }) => times(cost, 1e-6)),
  one("one price × 10", ({ cost }) => times(cost, 10)),
  one("one price ÷ 20", ({ cost }) => times(cost, 0.05)),
  one("one price 0", ({ cost }) => times(cost, 0)),
  one("one price swapped", ({ cost }) => swap(cost)),
  one("one price × 3 at its lab", ({ cost }) => times(cost, 3), "acme"),
  one("one price − 60 %", ({ cost }) => times(cost, 0.4)),
  one("one output price lost", ({ cost }) => delete (cost as Partial<typeof cost>).output),
  one("one price a text", ({ cost }) => Object.assign(cost, { input: "free" })),
  one("one price negative", ({ cost }) => Object.assign(cost, { input: -1 })),
  one("one price null", ({ cost }) => Object.assign(cost, { input: null, output: null })),
];

const SIDE_PRICES: Lie[] = [
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
];

const LISTS: Lie[] = [
  {
    ...{ name: "models.dev: three quarters of the list", source: "models-dev" },
    tell: ({ api }) => {
      for (const host of ["bazaar", "cirrus"]) delete api[host];
    },
  },
  {
    ...{ name: "models.dev: one host missing", source: "models-dev" },
    tell: ({ api }) => {
      delete api.alps;
    },
  },
  {
    ...{ name: "models.dev: half of one host's list", source: "models-dev" },
    tell: ({ api }) => {
      const models = api.bazaar?.models ?? {};
      for (const id of Object.keys(models).slice(11)) delete models[id];
    },
  },
  {
    ...{ name: "models.dev: one host's list under another's name", source: "models-dev" },
    tell: ({ api }) => {
      if (api.alps && api.bazaar) api.alps.models = structuredClone(api.bazaar.models);
    },
  },
  {
    ...{ name: "models.dev: a router's list under a host's name", source: "models-dev" },
    tell: ({ api }) => {
      if (api.alps && api.openrouter) api.alps.models = structuredClone(api.openrouter.models);
    },
  },
  {
    ...{ name: "models.dev: the lists of two hosts exchanged", source: "models-dev" },
    tell: ({ api }) => {
      const [alps, bazaar] = [api.alps, api.bazaar];
      if (alps && bazaar) [alps.models, bazaar.models] = [bazaar.models, alps.models];
    },
  },
  rename("second spellings in place of the ids", (id) => `${id}-latest`, false),
  rename("second spellings beside the ids", (id) => `${id}:latest`, true),
  rename("dated spellings beside the ids", (id) => `${id}-2026-05-01`, true),
  rename("ids in capitals", (id) => id.toUpperCase(), false),
  rename("ids with a path", (id) => `models/${id}`, false),
  {
    ...{ name: "models.dev: a plan's list added to a host's", source: "models-dev" },
    tell: ({ api }) => {
      const host = api.bazaar;
      if (host === undefined) return;
      for (let number = 30; number < 60; number++) {
        const id = `zeta-${number}`;
        host.models[id] = { ...structuredClone(entry({ api } as Market, "perch", "quark-1")), id };
      }
    },
  },
  {
    ...{ name: "models.dev: no list", source: "models-dev" },
    tell: (market) => {
      market.api = {};
    },
  },
  {
    ...{ name: "models.dev: lists under another key", source: "models-dev" },
    distort: (files) => replace(files, "models-dev", "api.json", /"models"/g, '"entries"'),
  },
  {
    ...{ name: "models.dev: a page for people", source: "models-dev" },
    distort: (files) => set(files, "models-dev", "api.json", "<!doctype html><html></html>"),
  },
  {
    ...{ name: "models.dev: cut off in the middle", source: "models-dev" },
    distort: (files) => {
      const text = files.get("models-dev")?.get("api.json") ?? "";
      set(files, "models-dev", "api.json", text.slice(0, text.length / 2));
    },
  },
  {
    ...{ name: "models.dev: one host without models", source: "models-dev" },
    tell: ({ api }) => {
      Object.assign(api.alps ?? {}, { models: null });
    },
  },
  {
    ...{ name: "models.dev: one host is a text", source: "models-dev" },
    tell: ({ api }) => {
      Object.assign(api, { alps: "moved" });
    },
  },
  oddRow("an id of 300 characters", "q".repeat(300), () => {}),
  oddRow("an id with a newline", "quark\n7", () => {}),
  oddRow("an id without a letter of ours", "夸克七", () => {}),
  oddRow("an id with half a character", "quark-\ud800", () => {}),
  oddRow("an id that is a number", "41", (row) => {
    row.id = 41;
  }),
  oddRow("a name with a line break in half a character", "quark-99", (row) => {
    row.name = "Quark\n\udc00 99";
    row.cost = { input: "?", output: [] };
  }),
  {
    ...{ name: "genai-prices: half of the list", source: "genai-prices" },
    tell: ({ genai }) => void genai.pop(),
  },
  {
    ...{ name: "litellm: every id retired last year", source: "litellm" },
    tell: ({ litellm }) => {
      for (const row of Object.values(litellm))
        Object.assign(row, { deprecation_date: "2025-05-01" });
    },
  },
  {
    ...{ name: "openrouter: half of the list", source: "openrouter" },
    tell: ({ router }) => void router.splice(12),
  },
];

const TRAITS: Lie[] = [
  all("context windows × 1,000", ({ limit }) => {
    limit.context *= 1000;
  }),
  all("context windows in thousands", ({ limit }) => {
    limit.context = Math.round(limit.context / 1000);
  }),
  all("context windows all 4096", ({ limit }) => {
    limit.context = 4096;
  }),
  all(
    "one host's context windows halved",
    ({ limit }) => {
      limit.context /= 2;
    },
    "alps",
  ),
  one("one context window × 1,000", ({ limit }) => {
    limit.context *= 1000;
  }),
  all("output limits as the context windows", ({ limit }) => {
    limit.output = limit.context;
  }),
  all("output limits above the context windows", ({ limit }) => {
    limit.output = 2 * limit.context;
  }),
  all("tool calls denied", (one) => {
    one.tool_call = false;
  }),
  all("flags flipped", (one) => {
    one.reasoning = !one.reasoning;
    one.attachment = !one.attachment;
  }),
  {
    ...all("all weights open", (one) => {
      one.open_weights = true;
    }),
    isOutvoted: true,
  },
  all("modalities mixed up", ({ modalities }) => {
    modalities.output = ["audio"];
  }),
  all("knowledge cut-offs a year later", (one) => {
    one.knowledge = "2026-04";
  }),
  all("everything deprecated", (one) => Object.assign(one, { status: "deprecated" })),
  all("one host all beta", (one) => Object.assign(one, { status: "beta" }), "cirrus"),
  {
    ...{ name: "models.dev: addresses of all APIs changed", source: "models-dev" },
    tell: ({ api }) => {
      for (const host of Object.values(api)) host.api = "https://proxy.example/v1";
    },
  },
  {
    ...{ name: "litellm: context windows × 1,000", source: "litellm" },
    tell: ({ litellm }) => {
      for (const row of Object.values(litellm)) row.max_input_tokens *= 1000;
    },
  },
  {
    ...{ name: "openrouter: every machine said to run fp4", source: "openrouter" },
    tell: ({ endpoints }) => {
      for (const { data } of Object.values(endpoints))
        for (const endpoint of data.endpoints) endpoint.quantization = "fp4";
    },
  },
];

const OTHER_PRICES: Lie[] = [
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
];

const scores = (name: string, change: (score: { score: number; date: string }) => void): Lie => ({
  ...{ name: `models.dev: ${name}`, source: "models-dev" },
  tell: ({ records }) => {
    for (const { benchmarks } of Object.values(records)) for (const row of benchmarks) change(row);
  },
});

const SCORES: Lie[] = [
  scores("scores ÷ 10", (row) => {
    row.score /= 10;
  }),
  scores("scores × 10", (row) => {
    row.score *= 10;
  }),
  scores("scores as fractions", (row) => {
    row.score /= 100;
  }),
  scores("scores dated tomorrow", (row) => {
    row.date = "2026-07-01";
  }),
  scores("scores dated a month later", (row) => {
    row.date = "2026-04-01";
  }),
  {
    ...{ name: "models.dev: one score 250 %", source: "models-dev" },
    tell: ({ records }) => {
      const row = records["acme/quark-7"]?.benchmarks[0];
      if (row) row.score = 250;
    },
  },
  {
    ...{ name: "models.dev: one score a third", source: "models-dev" },
    tell: ({ records }) => {
      const row = records["acme/quark-7"]?.benchmarks[0];
      if (row) row.score /= 3;
    },
  },
  {
    ...{ name: "aider: rates as fractions", source: "aider" },
    tell: ({ aider }) => {
      for (const run of aider) run.pass_rate_2 /= 100;
    },
  },
  {
    ...{ name: "aider: models and rates shifted by a row", source: "aider" },
    tell: ({ aider }) => {
      const [first, ...rest] = aider.map((run) => run.pass_rate_2);
      const shifted = [...rest, first ?? 0];
      for (const [index, run] of aider.entries()) run.pass_rate_2 = shifted[index] ?? 0;
    },
  },
  {
    ...{ name: "aider: one run without a number", source: "aider" },
    tell: ({ aider }) => {
      Object.assign(aider[3] ?? {}, { pass_rate_2: "n/a" });
    },
  },
  {
    ...{ name: "aider: half of the runs", source: "aider" },
    tell: ({ aider }) => void aider.splice(12),
  },
];

const FIGURES: Lie[] = [
  {
    ...{ name: "hacker-news: counts × 1,000", source: "hacker-news" },
    tell: ({ stories }) => scale(stories, 1000),
  },
  {
    ...{ name: "hacker-news: everything 0", source: "hacker-news" },
    tell: ({ stories }) => scale(stories, 0),
  },
  {
    ...{ name: "wikimedia: views × 100", source: "wikimedia" },
    tell: ({ views }) => scale(views, 100),
  },
  {
    ...{ name: "wikimedia: one article's views × 1,000", source: "wikimedia" },
    tell: ({ views }) => {
      views.pilot = (views.pilot ?? 0) * 1000;
    },
  },
  {
    ...{ name: "github-stars: stars ÷ 10", source: "github-stars" },
    tell: ({ stars }) => {
      for (const [slug, count] of Object.entries(stars)) stars[slug] = Math.round(count / 10);
    },
  },
  {
    ...{ name: "github-stars: one repository's stars × 10", source: "github-stars" },
    tell: ({ stars }) => {
      stars.scribe = (stars.scribe ?? 0) * 10;
    },
  },
  {
    ...{ name: "github-stars: stars below 0", source: "github-stars" },
    tell: ({ stars }) => scale(stars, -1),
  },
  {
    ...{ name: "vast-ai: rents × 1,000", source: "vast-ai" },
    tell: (market) => rents(market, 1000),
  },
  {
    ...{ name: "vast-ai: rents per second", source: "vast-ai" },
    tell: (market) => rents(market, 1 / 3600),
  },
  {
    ...{ name: "vast-ai: one chip's rents × 8", source: "vast-ai" },
    tell: ({ rentals }) => {
      for (const offer of rentals.h100?.offers ?? []) offer.dph_total *= 8;
    },
  },
  {
    ...{ name: "sec-edgar: figures in thousands", source: "sec-edgar" },
    tell: (market) =>
      filings(market, (figure) => {
        figure.val /= 1000;
      }),
  },
  {
    ...{ name: "sec-edgar: one company's figures are another's", source: "sec-edgar" },
    tell: ({ companies }) => {
      const apple = structuredClone(companies.apple);
      if (apple && companies.ibm) companies.ibm = apple;
    },
  },
  {
    ...{ name: "sec-edgar: filed in the future", source: "sec-edgar" },
    tell: (market) =>
      filings(market, (figure) => {
        figure.val *= 1.01;
        figure.filed = "2027-02-01";
      }),
  },
];

export const LIES: readonly Lie[] = [
  ...PRICES,
  ...SIDE_PRICES,
  ...LISTS,
  ...TRAITS,
  ...OTHER_PRICES,
  ...SCORES,
  ...FIGURES,
  ...RARER_LIES,
];
