import { describe, expect } from "vitest";
import { cost } from "../../build/cost/cost.ts";
import type { OfferRow, RateCardRow } from "../../build/model/catalog/rows.ts";
import { COST_PARAMETERS, type PublishedCost } from "../../generator/endpoints/cost/cost.ts";
import type { ModelDetail } from "../../generator/endpoints/models/get-model.ts";
import type { ArraysByColumn } from "../../generator/site/components/table.ts";
import { arraysByColumnToRows } from "../../generator/site/components/table.ts";
import {
  findLowestCostByModel,
  type PricesFile,
  type RateCardsFileRow,
  toPricedOffersOfDay,
} from "../../generator/site/pages/models/workload-costs.ts";
import { createApiHandler } from "../../mcp-server/function.ts";
import { type BuiltSite, verifies, visit } from "./harness.ts";
import { callMcpTool } from "./mcp-post.ts";

const rowsOf = async (site: BuiltSite, query: string): Promise<PublishedCost[]> =>
  JSON.parse((await site.get(`/api/v1/cost?${query}`)).text).data;

describe("the cost of requests", () => {
  verifies("E-cost", "is the sum of its parts at one host", async (site) => {
    const rows = await rowsOf(
      site,
      "models=norn-4o&host=northwind&input=1000&output=100&requests=10",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ model: "norn-4o", provider_slug: "northwind", usd: 0.035 });
    expect(
      rows[0]?.parts.map(({ meter, quantity, rate, usd }) => [meter, quantity, rate, usd]),
    ).toEqual([
      ["input", 10_000, 2.5, 0.025],
      ["output", 1000, 10, 0.01],
    ]);
  });

  verifies("E-cost", "is that of the day, and of the id that was sold then", async (site) => {
    const at = async (day: string) =>
      (await rowsOf(site, `models=norn-4o&host=northwind&input=1000000&at=${day}`)).map(
        (row) => row.usd,
      );
    expect([await at("2025-05-20"), await at("2025-10-05"), await at("2020-01-01")]).toEqual([
      [5],
      [2.5],
      [],
    ]);
  });

  verifies("E-cost", "is that of an id which has another price than its model", async (site) => {
    const query = "host=northwind&input=1000000&models=norn-4o-2025-05-13,norn-4o,Norn%204o";
    const rows = await rowsOf(site, query);
    expect(rows.map(({ model, model_id, usd, trust }) => [model, model_id, usd, trust])).toEqual([
      ["norn-4o", "norn-4o", 2.5, "one_source"],
      ["norn-4o", "norn-4o-2025-05-13", 5, null],
    ]);
    const before = "at=2025-05-20&host=northwind&input=1000000&models=northwind/norn-4o-2025-05-13";
    expect((await rowsOf(site, before)).map(({ model_id, usd }) => [model_id, usd])).toEqual([
      ["norn-4o", 5],
    ]);
    const args = { models: ["norn-4o-2025-05-13"], host: "northwind", input: 1_000_000 };
    const { structuredContent } = await callMcpTool(site.handle, "estimate_cost", args);
    expect(structuredContent?.costs).toMatchObject([{ usd: 5 }]);
  });

  verifies("E-cost", "of a tier is that of the host's id of the tier", async (site) => {
    const query = "models=taiga-3-3-70b&host=cumulus&input=1000000&service_tier=fast";
    const fast = "taiga-3-3-70b-turbo-bf16";
    expect(await rowsOf(site, query)).toMatchObject([{ model_id: fast, usd: 0.2, trust: null }]);
    const before = await rowsOf(site, `${query}&at=2026-01-19`);
    expect(before).toMatchObject([{ model_id: "taiga-3-3-70b-fp8", usd: null }]);
    expect(await hintOf(site, query)).toBe(
      `cumulus sells taiga-3-3-70b at service_tier=fast as ${fast}.`,
    );
    const ownRates = await rowsOf(
      site,
      "models=norn-4o&host=northwind&input=1000000&service_tier=batch",
    );
    expect(ownRates).toMatchObject([{ model_id: "norn-4o", usd: 1.25 }]);
  });

  verifies(
    "E-cost",
    "names every host that may be the cheapest, the cheapest first",
    async (site) => {
      const rows = await rowsOf(site, "models=taiga-r1,norn-4o&input=1000&output=1000");
      const known = rows.flatMap(({ usd }) => usd ?? []);
      expect(new Set(rows.map(({ model }) => model))).toEqual(new Set(["taiga-r1", "norn-4o"]));
      expect(known.length).toBeGreaterThan(1);
      expect(known).toEqual(known.toSorted((a, b) => a - b));
      expect(rows.slice(known.length).every(({ usd }) => usd === null)).toBe(true);
    },
  );

  verifies("E-cost", "counts cached tokens by either name", async (site) => {
    const usd = async (name: string) =>
      (await rowsOf(site, `models=norn-4o&host=northwind&input=1000&${name}=90000`))[0]?.usd;
    expect(await usd("cache_read")).toBeGreaterThan((await usd("reasoning_effort")) ?? 0);
    expect(await usd("cached")).toBe(await usd("cache_read"));
  });

  verifies("E-cost", "is of no trust on a day to come", async (site) => {
    const [today] = await rowsOf(site, "models=norn-4o&host=northwind&input=1");
    const [later] = await rowsOf(site, "models=norn-4o&host=northwind&input=1&at=2099-01-01");
    expect([later?.usd, later?.trust]).toEqual([today?.usd, null]);
  });

  verifies("E-cost", "has the whole card that is announced for a day to come", async (site) => {
    const query = "models=quill-sonnet-4-5&host=quillon&input=1000000";
    const on = async (day: string, rest = "") => {
      const [row] = await rowsOf(site, `${query}${rest}&at=${day}`);
      return row?.usd ?? row?.missing.map(({ reason }) => reason);
    };
    const batch = "&service_tier=batch";
    expect([await on("2098-12-31"), await on("2099-01-01")]).toEqual([6, 2]);
    expect(await on("2099-01-01", batch)).toBe(1);
    expect(await on("2099-01-01", "&cached=1000000")).toBe(2.2);
    expect(await on("2099-01-01", "&cache_write=1000000")).toEqual([
      "the host's price for cache_write is not known",
    ]);
    const { list_price } = await site.read<ModelDetail>("/api/v1/models/quill-sonnet-4-5");
    expect(list_price?.announced).toMatchObject([
      { effective: "2099-01-01", input: 2, output: 10, cache_read: 0.2, cache_write: null },
    ]);
    const [price] = list_price?.announced?.flatMap(({ rates }) => rates).slice(-1) ?? [];
    expect(price).toMatchObject({ meter: "output", service_tier: "batch", price: 5 });
  });

  verifies("E-cost", "is on each day what the page of models finds", async (site) => {
    const prices = await site.read<PricesFile>("/tables/prices.json");
    const table = await site.read<{ cards: ArraysByColumn<RateCardsFileRow> }>(
      "/tables/rate-cards.json",
    );
    const history = arraysByColumnToRows(table.cards);
    const days = [...new Set(history.map(({ date }) => date))].sort();
    const { models } = prices;
    const usage = { input: 1_000_000, output: 1_000_000 };
    for (const day of [...days, prices.as_of, "2098-12-31", "2099-01-01"]) {
      const offers = toPricedOffersOfDay(prices, history, day);
      const found = findLowestCostByModel(offers, (card) => cost(usage, card));
      const rows = await rowsOf(
        site,
        `models=${models.slug}&input=1000000&output=1000000&at=${day}`,
      );
      const known = rows.filter(({ usd }) => usd !== null);
      for (const slug of models.slug) {
        // Where no offer qualifies, the API answers every one.
        const isLeftOut = offers.every(({ model, is_eligible }) => model !== slug || !is_eligible);
        const first = known.find(({ model }) => model === slug);
        if (!isLeftOut || day < prices.as_of)
          expect([day, slug, found.get(slug)?.usd]).toEqual([day, slug, first?.usd]);
      }
    }
  });

  verifies("E-cost", "is null with the reason where a rate is not known", async (site) => {
    const [row] = await rowsOf(site, "models=norn-4o&host=northwind&input=1&page=2");
    expect(row).toMatchObject({
      usd: null,
      missing: [{ meter: "page", reason: "the host's price for page is not known" }],
    });
  });

  const hintOf = async (site: BuiltSite, query: string): Promise<string | undefined> =>
    JSON.parse((await site.get(`/api/v1/cost?${query}`)).text).meta.hint;

  verifies(
    "2.6",
    "comes with a hint at a count that is misspelt, and at no other",
    async (site) => {
      const query = "models=norn-4o&host=northwind&input=1000";
      expect(await hintOf(site, `${query}&images=3`)).toBe(
        '"images" is not a parameter and was ignored; did you mean image?',
      );
      expect(await hintOf(site, `${query}&outptu=3`)).toMatch(/did you mean output\?$/);
      expect(await hintOf(site, `${query}&utm_source=x`)).toBeUndefined();
    },
  );

  verifies("E-cost", "says why there is no row, and which hosts are left out", async (site) => {
    expect(await hintOf(site, "models=norn-4o&host=northwind&input=1&at=2020-01-01")).toBe(
      "northwind is not known to have sold norn-4o on 2020-01-01.",
    );
    const all = await rowsOf(site, "models=norn-4o&input=1");
    const { text } = await site.get("/api/v1/models/norn-4o");
    const others = (JSON.parse(text).providers as PublishedCost[])
      .map(({ provider_slug }) => provider_slug)
      .filter((slug) => all.every((row) => row.provider_slug !== slug));
    expect(others.length).toBeGreaterThan(0);
    for (const slug of others) expect(await hintOf(site, "models=norn-4o&input=1")).toContain(slug);
    const both = await hintOf(site, "models=norn-4o,norn-5,taiga-v4-pro,taiga-r1&input=1");
    expect(both?.split(" are left out: ").length).toBeGreaterThan(2);
    expect(both?.split("send host=")).toHaveLength(2);
  });

  verifies("E-cost", "is at hosts that are known to sell what is named", async ({ context }) => {
    const { catalog } = context;
    const withdraw = (offer: OfferRow): OfferRow =>
      offer.host === "brightcloud" ? { ...offer, status: "retired" } : offer;
    const changed = {
      ...catalog,
      offersOf: (model: string) => catalog.offersOf(model).map(withdraw),
      moving_ids: [{ host: "northwind", name: "norn-4o", model: "norn-5", since: null }],
    };
    const handle = createApiHandler({ ...context, catalog: changed });
    const sellersOf = async (query: string) => {
      const answer = await visit(async (one) => handle(one), `/api/v1/cost?input=1&${query}`);
      const { data } = (await answer.json()) as { data: PublishedCost[] };
      return data.map(({ model, provider_slug }) => `${model} ${provider_slug}`);
    };
    expect(await sellersOf("models=norn-4o")).toEqual(["norn-4o northwind"]);
    expect(await sellersOf("models=norn-4o&host=northwind")).toEqual(["norn-5 northwind"]);
    expect(await sellersOf("models=norn-4o&host=bazaar")).toEqual(["norn-4o bazaar"]);
    for (const query of ["norn-4o&host=brightcloud", "norn-4o-2025-05-13&host=bazaar"])
      expect(await sellersOf(`models=${query}`), query).toEqual([]);
  });

  verifies("E-cost", "of nothing is 0", async (site) => {
    const rows = await rowsOf(site, "models=norn-4o&host=northwind&input=0&output=0");
    expect(rows.map(({ usd }) => usd)).toEqual([0]);
  });

  for (const [query, detail] of [
    ["models=norn-4o", /^input is missing, and no other count was sent/],
    ["input=5", /^models is missing/],
    ["models=norn-4o&input=-5", /^input="-5" is not a number of 0 or more/],
    ["models=norn-4o&input=1e9", /^input="1e9" is not a number/],
    [
      "models=norn-4o&cached=100&cache_read=500",
      /^cached and cache_read are two names of one count; send one of them\.$/,
    ],
    ["models=norn-4o&input=5&host=nortwind", /Did you mean northwind/],
    ["models=norn-4o&input=5&at=yesterday", /^at="yesterday" is not a date or a minute in UTC/],
    ["models=norn-4o&input=5&service_tier=cheap", /^service_tier="cheap" is not known/],
  ] as const)
    verifies("E-cost", `refuses ${query}`, async ({ get }) => {
      const { status, text } = await get(`/api/v1/cost?${query}`);
      expect([status, JSON.parse(text).detail]).toEqual([400, expect.stringMatching(detail)]);
    });

  verifies("E-cost", "of an unknown model is a 404 that names near ones", async ({ get }) => {
    const { status, text } = await get("/api/v1/cost?models=nron-4o&input=5");
    expect([status, JSON.parse(text).suggestions[0].slug]).toEqual([404, "norn-4o"]);
  });

  verifies("E-cost", "names the variants where no rate has the one asked for", async (site) => {
    const query = "models=norn-4o&host=northwind&input=1&variant=4k";
    expect(await hintOf(site, query)).toBe(
      'No rate of norn-4o depends on the variant "4k", so the parameter had no effect.',
    );
  });

  verifies("E-cost", "has for the tool the hints of the API beside its rows", async (site) => {
    const args = { models: ["norn-4o"], host: "northwind", input: 1000, region: "usa" };
    const { content } = await callMcpTool(site.handle, "estimate_cost", args);
    const hint = await hintOf(site, "models=norn-4o&host=northwind&input=1000&region=usa");
    expect(hint).toMatch(/^No rate depends on the region "usa", so the parameter had no effect/);
    expect(JSON.stringify(content)).toContain(JSON.stringify(hint).slice(1, -1));
  });

  verifies(
    "E-cost",
    "is refused by the tool where a count is sent twice or is none",
    async (site) => {
      const call = async (counts: object) => {
        const args = { models: ["norn-4o"], host: "northwind", ...counts };
        const { isError, content } = await callMcpTool(site.handle, "estimate_cost", args);
        return isError === true && content.map((one) => "text" in one && one.text).join();
      };
      expect(await call({ input: 1000, other: { input: 5 } })).toMatch(
        /^input is sent both as an argument and in `other`/,
      );
      expect(await call({ cached: 1000, other: { cache_read: 5 } })).toMatch(
        /cached and cache_read are two names of one count/,
      );
      for (const counts of [{ input: 1e20 }, { other: { image: 1e20 } }])
        expect(await call(counts)).toMatch(/^(input|image)="1\d+" is not a number/);
      expect(await call({ cached: 0, other: { cache_read: 5 } })).toBe(false);
    },
  );

  verifies("E-cost", "counts for the tool what it counts for the API", async (site) => {
    const outcomes: unknown[] = [];
    for (const name of COST_PARAMETERS) {
      const [row] = await rowsOf(site, `models=norn-4o&host=northwind&output=7&${name}=700`);
      const args = { models: ["norn-4o"], host: "northwind", output: 7, [name]: 700 };
      const { structuredContent } = await callMcpTool(site.handle, "estimate_cost", args);
      const missing = row?.missing.map(({ reason }) => reason);
      expect(structuredContent?.costs, name).toMatchObject([{ usd: row?.usd, missing }]);
      outcomes.push(row?.usd);
    }
    expect(new Set(outcomes).size).toBeGreaterThan(3);
  });
});

interface PriceOfDay {
  provider_slug: string;
  host_kind: string;
  service_tier: string;
  billing: string;
  input: number | null;
  blended: number | null;
  rates: { price: number }[];
}

interface DayAnswer {
  slug: string;
  context_window: number | null;
  pricing: { input: number | null; basis: string | null };
  list_price: PriceOfDay | null;
  cheapest_provider: PriceOfDay | null;
  providers: PriceOfDay[];
  meta: { at: string };
}

const toHost = (row: { provider_slug: string } | null) => row?.provider_slug;

describe("a model at a day", () => {
  const at = async ({ get }: BuiltSite, day: string, name = "norn-4o") =>
    (await get<DayAnswer>(`/api/v1/at/${day}/models/${name}`)).body;

  verifies("E-at", "has the prices of that day, and today's other fields", async (site) => {
    const past = await at(site, "2025-06-15");
    const now = (await site.get<DayAnswer>("/api/v1/models/norn-4o")).body;
    expect(past).toMatchObject({
      ...{ slug: "norn-4o", meta: { at: "2025-06-15" }, context_window: now.context_window },
      pricing: { input: 5, basis: "list" },
      list_price: { provider_slug: "northwind", input: 5 },
    });
    expect(past.providers.map(({ provider_slug, input }) => [provider_slug, input])).toEqual([
      ...[["bazaar", 5] as const, ["brightcloud", 5] as const, ["northwind", 5] as const],
    ]);
    expect(toHost(past.cheapest_provider)).toBe("northwind");
    expect((await at(site, "2025-10-03")).providers.map(({ input }) => input)).toEqual([2.5, 5, 5]);
    // A router is not the cheapest provider, even where it is the cheapest.
    expect((await at(site, "2025-10-07")).cheapest_provider?.provider_slug).toBe("northwind");
  });

  verifies("E-at", "of the newest day, and later, equals the detail", async (site) => {
    const day = (await site.get<{ as_of: string }>("/api/v1/status")).body.as_of;
    const slugs = (await site.get<{ data: { slug: string }[] }>("/api/v1/models?limit=200")).body
      .data;
    expect(slugs.length).toBeGreaterThan(10);
    for (const [slug, date] of slugs.flatMap((one) => [
      [one.slug, day] as const,
      [one.slug, "2031-01-01"] as const,
    ])) {
      const now = (await site.get<DayAnswer>(`/api/v1/models/${slug}`)).body;
      const later = await at(site, date, slug);
      expect(later.list_price?.provider_slug, slug).toBe(now.list_price?.provider_slug);
      expect(later.pricing.basis, slug).toBe(now.pricing.basis);
      expect(later.providers.map(toHost), slug).toEqual(now.providers.map(toHost));
      expect(toHost(later.cheapest_provider), slug).toBe(toHost(now.cheapest_provider));
    }
  });

  verifies("E-at", "has a list price and a cheapest host that may be these", async (site) => {
    const isPriced = ({ input, rates }: PriceOfDay) => input !== null || rates.length > 0;
    const seen = { lists: 0, cheapest: 0, undercut: 0 };
    const models = (await site.get<{ data: { slug: string }[] }>("/api/v1/models?limit=200")).body;
    for (const { slug } of models.data) {
      const history = await site.get<{ date: string }[]>(`/api/v1/price-history/${slug}`);
      for (const day of new Set(history.body.map(({ date }) => date))) {
        const { list_price: list, cheapest_provider: best, providers } = await at(site, day, slug);
        const sold = providers.filter((one) => isPriced(one) && one.service_tier === "standard");
        const place = `${slug} ${day}`;
        if (list !== null) {
          seen.lists++;
          expect(sold.map(toHost), place).toContain(list.provider_slug);
          expect(list.billing, place).not.toBe("plan");
        }
        if (best === null) continue;
        seen.cheapest++;
        const rivals = sold.filter(
          ({ billing, host_kind }) => billing === "tokens" && host_kind !== "router",
        );
        if (rivals.length > 0) expect(best.host_kind, place).not.toBe("router");
        expect(best.billing, place).toBe("tokens");
        const lowest = Math.min(
          ...rivals.map(({ blended }) => blended ?? Number.POSITIVE_INFINITY),
        );
        if (Number.isFinite(lowest)) expect(best.blended, place).toBe(lowest);
        seen.undercut += Number(
          providers.some(({ blended }) => blended !== null && blended < (best.blended ?? 0)),
        );
      }
    }
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
  });

  verifies(
    "E-at",
    "takes no free price as the cheapest, and no other tier as the list price",
    async ({ context }) => {
      const { catalog } = context;
      const hostsOf = async (hosts: readonly string[], change: Partial<RateCardRow>) => {
        const rateCardsOf = (model: string) =>
          catalog
            .rateCardsOf(model)
            .map((row) => (hosts.includes(row.host) ? { ...row, ...change } : row));
        const handle = createApiHandler({ ...context, catalog: { ...catalog, rateCardsOf } });
        const address = "/api/v1/at/2025-06-15/models/norn-4o";
        const answer = await visit(async (one) => handle(one), address);
        const { list_price, cheapest_provider } = (await answer.json()) as DayAnswer;
        return [list_price, cheapest_provider].map((one) => one && toHost(one));
      };
      const free = { input: 0, output: 0, billing: "free" as const };
      const all = ["bazaar", "brightcloud", "northwind"];
      expect(await hostsOf(all, free)).toEqual(["northwind", null]);
      expect(await hostsOf(["northwind"], { service_tier: "batch" })).toEqual([
        null,
        "brightcloud",
      ]);
    },
  );

  verifies("E-at", "before it was sold, has no prices; what is no day is a 400", async (site) => {
    expect(await at(site, "2020-01-01")).toMatchObject({
      ...{ providers: [], list_price: null, cheapest_provider: null },
      pricing: { input: null, basis: null },
    });
    for (const [day, status] of [
      ["2025-13-01", 400],
      ["today", 400],
    ] as const)
      expect((await site.get(`/api/v1/at/${day}/models/norn-4o`)).status, day).toBe(status);
    expect((await site.get("/api/v1/at/2025-06-15/models/no-such-model")).status).toBe(404);
  });
});
