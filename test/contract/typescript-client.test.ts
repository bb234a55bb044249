import { expect, test } from "vitest";
import { createClient, toPriceRows } from "../../clients/typescript/src/client.ts";
import { getDefined } from "../builders/get.ts";
import { openBuiltSite } from "./harness.ts";

test("the typed client sends paths and queries, and reads both forms of a price history", async () => {
  const almanac = createClient({ baseUrl: await (await openBuiltSite()).listen("exact") });
  const list = await almanac.GET("/api/v1/models", {
    params: { query: { sort: "release_date", limit: 2, open_source: "true" } },
  });
  expect(list.data?.data).toHaveLength(2);
  expect(list.data?.url).toContain("/api/v1/models?limit=2&open_source=true&sort=release_date");
  const path = { slug: "quillon.quill-sonnet-4-5-v1:0" };
  const plain = await almanac.GET("/api/v1/price-history/{slug}", { params: { path } });
  const enveloped = await almanac.GET("/api/v1/price-history/{slug}", {
    params: { path, query: { envelope: "1" } },
  });
  const rows = toPriceRows(getDefined(plain.data, "plain history"));
  expect(rows.length).toBeGreaterThan(0);
  expect([Array.isArray(plain.data), Array.isArray(enveloped.data)]).toEqual([true, false]);
  expect(toPriceRows(getDefined(enveloped.data, "enveloped history"))).toEqual(rows);
});
