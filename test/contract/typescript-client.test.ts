/** Uses the typed client in `clients/typescript` as its users do. */
import { beforeAll, expect, test } from "vitest";
import {
  createClient,
  type ModelAlmanac,
  toPriceRows,
} from "../../clients/typescript/src/client.ts";
import { getDefined } from "../builders/get.ts";
import { openBuiltSite } from "./harness.ts";

let almanac: ModelAlmanac;
beforeAll(async () => {
  almanac = createClient({ baseUrl: await (await openBuiltSite()).listen("exact") });
});

test("a list has the URL that it came from", async () => {
  const { data } = await almanac.GET("/api/v1/models", {
    params: { query: { sort: "release_date", limit: 2, open_source: "true" } },
  });
  expect([data?.data.length, data?.meta.sort]).toEqual([2, "release_date"]);
  expect(data?.url).toContain("/api/v1/models?limit=2&open_source=true&sort=release_date");
});

test("a model is found by a host's own id, with its offers", async () => {
  const { data, error } = await almanac.GET("/api/v1/models/{slug}", {
    params: { path: { slug: "quillon.quill-sonnet-4-5-v1:0" } },
  });
  expect(error).toBeUndefined();
  expect([data?.slug, data?.providers[0]?.billing]).toEqual(["quill-sonnet-4-5", "tokens"]);
});

test("both forms of a price history have the same rows", async () => {
  const path = { slug: "norn-4o" };
  const plain = await almanac.GET("/api/v1/price-history/{slug}", { params: { path } });
  const enveloped = await almanac.GET("/api/v1/price-history/{slug}", {
    params: { path, query: { envelope: "1" } },
  });
  const rows = toPriceRows(getDefined(plain.data, "plain history"));
  expect(rows.length).toBeGreaterThan(0);
  expect([Array.isArray(plain.data), Array.isArray(enveloped.data)]).toEqual([true, false]);
  expect(toPriceRows(getDefined(enveloped.data, "enveloped history"))).toEqual(rows);
});
