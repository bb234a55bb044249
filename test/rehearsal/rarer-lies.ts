/** Wrong answers that are rarer, or look more like true ones: rows shifted, some rows off, fields under other names. */
import type { DevEntry, Market, MarketFiles } from "../builders/market.ts";
import { all, costs, entries, entry, filings, type Lie, one, set, times } from "./lie.ts";

const of = (source: string, name: string, tell: (market: Market) => void): Lie => ({
  ...{ name: `${source}: ${name}`, source },
  tell,
});

const text = (source: string, name: string, distort: (files: MarketFiles) => void): Lie => ({
  ...{ name: `${source}: ${name}`, source },
  distort,
});

/** Each gets what the next one has; the last what the first has. */
function shift<T, V>(rows: readonly T[], get: (row: T) => V, put: (row: T, value: V) => void) {
  const values = rows.map((row) => structuredClone(get(row)));
  for (const [index, row] of rows.entries()) {
    const value = values[(index + 1) % values.length];
    if (value !== undefined) put(row, value);
  }
}

const costOf = ({ cost }: DevEntry) => cost;
const setCost = (row: DevEntry, cost: DevEntry["cost"]) => {
  row.cost = cost;
};

/** A factor of its own for each row, far from any that tells a unit. */
const FACTORS = [1.13, 0.86, 1.31, 0.91, 1.07, 0.78, 1.22, 0.83];
const nth = (index: number): number => FACTORS[index % FACTORS.length] ?? 1;

const ROWS: Lie[] = [
  of("models-dev", "one host's prices shifted by a row", (market) =>
    shift(entries(market, "bazaar"), costOf, setCost),
  ),
  of("models-dev", "all prices shifted by a row", (market) =>
    shift(entries(market), costOf, setCost),
  ),
  of("models-dev", "the prices of two models exchanged at one host", (market) => {
    const [a, b] = [entry(market, "cirrus", "quark-7"), entry(market, "cirrus", "quark-9")];
    [a.cost, b.cost] = [b.cost, a.cost];
  }),
  of("models-dev", "every tenth price off by a little", (market) => {
    for (const [index, { cost }] of entries(market).entries())
      if (index % 10 === 4) times(cost, nth((index - 4) / 10));
  }),
  of("models-dev", "every price of one host off by a little", (market) => {
    for (const [index, { cost }] of entries(market, "deepinfra").entries()) times(cost, nth(index));
  }),
  of("models-dev", "every sixth id missing", ({ api }) => {
    let count = 0;
    for (const { models } of Object.values(api))
      for (const id of Object.keys(models)) if (count++ % 6 === 3) delete models[id];
  }),
  of("models-dev", "a third of one host's list missing", ({ api }) => {
    const models = api.cirrus?.models ?? {};
    for (const id of Object.keys(models).slice(16)) delete models[id];
  }),
  of("models-dev", "a host under a new name", ({ api }) => {
    const { alps } = api;
    if (alps) Object.assign(api, { "alps-cloud": { ...alps, id: "alps-cloud" } });
    delete api.alps;
  }),
  of("models-dev", "a known host's list under a new host's name too", ({ api }) => {
    if (api.alps) Object.assign(api, { zenith: { ...structuredClone(api.alps), id: "zenith" } });
  }),
  of("models-dev", "keys and ids of a host shifted by a row", ({ api }) => {
    shift(
      Object.values(api.bazaar?.models ?? {}),
      ({ id }) => id,
      (row, id) => {
        row.id = id;
      },
    );
  }),
  of("models-dev", "one id twice at a host, the second at another price", ({ api }) => {
    const models = api.bazaar?.models ?? {};
    const row = structuredClone(models["quark-7"]);
    if (row) models["quark-7-copy"] = { ...row, cost: { ...row.cost, input: 9, output: 36 } };
  }),
];

const lost = (name: string, field: "cache_read" | "cache_write" | "tiers", host: string): Lie =>
  costs(name, (cost) => delete (cost as Partial<typeof cost>)[field], host);

const FIELDS: Lie[] = [
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

const TRAITS: Lie[] = [
  all("context windows as texts", (row) => Object.assign(row.limit, { context: "128k" })),
  all("context windows null", ({ limit }) => Object.assign(limit, { context: null })),
  all("limits exchanged", ({ limit }) => {
    [limit.context, limit.output] = [limit.output, limit.context];
  }),
  all(
    "limits of one host exchanged",
    ({ limit }) => {
      [limit.context, limit.output] = [limit.output, limit.context];
    },
    "acme",
  ),
  of("models-dev", "context windows shifted by a row", (market) =>
    shift(
      entries(market),
      ({ limit }) => limit.context,
      ({ limit }, context) => {
        limit.context = context;
      },
    ),
  ),
  all("released in 2031", (row) => {
    row.release_date = "2031-02-01";
  }),
  all("released in 1970", (row) => {
    row.release_date = "1970-01-01";
  }),
  all("released on a day that is none", (row) => {
    row.release_date = "2026-13-45";
  }),
  of("models-dev", "one model released in 2031", (market) => {
    for (const row of entries(market))
      if (row.id.endsWith("quark-7")) row.release_date = "2031-02-01";
  }),
  all("knowledge of 2030", (row) => {
    row.knowledge = "2030-01";
  }),
  all("weights open by a text", (row) => Object.assign(row, { open_weights: "false" })),
  all("everything takes pictures", (row) => {
    row.modalities.input = ["image", "text"];
  }),
  all("nothing gives anything", (row) => {
    row.modalities = { input: [], output: [] };
  }),
  {
    ...of("models-dev", "one model gives video", (market) => {
      for (const row of entries(market))
        if (row.id.endsWith("quark-7")) row.modalities.output = ["video"];
    }),
    isOutvoted: true,
  },
  all("a status that nobody knows", (row) => Object.assign(row, { status: "sunset" })),
  of("litellm", "retired on no day", ({ litellm }) => {
    for (const row of Object.values(litellm))
      Object.assign(row, { deprecation_date: "0000-00-00" });
  }),
  of("litellm", "one model retired in 1970", ({ litellm }) => {
    Object.assign(litellm["acme/quark-7"] ?? {}, { deprecation_date: "1970-01-01" });
  }),
];

const OTHERS: Lie[] = [
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

const SCORES: Lie[] = [
  of("models-dev", "the names of two benchmarks exchanged", ({ records }) => {
    for (const { benchmarks } of Object.values(records)) {
      const [a, b] = benchmarks;
      if (a && b) [a.name, b.name] = [b.name, a.name];
    }
  }),
  of("models-dev", "scores shifted by a row", ({ records }) =>
    shift(
      Object.values(records).flatMap(({ benchmarks }) => benchmarks.slice(0, 1)),
      ({ score }) => score,
      (row, score) => {
        row.score = score;
      },
    ),
  ),
  of("models-dev", "scores as texts with a sign", ({ records }) => {
    for (const { benchmarks } of Object.values(records))
      for (const row of benchmarks) Object.assign(row, { score: `${row.score} %` });
  }),
  of("models-dev", "every score three points better", ({ records }) => {
    for (const { benchmarks } of Object.values(records))
      for (const row of benchmarks) row.score += 3;
  }),
  of("models-dev", "addresses of the scores are scripts", ({ records }) => {
    for (const { benchmarks } of Object.values(records))
      for (const row of benchmarks) row.source = "javascript:alert(1)";
  }),
  of("models-dev", "each model's scores under the next model", ({ records }) =>
    shift(
      Object.values(records),
      ({ benchmarks }) => benchmarks,
      (row, benchmarks) => {
        row.benchmarks = benchmarks;
      },
    ),
  ),
  of("aider", "rates below 0", ({ aider }) => {
    for (const run of aider) run.pass_rate_2 *= -1;
  }),
  of("aider", "all rates alike", ({ aider }) => {
    for (const run of aider) run.pass_rate_2 = 50;
  }),
  of("aider", "run next year", ({ aider }) => {
    for (const run of aider) run.date = "2027-03-01";
  }),
  of(
    "aider",
    "every run twice, the second worse",
    ({ aider }) =>
      void aider.push(...aider.map((run) => ({ ...run, pass_rate_2: run.pass_rate_2 / 2 }))),
  ),
];

const FIGURES: Lie[] = [
  of("hacker-news", "counts as texts", ({ stories }) => {
    for (const slug of Object.keys(stories)) Object.assign(stories, { [slug]: "many" });
  }),
  of("wikimedia", "views below 0", ({ views }) => {
    for (const slug of Object.keys(views)) views[slug] = -1;
  }),
  text("wikimedia", "views of next year", (files) => {
    for (const [path, body] of files.get("wikimedia") ?? [])
      set(files, "wikimedia", path, body.replace(/"2026(\d{6})"/g, '"2027$1"'));
  }),
  of("github-stars", "one repository without stars", ({ stars }) => {
    stars.scribe = 0;
  }),
  of("github-stars", "counts with a fraction", ({ stars }) => {
    for (const slug of Object.keys(stars)) stars[slug] = (stars[slug] ?? 0) + 0.5;
  }),
  of("vast-ai", "answers about another chip", ({ rentals }) => {
    for (const { offers } of Object.values(rentals))
      for (const offer of offers) offer.gpu_name = "RTX 3060";
  }),
  of("vast-ai", "rents of eight chips for one", ({ rentals }) => {
    for (const { offers } of Object.values(rentals))
      for (const offer of offers)
        Object.assign(offer, { num_gpus: 1, dph_total: 8 * offer.dph_total });
  }),
  of("vast-ai", "one rent of almost nothing", ({ rentals }) => {
    const [first] = rentals.h100?.offers ?? [];
    if (first) first.dph_total = 0.02;
  }),
  of("vast-ai", "rents below 0", ({ rentals }) => {
    for (const { offers } of Object.values(rentals))
      for (const offer of offers) offer.dph_total *= -1;
  }),
  of("sec-edgar", "figures in another currency", (market) =>
    filings(market, (figure) => {
      figure.val *= 0.92;
    }),
  ),
  of("sec-edgar", "one company's figures of a quarter for a year", ({ companies }) => {
    for (const { units } of Object.values(companies.nvidia?.facts["us-gaap"] ?? {}))
      for (const row of units.USD) row.val = Math.round(row.val / 4);
  }),
  of("sec-edgar", "one company's newest figure × 8", ({ companies }) => {
    const figure = companies.intel?.facts["us-gaap"].Revenues.units.USD.at(-1);
    if (figure) figure.val *= 8;
  }),
  of("sec-edgar", "figures below 0", (market) =>
    filings(market, (figure) => {
      figure.val *= -1;
    }),
  ),
  of("sec-edgar", "years shifted by one", ({ companies }) => {
    for (const { facts } of Object.values(companies))
      for (const { units } of Object.values(facts["us-gaap"]))
        shift(
          units.USD,
          ({ val }) => val,
          (row, val) => {
            row.val = val;
          },
        );
  }),
];

export const RARER_LIES: readonly Lie[] = [
  ...ROWS,
  ...FIELDS,
  ...TRAITS,
  ...OTHERS,
  ...SCORES,
  ...FIGURES,
];
