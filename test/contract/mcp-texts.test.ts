/**
 * The full texts that assistants get for the golden facts. Each is stored in `test/golden/tools`, so that changes are
 * reviewed. `npx vitest run --project contract mcp-texts -u` updates them.
 */
import { expect } from "vitest";
import { getItemAt } from "../../build/schema/collections.ts";
import { compareModelsMcpTool } from "../../mcp-server/tools/model-lists.ts";
import { describeOfferForMcp, describeReleaseForMcp } from "../../mcp-server/tools/prices.ts";
import { toMcpToolResult } from "../../mcp-server/tools/tool.ts";
import { verifies } from "./harness.ts";
import { callMcpTool, joinToolResultTexts } from "./mcp-post.ts";

type ToolCall = readonly [tool: string, args: object];

/** @param name Name of the stored file, which has the calls and the texts of their answers in order. */
const verifiesStored = (rule: string, title: string, name: string, ...calls: readonly ToolCall[]) =>
  verifies(rule, title, async ({ handle }) => {
    const texts: string[] = [];
    for (const [tool, args] of calls) {
      const result = await callMcpTool(handle, tool, args);
      const outcome = result.isError ? "is refused" : "answers";
      texts.push(`${tool} ${JSON.stringify(args)} ${outcome}\n${joinToolResultTexts(result)}\n`);
    }
    await expect(texts.join("\n")).toMatchFileSnapshot(`../golden/tools/${name}.txt`);
  });

verifiesStored(
  "7.2-prices",
  "a price says how sure it is, who is paid how, and what limits it",
  "prices",
  ["get_model", { model: "norn-4" }],
  ["get_model", { model: "norn-4o" }],
  ["get_model", { model: "quill-sonnet-4-5" }],
  ["compare_models", { models: "norn-4o, taiga-r1" }],
  ["search_models", { query: "norn 4o" }],
  ["fetch", { id: "provider:bazaar" }],
);
verifiesStored(
  "7.2-prices",
  "a host that was not chosen is listed with the reason; the lab as the cheapest saves nothing",
  "cheapest",
  ["cheapest_provider", { model: "taiga-r1" }],
  ["cheapest_provider", { model: "norn-4o" }],
  ["cheapest_provider", { model: "norn-4o-mini" }],
);
verifiesStored("7.2-prices", "a price at a host is not called the list price", "prices-at-a-host", [
  "search_models",
  { host: "northwind", limit: 3 },
]);
verifiesStored(
  "7.2-prices",
  "a price that ended is none, and skipped rows do not come again",
  "skipped-rows",
  ["get_model", { model: "taiga-r1", part: "price_history", skip: 1 }],
  ["get_model", { model: "norn-4", part: "scores", skip: 4 }],
);

const toNews = (query: string): ToolCall => ["latest_findings", { query }];
const COST = { models: ["taiga-v4-pro", "norn-4o"], input: 1000, output: 100 };
verifiesStored(
  "7.2-prices",
  "the cheapest host of every model comes before other hosts",
  "cost-by-host",
  ["estimate_cost", COST],
  ["estimate_cost", { ...COST, skip: 1 }],
);
const AT_NORTHWIND = { models: ["norn-4o"], host: "northwind" };
verifiesStored(
  "E-cost",
  "has the price of an id and the hints of the API, and refuses a count that is sent twice or is none",
  "cost-counts",
  ["estimate_cost", { ...AT_NORTHWIND, models: ["norn-4o-2025-05-13"], input: 1_000_000 }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1000, region: "usa" }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1000, other: { input: 5 } }],
  ["estimate_cost", { ...AT_NORTHWIND, cached: 1000, other: { cache_read: 5 } }],
  ["estimate_cost", { ...AT_NORTHWIND, cached: 0, other: { cache_read: 5 } }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1e20 }],
  ["estimate_cost", { ...AT_NORTHWIND, other: { image: 1e20 } }],
);
verifiesStored(
  "7.2-prices",
  "a cost says what no request can have and no fact states",
  "cost-that-cannot-be",
  ["estimate_cost", { models: ["norn-4"], input: 8000, cached: 200, at: "2027-01-01" }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1000, at: "last month" }],
);

verifiesStored(
  "7.2-news",
  "the news of a time, with the calls that go on",
  "news-of-a-time",
  ["latest_findings", { query: "Price drops since May 2026", limit: 1 }],
  ["list_changes", { type: "price_drop", since: "2026-05-01", limit: 20 }],
  ["latest_findings", { query: "price drops since June" }],
  ["latest_findings", { query: "norn-4 price history" }],
);
verifiesStored(
  "7.2-news",
  "price drops are findings and changes in any words, of one lab too",
  "price-drops",
  ...["price drop", "price cuts", "What is the latest price drop?", "price_drop"].map(toNews),
  ...["Preissenkungen", "値下げ", "price cuts of Northwind"].map(toNews),
  ...["price increases of quillon", "price drops of Zzz"].map(toNews),
  ["search", { query: "price drop" }],
  ["fetch", { id: "changes:price_drop" }],
);
verifiesStored(
  "7.2-news",
  "the news of several labs, of a kind without findings too",
  "news-of-labs",
  [
    "latest_findings",
    { query: "price drops or increases of Northwind and Norn 5, Quillon since 2025-10" },
  ],
  ["latest_findings", { query: "retirements of northwind" }],
);
verifiesStored(
  "7.2-news",
  "retirements of a time are those that take effect in it",
  "retirements",
  ["latest_findings", { query: "retirements in December 2026" }],
  ["latest_findings", { query: "What is retiring soon?" }],
);
verifiesStored(
  "7.5",
  "what is unknown is answered with the choices or the tool that finds them, not with everybody's news",
  "unknown-names",
  ["latest_findings", { query: "new open weights models" }],
  ["get_own_test", { test: "nope" }],
  ["list_changes", { lab: "zzzz" }],
  ["list_changes", { since: "32/13/2026" }],
);

const MISSPELT = "quill sonet 45";
verifiesStored(
  "7.5",
  "an unknown model is answered with near names, not with a number; the only one near is used",
  "unknown-models",
  ["get_model", { model: MISSPELT }],
  ["cheapest_provider", { model: MISSPELT }],
  ["compare_models", { models: ["norn-4o", MISSPELT] }],
  ["fetch", { id: `model:${MISSPELT}` }],
  ["cheapest_provider", { model: "quil opus" }],
  ["cheapest_provider", { model: "4.1 opus" }],
  ["cheapest_provider", { model: "quill opus four point one" }],
);
verifiesStored(
  "7.5",
  "a version that does not exist is not another one",
  "unknown-versions",
  ...["norn 7", "quill sonnet 5", "quill opus 1", "taiga r2", "taiga 70b"].map(
    (model): ToolCall => ["get_model", { model }],
  ),
  ["search_models", { query: "norn 7" }],
);
verifiesStored(
  "7.5",
  "a bad argument says what to send instead",
  "bad-arguments",
  ["get_model", {}],
  ["get_model", { model: ["norn-4o", "norn-5"] }],
  ["estimate_cost", { models: "norn-5", other: { apple: 1 } }],
  ["search_models", { best_at: "poetry" }],
  ["get_own_test", { test: "tokenizer-tax", model: "nope" }],
  ["search_models", { query: "x", limit: 0 }],
  ["search_models", { min_output_tokens: "under 32k" }],
  ["search_models", { query: "x", sort: "colour" }],
  ["search_models", { query: "x", provider: "northwnd" }],
  ["compare_models", { models: ["norn-4o"] }],
  ["compare_models", { models: ["norn-4o", "norn4o"] }],
  ["get_own_test", { test: "world-mop" }],
  ["fetch", { id: "__proto__:x" }],
  ["search", { query: "" }],
);
verifiesStored(
  "7.5a",
  "an argument that does not exist is named, and the rest answered",
  "unknown-arguments",
  ["search_models", { query: "norn", colour: 2 }],
);
verifiesStored("7.2-best", "search_models names the benchmark that it ranks by", "best-at", [
  "search_models",
  { open_source: "true", min_context: "150k", best_at: "coding" },
]);
verifiesStored(
  "7.2-prices",
  "what ends and what is read from the cache is said",
  "what-ends",
  ["get_model", { model: "quill-sonnet-4-5", part: "price_history" }],
  ["compare_models", { models: "norn-4, norn-5" }],
  ["cheapest_provider", { model: "norn-4" }],
  ["list_changes", { type: "retirement", since: "2026-12-01" }],
);
verifies("7.5", "arguments of 100,000 characters are refused as too long", async ({ handle }) => {
  const args = { license: "a ".repeat(50_000) };
  const { isError, ...result } = await callMcpTool(handle, "search_models", args);
  expect(isError).toBe(true);
  expect(joinToolResultTexts({ ...result })).toMatch(
    /^The arguments of the tool call have 1000\d\d characters; /,
  );
});

verifiesStored(
  "7.4",
  "what is cut says how much is left and how to get it",
  "what-is-cut",
  ["cheapest_provider", { model: "norn-5" }],
  ["get_model", { model: "norn-5", part: "rates", skip: 5 }],
  ["latest_findings", { query: "price moves", limit: 1 }],
);
verifiesStored(
  "7.4",
  "a page behind the last one says that the list is shorter",
  "behind-the-last-row",
  ["search_models", { query: "norn", page: 9 }],
  ["get_model", { model: "norn-4o", part: "scores", skip: 7 }],
  ["latest_findings", { query: "price drops", skip: 1 }],
  ["list_changes", { type: "price_drop", skip: 9 }],
  ["get_own_test", { test: "tokenizer-tax", skip: 99 }],
);

verifies(
  "7.4",
  "a comparison has all its models, however long the rows are",
  async ({ context }) => {
    const models = "norn-4o norn-5 quill-opus-4-1 quill-sonnet-4-5 taiga-r1 taiga-v4-pro".split(
      " ",
    );
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

verifies(
  "7.2",
  "a model without a release date shows when it was first listed",
  async ({ context }) => {
    const model = { ...context.catalog.getModel("norn-5"), first_seen: "2026-06-01" };
    const describe = (basis: typeof model.release_date_basis) =>
      describeReleaseForMcp({ ...model, release_date: null, release_date_basis: basis });
    expect([describeReleaseForMcp(model), describe("first_seen"), describe(null)]).toEqual([
      "released 2026-02-10",
      "first listed 2026-06-01",
      false,
    ]);
  },
);
verifies(
  "7.2-prices",
  "a subscription's 0 is no price per token, and an unknown price is named as input or output",
  async ({ context: { catalog } }) => {
    const offer = getItemAt(catalog.offersAt("northwind"), 0);
    const priceOf = (change: object) => {
      const offersOf = () => [{ ...offer, ...change }];
      return describeOfferForMcp(offer.model, offer.host, { ...catalog, offersOf }).price;
    };
    expect(priceOf({ input: 0, output: 0 })).toBe("free");
    expect(priceOf({ input: 0, output: 0, billing: "plan" })).toBe("no price per token");
    expect(priceOf({ input: 1, output: null })).toBe("$1 input / output price unknown");
  },
);
