/**
 * A small made-up market for whole ingest runs: two labs, eight hosts, 24 models, and what ten upstreams report about
 * them in their own formats. Everything is plain data that a test can change.
 */
import { toSlug } from "../../build/cost/rates.ts";
import { subtractDays } from "../../build/schema/values.ts";
import { SEC_FILERS } from "../../build/sources/sec-edgar.ts";

export interface SimulatedModel {
  id: string;
  name: string;
  lab: "acme" | "delta";
  isOpen: boolean;
  /** USD per 1M input tokens at its lab; output costs four times as much. */
  input: number;
  context: number;
}

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

const family = (word: string, lab: SimulatedModel["lab"], count: number, isOpen: boolean) =>
  times(
    count,
    (number): SimulatedModel => ({
      id: `${word}-${number}`,
      name: `${word[0]?.toUpperCase()}${word.slice(1)} ${number}`,
      lab,
      isOpen,
      input: Number((0.5 + number * 0.23 + (isOpen ? 0.07 : 0)).toFixed(2)),
      context: 100_000 + 1000 * number,
    }),
  );

export const SIMULATED_MODELS: readonly SimulatedModel[] = [
  ...family("quark", "acme", 14, false),
  ...family("lepton", "delta", 10, true),
];

/** Host → price as a share of the lab's. */
const HOSTS: Readonly<Record<string, number>> = {
  acme: 1,
  delta: 1,
  alps: 0.9,
  bazaar: 1.1,
  cirrus: 1,
  deepinfra: 1.3,
  openrouter: 1.05,
  perch: 0,
};

/** A night takes half of the time with a quarter of them. */
export const FEW_MODELS: readonly SimulatedModel[] = SIMULATED_MODELS.filter(({ id }) =>
  /^(quark-[12379]|lepton-3)$/.test(id),
);

const idAt = (host: string, { id, lab }: SimulatedModel): string =>
  host === "openrouter" ? `${lab}/${id}` : id;

const usd = (value: number): number => Number(value.toPrecision(6));

const costAt = (host: string, model: SimulatedModel) => {
  const input = usd(model.input * (HOSTS[host] ?? 1));
  const above = { input: usd(2 * input), output: usd(6 * input), cache_read: usd(input / 5) };
  return {
    input,
    output: usd(4 * input),
    cache_read: usd(input / 10),
    cache_write: usd(input * 1.25),
    ...(Number(model.id.split("-")[1]) <= 6 && { tiers: [{ tier: { size: 50_000 }, ...above }] }),
  };
};

/** An entry of models.dev with the fields that collectors read. */
const devEntry = (host: string, model: SimulatedModel) => ({
  id: idAt(host, model),
  name: model.name,
  attachment: false,
  reasoning: true,
  tool_call: true,
  open_weights: model.isOpen,
  release_date: "2026-02-01",
  knowledge: "2025-06",
  modalities: { input: ["text"], output: ["text"] },
  limit: { context: model.context, output: 8000 },
  cost: costAt(host, model),
});
export type ModelsDevEntry = ReturnType<typeof devEntry>;

const record = (model: SimulatedModel, index: number) => {
  const scoreOf = (name: string, score: number, site: string) => {
    return { name, score, date: "2026-03-01", source: `https://${site}.example/${model.id}` };
  };
  const test = scoreOf("Sample Test", 30 + 2 * index, "sample");
  const elo = scoreOf("Sample Elo", 1200 + 10 * index, "elo");
  return {
    id: `${model.lab}/${model.id}`,
    name: model.name,
    open_weights: model.isOpen,
    release_date: "2026-02-01",
    benchmarks: [test, elo],
  };
};

const genaiModel = (model: SimulatedModel) => ({
  id: model.id,
  name: model.name,
  context_window: model.context,
  prices: {
    input_mtok: model.input,
    output_mtok: usd(4 * model.input),
    cache_read_mtok: usd(model.input / 10),
  } as Record<string, number>,
});

const litellmEntry = (host: string, model: SimulatedModel) => ({
  litellm_provider: host,
  mode: "chat",
  input_cost_per_token: usd(model.input / 1e6),
  output_cost_per_token: usd((4 * model.input) / 1e6),
  input_cost_per_token_batches: usd(model.input / 2e6),
  output_cost_per_token_batches: usd((2 * model.input) / 1e6),
  max_input_tokens: model.context,
  max_output_tokens: 8000,
  supports_function_calling: true,
});

const routerEntry = (model: SimulatedModel, index: number) => ({
  id: idAt("openrouter", model),
  name: `${model.lab}: ${model.name}`,
  created: 1_767_225_600 + index,
  context_length: model.context,
  architecture: { input_modalities: ["text"], output_modalities: ["text"] },
  pricing: {
    prompt: String(usd((model.input * 1.05) / 1e6)),
    completion: String(usd((4.2 * model.input) / 1e6)),
  },
  top_provider: { max_completion_tokens: 8000 },
  supported_parameters: ["tools", "reasoning"],
});

const aiderRun = ({ id: model }: SimulatedModel, index: number) => {
  return { model, edit_format: "diff", pass_rate_2: 20 + 3 * index, date: "2026-03-01" };
};

/** Entities whose attention figures the upstreams report. */
export const ATTENTION_ENTITIES = ["coder", "helper", "pilot", "scribe", "weaver", "writer"];

const rentals = (gpu_name: string) => ({
  offers: times(12, (id) => {
    return { id, gpu_name, num_gpus: 1, dph_total: 1 + id / 10, rentable: true };
  }),
});

const NAMES: Readonly<Record<string, string>> = {
  google: "Alphabet Inc.",
  ibm: "International Business Machines Corp.",
  meta: "Meta Platforms, Inc.",
};

const companyFacts = ({ slug, cik }: (typeof SEC_FILERS)[number]) => {
  const year = (fy: number, val: number) => {
    const filing = { accn: `${cik}-${fy - 1999}-000001`, filed: `${fy + 1}-02-01` };
    return { start: `${fy}-01-01`, end: `${fy}-12-31`, val, fp: "FY", form: "10-K", ...filing };
  };
  const years = (scale: number) => times(5, (number) => year(2020 + number, scale * (10 + number)));
  return {
    entityName: NAMES[slug] ?? `${slug} Inc.`,
    facts: {
      "us-gaap": {
        Revenues: { units: { USD: years(1e9) } },
        PaymentsToAcquirePropertyPlantAndEquipment: { units: { USD: years(1e8) } },
      },
    },
  };
};

const toRecord = <Item, T>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  make: (item: Item, index: number) => T,
): Record<string, T> =>
  Object.fromEntries(items.map((item, index) => [keyOf(item), make(item, index)]));

const mapOf = <T>(keys: readonly string[], make: (key: string, index: number) => T) =>
  toRecord(keys, (key) => key, make);

const mapKeys = <T>(values: Record<string, T>, rename: (key: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [rename(key), value]));

/** Models that a host sells: a lab sells only its own, other hosts sell all. */
const soldAt = (host: string, models: readonly SimulatedModel[]): readonly SimulatedModel[] =>
  host === "acme" || host === "delta" ? models.filter(({ lab }) => lab === host) : models;

/** What all upstreams report, as plain data. Tests change it; `toUpstreamTexts` turns it into files. */
export const createUpstreamData = (sold = SIMULATED_MODELS) => ({
  api: mapOf(Object.keys(HOSTS), (host) => ({
    id: host,
    name: `Host ${host}`,
    api: `https://${host}.example/v1`,
    npm: "@ai-sdk/openai-compatible",
    models: toRecord(soldAt(host, sold), idAt.bind(null, host), devEntry.bind(null, host)),
  })),
  records: toRecord(sold, ({ lab, id }) => `${lab}/${id}`, record),
  genai: ["acme", "delta"].map((lab) => ({
    id: `${lab}-inc`,
    pricing_urls: [`https://${lab}.example/pricing`],
    models: soldAt(lab, sold).map(genaiModel),
  })),
  litellm: Object.fromEntries(
    ["acme", "delta", "cirrus"].flatMap((host) =>
      soldAt(host, sold).map((one) => [`${host}/${one.id}`, litellmEntry(host, one)] as const),
    ),
  ) as Record<string, ReturnType<typeof litellmEntry>>,
  router: sold.map(routerEntry),
  aider: sold.map(aiderRun),
  stories: mapOf(ATTENTION_ENTITIES, (_, index) => 20 + 30 * index),
  views: mapOf(ATTENTION_ENTITIES, (_, index) => 3000 + 500 * index),
  stars: mapOf(ATTENTION_ENTITIES, (_, index) => 9000 + 1000 * index),
  rentals: toRecord(["B200", "H200", "L40S", "RTX 4090", "RTX 5090"], toSlug, rentals),
  companies: toRecord(SEC_FILERS, ({ slug }) => slug, companyFacts),
});
export type UpstreamData = ReturnType<typeof createUpstreamData>;

/** Source → path → text, as the live addresses answer on that day. */
export type UpstreamTexts = Map<string, Map<string, string>>;

export function toUpstreamTexts(market: UpstreamData, day: string): UpstreamTexts {
  const yesterday = subtractDays(day, 1);
  const timestamp = `${yesterday.replaceAll("-", "")}00`;
  const counted = (answer: (entity: string) => object) =>
    mapKeys(mapOf(ATTENTION_ENTITIES, answer), (entity) => `${yesterday}/agent/${entity}.json`);
  const answers: Record<string, Record<string, unknown>> = {
    "models-dev": { "api.json": market.api, "models.json": market.records },
    "genai-prices": { "data.json": market.genai },
    litellm: { "model_prices_and_context_window.json": market.litellm },
    openrouter: { "models.json": { data: market.router } },
    aider: { "polyglot_leaderboard.yml": market.aider, "edit_leaderboard.yml": [] },
    "hacker-news": counted((entity) => ({ nbHits: market.stories[entity] })),
    wikimedia: counted((entity) => ({ items: [{ timestamp, views: market.views[entity] }] })),
    "github-stars": counted((entity) => ({ stargazers_count: market.stars[entity] })),
    "vast-ai": mapKeys(market.rentals, (chip) => `${yesterday}/${chip}.json`),
    "sec-edgar": mapKeys(market.companies, (slug) => `${slug}.json`),
  };
  const toTexts = (files: object) =>
    new Map(Object.entries(files).map(([path, answer]) => [path, JSON.stringify(answer)]));
  return new Map(Object.entries(answers).map(([source, files]) => [source, toTexts(files)]));
}
