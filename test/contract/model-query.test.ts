/**
 * Checks that a query for models selects the same models in the API, the assistants' tool, the page, and SQL over the
 * snapshot.
 */
import fc from "fast-check";
import { beforeAll, describe, expect } from "vitest";
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import { findModels, type ModelQuery } from "../../generator/endpoints/models/model-query.ts";
import { queryModels } from "../../generator/endpoints/models/query-text.ts";
import { isProblem } from "../../generator/http/problem.ts";
import type { LoadedCatalog } from "../../generator/pipeline/load.ts";
import { PRICES_TABLE_DATA_PATH } from "../../generator/site/components/addresses.ts";
import {
  groupHostPricesByModel,
  type ModelTableItem,
  withPricesOfHost,
} from "../../generator/site/pages/models/model-rows.ts";
import {
  filterModelTableItems,
  hasHostFilter,
  parseModelsView,
  toModelsViewApiPath,
} from "../../generator/site/pages/models/view.ts";
import type { PricesFile } from "../../generator/site/pages/models/workload-costs.ts";
import { getDefined } from "../builders/get.ts";
import { createPricedCatalog, statedRates } from "../builders/priced-catalog.ts";
import { toPropertyRunCount } from "../builders/runs.ts";
import { loadTestCatalog } from "../builders/sample-catalog.ts";
import type { BuiltSite, Schemas } from "./harness.ts";
import { openBuiltSite, toHandlerWithCatalog, verifies, visit } from "./harness.ts";
import { splitWords } from "./hostile-inputs.ts";
import { callMcpTool, joinToolResultTexts } from "./mcp-post.ts";
import { GOLDEN_DATA } from "./run-build.ts";
import { readModelTableItems } from "./site-pages.ts";
import { verifiesStored } from "./stored-answers.ts";
import { readAllPages, slugsOf } from "./walk.ts";

type Models = Schemas["ModelList"];

verifies("5.1", "models without token prices are sorted and found by unit price", async (site) => {
  const RATES = ["output_video=0.4/second", "output_video=0.05/second", "output_image=3/image"];
  const sold = RATES.map((rates, at) => {
    return { model: `${at}`, unit: rates.replace(/=[^/]+/, ""), rates };
  });
  const catalog = createPricedCatalog({
    models: sold.map(({ model: slug }) => ({ slug, list_host: "alps" })),
    offers: sold.map(({ rates, ...of }) => {
      const prices = { input: null, output: null, cards: statedRates(rates) };
      return { ...of, host: "alps", model_id: "video", ...prices };
    }),
  });
  Object.assign(catalog, { serviceScore: () => undefined });
  const slugsBy = (sort: string) => {
    const found = findModels({ sort } as ModelQuery, undefined, { ...site.context, catalog });
    return isProblem(found) ? found : found.models.map((one) => one.model.slug).join("");
  };
  expect([slugsBy("pricing_input"), slugsBy("-pricing_input")]).toEqual(["210", "201"]);
  // Where no model costs so little per token, a text means the price per unit.
  const query = { q: "under 10 cents", sort: "" } as ModelQuery;
  const found = queryModels(query, { ...site.context, catalog });
  expect(found).toMatchObject({ models: [{ model: { slug: "1" } }], filters: {} });
  expect(found).toMatchObject({ text: { understood: { max_unit_price: 0.1 } } });
  // A text that states the unit means only prices of that unit.
  const inUnit = queryModels({ q: "under $4 per image", sort: "" } as ModelQuery, {
    ...site.context,
    catalog,
  });
  expect(inUnit).toMatchObject({ models: [{ model: { slug: "2" } }], filters: {} });
  const list = (q: string) => {
    const answer = queryModels({ q, sort: "" } as ModelQuery, { ...site.context, catalog });
    if (isProblem(answer)) throw new Error(q);
    return [answer.models.map((one) => one.model.slug).join(), answer.hint];
  };
  expect(list("at least 10 cents per second")).toEqual(["0", undefined]);
  // Prices per second and per minute are compared.
  expect(list("under $4 per minute")).toEqual(["1", undefined]);
  expect(list("under 1 cent per second")).toEqual([
    "",
    "No model passes all conditions. Without max_unit_price: 2 models, such as 0 (0.4 per second), 1 (0.05 per second).",
  ]);
});

verifies("5.5-hint", "free models: names hosts that offer others for free", async (site) => {
  const catalog = createPricedCatalog({
    models: [
      { slug: "a", list_host: "alps" },
      { slug: "b", list_host: "alps" },
    ],
    offers: [
      { model: "a", host: "alps", model_id: "a", input: 0, output: 0 },
      { model: "b", host: "alps", model_id: "b", input: 1, output: 1 },
      { model: "b", host: "bay", model_id: "b", input: 0, output: 0, is_free: true },
    ],
  });
  Object.assign(catalog, { serviceScore: () => undefined });
  const query = { max_input_price: 0, sort: "" } as ModelQuery;
  expect(queryModels(query, { ...site.context, catalog })).toMatchObject({
    models: [{ model: { slug: "a" } }],
    hint: "Some hosts offer models for free that have another list price; add host=bay (1 model).",
  });
});

describe("filters", () => {
  verifies("5.10-host", "compare a host's own prices, as its sorts do", async ({ get }) => {
    const at = (query: string) => get(`/api/v1/models?host=bazaar&${query}`);
    const all = (await at("sort=price")).body;
    const prices = all.data.map(({ offer }) => offer?.input ?? Number.POSITIVE_INFINITY);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    for (const { slug, offer } of all.data)
      expect([slug, offer?.provider_slug]).toEqual([slug, "bazaar"]);
    const differing = getDefined(
      all.data.find(({ offer, pricing }) => (offer?.input ?? 0) > (pricing.input ?? Infinity)),
      "model that costs more at this host",
    );
    const bound = differing.pricing.input;
    expect(slugsOf((await at(`max_input_price=${bound}`)).body.data)).not.toContain(differing.slug);
    const { filters } = (await get("/api/v1/models?host=Bright%20Cloud")).body.meta;
    expect(filters).toEqual({ host: "brightcloud" });
    const plain = await get("/api/v1/models");
    expect(plain.body.data.filter((entry) => "offer" in entry)).toEqual([]);
    // Of several hosts, the price at the cheapest. Which models they sell is compared with SQL below.
    const { data, meta } = (await get("/api/v1/models?host=Bazaar,Bright%20Cloud,")).body;
    expect(meta.filters).toEqual({ host: "bazaar,brightcloud" });
    const bright = (await get("/api/v1/models?host=brightcloud")).body.data;
    for (const { slug, offer } of data) {
      const same = [...all.data, ...bright].filter((one) => one.slug === slug);
      expect(offer?.input, slug).toBe(Math.min(...same.map((one) => one.offer?.input ?? Infinity)));
    }
  });

  verifies("5.10-host", "do not list what a host has withdrawn", async ({ ask, context }) => {
    const { offersOf, offersAt } = context.catalog;
    const withdraw = (offer: OfferRow): OfferRow =>
      offer.model === "norn-4o" ? { ...offer, status: "retired" } : offer;
    const changed = toHandlerWithCatalog(context, {
      offersOf: (model) => offersOf(model).map(withdraw),
      offersAt: (host) => offersAt(host).map(withdraw),
    });
    const before = slugsOf((await ask("/api/v1/models?host=bazaar")).body.data);
    expect(before).toContain("norn-4o");
    const answer = await visit(changed, "/api/v1/models?host=bazaar");
    const { data } = (await answer.json()) as Models;
    expect(slugsOf(data)).toEqual(before.filter((slug) => slug !== "norn-4o"));
  });

  verifies("5.10-meta", "are named in meta in their normalized form", async ({ get, base }) => {
    const query =
      "license=Apache&slugs=norn4o,norn-4o&supports=tools,tools&min_context=0200&fields=slug";
    const { body } = await get(`/api/v1/models?${query}`);
    const lists = { slugs: ["norn-4o"], supports: ["tools"] };
    expect(body.meta.filters).toEqual({ ...lists, min_context: 200, license: "apache" });
    expect(body.url).toBe(
      `${base}/api/v1/models?fields=slug&license=Apache&min_context=200&slugs=norn4o,norn-4o&supports=tools`,
    );
  });

  verifiesStored(
    "5.10-values",
    "unusable-filters",
    ...splitWords(`host=brightclod host=brxxht-clowd-eu host=zzzzzz slugs=norn-4o,norn-40
        model_type=car status=alive
        supports=tools,magic input_modalities=smell license=Public%20Beer min_context=200k
        max_input_price=-1 released_after=June order=up best_at=poetry fields=slug,price`).map(
      (query) => `models?${query}`,
    ),
  );

  verifies("5.10-values", "a parameter with an empty value is ignored", async ({ get }) => {
    const plain = (await get("/api/v1/models")).text;
    for (const name of [...Object.keys(FILTERS), "order", "best_at", "fields"])
      expect((await get(`/api/v1/models?${name}=`)).text, name).toBe(plain);
    // A list of no names filters nothing either.
    for (const name of ["provider", "host", "license", "slugs", "status"])
      expect((await get(`/api/v1/models?${name}=,`)).body.meta, name).toMatchObject(
        JSON.parse(plain).meta,
      );
  });

  verifies("5.10-fields", "only slug and requested fields are returned", async ({ get }) => {
    const { body } = await get("/api/v1/models?fields=context_window,name&limit=3");
    for (const entry of body.data)
      expect(Object.keys(entry)).toEqual(["slug", "name", "context_window"]);
    expect(body.data).toHaveLength(3);
  });

  verifies("5.10-order", "`order` reverses a sort, unknown values stay last", async ({ get }) => {
    for (const sort of ["context_window", "pricing_input", "service_score"] as const) {
      const usual = (await get(`/api/v1/models?sort=${sort}`)).body;
      const order = usual.meta.order === "asc" ? "desc" : "asc";
      const other = (await get(`/api/v1/models?sort=${sort}&order=${order}`)).body;
      expect(other.meta).toMatchObject({ sort, order });
      expect(other.data.at(-1)?.slug).toBe(usual.data.at(-1)?.slug);
      expect(slugsOf(other.data)).not.toEqual(slugsOf(usual.data));
      const same = await get(`/api/v1/models?sort=${sort}&order=${usual.meta.order}`);
      expect(same.body).toEqual(usual);
    }
    const listBy = async (sort: string) => (await get(`/api/v1/models?sort=${sort}`)).text;
    for (const [name, sort] of [
      ["newest", "release_date"],
      ["price", "pricing_input"],
      ["-price", "pricing_input&order=desc"],
      ["-avg_score", "avg_score"],
      ["-price&order=asc", "pricing_input"],
    ] as const)
      expect(await listBy(name), name).toBe(await listBy(sort));
  });

  verifies("5.10-best-at", "`best_at` sorts by a benchmark that meta names", async ({ get }) => {
    const { body } = await get("/api/v1/models?best_at=math&open_source=true");
    expect(body.meta).toMatchObject({ sort: "best_at", benchmark: "sums-100" });
    expect(body.data[0]?.slug).toBe("taiga-r1");
  });

  verifies("5.10-best-at", "`q` and tools take a minimum score", async ({ get, handle }) => {
    const path = "/api/v1/models?limit=200";
    const all = (await get("/api/v1/benchmarks/code-gauntlet")).body.scores as {
      slug: string;
      score: number;
    }[];
    const passing = all.flatMap(({ slug, score }) => (score >= 49.2 ? slug : []));
    expect(passing.length).toBeLessThan(all.length);
    const ask = async (query: string) => (await get(`${path}&${query}`)).body;
    const given = await ask("best_at=code-gauntlet&min_benchmark_score=49.2");
    expect(slugsOf(given.data)).toEqual(passing);
    for (const q of ["code gauntlet %3E%3D 49.2", "at least 49.2 %25 on Code Gauntlet"]) {
      const { data, meta } = await ask(`q=${q}`);
      const understood = { best_at: "code-gauntlet", min_benchmark_score: 49.2 };
      expect(slugsOf(data), q).toEqual(passing);
      expect(meta, q).toMatchObject({ understood, ignored: [] });
    }
    const two = await ask("q=code gauntlet > 49.2 and sums-100 > 50");
    expect(two.meta.ignored).toEqual(["> 50", "sums-100"]);
    const args = { best_at: "Code Gauntlet", min_benchmark_score: ">= 49.2%", limit: 20 };
    const found = await callMcpTool(handle, "search_models", args);
    expect(found.structuredContent?.total).toBe(passing.length);
    expect((await get(`${path}&min_benchmark_score=5`)).status).toBe(400);
  });

  verifies("5.10-next", "a page that is not the last links to the next one", async (site) => {
    const seen = await readAllPages(site, "/api/v1/models?limit=4&supports=tools");
    const all = await site.get("/api/v1/models?supports=tools&limit=200");
    expect(seen).toEqual(all.body.data);
    expect(seen.length).toBeGreaterThan(8);
  });

  verifies("5.10-tool", "the tool returns the list at the URL of its Source line", async (site) => {
    const args = { host: "Bright Cloud", supports: "tools", sort: "price", limit: 2, page: 2 };
    const result = await callMcpTool(site.handle, "search_models", args);
    const text = joinToolResultTexts(result);
    const [, url = ""] = /^Source: .* · (\S+)$/m.exec(text) ?? [];
    const { body } = await site.get<Models>(url.slice(site.base.length));
    expect(result.structuredContent?.models).toMatchObject(
      body.data.map(({ slug, offer }) => ({ slug, input: offer?.input, sold_by: "brightcloud" })),
    );
    expect(body.meta.page).toBe(2);
    const first = await callMcpTool(site.handle, "search_models", { ...args, page: 1 });
    expect(joinToolResultTexts(first)).toContain("call search_models again with page: 2");
  });
});

const BLENDED =
  "CASE WHEN m.model_type IN ('embedding', 'rerank') THEN p.input ELSE (3 * p.input + p.output) / 4 END";
/**
 * Filter → values to try, separated by spaces, and its condition in SQL: `?` stands for the value, LIST for its parts
 * in quotes. `m` has the host with the price, `p` the price, `s` the score.
 */
const FILTERS: Record<string, readonly [values: string, sql: string]> = {
  slugs: ["norn-4o norn-4o,taiga-r1,taiga-image-1", "m.slug IN (LIST)"],
  provider: ["northwind tundra quillon,northwind", "m.lab IN (LIST)"],
  host: ["northwind brightcloud bazaar cumulus,brightcloud freeport,bazaar", "m.at IS NOT NULL"],
  exclude_provider: ["northwind tundra,quillon", "m.lab NOT IN (LIST)"],
  exclude_host: [
    "bazaar cumulus,northwind",
    `NOT EXISTS (FROM offers x WHERE x.model = m.slug AND x.status <> 'retired'
      AND x.host IN (LIST))`,
  ],
  open_source: ["true", "m.is_open_source"],
  model_type: ["text image embedding rerank", "m.model_type = '?'"],
  input_modalities: ["text image image,text pdf", "list_has_all(m.input_modalities, [LIST])"],
  output_modalities: ["text image embedding", "list_has_all(m.output_modalities, [LIST])"],
  supports: [
    "tools reasoning tools,structured_output attachments",
    `list_has_all(list_filter(['tools', 'reasoning', 'structured_output', 'attachments'],
      lambda one: json_extract(to_json(m.supports), one) = 'true'), [LIST])`,
  ],
  exclude_names: ["norn mini,haiku", "NOT list_has_any(string_split(m.slug, '-'), [LIST])"],
  lacks: [
    "tools image tools,image",
    `list_has_all(if(m.supports.tools, [], if(m.supports.tools IS NULL, [], ['tools']))
      || if(len(m.input_modalities) = 0 OR list_contains(m.input_modalities, 'image'), [], ['image']),
      [LIST])`,
  ],
  max_context: ["8192 128000", "m.context_window <= ?"],
  min_context: ["0 8192 128000 128001 1000000", "m.context_window >= ?"],
  min_output_tokens: ["4096 16384 64001", "m.max_output_tokens >= ?"],
  min_input_price: ["0 0.5 2.5", "p.input >= ?"],
  min_output_price: ["0 2.15 10", "p.output >= ?"],
  min_blended_price: ["0.3 4.375", `${BLENDED} >= ?`],
  max_input_price: ["0 0.25 0.5 1.25 2.5 3 100", "p.input <= ?"],
  max_output_price: ["0 0.6 2.15 10", "p.output <= ?"],
  max_blended_price: ["0.1 0.3 1 4.375", `${BLENDED} <= ?`],
  min_score: ["0 17.3 75.1 100", "s.score >= ?"],
  license: [
    "mit apache,proprietary apache-2-0,mit proprietary",
    `len(list_filter([LIST], lambda one: if(one = 'proprietary', NOT m.is_open_source,
      regexp_replace(lower(m.weights_license), '[^a-z0-9]+', '-', 'g') || '-' LIKE one || '-%'))) > 0`,
  ],
  min_parameters: ["1 70", "m.parameters.total >= ?"],
  max_parameters: ["70 1000", "m.parameters.total <= ?"],
  released_after: ["2024-03-14 2025-07-19 2027-01-01", "m.released >= '?'"],
  released_before: ["2024-03-14 2025-07-19 2027-01-01", "m.released < '?'"],
  retires_after: ["2026-01-01 2026-12-31", "m.retirement_date >= '?'"],
  retires_before: ["2026-01-01 2026-12-31", "m.retirement_date < '?'"],
  status: [
    "active deprecated retired current superseded,deprecated",
    `(m.status IN (LIST) OR coalesce(m.status, '') NOT IN ('', 'deprecated', 'retired') AND
      CASE WHEN m.replacement IS NULL THEN 'current' ELSE 'superseded' END IN (LIST))`,
  ],
};
const toCondition = ([name, value]: [name: string, value: string]): string =>
  (FILTERS[name]?.[1] ?? "")
    .replaceAll("LIST", value.replace(/[^,]+/g, "'$&'"))
    .replaceAll("?", value);

const valuesOf = (name: string) => splitWords(FILTERS[name]?.[0] ?? "");
const query = fc
  .uniqueArray(fc.constantFrom(...Object.keys(FILTERS)), { maxLength: 3 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...valuesOf(name))]))),
  );

describe("a query for models", () => {
  let golden: LoadedCatalog;
  let models: ModelTableItem[];
  let offers: ReturnType<typeof groupHostPricesByModel>;
  beforeAll(async () => {
    const site = await openBuiltSite();
    models = await readModelTableItems(site);
    offers = groupHostPricesByModel(await site.read<PricesFile>(PRICES_TABLE_DATA_PATH));
    golden = await loadTestCatalog(GOLDEN_DATA);
    const scores = golden.catalog.models.map(
      ({ slug }) => `('${slug}', ${golden.catalog.serviceScore(slug)?.score ?? null})`,
    );
    await golden.snapshot.db.run(
      `CREATE TEMP TABLE service_scores AS SELECT * FROM (VALUES ${scores}) AS t(model, score);
      CREATE TEMP TABLE dated AS SELECT *, coalesce(release_date,
        CASE WHEN release_date_basis = 'first_seen' THEN first_seen END) AS released
        FROM catalog_models;
      CREATE TEMP TABLE prices AS SELECT m.slug AS model, NULL AS at, o.input, o.output
        FROM catalog_models m LEFT JOIN catalog_offers o
        ON o.model = m.slug AND o.host = coalesce(m.list_host, m.cheapest_host)
        UNION ALL SELECT model, host, CASE WHEN billing <> 'plan' THEN input END,
        CASE WHEN billing <> 'plan' THEN output END FROM catalog_offers`,
    );
  });

  async function bySql(values: Record<string, string>): Promise<string[]> {
    const hosts = (values.host ?? "").replace(/[^,]+/g, "'$&'") || "NULL";
    const result = await golden.snapshot.db.runAndReadAll(
      `SELECT m.slug FROM (SELECT d.*, (SELECT o.host FROM catalog_offers o
        WHERE o.model = d.slug AND o.status <> 'retired' AND o.host IN (${hosts})
        ORDER BY nullif(3 * o.input + o.output, 0) NULLS LAST, o.host LIMIT 1) AS at FROM dated d) m
      JOIN service_scores s ON s.model = m.slug
      LEFT JOIN prices p ON p.model = m.slug AND p.at IS NOT DISTINCT FROM m.at
      WHERE ${["true", ...Object.entries(values).map(toCondition)].join(" AND ")} ORDER BY m.slug`,
    );
    return result.getRowsJS().flat().map(String);
  }

  /** The models that the page's script shows, and those that the API call shown beside its table returns. */
  async function byPage(site: BuiltSite, values: Record<string, string>) {
    const view = parseModelsView(new URLSearchParams({ status: "", ...values }));
    const host = view.filters.host as string | undefined;
    const priced = hasHostFilter(view.filters)
      ? models.map((one) => withPricesOfHost(one, offers.get(one.row.slug) ?? [], host))
      : models;
    const { data } = (await site.ask<Models>(`${toModelsViewApiPath(view)}&limit=200`)).body;
    return [filterModelTableItems(priced, view).map(({ row }) => row.slug), slugsOf(data)];
  }

  verifies("5.10", "selects the same in API, tool, page and SQL", async (site) => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(query, async (values) => {
        const { data } = (await site.ask(`/api/v1/models?${new URLSearchParams(values)}`)).body;
        const args = { ...values, limit: 20 };
        const { structuredContent } = await callMcpTool(site.handle, "search_models", args);
        const expected = await bySql(values);
        expect(slugsOf(data).sort()).toEqual(expected);
        expect(slugsOf(structuredContent?.models as Models["data"]).sort()).toEqual(expected);
        for (const slugs of await byPage(site, values)) expect(slugs.sort()).toEqual(expected);
        found += Math.min(1, expected.length);
      }),
      { numRuns: toPropertyRunCount(15), seed: 20_261_123 },
    );
    expect(found).toBeGreaterThan(toPropertyRunCount(3));
  });
});

verifies("P-models", "the list without script has the models of the API", async (site) => {
  const given = ["supports=tools&sort=pricing_input", "q=quill"].map((query) => [query, query]);
  const byScore = ["open_source=true", "open_source=true&sort=service_score"];
  for (const [query, ofApi] of [byScore, ...given]) {
    const { data } = (await site.get(`/api/v1/models?${ofApi}`)).body;
    const page = await (await visit(site.doors.exact, `/models/list?${query}`)).text();
    const rows = page.matchAll(/<th scope="row"[^>]*>.*?<a href="\/models\/([^"]+)"/g);
    expect(data.length).toBeGreaterThan(0);
    expect([...new Set(Array.from(rows, ([, slug]) => slug))], query).toEqual(slugsOf(data));
  }
});
