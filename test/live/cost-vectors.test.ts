/** The published prices of a day give the dollars of the vectors: what the ledger knows, not only what the engine does. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CostVectors } from "../../build/schema/cost-vector.ts";
import type { CostRow } from "../../generator/endpoints/cost/cost.ts";
import { type ListAnswer, openBuiltSite } from "../contract/harness.ts";
import { callMcpTool } from "../contract/mcp-post.ts";

test("every vector costs what it should by the prices of its day, in the API and in the tool", async () => {
  const site = await openBuiltSite();
  const text = await readFile(join(site.dist, "cost-vectors.json"), "utf8");
  const { vectors } = CostVectors.parse(JSON.parse(text));
  const wrong: string[] = [];
  for (const { id, model_id, host, day, usage, options, usd } of vectors) {
    const { time, ...others } = options;
    const at = time === undefined ? day : `${day}T${time}Z`;
    const counts = { host, at, ...usage, ...others };
    const query = new URLSearchParams(
      Object.entries({ models: model_id, ...counts }).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    );
    const { body } = await site.get<ListAnswer<CostRow>>(`/api/v1/cost?${query}`);
    const tool = await callMcpTool(site.handle, "estimate_cost", { models: [model_id], ...counts });
    const { costs } = tool.structuredContent as { costs: CostRow[] };
    for (const rows of [body.data, costs])
      if ((rows[0]?.usd ?? null) !== usd) wrong.push(`${id}: ${rows[0]?.usd}, not ${usd}`);
  }
  expect(wrong).toEqual([]);
});
