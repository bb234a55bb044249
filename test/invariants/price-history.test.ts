import { describe, expect } from "vitest";
import type { z } from "zod";
import type { PriceHistoryRow } from "../../generator/endpoints/price-history/get-price-history.ts";
import { getDefined, getSome } from "../builders/get.ts";
import type { Enveloped, List, One, Site } from "../contract/harness.ts";
import { verifies } from "../contract/verifies.ts";
import { compareText, everyDetail, ordered } from "../contract/walk.ts";

type Row = z.infer<typeof PriceHistoryRow>;
type Rows = Row[];

const FIELDS = [
  ...["date", "input", "output", "cache_read", "cache_write", "provider", "provider_slug"],
  ...["change", "is_list_price", "source"],
];

/** The model that most hosts sell. */
async function widelySold(site: Site): Promise<string> {
  const details = await everyDetail(site);
  const [first] = details.toSorted((a, b) => b.providers.length - a.providers.length);
  return getDefined(first, "model").slug;
}

/** Rows of every model, those of all hosts or of the default series. */
async function everyHistory(site: Site, query: string): Promise<[string, Rows][]> {
  const slugs = (await everyDetail(site)).map(({ slug }) => slug);
  return Promise.all(
    slugs.map(async (slug): Promise<[string, Rows]> => {
      const { body } = await site.ask(`/api/v1/price-history/${slug}?${query}`);
      return [slug, body as unknown as Rows];
    }),
  );
}

describe("a price history", () => {
  verifies("E5", "is a plain array; envelope=1 puts it into the body", async (site) => {
    const address = `/api/v1/price-history/${await widelySold(site)}`;
    const plain = await site.get<Rows>(address);
    getSome(plain.body, "rows");
    const wrapped = await site.get<One<Rows>>(`${address}?envelope=1`);
    expect(Object.keys(wrapped.body).at(-1)).toBe("data");
    expect(wrapped.body.data).toEqual(plain.body);
    for (const other of ["0", "true", "2"])
      expect((await site.get(`${address}?envelope=${other}`)).text).toBe(plain.text);
  });

  verifies("4.5", "rows run from the oldest and have the documented fields", async (site) => {
    for (const [slug, rows] of await everyHistory(site, "provider=all")) {
      const dates = rows.map(({ date }) => date);
      expect(dates, slug).toEqual([...dates].sort(compareText));
      for (const row of rows) {
        expect(ordered(row, FIELDS), slug).toEqual(FIELDS);
        expect(["added", "changed", "removed"]).toContain(row.change);
      }
    }
  });

  verifies("4.5", "no row of a host repeats the row before", async (site) => {
    const repeated: string[] = [];
    for (const [slug, rows] of await everyHistory(site, "provider=all")) {
      const before = new Map<string, string>();
      for (const { provider_slug, change, input, output, cache_read, cache_write, date } of rows) {
        const state = JSON.stringify([
          change === "removed",
          ...[input, output, cache_read, cache_write],
        ]);
        if (before.get(provider_slug) === state) repeated.push(`${slug} ${provider_slug} ${date}`);
        before.set(provider_slug, state);
      }
    }
    expect(repeated).toEqual([]);
  });

  verifies(
    "4.5",
    "a series begins with an addition, and a removal is followed by one",
    async (site) => {
      for (const [slug, rows] of await everyHistory(site, "provider=all")) {
        const open = new Set<string>();
        for (const { provider_slug, change } of rows) {
          expect(open.has(provider_slug), `${slug} ${provider_slug}`).toBe(change !== "added");
          if (change === "removed") open.delete(provider_slug);
          else open.add(provider_slug);
        }
      }
    },
  );

  verifies(
    "4.5-series",
    "is the list price, else the host with the longest record",
    async (site) => {
      const all = new Map(await everyHistory(site, "provider=all"));
      for (const [slug, rows] of await everyHistory(site, "")) {
        const hosts = new Set(rows.map(({ provider_slug }) => provider_slug));
        const everywhere = getDefined(all.get(slug), `history of ${slug}`);
        expect(hosts.size, slug).toBe(everywhere.length > 0 ? 1 : 0);
        const [first] = rows;
        if (first === undefined || first.is_list_price) continue;
        expect(first.date, slug).toBe(everywhere[0]?.date);
        expect(
          everywhere.filter((row) => row.is_list_price),
          slug,
        ).toEqual([]);
      }
    },
  );

  verifies("4.5-series", "provider gives one host's rows, all gives every host's", async (site) => {
    const address = `/api/v1/price-history/${await widelySold(site)}`;
    const all = (await site.get<Rows>(`${address}?provider=all`)).body;
    const hosts = [...new Set(all.map(({ provider_slug }) => provider_slug))];
    expect(hosts.length).toBeGreaterThan(1);
    for (const host of hosts) {
      const { body } = await site.get<Rows>(`${address}?provider=${host}`);
      expect(body).toEqual(all.filter(({ provider_slug }) => provider_slug === host));
    }
    expect((await site.get<Rows>(`${address}?provider=nobody`)).body).toEqual([]);
  });

  verifies("4.5-headers", "carry what the envelope says", async (site) => {
    const address = `/api/v1/price-history/${await widelySold(site)}?provider=all`;
    const { headers } = await site.get(address);
    const { body } = await site.get<Enveloped>(`${address}&envelope=1`);
    const url = body.url.replace("envelope=1&", "");
    expect(headers.get("X-Data-Source")).toBe(body.source);
    expect(headers.get("X-Data-Url")).toBe(url);
    expect(headers.get("X-Data-As-Of")).toBe(body.as_of);
    expect(headers.get("X-Data-License")).toBe(body.license);
    expect(headers.get("X-Data-Attribution")).toBe(body.attribution.replace(body.url, url));
    expect(headers.get("Link")).toBe(
      `<https://creativecommons.org/licenses/by/4.0/>; rel="license", <${url}>; rel="canonical"`,
    );
  });

  verifies(
    "4.5-headers",
    "name the canonical model for an alias, and survive any host",
    async (site) => {
      const aliased = (await everyDetail(site)).find(({ aliases }) => aliases.length > 0);
      const { aliases, slug } = getDefined(aliased, "model with an alias");
      const { headers } = await site.get(`/api/v1/price-history/${aliases[0]}`);
      expect(headers.get("X-Data-Url")).toBe(`${site.base}/api/v1/price-history/${slug}`);
      const odd = await site.get(`/api/v1/price-history/${slug}?provider=%C3%A9%E2%82%AC%0D%0AX:1`);
      expect([odd.status, odd.text]).toEqual([200, "[]"]);
    },
  );
});

interface Change {
  date: string;
  type: string;
  model: string | null;
  provider: string | null;
  title: string;
  details: Record<string, number | string | null>;
  source: string;
}
type Changes = Omit<List<Change>, "meta"> & {
  meta: { total: number; limit: number; since: string | null };
};

describe("changes", () => {
  verifies("E-changes", "are those of a day or later, newest first", async ({ get }) => {
    const { body } = await get<Changes>("/api/v1/changes?limit=1000");
    const dates = body.data.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort(compareText).reverse());
    const since = getDefined(dates[Math.floor(dates.length / 2)], "changes");
    const some = await get<Changes>(`/api/v1/changes?since=${since}&limit=1000`);
    expect(some.body.meta).toEqual({ total: some.body.data.length, limit: 1000, since });
    expect(some.body.data).toEqual(body.data.filter(({ date }) => date >= since));
    const none = await get<Changes>("/api/v1/changes?since=2999-01-01");
    expect([none.body.data, none.body.meta.total, none.body.as_of]).toEqual([[], 0, null]);
  });

  verifies("E-changes", "a drop lowers a price, an increase raises one", async ({ get }) => {
    const { data } = (await get<Changes>("/api/v1/changes?limit=1000")).body;
    const moves = data.filter(({ type }) => type.startsWith("price"));
    for (const { type, details, title } of getSome(moves, "price moves")) {
      const [before, after] = ["old", "new"].map(
        (when) => 3 * Number(details[`${when}_input`]) + Number(details[`${when}_output`] ?? 0),
      );
      const change = getDefined(after, "new price") - getDefined(before, "old price");
      expect(type === "price_drop" ? -change : change, title).toBeGreaterThan(-1e-9);
    }
  });

  verifies("E-changes", "a date that is none is refused", async ({ get }) => {
    for (const since of ["2026-02-30", "yesterday", "2026-1-1", "20260101"]) {
      const { status, body } = await get(`/api/v1/changes?since=${since}`);
      expect([status, body.parameter], since).toEqual([400, "since"]);
    }
  });
});
