import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { getDefined } from "../../../../test/builders/get.ts";
import { createPricedCatalog, statedRates } from "../../../../test/builders/priced-catalog.ts";
import { getSharedSampleCatalog } from "../../../../test/builders/sample-catalog.ts";
import type { LoadedCatalog } from "../../../pipeline/load.ts";
import { html, htmlToText } from "../../components/html.ts";
import { arraysByColumnToRows } from "../../components/table.ts";
import { mapSlugsToNames, toFilterChips } from "./filter-chips.ts";
import { createModelTableColumns, renderModelTableLegend } from "./model-cells.ts";
import type { ModelsFileRow, ModelTableItem } from "./model-rows.ts";
import { toModelTableItem, withPricesOfCheapestHost, withPricesOfHost } from "./model-rows.ts";
import {
  findModelsToListFirstOnPage,
  inferScoresFromModelLine,
  makeModelsTableFile,
  makePricesTableFile,
} from "./model-table-file.ts";
import {
  filterModelTableItems,
  listInvalidParameters,
  type ModelsView,
  parseModelsView,
  replaceModelsViewSearchText,
  sortModelTableItems,
  toModelsCsv,
  toModelsQuery,
  toModelsViewApiPath,
} from "./view.ts";
import {
  estimateRequestsFromMonthlyTotal,
  formatShortCount,
  parseShortCount,
  parseWorkloadQuery,
  toCostApiPath,
  toModelsQueryOfCalculator,
  toWorkloadForm,
} from "./workload.ts";
import {
  createWorkloadPricer,
  findLowestCostByModel,
  findWorkloadCostByModel,
  type PricedOffer,
  toOffersOfPricesFile,
} from "./workload-costs.ts";

let loaded: LoadedCatalog;
let offers: PricedOffer[];
beforeAll(async () => {
  loaded = await getSharedSampleCatalog();
  offers = toOffersOfPricesFile(makePricesTableFile(loaded.catalog).body);
});

/** A model of which only the given fields are known. */
const model = (slug: string, more: Partial<ModelsFileRow> = {}): ModelTableItem => {
  const unknown = { license: null, is_open_source: null, context_window: null, input: null };
  const unscored = { output: null, service_score: null, line_score: null, released: null };
  const named = { slug, name: slug, lab: "acme", lab_name: "ACME", model_type: "text" };
  const texts = { input_modalities: "text", output_modalities: "text", supports: "", lacks: "" };
  const sold = { basis: "list", unit_price: more.input ?? null, offers: 0 };
  const status = { status: "active current", is_listed_first: false };
  const row = { ...named, ...unknown, ...unscored, ...status, ...texts, ...sold, ...more };
  return toModelTableItem(row as ModelsFileRow);
};

const slugs = (models: readonly ModelTableItem[]): string[] => models.map(({ row }) => row.slug);
const viewOf = (query: string): ModelsView => parseModelsView(new URLSearchParams(query));

test.each<[number, ...string[]]>([
  [-50, "2026-02-01 4 2"],
  [50, "2026-02-01 2 4", "2026-02-02 4 3"],
  [0, "2020-02-01 4 2"],
  [0, "2026-02-01 4 2 elsewhere"],
])("the file of all models has a price change of %s percent for %s, %s", (percent, ...moves) => {
  const own = loaded.catalog.getModel("acme-large");
  const changes = moves.map((move) => {
    const [date, before, after, host = own.list_host ?? own.cheapest_host] = move.split(" ");
    const [old_input, new_input] = [Number(before), Number(after)];
    const prices = { old_input, new_input, old_output: old_input, new_output: new_input };
    return { type: "price_drop", model: own.slug, host, date, withdraws: null, ...prices };
  });
  const changed = Object.create(loaded.catalog, { changes: { value: changes } });
  const rows = arraysByColumnToRows(makeModelsTableFile(changed).body.columns);
  expect(rows.find(({ slug }) => slug === own.slug)?.price_change).toBe(percent);
});

const of = (slug: string, released: string, score: number | null, isCurrent = true) => {
  return { slug, lab: "acme", released, score, isCurrent };
};

test("the two newest versions of a flagship line are listed first, and models of other lines if they are new and have a score", () => {
  const models = [
    of("rook-1", "2025-01-01", 60),
    of("rook-2", "2026-01-01", 70),
    of("rook-2-1", "2026-02-01", null),
    of("rook-2-1-7", "2026-02-03", null),
    // Replaced, although it is one of the two newest of its line.
    of("queen-4", "2026-02-01", 80),
    of("queen-3", "2026-01-01", 75, false),
    of("queen-2", "2025-12-01", 70),
    of("pawn-3-8b", "2026-01-01", 40),
    of("pawn-2-8b", "2025-06-01", 41),
    of("bishop", "2026-01-01", null),
  ];
  const flagships = new Set(["acme rook", "acme queen"]);
  const first = findModelsToListFirstOnPage(models, flagships, "2025-12-01");
  expect([...first].sort().join()).toBe("pawn-3-8b,queen-4,rook-2,rook-2-1,rook-2-1-7");
});

test("a model without a score gets that of the newest earlier model of its line that has one", () => {
  const placed = inferScoresFromModelLine([
    of("rook-3", "2026-03-01", null),
    of("rook-2", "2026-02-01", 70),
    of("rook-1-5", "2026-01-15", 60),
    of("rook-1", "2026-01-01", null),
    of("rook-mini-3", "2026-03-01", null),
    of("rook-3-pro", "2026-03-02", null),
  ]);
  expect(Object.fromEntries(placed)).toEqual({ "rook-3": 70, "rook-3-pro": 70 });
});

const MODELS = [
  model("open-long", { context_window: 200_000, input: 0.5, output: 2, service_score: 40 }),
  model("open-short", { input: 2, input_modalities: "image text" }),
  model("closed", { context_window: 1_000_000, input: 1, lab: "beta" }),
  model("placed", { line_score: 60 }),
  model("old", { status: "retired", service_score: 90, supports: "tools" }),
  model("replaced", { status: "active superseded", supports: "reasoning tools" }),
];

describe("a view", () => {
  // The other filters: `test/contract/model-query.test.ts`.
  test.each([
    ["", "open-long open-short closed placed"],
    ["status=", "open-long open-short closed placed old replaced"],
    ["supports=tools&supports=reasoning&status=", "replaced"],
    ["q=old", "old"],
    ["q=openlong", "open-long"],
    ["q=ong", ""],
    // A provider may be given by name instead of slug, as in the API.
    ["provider=Beta", "closed"],
  ])(
    "keeps current models unless it asks for others, and those whose words match: %j",
    (query, found) => {
      expect(slugs(filterModelTableItems(MODELS, viewOf(query))).join(" ")).toBe(found);
    },
  );

  test.each([
    ["", "old placed open-long closed open-short replaced"],
    ["sort=service_score&order=asc", "open-long placed old closed open-short replaced"],
    ["sort=pricing_input", "open-long closed open-short old placed replaced"],
    ["sort=pricing_input&order=desc", "open-short closed open-long old placed replaced"],
  ])("is sorted, with unknown values last: %j", (query, order) => {
    expect(slugs(sortModelTableItems(MODELS, viewOf(query))).join(" ")).toBe(order);
  });

  test("is sorted by price per unit if no model has a price per token", () => {
    const priced = [
      model("dear", { unit: "second", unit_price: 2, offers: 9 }),
      model("cheap", { unit: "second", unit_price: 1 }),
    ];
    const sorted = sortModelTableItems(priced, viewOf("sort=pricing_input"));
    expect(slugs(sorted)).toEqual(["cheap", "dear"]);
  });

  test("by score begins with the models to list first; in both parts, models without a score are last", () => {
    const today = { is_listed_first: true };
    const models = [
      model("unscored"),
      model("older", { service_score: 95 }),
      model("unscored flagship", today),
      model("newest", { service_score: 50, ...today }),
      model("placed", { line_score: 60, ...today }),
    ];
    const order = ["placed", "newest", "unscored flagship", "older", "unscored"];
    expect(slugs(sortModelTableItems(models, viewOf("")))).toEqual(order);
    // Costs that are still loading.
    expect(slugs(sortModelTableItems(models, viewOf("sort=month")))).toEqual(order);
    expect(slugs(sortModelTableItems(models, viewOf("sort=avg_score")))).not.toEqual(order);
  });

  test("of a search has the models that the API finds, in the order of the API", () => {
    const ofApi = ["replaced", "closed"];
    const found = new Map(ofApi.map((slug, rank) => [slug, rank]));
    const view = viewOf("q=what+is+sold");
    const models = filterModelTableItems(MODELS, view, found);
    expect(slugs(sortModelTableItems(models, view, { found }))).toEqual(ofApi);
  });

  test.each([
    ["0 as free", {}, { row: { input: 0, output: 0, unit_price: 0 }, values: { input: 0 } }],
    [
      "a doubted 0 as unknown",
      { isDoubted: true },
      { row: { input: null, output: null, unit_price: null }, values: { input: 0 } },
    ],
    [
      "a price per image",
      { input: null, output: null, unit_price: 0.04, unit: "image" as const },
      { row: { input: null, unit_price: 0.04, unit: "image" }, values: { input: null } },
    ],
    ["an embedding's price as its input price", { input: 0.02 }, { values: { blended: 0.02 } }],
  ])("at one host shows %s", (what, price, shown) => {
    const of = model("any", { model_type: what.startsWith("an embedding") ? "embedding" : "text" });
    const tokens = { input: 0, output: 0, unit_price: null, unit: null, isDoubted: false };
    const offer = { host: "nimbus", ...tokens, ...price };
    expect(withPricesOfHost(of, [offer], "nimbus")).toMatchObject(shown);
  });

  test("says which prices it shows", () => {
    const of = (...given: Parameters<typeof renderModelTableLegend>) =>
      htmlToText(renderModelTableLegend(...given));
    const { workload } = viewOf("input=1&service_tier=batch");
    expect(of(undefined)).toContain("list price, or that of the cheapest host if there is");
    expect(of(undefined, undefined, "Groq")).toContain("USD per 1M tokens at Groq. Blended");
    expect(of("$ a month", workload, "Groq")).toMatch(/ at Groq\. .* at the standard tier\./);
  });

  const address = fc
    .record(
      {
        q: fc.constantFrom("gpt 5", "norn"),
        supports: fc.constantFrom("tools", "tools,reasoning"),
        status: fc.constantFrom("", "current", "current,retired", "superseded"),
        max_input_price: fc.constantFrom("0", "0.25"),
        slugs: fc.constant("a,b"),
        sort: fc.constantFrom("pricing_input", "month", "offers"),
        order: fc.constantFrom("asc", "desc"),
        input: fc.constantFrom("0", "1500"),
        cache_write_1h: fc.constant("10000"),
        pages: fc.constant("3"),
        requests: fc.constant("40"),
        service_tier: fc.constantFrom("batch", "standard"),
        host_kind: fc.constant("lab"),
      },
      { requiredKeys: [] },
    )
    .map((query) => viewOf(String(new URLSearchParams(query))));

  test("is the same after it was written into a URL and read again, and the API call has its filters", () => {
    fc.assert(
      fc.property(address, (view) => {
        expect(toModelsQuery(viewOf(toModelsQuery(view)))).toBe(toModelsQuery(view));
        const { filters, workload } = viewOf(toModelsQuery(view));
        expect([filters, workload]).toEqual([view.filters, view.workload]);
        const [, query = ""] = toModelsViewApiPath(view).split("?");
        const sent = viewOf(`${/status=/.test(query) ? "" : "status=&"}${query}`);
        expect([sent.q, sent.filters]).toEqual([view.q, view.filters]);
      }),
    );
  });

  test("has a chip for each filter, by name, which links to the view without this filter", () => {
    const names = mapSlugsToNames([model("rook-1", { name: "Rook 1" })], [["nimbus", "Nimbus"]]);
    const chipsOf = (query: string) =>
      toFilterChips(viewOf(query), names).filter(({ isActive }) => isActive);
    const named = chipsOf("slugs=rook-1&provider=acme&host=nimbus,shop").map(({ label }) => label);
    expect(named).toEqual(["Rook 1", "By ACME", "At Nimbus or shop"]);
    const active = chipsOf("supports=tools,reasoning&min_context=200000&max_parameters=40");
    expect(active.map(({ label, next }) => [label, toModelsQuery(next)])).toEqual([
      ["Tool calling", "supports=reasoning&min_context=200000&max_parameters=40"],
      ["Reasoning", "supports=tools&min_context=200000&max_parameters=40"],
      ["Context ≥ 200k", "supports=tools,reasoning&max_parameters=40"],
      ["Fits 24 GB at 4 bits", "supports=tools,reasoning&min_context=200000"],
    ]);
  });

  test.each([
    ["supports=tools", "gpt", "q=gpt&supports=tools"],
    ["q=gpt&supports=tools", "", "supports=tools"],
    ["status=retired", "gpt", "q=gpt&status=retired"],
  ])(
    "%j with the search text %j has models of any status, and without one only current models",
    (query, text, next) => {
      const view = replaceModelsViewSearchText(viewOf(query), text);
      expect(toModelsQuery(view)).toBe(next);
      expect(view.filters).toEqual(viewOf(next).filters);
    },
  );

  test.each([
    ["min_context=200k&supports=tools&open_source=false", "min_context=200k"],
    ["released_after=2026&input=40X&requests=", "released_after=2026,input=40X"],
    [
      "sort=price&order=up&service_tier=x&host_kind=y",
      "sort=price,order=up,service_tier=x,host_kind=y",
    ],
    ["min_context=200000&min_score=80.5&input=5&sort=month&order=asc", ""],
    ["at=2026-01-09&input=5", "at=2026-01-09"],
  ])("lists the parameters of %j that it cannot apply: %j", (query, invalid) =>
    expect(String(listInvalidParameters(new URLSearchParams(query)))).toBe(invalid),
  );

  test("as CSV quotes values where needed, and escapes formulas", () => {
    const costs = new Map([["a", { usd: 3, host: "Nimbus", input: 0.5, output: null }]]);
    const csv = toModelsCsv([model("a", { name: '=1+1,"x"', input: 0.5 })], costs);
    const [head, row] = csv.split("\r\n");
    expect(head).toMatch(/^slug,name,lab,.*,usd_a_month,usd_a_month_host$/);
    expect(row).toMatch(/^a,"'=1\+1,""x""",acme,.*,3,Nimbus$/);
    expect(toModelsCsv([], costs, "usd_for_log")).toBe("slug,usd_for_log,usd_for_log_host\r\n");
  });
});

const workload = (query: string) =>
  getDefined(parseWorkloadQuery(new URLSearchParams(query)), `use in ${query}`);
const MILLION = "input=100000&output=100000&requests=10";
const costs = (query: string, of = offers, only = {}) =>
  [...findLowestCostByModel(of, createWorkloadPricer(workload(query)), only)].map(
    ([model, { usd, host }]) => [model, host, usd],
  );

describe("the cost of a workload", () => {
  // The lowest cost on every day: `test/contract/cost.test.ts`.
  test("may be that at one given host or kind of host", () => {
    expect(costs(MILLION, offers, { host: "acme" })).toEqual([["acme-large", "ACME", 24]]);
    expect(costs(MILLION, offers, { kind: "plan" })).toEqual([]);
  });

  test("uses the price of the host's id for the service tier, which may have other prompt sizes", () => {
    const at = { model: "norn-4", host: "bazaar", date: "2026-01-10", output: 15 };
    const id = { ...at, input: 1, cards: statedRates("search=9/1k searches") };
    const flex = { ...id, cards: statedRates("input@>9000=2") };
    const cards = statedRates("input@>200000=10; output@>200000=20");
    const { body } = makePricesTableFile(
      createPricedCatalog({
        models: [{ slug: "norn-4" }],
        offers: [{ ...at, model_id: "norn-4", input: 5, cards }],
        idCards: [
          { ...id, name: "norn-4:batch", model_id: "norn-4:batch", service_tier: "batch" },
          { ...flex, name: "norn-4:flex", model_id: "norn-4:flex", service_tier: "flex" },
        ],
      }),
    );
    const on = (query: string) => costs(`${query}&${MILLION}`, toOffersOfPricesFile(body));
    expect(on("service_tier=batch")).toEqual([["norn-4", "bazaar", 16]]);
    expect(on("service_tier=batch&input=300000")).toEqual([["norn-4", "bazaar", 18]]);
    expect(on("service_tier=flex")).toEqual([["norn-4", "bazaar", 17]]);
    expect(on("service_tier=batch&search=1")).toEqual([["norn-4", null, null]]);
    expect(on("service_tier=standard")).toEqual([["norn-4", "bazaar", 20]]);
  });

  test.each([
    ["a host with an unknown rate", { is_eligible: true }, "no search price"],
    ["no host that is compared", { is_eligible: false }, "not compared"],
  ])("of a model with %s is unknown, with the reason", (_, more, reason) => {
    const wanted = workload(`search=1&${MILLION}`);
    const some = offers.slice(0, 1).map((offer) => ({ ...offer, ...more }));
    const costs = findLowestCostByModel(some, createWorkloadPricer(wanted));
    const slug = getDefined(some[0], "offer").model;
    const context = { asOf: "2026-01-01", costs, workload: wanted };
    const column = createModelTableColumns("$ a month", []).find(({ key }) => key === "cost");
    expect(htmlToText(html`${column?.cell(model(slug), context)}`)).toContain(reason);
  });

  test.each([
    ["input=9000", { context_window: 8192 }, "context too small"],
    ["cached=9000", { context_window: 8192 }, "context too small"],
    ["input=9000&output=1&assumed=requests", { context_window: 8192 }, undefined],
    ["input=8192&output=1", { context_window: 8192 }, undefined],
    ["input=9000&output=1", { context_window: null }, undefined],
    ["input=1&output=1", { model_type: "embedding" }, "no text output"],
    ["input=1", { model_type: "embedding" }, undefined],
  ])("%s of a model with %j is unknown: %s", (query, facts, unable) => {
    const of = model("acme-large", facts);
    const found = findWorkloadCostByModel(workload(query), offers, [of]).get("acme-large");
    expect(found).toMatchObject(unable ? { usd: null, unable } : { host: "ACME" });
  });

  test("names the lab if another host costs the same", () => {
    const sold = offers.filter(({ model }) => model === "acme-large");
    const { card } = getDefined(sold[0], "offer");
    const equal = sold.map((offer) => ({ ...offer, is_eligible: true, card }));
    expect(costs(MILLION, equal).map(([, host]) => host)).toEqual(["ACME"]);
  });

  test("comes with the host and the prices that it is computed from", () => {
    const found = findLowestCostByModel(offers, createWorkloadPricer(workload(MILLION)));
    const cost = found.get("acme-large");
    const listed = model("acme-large", { cheapest_host: "ACME", input: 5, output: 9 });
    const { row } = withPricesOfCheapestHost(listed, cost);
    expect(cost).toMatchObject({ host: row.cheapest_host, input: row.input });
    expect(Number(row.input) + Number(row.output)).toBe(cost?.usd);
    expect(withPricesOfCheapestHost(listed, undefined)).toBe(listed);
  });
});

describe("a workload", () => {
  test("becomes an API request with the same counts, without invalid numbers and names", () => {
    expect(toCostApiPath(workload("pages=3&cached=2&requests=10&host_kind=lab"), ["a", "b"])).toBe(
      "/api/v1/cost?models=a,b&cached=2&page=3&requests=10",
    );
    expect(parseWorkloadQuery(new URLSearchParams("input=-5&output=many&pages=0"))).toBeUndefined();
    const given = viewOf("input=5&requests=x&service_tier=y&host_kind=z");
    expect(toModelsQuery(given)).toBe("input=5&requests=1");
  });

  test.each([
    ["1.5 b", 1_500_000_000],
    ["200,000", 200_000],
    ["1,5M", 1_500_000],
    ["1.000.000", 1_000_000],
    ["1.500k", 1500],
    ["0.375", 0.375],
    ["1,2,3", undefined],
    [".", undefined],
    ["-5", undefined],
    ["many", undefined],
  ])("reads the count %s", (text, count) => expect(parseShortCount(text)).toBe(count));

  test.each([
    [1500, "1.5k"],
    [999, "999"],
    [1_234_567, "1.2346M"],
    [39_999_980, "40M"],
    [999_999.7, "1M"],
    [6e9, "6B"],
    [12.5, "12.5"],
  ])("writes the count %s as the form reads it: %s", (count, text) => {
    expect(formatShortCount(count)).toBe(text);
    expect(Number(parseShortCount(text)) / count).toBeCloseTo(1, 4);
  });

  test.each([
    ["input=3000000000&output=1000001", "3B", "1000001"],
    ["input=1234567", "1234567", "0"],
  ])("of the calculator's query %j is in the form without rounding", (asked, input, output) => {
    const query = toModelsQueryOfCalculator(new URLSearchParams(asked));
    expect(toWorkloadForm(workload(String(query)))).toMatchObject({ input, output });
  });

  test.each([
    ["of the size that the requests had before", 40e6, "tokens", 8000, 5000],
    ["only one if the total is not in tokens", 300, "image", 8000, 1],
    ["at least one for a small total", 4, "tokens", undefined, 1],
    ["at least one for a total of 0", 0, "image", undefined, 1],
  ])("given as a monthly total is split into requests: %s", (_, total, by, amount, requests) => {
    const size = amount === undefined ? undefined : { by: "tokens", amount };
    expect(estimateRequestsFromMonthlyTotal(total, by, size)).toBe(requests);
  });

  test.each([
    ["", "model_type=text&input=10000&output=2000&requests=100&assumed=requests"],
    // Monthly totals, too large for one request, are split into requests of the usual size.
    ["input=40000000&output=8000000", "input=10000&output=2000&requests=4000&assumed=requests"],
    ["input=9000&requests=20", "input=9000&requests=20"],
    // The other names of the API for tokens written to the cache.
    ["cache_write=9000&requests=20", "cache_write_5m=9000&requests=20"],
    ["cache_write=9000&cache_ttl=1h", "cache_write_1h=9000&requests=1&assumed=requests"],
    ["cache_write=40000000", "cache_write_5m=10000&requests=4000&assumed=requests"],
    ["input=1M&output=200k&requests=100", "input=1000000&output=200000&requests=100"],
    ["input=1M&output=333,333", "input=10000&output=3333.33&requests=100&assumed=requests"],
  ])("of the calculator's query %j becomes a view of the models page", (asked, query) => {
    const view = parseModelsView(toModelsQueryOfCalculator(new URLSearchParams(asked)));
    expect(toModelsQuery(view)).toBe(query);
  });
});
