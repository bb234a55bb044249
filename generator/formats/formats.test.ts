import { expect, test } from "vitest";
import { parseRates } from "../../build/cost/rates.ts";
import { litellmCollector } from "../../build/sources/litellm.ts";
import { modelsDevCollector } from "../../build/sources/models-dev.ts";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { createPricedCatalog, statedRates } from "../../test/builders/priced-catalog.ts";
import { expectStoredTable } from "../../test/builders/stored-table.ts";
import type { AnswerContext } from "../http/endpoint.ts";
import { answerCompatPath, COMPAT_FORMATS_OF_DAY } from "./formats.ts";
import { listPricedModelIds } from "./priced-ids.ts";

const RATES =
  "cache_write@1h=6; input@batch=1.5; input@priority=5; input@>200000=6; input@region:eu=4; output@>200000=22.5; search=10/1k searches";
const LONG = "input@>272000=6; input@excess>300000=9";
const IMAGES =
  "output_image@variant:1024x1024=0.04/image; output_image@variant:hd-1024x1792=0.12/image";
const sold = (model: string, host = "openai") => ({ model, host, model_id: model });
const at = sold("norn-4");
const EMBEDDING = { slug: "norn-embed", model_type: "embedding" as const };
const UNKNOWN = { input: null, output: null };

const catalog = createPricedCatalog({
  models: [
    { slug: "norn-4", list_host: "openai" },
    { slug: "norn-5", list_host: "openai", context_window: null },
    // The retirement date that the lab announced applies at its own host when the offer there states none.
    { ...EMBEDDING, list_host: "openai", retirement_date: "2027-01-31" },
    { slug: "norn-draw", model_type: "image", output_modalities: ["image"] },
    // Its lab has retired it; a host still sells it.
    { slug: "norn-long", cheapest_host: "bazaar", retirement_date: "2026-05-31" },
    { slug: "quiet" },
  ],
  offers: [
    {
      ...at,
      is_list_price: true,
      cache_read: 0.3,
      cache_write: 3.75,
      cards: statedRates(RATES),
      retirement_date: "2026-12-31",
      status: "deprecated",
      variants: [
        { model_id: "norn-4-2026-01-10", input: 3, output: 15 },
        { model_id: "norn-4-old", input: 5, output: 20 },
        { model_id: "norn-4-untold", ...UNKNOWN },
      ],
    },
    { ...at, host: "azure", input: 3.5, context_window: 4000 },
    { ...at, host: "bazaar", input: 2, host_kind: "inference" },
    { ...at, host: "cellar", model_id: "lab/norn-4" },
    { ...at, host: "github-copilot", input: 0, billing: "plan" },
    { ...at, host: "openrouter", model_id: "northwind/norn-4.0", input: 3.3, output: 16.5 },
    { ...sold("norn-5"), input: 0, output: 0.07, cards: statedRates("input@>32768=0.1") },
    { ...sold("norn-embed"), input: 0.07, output: null },
    { ...sold("norn-embed", "bazaar"), input: 0.02, output: null },
    { ...sold("norn-draw", "bazaar"), ...UNKNOWN, cards: statedRates(IMAGES) },
    { ...sold("norn-long", "bazaar"), cards: statedRates(LONG) },
    { ...sold("quiet"), ...UNKNOWN },
  ],
  idCards: [
    { ...at, name: "norn-4-old", date: "2026-01-10", model_id: "norn-4-old", input: 5, output: 20 },
  ],
  hosts: [
    { slug: "azure", npm: "@ai-sdk/openai-compatible" },
    { slug: "bazaar", host_kind: "inference" },
    { slug: "cellar", npm: null },
    { slug: "openrouter", host_kind: "router" },
  ],
});
const make = (path: string, of = catalog, ids = listPricedModelIds(of, undefined)): unknown =>
  COMPAT_FORMATS_OF_DAY.find((format) => format.path === path)?.make(ids, of);

/** The expected tables are stored in `test/golden/formats`; `npx vitest run generator/formats -u` updates them. */
test.each([
  ["/api.json", "hosts with their ids, prices by prompt size, no output limit above the context"],
  ["/compat/litellm.json", "LiteLLM's names, prices per token, no unknown hosts or unpriced ids"],
  ["/v1/models", "OpenRouter's ids at its prices, other models as lab/model at the list price"],
  ["/compat/openlit.json", "prices per 1,000 tokens, images by quality, ids at the lab's own host"],
  ["/compat/llm-prices.json", "ids of labs at their own hosts"],
  ["/compat/ccusage.json", "prices per token of the ids of labs and clouds"],
  ["/compat/librechat.json", "host → id, without ids whose context window is unknown"],
])("%s is stored: %s", (path) => expectStoredTable(path, make(path)));

test.each([
  ["models.dev", modelsDevCollector, "api.json", "/api.json"],
  ["LiteLLM", litellmCollector, "model_prices_and_context_window.json", "/compat/litellm.json"],
])("our collector for %s reads the prices that were written", (_, collector, file, path) => {
  const { offers } = collectFromTexts(collector, { [file]: JSON.stringify(make(path)) });
  const read = offers.find(({ host, modelId }) => host === "openai" && modelId === "norn-4");
  expect(read).toMatchObject({
    prices: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
    rates: expect.arrayContaining(parseRates("input@>200000=6; output@>200000=22.5")),
  });
});

test("an unverified price does not replace ccusage's own price", () => {
  const offers = [at, { ...at, model_id: "Norn-4", host: "azure", trust: "unverified" as const }];
  const doubted = createPricedCatalog({ models: [{ slug: "norn-4" }], offers });
  const { defaults } = make("/compat/ccusage.json", doubted) as { defaults: object };
  expect(defaults).toEqual({ pricingOverrides: { "norn-4": expect.anything() } });
});

const AUDIO = { model_type: "audio", output_modalities: ["audio", "text"] };
test.each<[string, string, object, string]>([
  ["gpt-9-codex", "openai", {}, "responses"],
  ["o9-pro", "azure", {}, "responses"],
  ["gpt-9-codex", "openrouter", {}, "chat"],
  ["gpt-9", "openai", {}, "chat"],
  ["gpt-audio", "openai", { ...AUDIO, input_modalities: ["audio", "text"] }, "chat"],
  ["gpt-realtime", "openai", { ...AUDIO, input_modalities: [] }, "realtime"],
  ["norn-ocr", "mistral", { model_type: "other" }, "ocr"],
])("LiteLLM's mode of %s at %s is %j", (slug, host, facts, mode) => {
  const of = createPricedCatalog({
    models: [{ slug, lab: "openai", ...facts }],
    offers: [{ ...sold(slug, host), cards: statedRates("input=0.01/page") }],
  });
  expect(Object.values(make("/compat/litellm.json", of) as object)).toMatchObject([{ mode }]);
});

const PEAK = "input@hours:01:00-04:00 Mon-Fri=6; input@hours:06:00-10:00 Mon-Fri=6; reasoning=15";
test.each([
  [
    PEAK,
    { input_cost_per_token: 0.000006, output_cost_per_token: 0.000015 },
    [
      { hours_utc: ["04:00-06:00", "10:00-01:00"], weekdays: "Mon Tue Wed Thu Fri".split(" ") },
      { hours_utc: "00:00-00:00", weekdays: ["Sat", "Sun"] },
    ],
    0.000003,
  ],
  [
    "input@hours:16:30-00:30=1",
    { input_cost_per_token: 0.000003, output_cost_per_token: 0.000015 },
    [{ hours_utc: ["16:30-00:30"], weekdays: "Mon Tue Wed Thu Fri Sat Sun".split(" ") }],
    0.000001,
  ],
])("LiteLLM's usual prices are those of peak hours: %s", (rates, usual, windows, input) => {
  const of = createPricedCatalog({
    models: [{ slug: "norn-4" }],
    offers: [{ ...at, cards: statedRates(rates) }],
  });
  const off_peak_pricing = { windows, ...usual, input_cost_per_token: input };
  const entry = (make("/compat/litellm.json", of) as Record<string, object>)["norn-4"];
  expect(entry).toMatchObject({ ...usual, off_peak_pricing });
  expect(entry).not.toHaveProperty("output_cost_per_reasoning_token");
});

test("LiteLLM's map leaves out prices by the hour if there are more than two", () => {
  const cards = statedRates("input@hours:01:00-04:00=6; input@hours:06:00-10:00=7");
  const of = createPricedCatalog({ models: [{ slug: "norn-4" }], offers: [{ ...at, cards }] });
  expect(JSON.stringify(make("/compat/litellm.json", of))).not.toContain("off_peak");
});

test("a name that two hosts share in LiteLLM has the rates of the first", () => {
  const vertex = { ...at, host: "google-vertex", cards: statedRates("cache_write@1h=6") };
  const offers = [vertex, { ...at, host: "google-vertex-anthropic" }];
  const shared = createPricedCatalog({ models: [{ slug: "norn-4" }], offers });
  expect(make("/compat/litellm.json", shared)).toMatchObject({
    "vertex_ai/norn-4": { cache_creation_input_token_cost_above_1hr: 0.000006 },
  });
});

test("a request for one model returns the requested id, or else the model's main id at OpenRouter", () => {
  const ids = [
    { model_id: "northwind/norn-4-2026-01-10", input: 5, output: 10 },
    { model_id: "norn-4:free", input: 0, output: 0 },
  ];
  const row = { model: "norn-4", host: "openrouter" };
  const listed = createPricedCatalog({
    models: [{ slug: "norn-4" }, { slug: "norn-5", list_host: "alps" }],
    offers: [
      { ...row, model_id: "northwind/norn-4", variants: ids },
      { ...sold("norn-5", "alps"), output: null },
      // OpenRouter has withdrawn this id, but a source still lists it.
      { ...row, model: "norn-5", model_id: "northwind/norn-5", status: "retired" },
    ],
    idCards: ids.map((id) => ({ ...row, date: "2026-01-10", name: id.model_id, ...id })),
  });
  const context = { catalog: listed } as AnswerContext;
  const find = (name: string) => answerCompatPath(`/v1/models/${name}`, context);
  for (const [name, prompt] of [["norn-4", "0.000003"] as const, ["norn-4-2026-01-10", "0.000005"]])
    expect(find(name)).toMatchObject({ value: { id: `northwind/${name}`, pricing: { prompt } } });
  const detail = expect.stringContaining("for input and output");
  expect(find("norn-5")).toMatchObject({ problem: "not-found", detail });
});

test("a table of all days is the same on every day, so a day before its path leads to the file", () => {
  const path = "/compat/genai-prices.json";
  const context = { catalog: createPricedCatalog({ models: [], offers: [] }) } as AnswerContext;
  expect(answerCompatPath(`/at/2026-01-10${path}`, context)).toEqual({ location: path });
  expect(answerCompatPath(path, context)).toMatchObject({ problem: "not-found" });
});
