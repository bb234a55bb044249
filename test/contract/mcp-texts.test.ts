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
  "a price says how sure it is, who is paid how, what limits it, and when it ends",
  "prices",
  ["get_model", { model: "norn-4" }],
  ["get_model", { model: "norn-4o" }],
  ["get_model", { model: "quill-sonnet-4-5" }],
  ["get_model", { model: "quill-sonnet-4-5", part: "price_history" }],
  ["get_model", { model: "taiga-r1", part: "price_history", skip: 1 }],
  ["get_model", { model: "norn-4", part: "scores", skip: 4 }],
  ["compare_models", { models: "norn-4o, taiga-r1" }],
  ["compare_models", { models: "norn-4, norn-5" }],
  ["search_models", { query: "norn 4o" }],
  ["search_models", { host: "northwind", limit: 3 }],
  ["search_models", { open_source: "true", min_context: "150k", best_at: "coding" }],
  ["fetch", { id: "provider:bazaar" }],
  // A host that was not chosen is listed with the reason; the lab as the cheapest saves nothing.
  ["cheapest_provider", { model: "taiga-r1" }],
  ["cheapest_provider", { model: "norn-4o" }],
  ["cheapest_provider", { model: "norn-4o-mini" }],
  ["cheapest_provider", { model: "norn-4" }],
);

const AT_NORTHWIND = { models: ["norn-4o"], host: "northwind" };
const COST = { models: ["taiga-v4-pro", "norn-4o"], input: 1000, output: 100 };
verifiesStored(
  "E-cost",
  "lists the cheapest host of every model first, has the hints of the API, and refuses wrong counts",
  "costs",
  ["estimate_cost", COST],
  ["estimate_cost", { ...COST, skip: 1 }],
  ["estimate_cost", { ...AT_NORTHWIND, usage: { cache_read_input_tokens: 9, total_tokens: 9 } }],
  ["estimate_cost", { ...AT_NORTHWIND, models: ["norn-4o-2025-05-13"], input: 1_000_000 }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1000, region: "usa" }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1000, other: { input: 5 } }],
  ["estimate_cost", { ...AT_NORTHWIND, cached: 0, other: { cache_read: 5 } }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1000, host: "quillon" }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1000, host: "zzzz" }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1e20 }],
  ["estimate_cost", { ...AT_NORTHWIND, other: { image: 1e20 } }],
  ["estimate_cost", { models: ["norn-4"], input: 8000, cached: 200, at: "2027-01-01" }],
  ["estimate_cost", { ...AT_NORTHWIND, input: 1000, at: "last month" }],
);

const toNews = (query: string): ToolCall => ["latest_findings", { query }];
verifiesStored(
  "7.2-news",
  "the news of a time, a kind or a lab, in any words, with the calls that go on",
  "news",
  ["latest_findings", { query: "Price drops since May 2026", limit: 1 }],
  ["list_changes", { type: "price_drop", since: "2026-05-01", limit: 20 }],
  ...["price drops since June", "norn-4 price history", "What is the latest price drop?"].map(
    toNews,
  ),
  ...["Preissenkungen", "値下げ", "price cuts of Northwind"].map(toNews),
  ...["price increases of quillon", "price drops of Zzz"].map(toNews),
  toNews("price drops or increases of Northwind and Norn 5, Quillon since 2025-10"),
  ["search", { query: "price drop" }],
  ["fetch", { id: "changes:price_drop" }],
  // Retirements of a time are those that take effect in it.
  ...["retirements of northwind", "retirements in December 2026", "What is retiring soon?"].map(
    toNews,
  ),
  // Without a year, they are those of the nearest December, and `retired` those of the last one.
  ...["retirements in December", "What was retired in December?"].map(toNews),
  ["list_changes", { type: "retirement", since: "2026-12-01" }],
);

const MISSPELT = "quill sonet 45";
verifiesStored(
  "7.5",
  "what is unknown is answered with near names or the tool that finds them, not with a number",
  "unknown-names",
  ["get_model", { model: MISSPELT }],
  ["compare_models", { models: ["norn-4o", MISSPELT] }],
  ["fetch", { id: `model:${MISSPELT}` }],
  ["cheapest_provider", { model: "quil opus" }],
  ["cheapest_provider", { model: "nron5" }],
  ["cheapest_provider", { model: "quill opus four point one" }],
  ["list_changes", { model: "quil-opus", limit: 1 }],
  ["estimate_cost", { models: "quil-opus", input: 9 }],
  ["estimate_cost", { models: "70b 3.3 taiga", input: 9, host: "cumulus" }],
  // A version that does not exist is not another one, and a typing error in a short word is no name.
  ...["norn 7", "quill sonnet 5", "taiga r2", "taiga 70b", "opuz"].map(
    (model): ToolCall => ["get_model", { model }],
  ),
  ["search_models", { query: "norn 7" }],
  ["latest_findings", { query: "new open weights models" }],
  ["list_changes", { lab: "zzzz" }],
  ["get_model", { model: "provider:quillon" }],
  ["compare_models", { models: "benchmark:logic-prime, norn-4o" }],
  ["get_own_test", { test: "world-mop" }],
  ["get_own_test", { test: "tokenizer-tax", model: "nope" }],
);
verifiesStored(
  "7.5",
  "a bad argument says what to send instead",
  "bad-arguments",
  ["get_model", {}],
  ["get_model", { model: ["norn-4o", "norn-5"] }],
  ["get_model", { model: "norn-5", skip: 5 }],
  ["estimate_cost", { models: "norn-5", other: { apple: 1 } }],
  ["estimate_cost", { models: "norn-5", usage: { prompt_tokens_details: { cached_tokens: 5 } } }],
  ["estimate_cost", { models: "norn-5", prompt_tokens: 5, cached_tokens: 9 }],
  ["estimate_cost", { models: "norn-5", usage: { prompt_tokens: 5, odd_tokens: 9 } }],
  ["search_models", { best_at: "poetry" }],
  ["search_models", { query: "x", limit: 0 }],
  ["search_models", { min_output_tokens: "under 32k" }],
  ["search_models", { query: "x", sort: "colour" }],
  // One that does not exist is named, and the others are answered.
  ["search_models", { query: "norn-5", limit: 1, colour: 2 }],
  ["search_models", { query: "x", provider: "northwnd" }],
  ["compare_models", { models: ["norn-4o"] }],
  ["compare_models", { models: ["norn-4o", "norn4o"] }],
  ["list_changes", { since: "32/13/2026" }],
  ["fetch", { id: "__proto__:x" }],
  ["search", { query: "" }],
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
  "what is cut says how much is left and how to get it; a list ends at its last row",
  "what-is-cut",
  ["cheapest_provider", { model: "norn-5" }],
  ["get_model", { model: "norn-5", part: "rates", skip: 5 }],
  ["latest_findings", { query: "price moves", limit: 1 }],
  ["search_models", { query: "norn", page: 9 }],
  ["get_model", { model: "norn-4o", part: "scores", skip: 7 }],
  ["latest_findings", { query: "price drops", skip: 1 }],
  ["list_changes", { type: "price_drop", skip: 9 }],
  ["get_own_test", { test: "tokenizer-tax", skip: 99 }],
);

verifies("7.4", "a comparison has all its models, however long it is", async ({ context }) => {
  const names = "norn-4o norn-5 quill-opus-4-1 quill-sonnet-4-5 taiga-r1 taiga-v4-pro";
  const models = names.split(" ");
  const answer = compareModelsMcpTool.call({ models }, context);
  const tables = answer.tables.map(({ rows, ...table }) => ({
    ...table,
    rows: rows.map(({ text, value }) => ({ text: text.padEnd(700, "."), value })),
  }));
  const result = toMcpToolResult({ ...answer, tables }, context.catalog.service);
  const { models: compared, benchmarks } = result.structuredContent as Record<string, unknown>;
  expect(compared).toMatchObject(models.map((slug) => ({ slug })));
  expect(benchmarks).not.toHaveLength(7);
});

verifies("7.2", "structured content has the notes and what was left out", async ({ handle }) => {
  const notesOf = async (tool: string, args: object) =>
    (await callMcpTool(handle, tool, args)).structuredContent?.notes;
  expect(await notesOf("get_model", { model: "the quill opus" })).toContainEqual(
    expect.stringMatching(/^No model is called /),
  );
  expect(await notesOf("search_models", { query: "norn", limit: 1 })).toContainEqual(
    expect.stringMatching(/^models: \d+ more rows left out; call search_models again with page: 2/),
  );
});

verifies("7.2", "a model without a release date shows when it was listed", async ({ context }) => {
  const model = { ...context.catalog.getModel("norn-5"), first_seen: "2026-06-01" };
  const describe = (release_date_basis: typeof model.release_date_basis) =>
    describeReleaseForMcp({ ...model, release_date: null, release_date_basis });
  expect(describeReleaseForMcp(model)).toBe("released 2026-02-10");
  expect([describe("first_seen"), describe(null)]).toEqual(["first listed 2026-06-01", false]);
});
verifies(
  "7.2-prices",
  "a plan's 0 is no price per token; unknown prices are named",
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
