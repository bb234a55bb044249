import { describe, expect } from "vitest";
import { cost } from "../../build/cost/cost.ts";
import { USAGE_FIELDS } from "../../build/cost/usage.ts";
import type { OfferRow, RateCardRow } from "../../build/model/catalog/rows.ts";
import { COST_PARAMETER_NAMES, type PublishedCost } from "../../generator/endpoints/cost/cost.ts";
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
import { callMcpTool, listMcpTools } from "./mcp-post.ts";

const rowsOf = async (site: BuiltSite, query: string): Promise<PublishedCost[]> =>
  JSON.parse((await site.get(`/api/v1/cost?${query}`)).text).data;

/**
 * Compares the computed cost of queries, or the reason why there is none, with `test/golden/answers`, so that changes
 * are reviewed. `npx vitest run --project contract contract/cost -u` updates the stored answers.
 */
const verifiesStored = (rule: string, title: string, name: string, ...queries: readonly string[]) =>
  verifies(rule, title, async (site) => {
    const texts: string[] = [];
    for (const query of queries) {
      const answer = JSON.parse((await site.get(`/api/v1/cost?${query}`)).text);
      const { meta, status, detail }: { meta?: { hint?: string }; status: number; detail: string } =
        answer;
      const data: PublishedCost[] = answer.data ?? [];
      const rows = data.map(({ model, provider_slug, model_id, usd, trust, parts, missing }) => {
        const sums = parts.map((one) => [one.meter, one.quantity, one.rate, one.usd].join(" "));
        return JSON.stringify({ model, provider_slug, model_id, usd, trust, sums, missing });
      });
      const refusal = meta === undefined ? [`${status}: ${detail}`] : [];
      texts.push([query, ...rows, ...refusal, `hint: ${meta?.hint ?? "none"}\n`].join("\n"));
    }
    await expect(texts.join("\n")).toMatchFileSnapshot(`../golden/answers/${name}.txt`);
  });

describe("the cost of requests", () => {
  const NORN = "models=norn-4o&host=northwind";
  verifiesStored(
    "E-cost",
    "is the sum of its parts at one host, on its day, by any name of a count; of nothing it is 0",
    "cost",
    `${NORN}&input=1000&output=100&requests=10`,
    `${NORN}&input=0&output=0`,
    ...["2025-05-20", "2025-10-05", "2020-01-01"].map((at) => `${NORN}&input=1000000&at=${at}`),
    `${NORN}&input=1000&cache_read=90000`,
    `${NORN}&input=1000&cached=90000`,
    // On a future day, `trust` is null.
    `${NORN}&input=1&at=2099-01-01`,
  );

  verifiesStored(
    "E-cost",
    "is that of an id which has another price than its model, and of the id of a tier",
    "cost-of-ids",
    "host=northwind&input=1000000&models=norn-4o-2025-05-13,norn-4o,Norn%204o",
    "at=2025-05-20&host=northwind&input=1000000&models=northwind/norn-4o-2025-05-13",
    "models=taiga-3-3-70b&host=cumulus&input=1000000&service_tier=fast",
    "models=taiga-3-3-70b&host=cumulus&input=1000000&service_tier=fast&at=2026-01-19",
    `${NORN}&input=1000000&service_tier=batch`,
  );

  verifiesStored(
    "E-cost",
    "has the whole card that is announced for a day to come",
    "cost-announced",
    ...["&at=2098-12-31", "", "&service_tier=batch", "&cached=1000000", "&cache_write=1000000"].map(
      (more) => `models=quill-sonnet-4-5&host=quillon&input=1000000&at=2099-01-01${more}`,
    ),
  );

  verifiesStored(
    "2.6",
    "comes with a hint at a count that is misspelt, and at no other",
    "cost-misspelt",
    ...["images=3", "outptu=3", "utm_source=x"].map((more) => `${NORN}&input=1000&${more}`),
  );

  verifiesStored(
    "E-cost",
    "says why it is null or there is no row, which hosts are left out, and what had no effect",
    "cost-hints",
    `${NORN}&input=1&page=2`,
    `${NORN}&input=1&at=2020-01-01`,
    "models=norn-4o&input=1",
    "models=norn-4o,norn-5,taiga-v4-pro,taiga-r1&input=1",
    `${NORN}&input=1&variant=4k`,
    `${NORN}&input=1000&region=usa`,
  );

  verifiesStored(
    "E-cost",
    "refuses what no count, day, tier, host or model can be, and names the next step",
    "cost-refused",
    "models=norn-4o",
    "input=5",
    "models=norn-4o&input=-5",
    "models=norn-4o&input=1e9",
    "models=norn-4o&cached=100&cache_read=500",
    "models=norn-4o&input=5&host=nortwind",
    "models=norn-4o&input=5&at=yesterday",
    "models=norn-4o&input=5&service_tier=cheap",
    "models=nron-4o&input=5",
  );

  verifies("E-cost", "is announced in the model's list price, with its rates", async ({ read }) => {
    const { list_price } = await read<ModelDetail>("/api/v1/models/quill-sonnet-4-5");
    expect(list_price?.announced).toMatchObject([
      { effective: "2099-01-01", input: 2, output: 10, cache_read: 0.2, cache_write: null },
    ]);
    const [price] = list_price?.announced?.flatMap(({ rates }) => rates).slice(-1) ?? [];
    expect(price).toMatchObject({ meter: "output", service_tier: "batch", price: 5 });
  });

  verifies(
    "E-cost",
    "lists every host that may be the cheapest, the cheapest first, unknown costs last",
    async (site) => {
      const models = "taiga-image-1,norn-4o,taiga-v4-pro,norn-4o-mini";
      const rows = await rowsOf(site, `models=${models}&input=1000&output=1000`);
      expect(rows.map(({ model, provider_slug, usd }) => [model, provider_slug, usd])).toEqual([
        ["norn-4o-mini", "northwind", 0.00075],
        ["norn-4o-mini", "freeport", 0.001],
        ["taiga-v4-pro", "cumulus", 0.001305],
        ["taiga-v4-pro", "brightcloud", 0.00261],
        ["norn-4o", "northwind", 0.0125],
        ["taiga-image-1", "cumulus", null],
      ]);
    },
  );

  verifies("E-cost", "equals, on each day, the lowest cost on the models page", async (site) => {
    const prices = await site.read<PricesFile>("/tables/prices.json");
    type RateCardsFile = { cards: ArraysByColumn<RateCardsFileRow> };
    const { cards } = await site.read<RateCardsFile>("/tables/rate-cards.json");
    const history = arraysByColumnToRows(cards);
    const days = [...new Set(history.map(({ date }) => date))].sort();
    const { models } = prices;
    const usage = { input: 1_000_000, output: 1_000_000 };
    for (const day of [...days, prices.as_of, "2098-12-31", "2099-01-01"]) {
      const offers = toPricedOffersOfDay(prices, history, day);
      const found = findLowestCostByModel(offers, (card) => cost(usage, card));
      const query = `models=${models.slug}&input=1000000&output=1000000&at=${day}`;
      const rows = await rowsOf(site, query);
      const known = rows.filter(({ usd }) => usd !== null);
      for (const slug of models.slug) {
        // When no offer of a model is eligible, the API returns the costs of all its offers.
        const isLeftOut = offers.every(({ model, is_eligible }) => model !== slug || !is_eligible);
        const first = known.find(({ model }) => model === slug);
        if (!isLeftOut || day < prices.as_of)
          expect([day, slug, found.get(slug)?.usd]).toEqual([day, slug, first?.usd]);
      }
    }
  });

  verifies("E-cost", "has only hosts that sell the named model or id", async ({ context }) => {
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
    const args = { models: ["norn-4o"], host: "northwind", input: 1 };
    const { content } = await callMcpTool(async (one) => handle(one), "estimate_cost", args);
    expect(content[0]?.text).toMatch(/^Cost of Norn 5, /);
    expect(await sellersOf("models=norn-4o&host=bazaar")).toEqual(["norn-4o bazaar"]);
    for (const query of ["norn-4o&host=brightcloud", "norn-4o-2025-05-13&host=bazaar"])
      expect(await sellersOf(`models=${query}`), query).toEqual([]);
  });

  verifies("E-cost", "is the same from the tool as from the API, for every count", async (site) => {
    const outcomes: unknown[] = [];
    for (const name of COST_PARAMETER_NAMES) {
      const [row] = await rowsOf(site, `models=norn-4o&host=northwind&output=7&${name}=700`);
      const args = { models: ["norn-4o"], host: "northwind", output: 7, [name]: 700 };
      const { structuredContent } = await callMcpTool(site.handle, "estimate_cost", args);
      const missing = row?.missing.map(({ reason }) => reason);
      expect(structuredContent?.costs, name).toMatchObject([{ usd: row?.usd, missing }]);
      outcomes.push(row?.usd);
    }
    expect(new Set(outcomes).size).toBeGreaterThan(3);
    const tools = await listMcpTools(site.handle);
    const { properties } = tools.find(({ name }) => name === "estimate_cost")?.inputSchema ?? {};
    expect(properties?.output).toMatchObject({
      description: `Per request: ${USAGE_FIELDS.output.description}`,
    });
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
  meta: { at: string; hint?: string };
}

const toHost = (row: { provider_slug: string } | null) => row?.provider_slug;

describe("a model at a day", () => {
  const at = async ({ get }: BuiltSite, day: string, name = "norn-4o") =>
    (await get<DayAnswer>(`/api/v1/at/${day}/models/${name}`)).body;

  verifies("E-at", "has the prices of that day, and today's other fields", async (site) => {
    const past = await at(site, "2025-06-15");
    const now = (await site.get<DayAnswer>("/api/v1/models/norn-4o")).body;
    expect(past).toMatchObject({
      slug: "norn-4o",
      meta: { at: "2025-06-15" },
      context_window: now.context_window,
      pricing: { input: 5, basis: "list" },
      list_price: { provider_slug: "northwind", input: 5 },
    });
    expect(past.providers).toMatchObject(
      ["bazaar", "brightcloud", "northwind"].map((host) => ({ provider_slug: host, input: 5 })),
    );
    expect(toHost(past.cheapest_provider)).toBe("northwind");
    expect((await at(site, "2025-10-03")).providers.map(({ input }) => input)).toEqual([2.5, 5, 5]);
    // A router is never named as the cheapest provider, even when its price is the lowest.
    expect((await at(site, "2025-10-07")).cheapest_provider?.provider_slug).toBe("northwind");
  });

  verifies("E-at", "from the newest day on, has the detail's hosts and prices", async (site) => {
    const day = (await site.get<{ as_of: string }>("/api/v1/status")).body.as_of;
    const slugs = (await site.get<{ data: { slug: string }[] }>("/api/v1/models?limit=200")).body
      .data;
    expect(slugs.length).toBeGreaterThan(10);
    const toPrices = ({ list_price, cheapest_provider, pricing, providers }: DayAnswer) => ({
      basis: pricing.basis,
      hosts: [list_price, cheapest_provider, ...providers].map(toHost),
      inputs: providers.map(({ input }) => input),
    });
    for (const { slug } of slugs) {
      const now = (await site.get<DayAnswer>(`/api/v1/models/${slug}`)).body;
      for (const date of [day, "2031-01-01"]) {
        const later = await at(site, date, slug);
        expect(toPrices(later), slug).toEqual(toPrices(now));
        expect(later.meta.hint === undefined, slug).toBe(date === day);
      }
    }
  });

  /** The answer of a past day with other rate cards: host → changed fields. */
  const atWithCards = async (
    { context }: BuiltSite,
    changes: Readonly<Record<string, Partial<RateCardRow>>>,
  ): Promise<DayAnswer> => {
    const { catalog } = context;
    const rateCardsOf = (model: string) =>
      catalog.rateCardsOf(model).map((row) => ({ ...row, ...changes[row.host] }));
    const handle = createApiHandler({ ...context, catalog: { ...catalog, rateCardsOf } });
    const address = "/api/v1/at/2025-06-15/models/norn-4o";
    const answer = await visit(async (one) => handle(one), address);
    return (await answer.json()) as DayAnswer;
  };
  const free = { input: 0, output: 0, billing: "free" as const };

  verifies(
    "E-at",
    "takes no free price as the cheapest, and no other tier as the list price",
    async (site) => {
      const allFree = await atWithCards(site, { bazaar: free, brightcloud: free, northwind: free });
      expect(toHost(allFree.list_price)).toBe("northwind");
      expect(allFree.cheapest_provider).toBeNull();
      const batch = await atWithCards(site, { northwind: { service_tier: "batch" } });
      expect(batch.list_price).toBeNull();
      expect(toHost(batch.cheapest_provider)).toBe("brightcloud");
      // As in today's answer, free hosts come after all paid ones.
      const one = await atWithCards(site, { bazaar: free, brightcloud: { output: null } });
      expect(one.providers.map(toHost)).toEqual(["northwind", "brightcloud", "bazaar"]);
    },
  );

  verifies("E-at", "has no prices before it was sold; an invalid day gives 400", async (site) => {
    expect(await at(site, "2020-01-01")).toMatchObject({
      providers: [],
      list_price: null,
      cheapest_provider: null,
      pricing: { input: null, basis: null },
    });
    for (const day of ["2025-13-01", "today"])
      expect((await site.get(`/api/v1/at/${day}/models/norn-4o`)).status, day).toBe(400);
    expect((await site.get("/api/v1/at/2025-06-15/models/no-such-model")).status).toBe(404);
  });
});
