import { describe, expect } from "vitest";
import { cost } from "../../build/cost/cost.ts";
import { SERVICE_TIERS } from "../../build/cost/rates.ts";
import type { OfferRow, RateCardRow } from "../../build/model/catalog/rows.ts";
import { COST_PARAMETER_NAMES, type PublishedCost } from "../../generator/endpoints/cost/cost.ts";
import {
  findLowestCostByModel,
  type PricesFile,
  toOffersOfPricesFile,
} from "../../generator/site/pages/models/workload-costs.ts";
import { requireNonEmpty } from "../builders/get.ts";
import { type BuiltSite, type Schemas, toHandlerWithCatalog, verifies, visit } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";
import { callMcpTool } from "./mcp-post.ts";
import { verifiesStored } from "./stored-answers.ts";

const rowsOf = async (site: BuiltSite, query: string): Promise<PublishedCost[]> =>
  JSON.parse((await site.get(`/api/v1/cost?${query}`)).text).data;

describe("the cost of requests", () => {
  const NORN = "cost?models=norn-4o&host=northwind";
  verifiesStored(
    "E-cost",
    "cost",
    `${NORN}&input=1000&output=100&requests=10`,
    `${NORN}&input=0&output=0`,
    ...["2025-05-20", "2025-10-05", "2020-01-01"].map((at) => `${NORN}&input=1000000&at=${at}`),
    `${NORN}&input=1000&cache_read=90000`,
    `${NORN}&input=1000&cached=90000`,
    `${NORN}&input=1000&cache_write=1000&cache_ttl=1h`,
    // On a future day, `trust` is null.
    `${NORN}&input=1&at=2099-01-01`,
  );

  verifiesStored(
    "E-cost",
    "cost-of-ids",
    "cost?host=northwind&input=1000000&models=norn-4o-2025-05-13,norn-4o,Norn%204o",
    "cost?at=2025-05-20&host=northwind&input=1000000&models=northwind/norn-4o-2025-05-13",
    "cost?models=taiga-3-3-70b&host=cumulus&input=1000000&service_tier=fast",
    "cost?models=taiga-3-3-70b&host=cumulus&input=1000000&service_tier=fast&at=2026-01-19",
    `${NORN}&input=1000000&service_tier=batch`,
  );

  verifiesStored(
    "E-cost",
    "cost-announced",
    ...["&at=2098-12-31", "", "&service_tier=batch", "&cached=1000000", "&cache_write=1000000"].map(
      (more) => `cost?models=quill-sonnet-4-5&host=quillon&input=1000000&at=2099-01-01${more}`,
    ),
  );

  verifiesStored(
    "2.6",
    "cost-misspelt",
    ...["images=3", "outptu=3", "utm_source=x"].map((more) => `${NORN}&input=1000&${more}`),
  );

  verifiesStored(
    "E-cost",
    "cost-hints",
    `${NORN}&input=1&page=2`,
    `${NORN}&input=1&at=2020-01-01`,
    "cost?models=norn-4o&input=1",
    "cost?models=norn-4o&input=1&at=2026-05-01",
    "cost?models=norn-4o,norn-5,taiga-v4-pro,taiga-r1&input=1",
    `${NORN}&input=1&variant=4k`,
    `${NORN}&input=1000&region=usa`,
    "cost?models=quill-sonnet-4-5&input=200001",
  );

  verifiesStored(
    "E-cost",
    "cost-refused",
    ...["models=norn-4o", "input=5", "models=nron-4o&input=5"].map((query) => `cost?${query}`),
    ...["input=-5", "input=1e9", "cached=100&cache_read=500"].map(
      (count) => `cost?models=norn-4o&${count}`,
    ),
    ...splitWords(
      "host=nortwind at=yesterday service_tier=cheap cache_ttl=forever cache_ttl=5",
    ).map((wrong) => `cost?models=norn-4o&input=5&${wrong}`),
  );

  verifies("E-cost", "is announced in the model's list price, with its rates", async ({ read }) => {
    const { list_price } = await read("/api/v1/models/quill-sonnet-4-5");
    expect(list_price?.announced).toMatchObject([
      { effective: "2099-01-01", input: 2, output: 10, cache_read: 0.2, source: "pricewatch" },
    ]);
    expect((await read("/api/v1/models/norn-5")).list_price?.announced).toMatchObject([
      { effective: "2099-02-01", source: "third-party", source_url: "https://blog.example/norn-5" },
    ]);
    const batch = { meter: "output", service_tier: "batch", price: 5 };
    expect(list_price?.announced?.[0]?.rates).toContainEqual(expect.objectContaining(batch));
  });

  verifies("E-cost", "lists every host, the cheapest first, unknown costs last", async (site) => {
    const models = "taiga-image-1,norn-4o,taiga-v4-pro,norn-4o-mini";
    const rows = await rowsOf(site, `models=${models}&input=1000&output=1000`);
    expect(rows.map((row) => `${row.model} ${row.provider_slug} ${row.usd}`)).toEqual([
      "norn-4o-mini northwind 0.00075",
      "norn-4o-mini freeport 0.001",
      "taiga-v4-pro cumulus 0.001305",
      "taiga-v4-pro brightcloud 0.00261",
      "norn-4o northwind 0.0125",
      "taiga-image-1 cumulus null",
    ]);
  });

  verifies(
    "E-cost",
    "has the cheapest host of /models/, and on each day that of E-at",
    async (site) => {
      const prices = await site.read<PricesFile>("/tables/prices.json");
      const { models } = prices;
      const usage = { input: 1_000_000, output: 1_000_000 };
      const offers = toOffersOfPricesFile(prices);
      for (const tier of ["", "fast"]) {
        const serviceTier = SERVICE_TIERS.find((one) => one === tier);
        const found = findLowestCostByModel(offers, (card) => cost(usage, card, { serviceTier }));
        const counts = "input=1000000&output=1000000";
        const query = `models=${models.slug}&${counts}&service_tier=${tier}`;
        const rows = await rowsOf(site, query);
        const known = rows.filter(({ usd }) => usd !== null);
        for (const slug of models.slug) {
          // When no offer of a model is eligible, the API returns the costs of all its offers.
          const isLeftOut = offers.every(
            ({ model, is_eligible }) => model !== slug || !is_eligible,
          );
          const first = known.find(({ model }) => model === slug);
          if (!isLeftOut)
            expect(found.get(slug)?.usd ?? undefined, `${query}: ${slug}`).toBe(first?.usd);
        }
      }
      const { rate_cards, pricesAsOf } = site.context.catalog;
      const days = new Set(rate_cards.map(({ date }) => date));
      for (const day of [...days, pricesAsOf, "2098-12-31", "2099-01-01"]) {
        const counts = "input=3000&output=1000&requests=1000000";
        const rows = await rowsOf(site, `models=${models.slug}&${counts}&at=${day}`);
        for (const slug of models.slug) {
          const { body } = await site.get<DayAnswer>(`/api/v1/at/${day}/models/${slug}`);
          const of = rows.filter(({ model }) => model === slug);
          const known = of.flatMap((row) => (row.usd === null ? [] : row.provider_slug));
          const { provider_slug, blended = null } = body.cheapest_provider ?? {};
          if (blended !== null) expect(known[0], `${day} ${slug}`).toBe(provider_slug);
          expect(of.length > 0, `${day} ${slug}`).toBe(body.providers.length > 0);
        }
      }
    },
  );

  verifies("E-cost", "names hosts whose cached price may be out of date", async ({ context }) => {
    const stale = (offer: OfferRow) => ({ ...offer, rate_trust: { cache_read: "stale" as const } });
    const { offersOf } = context.catalog;
    const handle = toHandlerWithCatalog(context, {
      offersOf: (model) => offersOf(model).map(stale),
    });
    const hintOf = async (counts: string) => {
      const answer = await visit(handle, `/api/v1/${NORN}&${counts}`);
      return ((await answer.json()) as { meta: { hint?: string } }).meta.hint;
    };
    expect(await hintOf("cached=90000")).toBe(
      "The price of cached input may be out of date at these hosts: northwind.",
    );
    expect(await hintOf("input=1000")).toBeUndefined();
    expect(await hintOf("cached=90000&at=2025-10-05")).toBeUndefined();
  });

  verifies("E-cost", "has only hosts that sell the named model or id", async ({ context }) => {
    const { offers, offersOf } = context.catalog;
    const changes: Readonly<Record<string, Partial<OfferRow>>> = {
      "norn-4o brightcloud": { status: "retired" },
      // An id that means different models at two hosts.
      "norn-4o bazaar": { model_id: "pro-latest" },
      "taiga-v4-pro cumulus": { model_id: "pro-latest" },
    };
    const change = (offer: OfferRow) => ({ ...offer, ...changes[`${offer.model} ${offer.host}`] });
    const handle = toHandlerWithCatalog(context, {
      offers: offers.map(change),
      offersOf: (model) => offersOf(model).map(change),
      moving_ids: [{ host: "northwind", name: "norn-4o", model: "norn-5", since: null }],
    });
    for (const [query, sellers] of [
      ["norn-4o", ["norn-4o northwind"]],
      ["norn-4o&host=northwind", ["norn-5 northwind"]],
      ["norn-4o&host=bazaar", ["norn-4o bazaar"]],
      ["norn-4o&host=brightcloud", []],
      ["norn-4o-2025-05-13&host=bazaar", []],
      ["pro-latest", undefined],
      ["pro-latest&host=bazaar", ["norn-4o bazaar"]],
      ["pro-latest&host=cumulus", ["taiga-v4-pro cumulus"]],
    ]) {
      const answer = await visit(handle, `/api/v1/cost?input=1&models=${query}`);
      const { data } = (await answer.json()) as { data?: PublishedCost[] };
      const found = data?.map(({ model, provider_slug }) => `${model} ${provider_slug}`);
      expect(found, String(query)).toEqual(sellers);
    }
    const args = { models: ["norn-4o"], host: "northwind", input: 1 };
    const { content } = await callMcpTool(handle, "estimate_cost", args);
    expect(content[0]?.text).toMatch(/^Cost of Norn 5, /);
  });

  verifies("E-cost", "is the same from the tool as from the API, for every count", async (site) => {
    const outcomes: unknown[] = [];
    for (const name of COST_PARAMETER_NAMES) {
      const [row] = await rowsOf(site, `models=norn-4o&host=northwind&output=7&${name}=700`);
      const args = { models: ["norn-4o"], host: "northwind", output: 7, [name]: 700 };
      const { structuredContent } = await callMcpTool(site.handle, "estimate_cost", args);
      const missing = row?.missing.map(({ reason }) => reason);
      const parts = row?.parts.map(({ source: _, as_of: __, ...part }) => part);
      expect(structuredContent?.costs, name).toMatchObject([{ usd: row?.usd, parts, missing }]);
      outcomes.push(row?.usd);
    }
    expect(new Set(outcomes).size).toBeGreaterThan(3);
  });
});

type DayAnswer = Schemas["ModelDetailAtDay"];
const omitTrust = ({ trust: _, ...rate }: Schemas["Rate"]) => rate;
const toHost = (row: { provider_slug: string } | null) => row?.provider_slug;
const addressAt = (day: string, name = "norn-4o") => `/api/v1/at/${day}/models/${name}`;
const at = async ({ get }: BuiltSite, day: string, name?: string) =>
  (await get<DayAnswer>(addressAt(day, name))).body;

describe("a model at a day", () => {
  verifies("E-at", "has the prices of that day, and today's other fields", async (site) => {
    const past = await at(site, "2025-06-15");
    const { context_window } = (await site.get("/api/v1/models/norn-4o")).body;
    expect(past).toMatchObject({
      slug: "norn-4o",
      meta: { at: "2025-06-15" },
      context_window,
      pricing: { input: 5, basis: "list" },
      list_price: { provider_slug: "northwind", input: 5 },
      cheapest_provider: { provider_slug: "northwind" },
      providers: ["bazaar", "brightcloud", "northwind"].map((provider_slug) => ({
        provider_slug,
        input: 5,
      })),
    });
    expect((await at(site, "2025-10-03")).providers.map(({ input }) => input)).toEqual([2.5, 5, 5]);
    // A router is never named as the cheapest provider, even when its price is the lowest.
    expect(toHost((await at(site, "2025-10-07")).cheapest_provider)).toBe("northwind");
  });

  verifies("E-at", "from the newest day on, has the detail's hosts and prices", async (site) => {
    const day = (await site.get("/api/v1/status")).body.as_of;
    const toPrices = (one: DayAnswer | Schemas["ModelDetail"]) => ({
      basis: one.pricing.basis,
      hosts: [one.list_price, one.cheapest_provider, ...one.providers].map(toHost),
      inputs: one.providers.map(({ input }) => input),
    });
    const { models } = site.context.catalog;
    for (const { slug } of requireNonEmpty(models, "models")) {
      const detail = (await site.get<Schemas["ModelDetail"]>(`/api/v1/models/${slug}`)).body;
      const now = toPrices(detail);
      for (const date of [String(day), "2031-01-01"]) {
        const later = await at(site, date, slug);
        expect(toPrices(later), slug).toEqual(now);
        const trusts = detail.providers.map(({ trust }) => (date === day ? trust : null));
        expect(
          later.providers.map(({ trust }) => trust),
          slug,
        ).toEqual(trusts);
        expect(later.meta.hint === undefined, slug).toBe(date === day);
        for (const [index, { rates }] of detail.providers.entries())
          if (rates) expect(later.providers[index]?.rates, slug).toEqual(rates.map(omitTrust));
      }
    }
  });

  verifies("E-at", "takes no free or doubtful price, and no other tier", async ({ context }) => {
    const { rateCardsOf } = context.catalog;
    const withCards = async (changes: Readonly<Record<string, Partial<RateCardRow>>>) => {
      const handle = toHandlerWithCatalog(context, {
        rateCardsOf: (model) => rateCardsOf(model).map((row) => ({ ...row, ...changes[row.host] })),
      });
      return (await (await visit(handle, addressAt("2025-06-15"))).json()) as DayAnswer;
    };
    const free = { input: 0, output: 0, billing: "free" as const };
    const allFree = await withCards({ bazaar: free, brightcloud: free, northwind: free });
    expect(toHost(allFree.list_price)).toBe("northwind");
    expect(allFree.cheapest_provider).toBeNull();
    for (const [service_tier, lister] of [["batch"], ["preview", "northwind"]] as const) {
      const { list_price, cheapest_provider } = await withCards({ northwind: { service_tier } });
      expect([list_price, cheapest_provider].map(toHost)).toEqual([lister, "brightcloud"]);
    }
    const doubted = await withCards({ northwind: { is_doubted: true } });
    const trustOf = ({ providers }: DayAnswer) => providers.map(({ trust }) => trust);
    expect(doubted.list_price).toBeNull();
    expect([trustOf(allFree), trustOf(doubted)]).toEqual([
      [null, null, null],
      [null, null, "unverified"],
    ]);
    // As in today's answer, free hosts come after all paid ones.
    const one = await withCards({ bazaar: free, brightcloud: { output: null } });
    expect(one.providers.map(toHost)).toEqual(["northwind", "brightcloud", "bazaar"]);
  });

  verifies("E-at", "has no prices before it was sold; an invalid day gives 400", async (site) => {
    const none = { providers: [], list_price: null, cheapest_provider: null };
    const pricing = { input: null, basis: null };
    expect(await at(site, "2020-01-01")).toMatchObject({ ...none, pricing });
    for (const [day, name, status] of [
      ["2025-13-01", "norn-4o", 400],
      ["today", "norn-4o", 400],
      ["2025-06-15", "no-such-model", 404],
    ] as const)
      expect((await site.get(addressAt(day, name))).status, day).toBe(status);
  });
});
