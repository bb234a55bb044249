/** The words that assistants read, in full, for the golden facts. */
import { expect } from "vitest";
import { compareModelsMcpTool } from "../../mcp-server/tools/model-lists.ts";
import { formatOfferPriceForMcp } from "../../mcp-server/tools/prices.ts";
import { toMcpToolResult } from "../../mcp-server/tools/tool.ts";
import { type BuiltSite, verifies } from "./harness.ts";
import { joinToolResultTexts } from "./mcp-calls.ts";
import { callMcpTool } from "./mcp-post.ts";

const read = async ({ handle }: BuiltSite, name: string, args: object): Promise<string[]> =>
  joinToolResultTexts(await callMcpTool(handle, name, args)).split("\n");

verifies("7.2-prices", "a host that was not chosen is listed with the reason", async (site) => {
  expect(await read(site, "cheapest_provider", { model: "taiga-r1" })).toEqual([
    "Cheapest host of Taiga R1 (taiga-r1): Cumulus at $0.5 input / $2.15 output per 1M tokens, blended (3:1) $0.9125; model id taiga-r1 (1 source, recorded 2026-03-20, confirmed 2026-06-30).",
    "No list price is known.",
    "Free of charge at Freeport (unverified).",
    "",
    "Other hosts, the cheapest first, each with the reason why it was not chosen (2):",
    "- Bazaar: $0.7 input / $2.5 output, id tundra/taiga-r1, 1 source, the host is a reseller, and another host runs the model, 2025-06-01",
    "- Freeport: free, id @fp/tundra/taiga-r1, the price is doubtful (the price is 0, and only one source states it), 2026-04-01",
    "Source: Model Almanac · https://almanac.example/api/v1/models/taiga-r1/cheapest",
  ]);
});

verifies(
  "7.4",
  "a comparison has all its models, however long the rows are",
  async ({ context }) => {
    const models = [
      "norn-4o",
      "norn-5",
      "quill-opus-4-1",
      "quill-sonnet-4-5",
      "taiga-r1",
      "taiga-v4-pro",
    ];
    const answer = compareModelsMcpTool.call({ models }, context);
    const tables = answer.tables.map(({ rows, ...table }) => ({
      ...table,
      rows: rows.map(({ text, value }) => ({ text: text.padEnd(700, "."), value })),
    }));
    const result = toMcpToolResult({ ...answer, tables }, context.catalog.service);
    const { models: compared, benchmarks } = result.structuredContent as Record<string, unknown>;
    expect(compared).toMatchObject(models.map((slug) => ({ slug })));
    expect(benchmarks).not.toHaveLength(7);
  },
);

verifies("7.2-news", "the news of a time, with the calls that go on", async (site) => {
  const query = "Price drops since May 2026";
  expect(await read(site, "latest_findings", { query, limit: 1 })).toEqual([
    "Facts are as of 2026-05-30.",
    "Only news since 2026-05-01.",
    "",
    "Changes, the newest first, USD per 1M tokens; each price move is confirmed by a second source or has lasted 7 days (2):",
    "- 2026-05-30 Brightcloud lowers the price of Taiga V4 Pro: $1.74 input / $3.48 output → $0.87 input / $1.74 output, pricewatch",
    '1 more row left out; call list_changes with type: "price_drop", since: "2026-05-01", limit: 20',
    "Source: Model Almanac · https://almanac.example/api/v1/changes",
  ]);
  const rest = { type: "price_drop", since: "2026-05-01", limit: 20 };
  const [head, , second] = await read(site, "list_changes", rest);
  expect(head).toBe("Changes; USD per 1M tokens (2):");
  expect(second).toContain("Cumulus lowers the price of Taiga V4 Pro");
});

verifies("7.2-news", "the news of several labs, of a kind without findings too", async (site) => {
  const labs = await callMcpTool(site.handle, "latest_findings", {
    query: "price drops or increases of Northwind and Norn 5, Quillon since 2025-10",
  });
  expect(labs.structuredContent).toMatchObject({
    about: "northwind, quillon, norn-5",
    changes: [
      { provider: "brightcloud" },
      { provider: "brightcloud" },
      { provider: "quillon" },
      { provider: "northwind" },
    ],
  });
  const ends = await callMcpTool(site.handle, "latest_findings", {
    query: "retirements of northwind",
  });
  expect(ends.structuredContent).toMatchObject({
    kinds: ["retirement"],
    findings: [],
    changes: [{ type: "retirement" }],
  });
});

verifies("7.2-news", "retirements of a time are those that take effect in it", async (site) => {
  const ends = await read(site, "latest_findings", { query: "retirements in December 2026" });
  expect(ends.slice(1, -1)).toEqual([
    "Only news since 2026-12-01, and retirements on these days.",
    "",
    "Retirements, the earliest first (1):",
    "- 2024-03-14 Norn 4: retirement on 31 Dec 2026, operator",
  ]);
  const upcoming = await read(site, "latest_findings", { query: "What is retiring soon?" });
  expect(upcoming.slice(3, -1)).toEqual(ends.slice(3, -1));
  expect(await read(site, "latest_findings", { query: "norn-4 price history" })).toContain(
    'There are none. For past prices, call get_model with model: "norn-4", part: "price_history".',
  );
  expect(await read(site, "latest_findings", { query: "price drops since June" })).toContain(
    "There are none. The last change before 2026-06-01 is from 2026-05-30.",
  );
});

verifies("7.4", "the next call for news has the question in it", async (site) => {
  const lines = await read(site, "latest_findings", { query: "price moves", limit: 1 });
  expect(lines.filter((line) => line.includes(" left out; "))).toEqual([
    '1 more row left out; call latest_findings with query: "price moves", skip: 1',
    '6 more rows left out; call list_changes with type: "price_drop" or "price_increase", limit: 20',
  ]);
});

verifies("7.5", "news of something unknown are not everybody's news", async (site) => {
  const query = "new open weights models";
  const result = await callMcpTool(site.handle, "latest_findings", { query });
  expect(result.isError).toBe(true);
  expect(joinToolResultTexts(result).split("\n")).toEqual([
    'query: "open weights" is not a known lab, host or model. Leave it out, or call list_changes with type: "new_model", limit: 20. To find models by conditions, call search_models.',
    "Source: Model Almanac · https://almanac.example/api/v1/changes",
  ]);
});

verifies(
  "7.2-prices",
  "the cheapest host of every model comes before other hosts",
  async (site) => {
    const cost = { models: ["taiga-v4-pro", "norn-4o"], input: 1000, output: 100 };
    const rows = [
      "- taiga-v4-pro at cumulus: $0.000522 (input 1000 × $0.435/1M tokens + output 100 × $0.87/1M tokens), one_source",
      "- norn-4o at northwind: $0.0035 (input 1000 × $2.5/1M tokens + output 100 × $10/1M tokens), one_source",
      "- taiga-v4-pro at brightcloud: $0.001044 (input 1000 × $0.87/1M tokens + output 100 × $1.74/1M tokens), one_source",
    ];
    const first = await read(site, "estimate_cost", cost);
    expect(first[0]).toBe("Cost of Taiga V4 Pro and Norn 4o, 1 request.");
    expect(first.slice(-5, -1)).toEqual([
      "Cost by host in US dollars; the cheapest host of each model first, then the second of each (3):",
      ...rows,
    ]);
    const next = await read(site, "estimate_cost", { ...cost, skip: 1 });
    expect(next.slice(-4, -1)).toEqual([
      "Cost by host in US dollars; the cheapest host of each model first, then the second of each (3, from row 2):",
      ...rows.slice(1),
    ]);
  },
);

verifies("7.2-prices", "a cost says what no request can have and no fact states", async (site) => {
  const cost = { models: ["norn-4"], input: 8000, cached: 200, at: "2027-01-01" };
  expect((await read(site, "estimate_cost", cost)).slice(1, 4)).toEqual([
    "A prompt of 8,200 tokens is larger than the context window of norn-4, 8,192 tokens. Send the token counts of one request, and how many requests in the argument requests.",
    "The newest facts are from 2026-06-30, so prices of norn-4 on 2027-01-01 are today's prices with the announced changes.",
    "norn-4 has the retirement date 2026-12-31.",
  ]);
});

verifies(
  "7.5",
  "an unknown name is answered with the choices, or with the tool that finds them",
  async (site) => {
    for (const [name, args, says] of [
      [
        "get_own_test",
        { test: "nope" },
        'No own test is called "nope"; the tests are who-are-you, world-map, censorship-index, knowledge-horizon, tokenizer-tax, same-model-different-host, model-drift-index.',
      ],
      [
        "list_changes",
        { lab: "zzzz" },
        'lab: No provider is called "zzzz". All providers are listed at https://almanac.example/api/v1/providers. Or call search with a part of the name.',
      ],
    ] as const)
      expect((await read(site, name, args))[0]).toBe(says);
  },
);

verifies("7.4", "a page behind the last one says that the list is shorter", async (site) => {
  for (const [name, args, says] of [
    ["search_models", { query: "norn", page: 9 }, "Models (5): there is no row 81."],
    [
      "get_model",
      { model: "norn-4o", part: "scores", skip: 7 },
      "Benchmark scores (7): there is no row 8.",
    ],
    [
      "latest_findings",
      { query: "price drops", skip: 1 },
      "Findings, the newest first, with confirmed per-token prices (1): there is no row 2.",
    ],
    [
      "list_changes",
      { type: "price_drop", skip: 9 },
      "Changes; USD per 1M tokens (6): there is no row 10.",
    ],
    [
      "get_own_test",
      { test: "tokenizer-tax", skip: 99 },
      "Results, the best first (4): there is no row 100.",
    ],
  ] as const)
    expect(await read(site, name, args)).toContain(says);
});

verifies("7.2-prices", "a price is said with what limits it", async (site) => {
  const old = await read(site, "get_model", { model: "norn-4" });
  expect(old).toEqual([
    "Model: Norn 4 (norn-4), by Northwind AI.",
    "released 2024-03-14; knowledge cutoff 2023-04; open weights no; type text; input modalities text; context 8,192 tokens; max output 4,096 tokens; tool calling yes; reasoning unknown; structured output unknown; retirement 2026-12-31; status deprecated; replacement norn-5; parameters unknown",
    "List price at northwind: $30 input / $60 output per 1M tokens (1 source, deprecated, recorded 2024-03-14, confirmed 2026-06-30).",
    "No confirmed price of this model is known.",
    "Overall score: 0 of 100 (90 % interval 0 to 13.5), rank 9 of 9 models, from results on 4 benchmarks, 4 of them not self-reported.",
    "This model was tested on too few benchmarks for an average score.",
    "",
    "Hosts that sell this model, USD per 1M tokens, the cheapest first (1):",
    "- Northwind AI: $30 input / $60 output, 1 source, deprecated, id norn-4, recorded 2024-03-14, confirmed 2026-06-30",
    "",
    "List price at Northwind AI by start date, the newest first (1):",
    "- 2024-03-14: $30 input / $60 output",
    "",
    "Benchmark scores (5):",
    "- Code Gauntlet: 21.5 % (2026-03-05)",
    "- Trivia World: 86.4 % (2026-03-05)",
    "- Sums 100: 42.5 % (2026-03-05)",
    "- Duel Arena: 1186 elo (2026-03-05)",
    "- Logic Prime: 35.7 % (2026-03-05)",
    "Source: Model Almanac · https://almanac.example/api/v1/models/norn-4",
  ]);
  const [, , list] = await read(site, "get_model", { model: "quill-sonnet-4-5" });
  expect(list).toBe(
    "List price at quillon: $3 input / $15 output, cached input $0.3 per 1M tokens (1 source, recorded 2025-11-20, confirmed 2026-06-30). From 2099-01-01: $2 input / $10 output, cached input $0.2.",
  );
});

verifies(
  "7.2-prices",
  "a price that ended is none, and skipped rows do not come again",
  async (site) => {
    const history = { model: "taiga-r1", part: "price_history", skip: 1 };
    expect((await read(site, "get_model", history)).slice(-5, -1)).toEqual([
      "Price at Cumulus by start date, the newest first (4, from row 2):",
      "- 2025-11-01: $0.8 input / $2.4 output",
      "- 2025-08-01: no longer listed",
      "- 2025-02-20: $0.8 input / $2.4 output",
    ]);
    const scores = { model: "norn-4", part: "scores", skip: 4 };
    expect((await read(site, "get_model", scores)).slice(-3, -1)).toEqual([
      "Benchmark scores (5, from row 5):",
      "- Logic Prime: 35.7 % (2026-03-05)",
    ]);
  },
);

verifies("7.2-prices", "the cheapest host that is the lab saves nothing", async (site) => {
  expect(await read(site, "cheapest_provider", { model: "norn-4o-mini" })).toEqual([
    "Cheapest host of Norn 4o mini (norn-4o-mini): Northwind AI at $0.15 input / $0.6 output per 1M tokens, blended (3:1) $0.2625; model id norn-4o-mini (1 source, recorded 2025-07-18, confirmed 2026-06-30).",
    "List price at northwind: $0.15 input / $0.6 output per 1M tokens (1 source, recorded 2025-07-18, confirmed 2026-06-30).",
    "Above the list price (blended 3:1) at Freeport.",
    "",
    "Other hosts, the cheapest first, each with the reason why it was not chosen (1):",
    "- Freeport: $0.2 input / $0.8 output, id =norn-4o-mini, 1 source, another host costs less, 2026-04-01",
    "Source: Model Almanac · https://almanac.example/api/v1/models/norn-4o-mini/cheapest",
  ]);
});

verifies("7.2-prices", "a price at a host is not called the list price", async (site) => {
  expect(await read(site, "search_models", { host: "northwind", limit: 3 })).toEqual([
    "5 models match (page 1 of 2); prices in USD per 1M tokens at the host.",
    "",
    "Models (5):",
    "- Norn 4o (norn-4o) by Northwind AI, $2.5 input / $10 output (at Northwind AI, 1 source), context window 128,000 tokens, released 2025-05-13, overall score 40.6 of 100",
    "- Norn 4o mini (norn-4o-mini) by Northwind AI, $0.15 input / $0.6 output (at Northwind AI, 1 source), context window 128,000 tokens, released 2025-07-18, overall score 17.3 of 100",
    "- Norn 4 (norn-4) by Northwind AI, $30 input / $60 output (at Northwind AI, 1 source, deprecated), context window 8,192 tokens, released 2024-03-14, retirement 2026-12-31, overall score 0 of 100",
    "2 more rows left out; call search_models again with page: 2, or with more conditions",
    "Source: Model Almanac · https://almanac.example/api/v1/models?host=northwind&limit=3",
  ]);
});

verifies("7.2-prices", "a subscription's price of 0 is none", () => {
  const free = { billing: "tokens" as const, input: 0, output: 0 };
  expect(formatOfferPriceForMcp(free, null)).toBe("free");
  expect(formatOfferPriceForMcp({ ...free, billing: "plan" }, null)).toBe("no price per token");
  return Promise.resolve();
});

verifies("7.4", "what is cut says how much is left and how to get it", async (site) => {
  const lines = await read(site, "cheapest_provider", { model: "norn-5" });
  expect(lines.slice(-8, -1)).toEqual([
    "Additional rates at northwind, USD (8):",
    "- input, above 128,000 tokens: $2.50 per 1M tokens (1 source)",
    "- input, above 272,000 tokens: $5.00 per 1M tokens (1 source)",
    "- input, batch tier: $0.625 per 1M tokens (1 source)",
    "- output, above 128,000 tokens: $15.00 per 1M tokens (1 source)",
    "- output, above 272,000 tokens: $20.00 per 1M tokens (1 source)",
    '3 more rows left out; call get_model with model: "norn-5", part: "rates", skip: 5',
  ]);
  const rest = await read(site, "get_model", { model: "norn-5", part: "rates", skip: 5 });
  expect(rest.slice(-5, -1)).toEqual([
    "Additional rates at Northwind AI, USD (8, from row 6):",
    "- output, batch tier: $5.00 per 1M tokens (1 source)",
    "- cache read, above 128,000 tokens: $0.25 per 1M tokens (1 source)",
    "- reasoning: $12.00 per 1M tokens (1 source)",
  ]);
});
