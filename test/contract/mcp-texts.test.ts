/** The words that assistants read, in full, for the golden facts. */
import { expect } from "vitest";
import { compareModelsTool } from "../../mcp-server/tools/model-lists.ts";
import { toToolResult } from "../../mcp-server/tools/tool.ts";
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
    "- Bazaar: $0.7 input / $2.5 output, id tundra/taiga-r1, reseller, 1 source, a router, and another host sells the model itself, 2025-06-01",
    "- Freeport: free, id @fp/tundra/taiga-r1, unverified: the price is 0, and only one source states it, 2026-04-01",
    "Source: Model Almanac · https://almanac.example/api/v1/models/taiga-r1/cheapest",
  ]);
});

verifies("7.4", "a comparison has all its models, however long the rows are", ({ context }) => {
  const models = [
    "norn-4o",
    "norn-5",
    "quill-opus-4-1",
    "quill-sonnet-4-5",
    "taiga-r1",
    "taiga-v4-pro",
  ];
  const answer = compareModelsTool.call({ models }, context);
  const tables = answer.tables.map(({ rows, ...table }) => ({
    ...table,
    rows: rows.map(({ text, value }) => ({ text: text.padEnd(700, "."), value })),
  }));
  const result = toToolResult({ ...answer, tables }, context.catalog.service);
  const { models: compared, benchmarks } = result.structuredContent ?? {};
  expect(compared).toMatchObject(models.map((slug) => ({ slug })));
  expect(benchmarks).not.toHaveLength(7);
});
