import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { formatRatesCell, parseRates } from "../cost/rates.ts";
import { modelsDevBenchmarksCollector, modelsDevCollector } from "./models-dev.ts";

/** The format of https://models.dev/api.json, with a host and models that do not exist. */
const NIMBUS = {
  id: "lab/nimbus-1",
  name: "Nimbus 1",
  knowledge: "2025-03",
  modalities: { input: ["text", "image"], output: ["text"] },
  limit: { context: 128000, output: 1 },
  cost: {
    input: 3,
    output: 15,
    cache_read: 0.3,
    reasoning: 20,
    tiers: [{ tier: { size: 200000 }, input: 6, output: 22.5, cache_read: 0.6 }],
  },
  status: "beta",
};
const SWAPPED = { id: "swapped", name: "Swapped", cost: { input: 1, output: 2, cache_read: 5 } };
const MODELS = {
  "lab/nimbus-1": NIMBUS,
  swapped: SWAPPED,
  quiet: { id: "quiet", name: "Quiet" },
  odd: { id: 7 },
};
const api = "https://api.cloud.example.org/v1";
const doc = "https://cloud.example.org/docs";
const SDK = { npm: "@sdk/cloud", env: ["CLOUD_API_KEY"] };
const API = {
  "cloud.shop": { id: "cloud.shop", name: "Cloud Shop", api, doc, ...SDK, models: MODELS },
};

const RECORD = {
  name: "Nimbus 1",
  license: "MIT",
  weights: [{ label: "hub", url: "https://hub.example.org/nimbus" }],
  links: [{ type: "announcement", url: "https://lab.example.org/nimbus" }],
};
const COPY = {
  "api.json": API,
  "models.jsonl": `${JSON.stringify({ id: "lab/nimbus-1", ...RECORD })}\n`,
};

test("hosts have one of our slugs; offers have prices, tiers and limits", () => {
  const { hosts, offers } = collectFromTexts(modelsDevCollector, COPY);
  const names = { slug: "cloud-shop", name: "Cloud Shop" };
  const addresses = { api_url: api, documentation_url: doc };
  expect(hosts).toEqual([{ source: "models-dev", ...names, ...addresses, ...SDK }]);
  expect(offers[0]).toMatchObject({
    host: "cloud-shop",
    prices: { input: 3, output: 15, cache_read: 0.3, cache_write: null },
    rates: parseRates("reasoning=20; input@>200000=6; output@>200000=22.5; cache_read@>200000=0.6"),
    status: "beta",
    traits: { context_window: 128000, max_output_tokens: null, knowledge_cutoff: "2025-03" },
  });
});

test("an alias is replaced by our host, and an id keeps the model that the source declares for it", () => {
  const declared = { id: "a", name: "A", canonical_model_id: "lab/nimbus-1" };
  const api = { "nimbus-cloud": { id: "nimbus-cloud", name: "Nimbus", models: { a: declared } } };
  const { hosts, offers } = collectFromTexts(modelsDevCollector, { "api.json": api });
  expect(hosts).toMatchObject([{ slug: "nimbus", name: "Nimbus" }]);
  expect(offers).toMatchObject([{ host: "nimbus", declaredModel: "lab/nimbus-1" }]);
});

/** The offer of one entry of a host's list. */
const offerOf = (entry: object) => {
  const shop = { id: "shop", name: "Shop", models: { nimbus: { ...NIMBUS, ...entry } } };
  return collectFromTexts(modelsDevCollector, { "api.json": { shop } }).offers[0];
};

test.each<[object, string | null]>([
  [{ input_audio: 1, output_audio: 4, reasoning: "?" }, "input_audio=1; output_audio=4"],
  [
    {
      context_over_200k: { input: 6 },
      tiers: [{ tier: { type: "context", size: 272_001 }, input: 6, cache_write: 7.5 }],
    },
    "input@>272000=6; cache_write@>272000=7.5",
  ],
])("a cost with %j has the rates %s", (more, rates) => {
  expect(formatRatesCell(offerOf({ cost: { input: 3, ...more } })?.rates ?? [])).toBe(rates);
});

test.each([
  [{ reasoning: false, reasoning_options: [] }, null],
  [{ reasoning_options: [] }, { toggle: false, effort: [], budget_tokens: null }],
  [
    {
      reasoning_options: [
        { type: "toggle" },
        { type: "effort", values: ["low", null, "high"] },
        { type: "budget_tokens", min: 1024 },
      ],
    },
    { toggle: true, effort: ["low", "high"], budget_tokens: { min: 1024, max: null } },
  ],
  [{ reasoning_options: "many" }, null],
])("an entry with %j has the reasoning options %j", (more, options) => {
  expect(offerOf(more)?.traits.more?.reasoning_options).toEqual(options);
});

test.each([
  ["Quark 7 (retires Sep 28)", "Quark 7", "2026-09-28"],
  ["Quark 7 (retires Jan 9)", "Quark 7", "2027-01-09"],
  ["Quark 7 (retires soon)", "Quark 7 (retires soon)", null],
])(
  "an entry named %s is the model %s with the retirement date %s",
  (name, display_name, retirement_date) => {
    expect(offerOf({ name })?.traits).toMatchObject({ display_name, retirement_date });
  },
);

test("an impossible cache price is rejected alone, and a missing price is null", () => {
  const { offers, rejected } = collectFromTexts(modelsDevCollector, COPY);
  expect(offers.map(({ modelId, prices }) => [modelId, prices.input, prices.cache_read])).toEqual([
    ["lab/nimbus-1", 3, 0.3],
    ["swapped", 1, null],
    ["quiet", null, null],
  ]);
  expect(rejected.map(({ place }) => place)).toEqual(["cloud-shop/swapped", "cloud-shop/odd"]);
  expect(rejected[1]?.unread).toEqual({ host: "cloud-shop", modelId: "odd" });
});

test("model records have a license, weights and an announcement, the same live as from a copy", () => {
  const live = { "api.json": API, "models.json": { "lab/nimbus-1": RECORD, "lab/odd": 1 } };
  const { models } = collectFromTexts(modelsDevCollector, live);
  expect(models).toEqual(collectFromTexts(modelsDevCollector, COPY).models);
  expect(models[0]).toMatchObject({
    name: "lab/nimbus-1",
    traits: {
      maker: "lab",
      weights_license: "MIT",
      weights: "https://hub.example.org/nimbus",
      announcement: "https://lab.example.org/nimbus",
    },
  });
});

const PAGE = "https://www.anthropic.com/news/nimbus-1";
const SCORE = { name: "Terminal-Bench", score: 66.1, metric: "success rate", source: PAGE };
const score = (more: object) =>
  collectFromTexts(modelsDevBenchmarksCollector, {
    "model_benchmarks.jsonl": JSON.stringify({ model: "anthropic/nimbus-1", ...SCORE, ...more }),
  });

test("a score keeps its source page; a score on the maker's own page is self-reported", () => {
  const { scores } = score({});
  expect(scores).toMatchObject([
    {
      benchmark: "Terminal-Bench",
      modelName: "anthropic/nimbus-1",
      maker: "anthropic",
      score: 66.1,
      self_reported: true,
      as_of: "2026-08-21",
      source_url: PAGE,
    },
  ]);
  const live = { "anthropic/nimbus-1": { name: "Nimbus 1", benchmarks: [SCORE] }, "lab/none": {} };
  expect(collectFromTexts(modelsDevBenchmarksCollector, { "models.json": live }).scores).toEqual(
    scores,
  );
});

test("the version is part of the benchmark's name, and the harness is part of the configuration", () => {
  const { scores } = score({ version: "2.1", harness: "Terminus-2", date: "2026-05-28" });
  expect(scores).toMatchObject([
    { benchmark: "Terminal-Bench 2.1", configuration: "terminus-2", as_of: "2026-05-28" },
  ]);
});

test.each(["with tools", "max effort; with tools; no fallback", "high effort, with tools"])(
  "a score with the variant %s belongs to the benchmark with tools",
  (variant) => {
    const benchmark = "Hard Exam with tools";
    expect(score({ name: "Hard Exam", variant }).scores).toMatchObject([{ benchmark }]);
  },
);

test.each([
  [{ source: "their paper" }, "its source is not an address"],
  [{ model: "mistral/codestral-latest" }, "an alias whose model changes over time, not one model"],
  [{ model: "deepseek/deepseek-chat" }, "an alias whose model changes over time, not one model"],
  [{ name: "Artificial Analysis Coding Index" }, expect.stringContaining("no licence")],
  [{ source: "https://artificialanalysis.ai/agents" }, expect.stringContaining("no licence")],
])("a score with %j is rejected", (more, reason) => {
  expect(score(more)).toMatchObject({ scores: [], reasons: [reason] });
});
