/**
 * Checks that the prices published for a day give the expected USD of each vector. This tests the ledger's prices too,
 * not only the cost engine (`build/cost/cost-vectors.test.ts`). That the tool, the package and the page of models compute
 * as the endpoint does is tested in `test/contract/cost.test.ts` and `package.test.ts`.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CostTestVectorFile } from "../../build/schema/cost-vector.ts";
import { openBuiltSite } from "../contract/harness.ts";

/** Three cases that every other program we know computes wrongly. */
const CASES = [
  "claude-sonnet-4-5-cache-1h",
  "claude-sonnet-4-5-above-200k",
  "gpt-4o-million-tokens-on-2024-06-01",
];

test("the endpoint computes the USD of the vectors", async () => {
  const site = await openBuiltSite();
  const text = await readFile(join(site.dist, "cost-vectors.json"), "utf8");
  const { vectors } = CostTestVectorFile.parse(JSON.parse(text));
  const wrong: string[] = [];
  for (const { id, model_id, host, day, usage, options, usd } of vectors) {
    const { time, ...others } = options;
    const at = time === undefined ? day : `${day}T${time}Z`;
    const query = new URLSearchParams({ models: model_id, host, at });
    for (const [name, value] of Object.entries({ ...usage, ...others }))
      query.set(name, `${value}`);
    const { body } = await site.get(`/api/v1/cost?${query}`);
    const found = body.data[0]?.usd ?? null;
    if (found !== usd) wrong.push(`${id}: ${found}, not ${usd}`);
  }
  expect(wrong).toEqual([]);
  expect(vectors.map(({ id }) => id)).toEqual(expect.arrayContaining(CASES));
});
