import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../../../build/model/catalog/catalog.ts";
import { getDefined } from "../../../../test/builders/get.ts";
import { getSharedSampleCatalog } from "../../../../test/builders/sample-catalog.ts";
import { listModelsEndpoint, type ModelEntry } from "../../../endpoints/models/list-models.ts";
import { withQueryDefaults } from "../../../http/endpoint.ts";
import type { LoadedCatalog } from "../../../pipeline/load.ts";
import { htmlToText } from "../../components/html.ts";
import { arraysByColumnToRows } from "../../components/table.ts";
import { mapSlugsToNames, toFilterChips } from "./filter-chips.ts";
import { renderModelTableLegend } from "./model-cells.ts";
import {
  type ModelsFileRow,
  type ModelTableItem,
  toModelTableItem,
  withPricesOfHost,
} from "./model-rows.ts";
import {
  findModelsToListFirstOnPage,
  inferScoresFromModelLine,
  makeModelsTableFile,
} from "./model-table-file.ts";
import {
  filterModelTableItems,
  type ModelsView,
  parseModelsView,
  replaceModelsViewSearchText,
  sortModelTableItems,
  toModelsCsv,
  toModelsQuery,
  toModelsViewApiPath,
  toViewAfterSortClick,
} from "./view.ts";

let loaded: LoadedCatalog;
beforeAll(async () => {
  loaded = await getSharedSampleCatalog();
});

const UNKNOWN = {
  license: null,
  is_open_source: null,
  context_window: null,
  input: null,
  output: null,
  service_score: null,
  line_score: null,
  released: null,
};
/** A model of which only the given fields are known. */
const model = (slug: string, more: Partial<ModelsFileRow> = {}): ModelTableItem =>
  toModelTableItem({
    slug,
    name: slug,
    lab: "acme",
    lab_name: "ACME",
    model_type: "text",
    ...UNKNOWN,
    status: "active current",
    input_modalities: "text",
    output_modalities: "text",
    supports: "",
    lacks: "",
    basis: "list",
    unit_price: more.input ?? null,
    is_listed_first: false,
    offers: 0,
    ...more,
  } as ModelsFileRow);

const slugs = (models: readonly ModelTableItem[]): string[] => models.map(({ row }) => row.slug);
const viewOf = (query: string): ModelsView => parseModelsView(new URLSearchParams(query));

describe("the file of all models", () => {
  test("has the models and prices of the API response, in the same order", () => {
    const { columns } = makeModelsTableFile(loaded.catalog).body;
    const query = withQueryDefaults(listModelsEndpoint, { limit: 200 });
    const answer = listModelsEndpoint.respond({ params: {}, query: query as never }, loaded);
    const { data } = ("body" in answer ? answer.body : {}) as { data: ModelEntry[] };
    const rows = arraysByColumnToRows(columns);
    expect(rows.map(({ slug, input, output, offers }) => [slug, input, output, offers])).toEqual(
      data.map(({ slug, pricing, offers }) => [slug, pricing.input, pricing.output, offers]),
    );
  });

  test.each<[number | null, ...string[]]>([
    [-50, "2020-01-01 added 4", "2026-02-01 changed 2"],
    [50, "2026-01-01 added 2", "2026-02-01 changed 4", "2026-02-02 changed 3"],
    [0, "2026-01-01 added 4", "2026-02-01 witness 2"],
    [100, "2026-01-01 added 4", "2026-02-01 correction 2", "2026-03-01 changed 4"],
    [0, "2020-01-01 added 4", "2020-02-01 changed 2"],
    [null, "2026-01-01 added 4", "2026-02-01 removed"],
  ])("has a price change of %s percent for %s, %s", (percent, ...steps) => {
    const { catalog } = loaded;
    const slug = "acme-large";
    const own = catalog.getModel(slug);
    const host = own.list_host ?? own.cheapest_host ?? "";
    const rows = steps.map((step) => {
      const [date, change, price] = step.split(" ");
      const input = price === undefined ? null : Number(price);
      return { host, date, change, input, output: input };
    });
    const changed: Catalog = Object.create(catalog, { pricesOf: { value: () => rows } });
    const table = arraysByColumnToRows(makeModelsTableFile(changed).body.columns);
    expect(table.find((row) => row.slug === slug)?.price_change).toBe(percent);
  });
});

const of = (slug: string, released: string, score: number | null, isCurrent = true) => ({
  slug,
  lab: "acme",
  released,
  score,
  isCurrent,
});

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
  expect([...findModelsToListFirstOnPage(models, flagships, "2025-12-01")].sort()).toEqual([
    "pawn-3-8b",
    "queen-4",
    "rook-2",
    "rook-2-1",
    "rook-2-1-7",
  ]);
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
  expect([...placed]).toEqual([
    ["rook-3", 70],
    ["rook-3-pro", 70],
  ]);
});

const open = { is_open_source: true };
const MODELS = [
  model("open-long", {
    ...open,
    context_window: 200_000,
    input: 0.5,
    output: 2,
    service_score: 40,
  }),
  model("open-short", {
    ...open,
    context_window: 32_000,
    input: 2,
    input_modalities: "image text",
  }),
  model("closed", { is_open_source: false, context_window: 1_000_000, input: 1, lab: "beta" }),
  model("placed", { line_score: 60, released: "2026-07-01", license: "Apache-2.0" }),
  model("old", { status: "retired", service_score: 90, supports: "tools" }),
  model("replaced", { status: "active superseded", supports: "reasoning tools" }),
];

describe("a view", () => {
  test.each([
    ["", ["open-long", "open-short", "closed", "placed"]],
    ["status=", slugs(MODELS)],
    ["status=current,superseded&supports=tools", ["replaced"]],
    ["supports=tools&supports=reasoning&status=", ["replaced"]],
    ["open_source=true&min_context=200000&max_input_price=1", ["open-long"]],
    ["input_modalities=image", ["open-short"]],
    ["license=apache", ["placed"]],
    ["released_after=2026-08-01", []],
    ["q=old", ["old"]],
    ["q=openlong", ["open-long"]],
    ["q=ong", []],
    // A provider may be given by name instead of slug, as in the API.
    ["provider=Beta", ["closed"]],
  ])(
    "keeps models that pass all of its filters; an unknown value passes none: %j",
    (query, found) => {
      expect(slugs(filterModelTableItems(MODELS, viewOf(query)))).toEqual(found);
    },
  );

  test.each([
    ["", ["old", "placed", "open-long", "closed", "open-short", "replaced"]],
    [
      "sort=service_score&order=asc",
      ["open-long", "placed", "old", "closed", "open-short", "replaced"],
    ],
    ["sort=pricing_input", ["open-long", "closed", "open-short", "old", "placed", "replaced"]],
    [
      "sort=pricing_input&order=desc",
      ["open-short", "closed", "open-long", "old", "placed", "replaced"],
    ],
  ])("is sorted, with unknown values last: %j", (query, order) => {
    expect(slugs(sortModelTableItems(MODELS, viewOf(query)))).toEqual(order);
  });

  test("is sorted by price per unit if no model has a price per token", () => {
    const priced = [
      model("dear", { unit: "second", unit_price: 2, offers: 9 }),
      model("cheap", { unit: "second", unit_price: 1 }),
    ];
    expect(slugs(sortModelTableItems(priced, viewOf("sort=pricing_input")))).toEqual([
      "cheap",
      "dear",
    ]);
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
    expect(slugs(sortModelTableItems(models, viewOf("sort=avg_score")))).not.toEqual(order);
  });

  test("of a search has the models that the API finds, in the order of the API", () => {
    const found = new Map([
      ["replaced", 0],
      ["closed", 1],
    ]);
    const view = viewOf("q=what+is+sold");
    const models = filterModelTableItems(MODELS, view, found);
    expect(slugs(sortModelTableItems(models, view, { found }))).toEqual(["replaced", "closed"]);
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

  test("names labs, hosts and models in its chips", () => {
    const names = mapSlugsToNames([model("rook-1", { name: "Rook 1" })], [["nimbus", "Nimbus"]]);
    const chips = toFilterChips(viewOf("slugs=rook-1&provider=acme&host=nimbus"), names);
    expect(chips.filter(({ isActive }) => isActive).map(({ label }) => label)).toEqual([
      "Rook 1",
      "By ACME",
      "At Nimbus",
    ]);
  });

  test("says which prices it shows", () => {
    const of = (...given: Parameters<typeof renderModelTableLegend>) =>
      htmlToText(renderModelTableLegend(...given));
    const workload = getDefined(viewOf("input=1&service_tier=batch").workload, "workload");
    expect(of(undefined, 60)).toContain("list price, or that of the cheapest host if there is");
    expect(of(undefined, 60, undefined, "Groq")).toContain("USD per 1M tokens at Groq. A blended");
    expect(of("$ a month", 60, workload, "Groq")).toMatch(/ at Groq\. .* at the standard tier\./);
  });

  const address = fc
    .record(
      {
        q: fc.constantFrom("gpt 5", "norn"),
        supports: fc.constantFrom("tools", "tools,reasoning"),
        status: fc.constantFrom("", "current", "current,retired", "superseded"),
        max_input_price: fc.constantFrom("0", "0.25"),
        open_source: fc.constant("true"),
        slugs: fc.constant("a,b"),
        sort: fc.constantFrom("pricing_input", "month", "offers"),
        order: fc.constantFrom("asc", "desc"),
        input: fc.constantFrom("0", "1500"),
        cached: fc.constant("50000"),
        cache_write_1h: fc.constant("10000"),
        pages: fc.constant("3"),
        requests: fc.constant("40"),
        service_tier: fc.constantFrom("batch", "standard"),
        at: fc.constant("2026-04-01"),
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
        const sent = viewOf(
          toModelsViewApiPath(view)
            .replace(/^[^?]*\??/, "")
            .replace(/^(?!.*status=)/, "status=&"),
        );
        expect([sent.q, sent.filters]).toEqual([view.q, view.filters]);
      }),
    );
  });

  test("has a chip for each filter, which links to the view without this filter", () => {
    const view = viewOf("supports=tools,reasoning&min_context=200000&max_parameters=40");
    const active = toFilterChips(view).filter(({ isActive }) => isActive);
    expect(active.map(({ label, next }) => [label, toModelsQuery(next)])).toEqual([
      ["Tool calling", "supports=reasoning&min_context=200000&max_parameters=40"],
      ["Reasoning", "supports=tools&min_context=200000&max_parameters=40"],
      ["Context ≥ 200k", "supports=tools,reasoning&max_parameters=40"],
      ["Fits 24 GB at 4 bits", "supports=tools,reasoning&min_context=200000"],
    ]);
  });

  test("with a search text has models of any status, and without one only current models", () => {
    const found = replaceModelsViewSearchText(viewOf("supports=tools"), "gpt");
    expect(toModelsQuery(found)).toBe("q=gpt&supports=tools");
    expect(found.filters.status).toBeUndefined();
    expect(toModelsQuery(replaceModelsViewSearchText(found, ""))).toBe("supports=tools");
    expect(toModelsQuery(replaceModelsViewSearchText(viewOf("status=retired"), "gpt"))).toBe(
      "q=gpt&status=retired",
    );
  });

  test("reverses its order when the same column heading is clicked again", () => {
    const clicked = (query: string, sort: "service_score" | "pricing_input") =>
      toModelsQuery(toViewAfterSortClick(viewOf(query), sort));
    expect(clicked("", "service_score")).toBe("order=asc");
    expect(clicked("", "pricing_input")).toBe("sort=pricing_input");
    expect(clicked("sort=pricing_input", "pricing_input")).toBe("sort=pricing_input&order=desc");
  });

  test("as CSV quotes values where needed, and escapes formulas", () => {
    const costs = new Map([["a", { usd: 3 }]]);
    const csv = toModelsCsv([model("a", { name: '=1+1,"x"', input: 0.5 })], costs);
    const [head, row] = csv.split("\r\n");
    expect(head).toMatch(/^slug,name,lab,.*,usd_a_month$/);
    expect(row).toMatch(/^a,"'=1\+1,""x""",acme,.*,3$/);
    expect(toModelsCsv([])).toBe("slug\r\n");
  });
});
