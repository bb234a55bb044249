import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { startReplayServer } from "../../test/builders/replay-server.ts";
import { createTestNetwork } from "../../test/builders/test-network.ts";
import { createLiveSourceReader } from "../ingest/read-sources.ts";
import { modelsDevBenchmarksCollector, modelsDevCollector } from "./models-dev.ts";

/** A host that does not exist, in the format of https://models.dev/api.json. */
const api = "https://api.cloud.example.org/v1";
const doc = "https://cloud.example.org/docs";
const SDK = { npm: "@sdk/cloud", env: ["CLOUD_API_KEY"] };
const SHOP = { id: "cloud.shop", name: "Cloud Shop", api, doc, ...SDK };
const readHost = (models: object, host = SHOP) =>
  collectFromTexts(modelsDevCollector, { "api.json": { [host.id]: { ...host, models } } });
/** The only entry of a host's list. */
const readEntry = (entry: object) => readHost({ nimbus: { id: "n", name: "Nimbus", ...entry } });
const cost = (more: object) => ({ cost: { input: 3, ...more } });

test("a host has one of our slugs; an entry has limits, a knowledge cutoff and a status", () => {
  const limit = { context: 128000, output: 1 };
  const { hosts, offers } = readEntry({ knowledge: "2025-03", limit, status: "beta" });
  const names = { slug: "cloud-shop", name: "Cloud Shop" };
  const addresses = { api_url: api, documentation_url: doc };
  expect(hosts).toEqual([{ source: "models-dev", ...names, ...addresses, ...SDK }]);
  const traits = { context_window: 128000, max_output_tokens: null, knowledge_cutoff: "2025-03" };
  expect(offers).toMatchObject([{ host: "cloud-shop", status: "beta", traits }]);
});

test("an alias is replaced by our host, and an id keeps the model that the source declares for it", () => {
  const a = { id: "a", name: "A", canonical_model_id: "lab/nimbus-1" };
  const { hosts, offers } = readHost({ a }, { ...SHOP, id: "nimbus-cloud" });
  expect(hosts).toMatchObject([{ slug: "nimbus", name: "Cloud Shop" }]);
  expect(offers).toMatchObject([{ host: "nimbus", declaredModel: "lab/nimbus-1" }]);
});

const tier = (size: number, prices: object) => ({ tiers: [{ tier: { size }, ...prices }] });
test.each([
  [{}, "no price"],
  [
    cost({ output: 15, cache_read: 0.3, reasoning: 20, ...tier(2e5, { input: 6, output: 22.5 }) }),
    "input=3; input@>200000=6; output=15; output@>200000=22.5; cache_read=0.3; reasoning=20",
  ],
  [
    cost({ input_audio: 1, output_audio: 4, reasoning: "?" }),
    "input=3; input_audio=1; output_audio=4",
  ],
  [
    cost({ context_over_200k: { input: 6 }, ...tier(272_001, { input: 6, cache_write: 7.5 }) }),
    "input=3; input@>272000=6; cache_write@>272000=7.5",
  ],
])("an entry with %j has the rates %s", (entry, rates) => {
  expect(readEntry(entry).cards).toEqual([`cloud-shop n: ${rates}`]);
});

test("an impossible cache price is rejected alone; the last statement of a malformed entry stays", () => {
  const swapped = { id: "swapped", name: "Swapped", cost: { input: 1, output: 2, cache_read: 5 } };
  const { cards, rejected } = readHost({ swapped, odd: { id: 7 } });
  expect(cards).toEqual(["cloud-shop swapped: input=1; output=2"]);
  expect(rejected[1]?.unread).toEqual({ host: "cloud-shop", modelId: "odd" });
  expect(rejected).toMatchObject([
    { place: "cloud-shop/swapped" },
    { place: "cloud-shop/odd", reason: expect.stringMatching(/^id: /), isMalformed: true },
  ]);
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
  expect(readEntry(more).offers[0]?.traits.more?.reasoning_options).toEqual(options);
});

test.each([
  ["Quark 7 (retires Sep 28)", "Quark 7", "2026-09-28"],
  ["Quark 7 (retires Jan 9)", "Quark 7", "2027-01-09"],
  ["Quark 7 (retires soon)", "Quark 7 (retires soon)", null],
])("an entry named %s is the model %s with the retirement date %s", (name, ...expected) => {
  const { display_name, retirement_date } = readEntry({ name }).offers[0]?.traits ?? {};
  expect([display_name, retirement_date]).toEqual(expected);
});

test("model records have a license, weights and an announcement, the same live as from a copy", () => {
  const weights = "https://hub.example.org/nimbus";
  const announcement = "https://lab.example.org/nimbus";
  const links = [{ type: "announcement", url: announcement }];
  const record = { name: "Nimbus 1", license: "MIT", weights: [{ url: weights }], links };
  const modelsOf = (file: object) =>
    collectFromTexts(modelsDevCollector, { "api.json": {}, ...file }).models;
  const live = modelsOf({ "models.json": { "lab/nimbus-1": record, "lab/odd": 1 } });
  const copy = { "models.jsonl": `${JSON.stringify({ id: "lab/nimbus-1", ...record })}\n` };
  expect(live).toEqual(modelsOf(copy));
  const traits = { maker: "lab", weights_license: "MIT", weights, announcement };
  expect(live).toMatchObject([{ name: "lab/nimbus-1", traits }]);
});

const PAGE = "https://www.anthropic.com/news/nimbus-1";
const SCORE = { name: "Terminal-Bench", score: 66.1, metric: "success rate", source: PAGE };
const score = (more: object) =>
  collectFromTexts(modelsDevBenchmarksCollector, {
    "model_benchmarks.jsonl": JSON.stringify({ model: "anthropic/nimbus-1", ...SCORE, ...more }),
  });

test("a score keeps its source page; a score on the maker's own page is self-reported", () => {
  const { scores } = score({});
  const model = { modelName: "anthropic/nimbus-1", maker: "anthropic", self_reported: true };
  const rest = { score: 66.1, as_of: "2026-08-21", source_url: PAGE };
  expect(scores).toMatchObject([{ benchmark: "Terminal-Bench", ...model, ...rest }]);
  const records = { "anthropic/nimbus-1": { name: "N", benchmarks: [SCORE] }, "lab/none": {} };
  const live = collectFromTexts(modelsDevBenchmarksCollector, { "models.json": records });
  expect(live.scores).toEqual(scores);
});

test.each<[object, object]>([
  [{ version: "2.1" }, { benchmark: "Terminal-Bench 2.1" }],
  [{ harness: "Terminus-2" }, { configuration: "terminus-2" }],
  [{ date: "2026-05-28" }, { as_of: "2026-05-28" }],
  ...["with tools", "max effort; with tools; no fallback", "high effort, with tools"].map(
    (variant): [object, object] => [
      { name: "Hard Exam", variant },
      { benchmark: "Hard Exam with tools" },
    ],
  ),
])("a score with %j has %j", (more, expected) => {
  expect(score(more).scores).toMatchObject([expected]);
});

test.each([
  [{ source: "their paper" }, "its source is not an address"],
  [{ model: "mistral/codestral-latest" }, "an alias whose model changes over time, not one model"],
  [{ model: "deepseek/deepseek-chat" }, "an alias whose model changes over time, not one model"],
  [{ name: "Artificial Analysis Coding Index" }, expect.stringContaining("no licence")],
  [{ source: "https://artificialanalysis.ai/agents" }, expect.stringContaining("no licence")],
])("a score with %j is rejected", (more, reason) => {
  expect(score(more)).toMatchObject({ scores: [], reasons: [reason] });
});

test("a night downloads each file once, although two collectors read the records", async () => {
  const replay = await startReplayServer({
    "https://models.dev/api.json": "{}",
    "https://models.dev/models.json": "{}",
  });
  const reader = createLiveSourceReader(createTestNetwork(replay.origin));
  for (const collector of [modelsDevCollector, modelsDevBenchmarksCollector])
    expect([...(await reader.read(collector)).files.keys()]).toContain("models.json");
  expect(replay.requests).toHaveLength(2);
});
