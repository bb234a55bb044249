import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type * as z from "zod";
import { ChangeType } from "../../build/schema/values.ts";
import type { PriceHistoryRow } from "../../generator/endpoints/prices/prices.ts";
import { expectEqual, getDefined, requireNonEmpty } from "../builders/get.ts";
import { sampleEvenly } from "../builders/runs.ts";
import { type BuiltSite, memoizePerSite, type Schemas, verifies } from "../contract/harness.ts";
import { compareText, readAllPages, readEveryModelDetail } from "../contract/walk.ts";

type Row = z.infer<typeof PriceHistoryRow>;
type Price = Pick<Row, "provider_slug" | "input" | "output" | "cache_read" | "cache_write">;

const FIELDS =
  "date input output cache_read cache_write provider provider_slug change is_list_price source".split(
    " ",
  );

/** Address of the price history of the model that most hosts sell. */
async function widelySold(site: BuiltSite): Promise<`/api/v1/price-history/${string}`> {
  const details = await readEveryModelDetail(site);
  const [first] = details.toSorted((a, b) => b.providers.length - a.providers.length);
  return `/api/v1/price-history/${getDefined(first, "model").slug}`;
}

/**
 * Price rows of models, at most about 300 unless the test run is long. The query selects all hosts or the default
 * series.
 */
const everyHistory = memoizePerSite(async (site, query: string) => {
  const details = sampleEvenly(await readEveryModelDetail(site), 300);
  const read = async (slug: string): Promise<[string, Row[]]> => {
    return [slug, (await site.ask(`/api/v1/price-history/${slug}?${query}`)).body];
  };
  return Promise.all(details.map(({ slug }) => read(slug)));
});

describe("a price history", () => {
  verifies("E5", "is a plain array; envelope=1 puts it into the body", async (site) => {
    const address = await widelySold(site);
    const plain = await site.get(address);
    requireNonEmpty(plain.body, "rows");
    const wrapped = await site.get(`${address}?envelope=1`);
    expect(Object.keys(wrapped.body).at(-1)).toBe("data");
    expect(wrapped.body.data).toEqual(plain.body);
    for (const other of ["0", "2"])
      expect((await site.get(`${address}?envelope=${other}`)).text).toBe(plain.text);
  });

  verifies("4.5", "rows run from the oldest and have the documented fields", async (site) => {
    for (const [slug, rows] of await everyHistory(site, "provider=all")) {
      const dates = rows.map(({ date }) => date);
      expectEqual(dates, [...dates].sort(compareText), slug);
      // Fields may be added but must not be reordered.
      const fieldsOf = (row: Row) => Object.keys(row).filter((name) => FIELDS.includes(name));
      for (const row of rows) expectEqual(fieldsOf(row), FIELDS, slug);
    }
  });

  verifies("4.5-open", "ends with today's price at each host", async (site) => {
    const details = new Map((await readEveryModelDetail(site)).map((one) => [one.slug, one]));
    for (const [slug, rows] of await everyHistory(site, "provider=all")) {
      const last = new Map(rows.map((row) => [row.provider_slug, row]));
      const open = [...last.values()].filter(({ change }) => change !== "removed");
      const priceOf = ({ provider_slug, input, output, cache_read, cache_write }: Price) =>
        [provider_slug, input, output, cache_read, cache_write].join(" ");
      const offers = details.get(slug)?.providers ?? [];
      const today = offers.filter(({ status }) => status !== "retired");
      expectEqual(open.map(priceOf).sort(), today.map(priceOf).sort(), slug);
    }
  });

  verifies("4.5-series", "is the list price, else the longest history", async (site) => {
    const all = new Map(await everyHistory(site, "provider=all"));
    for (const [slug, rows] of await everyHistory(site, "")) {
      const hosts = new Set(rows.map(({ provider_slug }) => provider_slug));
      const everywhere = all.get(slug) ?? [];
      expectEqual(hosts.size, everywhere.length > 0 ? 1 : 0, slug);
      if (rows.length === 0 || rows.some((row) => row.is_list_price)) continue;
      expectEqual(rows[0]?.date, everywhere[0]?.date, slug);
      const listed = everywhere.filter((row) => row.is_list_price);
      expectEqual(listed, [], slug);
    }
  });

  verifies("4.5-series", "provider returns the rows of one host, or all", async (site) => {
    const address = await widelySold(site);
    const all = (await site.get(`${address}?provider=all`)).body;
    const hosts = [...new Set(all.map(({ provider_slug }) => provider_slug))];
    expect(hosts.length).toBeGreaterThan(1);
    for (const host of hosts) {
      const { body } = await site.get(`${address}?provider=${host}`);
      expect(body).toEqual(all.filter(({ provider_slug }) => provider_slug === host));
    }
    expect((await site.get(`${address}?provider=nobody`)).body).toEqual([]);
  });

  verifies("4.5-headers", "have the same values as the envelope", async (site) => {
    const address = await widelySold(site);
    const { headers } = await site.get(`${address}?provider=all`);
    const { body } = await site.get(`${address}?provider=all&envelope=1`);
    const url = body.url.replace("envelope=1&", "");
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-data-source": body.source,
      "x-data-url": url,
      "x-data-as-of": body.as_of,
      "x-data-license": body.license,
      "x-data-attribution": body.attribution.replace(body.url, url),
      link: `<https://creativecommons.org/licenses/by/4.0/>; rel="license", <${url}>; rel="canonical"`,
    });
  });
});

describe("changes", () => {
  verifies("E-changes", "start at the day in since, newest first", async ({ get }) => {
    const { body } = await get("/api/v1/changes?limit=1000");
    const dates = body.data.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort(compareText).reverse());
    const since = getDefined(dates[Math.floor(dates.length / 2)], "changes");
    const some = await get(`/api/v1/changes?since=${since}&limit=1000`);
    const newest = dates[0];
    const { last_id, ...meta } = some.body.meta;
    expect(meta).toEqual({ total: some.body.data.length, limit: 1000, since, newest });
    expect(last_id).toBe(body.meta.last_id);
    expect(some.body.data).toEqual(body.data.filter(({ date }) => date >= since));
    const none = await get("/api/v1/changes?since=2999-01-01");
    expect([none.body.data, none.body.meta.total, none.body.as_of]).toEqual([[], 0, null]);
  });

  verifies("E-changes-after", "pages through all changes by id, each once", async (site) => {
    // A hundred pages are enough to check the transitions between pages.
    const { total, last_id } = (await site.get("/api/v1/changes?after=0")).body.meta;
    const limit = Math.max(1, Math.ceil(total / 100));
    const address = `/api/v1/changes?after=0&limit=${limit}`;
    const ids = (await readAllPages<Schemas["Change"]>(site, address)).map(({ id }) => id);
    expect(ids.length).toBe(total);
    expect(total).toBeGreaterThan(0);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(a) - Number(b)));
    expect(ids.at(-1)).toBe(last_id);
    const later = (await site.get(`/api/v1/changes?after=${last_id}`)).body;
    expect([later.data, later.meta.last_id]).toEqual([[], last_id]);
  });

  verifies("E-changes-types", "each says what changed; filters take names, slugs", async (site) => {
    for (const type of ChangeType.options) {
      const { data } = (await site.get(`/api/v1/changes?type=${type}&limit=1`)).body;
      for (const { details, title } of requireNonEmpty(data, `changes of type ${type}`)) {
        expect(Object.keys(details).length, title).toBeGreaterThan(0);
        expect(title).not.toContain("null");
      }
    }
    const { data } = (await site.get("/api/v1/changes?type=offer_added&limit=1")).body;
    const { model, provider, title } = getDefined(data[0], "offer that was added");
    const detail = (await site.get(`/api/v1/models/${model}`)).body;
    for (const [query, kept] of [
      [`model=${encodeURIComponent(detail.name)}`, { model }],
      [`host=${provider}`, { provider }],
      [`provider=${provider}`, { provider }],
      ["type=offer_added", { type: "offer_added" }],
      [`lab=${encodeURIComponent(detail.provider.name)}&model=${model}`, { model }],
    ] as const) {
      const { body } = await site.get(`/api/v1/changes?limit=1000&${query}`);
      expect(body.data, query).toContainEqual(expect.objectContaining({ title }));
      for (const change of body.data) expect(change, query).toMatchObject(kept);
    }
    for (const name of ["model", "host", "lab", "type"])
      expect((await site.get(`/api/v1/changes?${name}=zzzzzz`)).status).toBe(400);
  });
});

verifies("E-disputes", "list every disputed offer, the published statement first", async (site) => {
  const { data, meta } = (await site.get("/api/v1/disputes")).body;
  expect(meta.total).toBe(requireNonEmpty(data, "disputes").length);
  const offered = new Set<string>();
  const disputed: string[] = [];
  for (const { slug, providers } of await readEveryModelDetail(site))
    for (const { provider_slug: host, model_id, variants, trust } of providers) {
      for (const one of [{ model_id }, ...variants]) offered.add(`${slug} ${host} ${one.model_id}`);
      if (trust === "disputed") disputed.push(`${slug} ${host} ${model_id}`);
    }
  const listed = data.map(({ model, provider_slug: host, model_id, statements }) => {
    const offer = `${model} ${host} ${model_id}`;
    expect(offered).toContain(offer);
    expect(statements[0]?.is_published, offer).toBe(true);
    expect(statements.length, offer).toBeGreaterThan(1);
    return offer;
  });
  expect(listed).toEqual(expect.arrayContaining(disputed));
  const { offers_disputed } = (await site.get("/api/v1/status")).body.counts;
  const page = await readFile(join(site.dist, "prices/index.html"), "utf8");
  expect(page).toContain(`${offers_disputed} of all ${meta.total} prices have the `);
});
