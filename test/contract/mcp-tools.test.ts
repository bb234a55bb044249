import { expect } from "vitest";
import { searchModelsMcpTool } from "../../mcp-server/tools/model-lists.ts";
import { verifies } from "./harness.ts";
import { callMcpTool, joinToolResultTexts, listMcpTools, SAMPLE_TOOL_CALLS } from "./mcp-post.ts";

verifies("7.2", "all tools are read-only and described in full", async (site) => {
  const tools = await listMcpTools(site.handle);
  expect(tools.map(({ name }) => name)).toEqual(SAMPLE_TOOL_CALLS.map(({ name }) => name));
  for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
    expect(title, name).toMatch(/^[A-Z]/);
    expect(description.length, name).toBeGreaterThan(40);
    const always = { readOnlyHint: true, idempotentHint: true };
    expect(annotations, name).toEqual({ ...always, destructiveHint: false, openWorldHint: false });
    expect(outputSchema, name).toMatchObject({ type: "object" });
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
      expect(JSON.stringify(schema), `${name}.${argument}`).toContain('"description"');
  }
});

verifies("7.3", "every result ends with its source, errors too", async (site) => {
  const { base } = site;
  const odd = [
    ...SAMPLE_TOOL_CALLS.map(({ name }) => ({ name, args: { nonsense: 1 } })),
    { name: "get_model", args: { model: "no such thing at all" } },
    { name: "get_own_test", args: { test: "nope" } },
    { name: "search", args: { query: "x" } },
    { name: "fetch", args: { id: "finding:none" } },
  ];
  for (const { name, args } of [...SAMPLE_TOOL_CALLS, ...odd]) {
    const result = await callMcpTool(site.handle, name, args);
    if (!result.isError && (name === "search" || name === "fetch")) continue;
    const last = joinToolResultTexts(result).split("\n").at(-1);
    expect(last, name).toMatch(/^Source: Model Almanac · https?:/);
    expect(last).toContain(base);
  }
});

verifies("7.3", "search and fetch have the form that chat assistants expect", async (site) => {
  const found = await callMcpTool(site.handle, "search", { query: "norn-4o" });
  expect(found.content).toHaveLength(1);
  const { results, source } = JSON.parse(joinToolResultTexts(found));
  const url = `${site.base}/api/v1/models/norn-4o`;
  expect(results[0]).toEqual({ id: "model:norn-4o", title: "Norn 4o", url });
  expect(source).toMatch(/^Model Almanac · /);
  const ids = new Set<string>(["scorecard"]);
  for (const query of "norn northwind logic token paperclip inkwell letters map".split(" ")) {
    const found = joinToolResultTexts(await callMcpTool(site.handle, "search", { query }));
    for (const { id } of JSON.parse(found).results) ids.add(id);
  }
  const kinds = new Set([...ids].map((id) => id.split(":")[0]));
  expect([...kinds].sort()).toEqual(
    "agent benchmark finding glossary mcp model own-test provider scorecard skill".split(" "),
  );
  for (const id of ids) {
    const result = await callMcpTool(site.handle, "fetch", { id });
    expect(result.isError ?? false, id).toBe(false);
    expect(result.content, id).toHaveLength(1);
    const item = JSON.parse(joinToolResultTexts(result)) as Record<string, string>;
    expect(Object.keys(item), id).toEqual(["id", "title", "text", "url", "metadata"]);
    expect(item.id).toBe(id);
    expect(item.text, id).toMatch(/Source: Model Almanac · https?:\S+$/);
  }
});

const CACHED = { cached_tokens: 40 };
const COUNTED = { models: ["norn-4o"], input: 60, output: 7, cached: 40 };
const THOUGHT = { promptTokenCount: 9, candidatesTokenCount: 2, thoughtsTokenCount: 5 };

verifies("7.5a", "arguments are understood in the forms that models send", async (site) => {
  for (const [name, sent, meant] of [
    ["search_models", { query: "norn", limit: "3" }, { query: "norn", limit: 3 }],
    ["latest_findings", { limit: "1e9" }, { limit: 20 }],
    ["get_scorecard", null, {}],
    ["search_models", { query: "", open_source: "true" }, { query: "", open_source: true }],
    ["search_models", { query: "norn", provider: null }, { query: "norn" }],
    ["compare_models", { models: "norn-4o, norn-5" }, { models: ["norn-4o", "norn-5"] }],
    ["compare_models", { models: '["norn-4o","norn-5"]' }, { models: ["norn-4o", "norn-5"] }],
    ["get_model", { model: "bazaar/northwind/norn-4o:free" }, { model: "norn-4o" }],
    ["search_models", { query: "", provider: "NORTHWIND" }, { query: "", provider: "northwind" }],
    ["search_models", { provider: ["Northwind", "quillon"] }, { provider: "northwind,quillon" }],
    ["search_models", { provider: "Bazaar, cumulus" }, { host: ["bazaar", "cumulus"] }],
    ["search_models", { provider: "northwind" }, { query: "", provider: "northwind" }],
    ...[
      { usage: { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: CACHED } },
      { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: CACHED, total_tokens: 9 },
      { usage: { input_tokens: 100, output_tokens: 7, input_tokens_details: CACHED } },
      { usage: { input_tokens: 60, output_tokens: 7, cache_read_input_tokens: 40 } },
      { usage: '{"promptTokenCount":100,"candidatesTokenCount":7,"cachedContentTokenCount":40}' },
      { usage: '{"input":60,"cached":40,"output":7}' },
    ].map((sent) => ["estimate_cost", { models: "norn-4o", ...sent }, COUNTED] as const),
    [
      "estimate_cost",
      { response: { model: "norn-4o-2025-05-13", usageMetadata: THOUGHT } },
      { models: ["norn-4o-2025-05-13"], input: 9, output: 2, other: { reasoning: 5 } },
    ],
    ["search_models", { min_context: "200k" }, { query: "", min_context: 200_000 }],
    ["search_models", { sort: "Release date", limit: "null" }, { sort: "release_date" }],
    ["get_model", { slug: "Norn 4o" }, { model: "norn-4o" }],
    ["get_model", { model: ["norn-4o"] }, { model: "norn-4o" }],
    ["compare_models", { a: "norn-4o", b: "norn-5" }, { models: ["norn-4o", "norn-5"] }],
    ["get_own_test", { test: "Tokenizer tax", model: "" }, { test: "tokenizer-tax" }],
    ["search_models", { max_input_price: "< $2.50 / 1M tokens" }, { max_input_price: 2.5 }],
    ["search_models", { max_input_price: "0,50 USD" }, { max_input_price: 0.5 }],
    ["search_models", { maxPrice: "75c" }, { max_input_price: 0.75 }],
    ["search_models", { min_parameters: "0.5B" }, { min_parameters: 0.5 }],
    ["search_models", { max_input_price: "over $2" }, { min_input_price: 2 }],
    ["search_models", { min_parameters: "up to 70B" }, { max_parameters: 70 }],
    ["search_models", { min_context: "1,5 million" }, { min_context: 1_500_000 }],
    ["compare_models", { models: "norn-4o vs norn-5" }, { models: ["norn-4o", "norn-5"] }],
    ["estimate_cost", { models: "norn-5", images: 9 }, { models: ["norn-5"], other: { image: 9 } }],
    ["get_model", { id: "model:norn-4o" }, { model: "norn-4o" }],
    ["fetch", { id: "norn-4o" }, { id: "model:norn-4o" }],
    ["fetch", { id: "quillon" }, { id: "provider:quillon" }],
    ["fetch", { id: "logic-prime" }, { id: "benchmark:logic-prime" }],
    ["fetch", { id: "world-map" }, { id: "own-test:world-map" }],
    ["fetch", { id: "token" }, { id: "glossary:token" }],
  ] as const) {
    const asSent = await callMcpTool(site.handle, name, sent);
    expect(asSent.isError ?? false, JSON.stringify(sent)).toBe(false);
    expect(asSent, JSON.stringify(sent)).toEqual(await callMcpTool(site.handle, name, meant));
  }
});

verifies("7.2-prices", "prices have their trust, kind of host and billing", async (site) => {
  const { structuredContent } = await callMcpTool(site.handle, "get_model", { model: "norn-4o" });
  expect(structuredContent).toMatchObject({
    pricing: { input: 2.5, sold_by: "northwind", billing: "tokens", trust: "one_source" },
    list_price: { input: 2.5, host_kind: "lab", billing: "tokens", trust: "one_source" },
    providers: [{ provider: "bazaar", host_kind: "router", billing: "tokens" }, {}, {}],
  });
});

verifies("7.2-best", "best_at takes a name; the answer names related benchmarks", async (site) => {
  const args = { open_source: "true", min_context: "150k" };
  const [byTopic, byName] = await Promise.all(
    ["coding", "Code Gauntlet"].map((best_at) =>
      callMcpTool(site.handle, "search_models", { ...args, best_at }),
    ),
  );
  expect(byName?.structuredContent?.models).toEqual(byTopic?.structuredContent?.models);
  const byPrice = await callMcpTool(site.handle, "search_models", {
    best_at: "coding",
    sort: "price",
  });
  expect(JSON.stringify(byPrice)).toContain("are listed; they are sorted by pricing_input");
  const { catalog } = site.context;
  const first = catalog.benchmarks.filter(({ slug }) => slug === "code-gauntlet");
  const second = first.map((row) => ({ ...row, slug: "code-gauntlet-2", name: "Second" }));
  const twice = { ...catalog, benchmarks: [...catalog.benchmarks, ...second] };
  const { lines } = searchModelsMcpTool.call(
    { query: "", sort: "relevance", limit: 1, page: 1, best_at: "code-gauntlet" },
    { ...site.context, catalog: twice },
  );
  expect(lines.join("\n")).toMatch(/Related benchmarks for best_at: Second \(code-gauntlet-2, \d/);
});
