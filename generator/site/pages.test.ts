import { beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { OfferRow, PriceRow } from "../../build/model/catalog/rows.ts";
import {
  sampleModel,
  sampleOffer,
  sampleProvider,
  sampleScore,
  sampleSource,
} from "../../test/builders/fact-builders.ts";
import { getDefined } from "../../test/builders/get.ts";
import { readPriceStatements } from "../../test/builders/price-statements.ts";
import { statedRates } from "../../test/builders/priced-catalog.ts";
import { loadSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { SAMPLE_FACTS } from "../../test/builders/sample-facts.ts";
import { toModelDetail } from "../endpoints/models/get-model.ts";
import { renderPriceTrust } from "./components/confirmation.ts";
import { html, htmlToText } from "./components/html.ts";
import { modelLinkWithTile, providerLinkOfSlug } from "./components/parts.ts";
import { makeFindingsPages } from "./pages/findings-pages.ts";
import { makeHomePage } from "./pages/home-page.ts";
import { listModelKeyFigures, renderModelStatusLabels } from "./pages/model/head.ts";
import { toHostPriceChart, toPriceHistoryChart } from "./pages/model/price-charts.ts";
import { renderPriceHistorySection, renderPriceSection } from "./pages/model/prices.ts";
import { renderModelSummary } from "./pages/model/summary.ts";
import { makeProviderPage } from "./pages/providers/provider-page.ts";
import { FUNCTION_RENDERED_PAGES } from "./pages/query-pages.ts";
import { makeSitePageFiles } from "./pages.ts";

/**
 * `good` became cheaper at its lab, costs a tenth more in a cloud and is included in a subscription; `unsold` is
 * retired.
 */
const sample = {
  ...SAMPLE_FACTS,
  json: {
    ...SAMPLE_FACTS.json,
    sources: [
      ...SAMPLE_FACTS.json.sources,
      { ...sampleSource("models-dev"), recorded_on: "2025-06-01" },
    ],
    providers: [
      ...SAMPLE_FACTS.json.providers,
      sampleProvider("nimbus", { host_kind: "cloud", api_url: "https://api.nimbus.example" }),
      sampleProvider("elder", { host_kind: "lab" }),
      sampleProvider("monthly", { host_kind: "plan" }),
      sampleProvider("olden", { host_kind: "inference" }),
    ],
    glossary: [
      ...SAMPLE_FACTS.json.glossary,
      ...Array.from({ length: 8 }, (_, at) => ({
        ...getDefined(SAMPLE_FACTS.json.glossary[0], "term"),
        slug: `gambit-${at}`,
        name: `Gambit ${at}`,
      })),
    ],
    models: [
      ...SAMPLE_FACTS.json.models,
      sampleModel("good", "acme"),
      sampleModel("faded", "delta"),
      sampleModel("unsold", "delta", { release_date: "2025-02-01", retirement_date: "2026-01-15" }),
    ],
  },
  csv: {
    ...SAMPLE_FACTS.csv,
    offers: {
      ...SAMPLE_FACTS.csv.offers,
      acme: [...SAMPLE_FACTS.csv.offers.acme, sampleOffer("good", "good-at-acme")],
      nimbus: [
        sampleOffer("faded", "faded-at-nimbus", { retirement_date: "2025-12-01" }),
        sampleOffer("good", "good-at-nimbus", { retirement_date: "2031-05-01" }),
      ],
      elder: [sampleOffer("good", "good-at-elder")],
      olden: ["faded", "acme-small", "acme-large"].map((model) =>
        sampleOffer(model, `${model}-at-olden`),
      ),
      monthly: [sampleOffer("good", "good-at-monthly", { billing: "plan", status: "deprecated" })],
    },
    prices: {
      ...SAMPLE_FACTS.csv.prices,
      acme: [
        ...SAMPLE_FACTS.csv.prices.acme,
        ...readPriceStatements(
          "upstream 2026-02-03 10/40 id=good-at-acme, upstream 2026-03-03 8/40 id=good-at-acme",
        ),
      ],
      elder: readPriceStatements("upstream 2026-03-05 9/45 id=good-at-elder"),
      nimbus: readPriceStatements(
        "upstream 2025-03-05 1/2 id=faded-at-nimbus, upstream 2026-03-05 8.8/44 id=good-at-nimbus",
      ),
      // The second is doubtful, the third has no price.
      olden: readPriceStatements(`models-dev 2025-06-01 1/2 id=faded-at-olden,
        models-dev 2025-06-01 0 id=acme-small-at-olden, models-dev 2025-06-01 none id=acme-large-at-olden`),
      monthly: readPriceStatements("upstream 2026-03-05 0 id=good-at-monthly cache_read=0"),
    },
    scores: {
      ...SAMPLE_FACTS.csv.scores,
      chess: [...SAMPLE_FACTS.csv.scores.chess, sampleScore("good", 1400)],
      logic: [...SAMPLE_FACTS.csv.scores.logic, sampleScore("good", 99, { self_reported: true })],
    },
  },
};

let loaded: Awaited<ReturnType<typeof loadSampleCatalog>>;
let catalog: Catalog;
/** Path → page; without the calendar of retirements. */
const pages = new Map<string, string>();
beforeAll(async () => {
  loaded = await loadSampleCatalog(sample);
  catalog = loaded.catalog;
  for (const { path, owner, body } of makeSitePageFiles(catalog))
    if (owner === "site" && !/\.(md|ics)$/.test(path)) pages.set(path, String(body));
});

/** The catalogue with changed offers of a model. */
function withOffers(slug: string, change: (offer: OfferRow) => Partial<OfferRow>): Catalog {
  const offers = catalog.offersOf(slug).map((offer) => ({ ...offer, ...change(offer) }));
  return Object.create(catalog, { offersOf: { value: () => offers } });
}

const pageAt = (path: string): string => getDefined(pages.get(path), path);
const textAt = (path: string): string => textOf(pageAt(path));
const all = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, text = ""]) => text.replaceAll("&amp;", "&"));
const hrefs = (page: string) => all(page, / href="([^"]*)"/g);
/** Visible text of a page, with a space between cells and blocks. */
const textOf = (page: string) =>
  page
    .replace(/<wbr>/g, "")
    .replace(/<(small|div|d[td]|t[dh])\b/g, " $&")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ");

test("every page has a description of its own, Dataset metadata exactly if it shows data, and no NaN", () => {
  const descriptions = new Set<string>();
  for (const [path, page] of pages) {
    expect(page, path).not.toMatch(/undefined|NaN|\[object/);
    for (const text of all(page, /name="description" content="([^"]+)"/g)) descriptions.add(text);
    const [text] = all(page, /<script type="application\/ld\+json">(.*)<\/script>/g);
    expect(text === undefined, path).toBe(/^\/(404\.html|docs\/.*)$/.test(path));
    if (text === undefined) continue;
    const { "@type": type, url, license, distribution, description } = JSON.parse(text);
    if (path !== "/index.html") expect(description.length, path).toBeGreaterThanOrEqual(50);
    expect([type, license]).toEqual(["Dataset", expect.stringMatching(/^https:/)]);
    expect(url.startsWith("https://almanac.example"), url).toBe(true);
    expect(distribution.length, path).toBeGreaterThan(0);
    // The page of one model, host or benchmark is not the dataset of all of them.
    if (/^\/(models|providers|benchmarks)\/(?!index)/.test(path))
      expect(text, path).not.toContain("/api/v1/export/");
  }
  expect(descriptions.size).toBe(pages.size);
});

test("every page can be reached from the front page in three steps", () => {
  let reached = new Set(["/index.html", "/404.html"]);
  for (let step = 0; step < 3; step++) {
    const linked = [...reached].flatMap((path) => hrefs(pages.get(path) ?? ""));
    reached = new Set([...reached, ...linked.map((path) => path.replace(/\/$/, "/index.html"))]);
  }
  expect([...pages.keys()].filter((path) => !reached.has(path))).toEqual([]);
});

test.each([
  ["2026-05-27", "This week", "$3.00 / $15.00"],
  ["2026-05-26", "Latest findings", "$3.00 / $15.00"],
])("the front page shows a release of %s under “%s”", (date, title, figure) => {
  const numbers = { input: 3, output: 15 };
  const finding = { id: "a", date, kind: "new_model", title: "Acme releases Good", numbers };
  const findings = { value: [{ ...finding, models: ["good"], test: null }] };
  const asOf = { value: "2026-06-02" };
  const { head } = makeHomePage(Object.create(catalog, { findings, asOf }));
  const [, shown = ""] = /id="latest-findings-title">(.*?)<\/ol>/s.exec(String(head)) ?? [];
  expect(shown).toContain(title);
  expect(shown).toContain(figure);
});

test("the documents have a section for contact, as-of dates, and every source with its licence", () => {
  const overview = pageAt("/docs/index.html");
  expect(overview).toContain('id="contact"');
  for (const { as_of } of catalog.datasets) expect(overview).toContain(`datetime="${as_of}"`);
  for (const { url, license_url } of catalog.sources)
    expect(hrefs(overview)).toEqual(expect.arrayContaining([url, license_url]));
});

describe("a model", () => {
  const good = () => {
    const model = catalog.getModel("good");
    return { model, detail: toModelDetail(model, catalog) };
  };
  const hostsIn = (of: Catalog) =>
    html`${renderPriceSection(good().model, good().detail, null, of)}`;

  const passed_over = "the host offers less than half of the model's context window";
  const lower = { unit_price: 1, passed_over };
  const free = { is_free: true, input: 0, unit_price: 0 };
  const unsold = { list_price: null, cheapest_provider: null };
  const why = "NIMBUS charges $8.80 input / $44.00 output per 1M tokens, but does not count";
  const cloud = { provider_slug: "nimbus", rate: null, input: 1, output: 2, saving_vs_list: 0 };
  type OfferChange = (host: string) => Partial<OfferRow> | false;
  const atNimbus =
    (change: Partial<OfferRow>): OfferChange =>
    (host) =>
      host === "nimbus" && change;
  test.each<[says: string, changed: object, OfferChange]>([
    [`the cheapest host. ${why} as the cheapest, because ${passed_over}.`, {}, atNimbus(lower)],
    [
      "lowest confirmed price at the standard tier",
      {},
      atNimbus({ ...lower, trust: "unverified" }),
    ],
    [
      `as the cheapest, because ${passed_over}. Cheapest host`,
      { cheapest_provider: cloud },
      () => lower,
    ],
    [why, unsold, (host) => (host === "acme" ? { trust: "stale" } : lower)],
    ["but does not count", unsold, () => ({ ...lower, service_tier: "flex" })],
    ["No host has a confirmed price", unsold, () => ({ ...free, trust: "unverified" })],
    ["free of charge", unsold, () => ({ ...free, trust: "one_source" })],
  ])("says why a lower price does not count, and that it is free: %s", (says, changed, change) => {
    const offers = withOffers("good", ({ host }) => ({ ...change(host) })).offersOf("good");
    const detail = { ...good().detail, ...changed };
    expect(htmlToText(renderModelSummary(detail, offers, catalog.asOf))).toContain(says);
  });

  const unpriced = { input: null, output: null, unit_price: null, last_confirmed: null, cards: [] };
  const ended: Partial<OfferRow> = { status: "retired", retirement_date: "2026-01-15" };
  const [sold, unknown] = ["2 at a price per token, 1 by subscription", "1 without a known price"];
  test.each<[change: Partial<OfferRow>, shown: string, count: string]>([
    [
      unpriced,
      "No source states a price of this host",
      `4 hosts sell this model: ${sold}, ${unknown}.`,
    ],
    [ended, "Ended 15 Jan 2026", `3 hosts sell this model: ${sold}.`],
  ])("does not draw a host without a current price: %j", (change, shown, count) => {
    const of = withOffers("good", ({ host }) => (host === "nimbus" ? change : {}));
    const hosts = htmlToText(hostsIn(of));
    expect(hosts).toContain(count);
    expect(hosts).toContain(shown);
    // Two hosts are too few for a chart.
    expect(toHostPriceChart(good().model, of)).toBeNull();
  });

  test("without a list price has no column “vs. list”, neither on its page nor on its host's page", () => {
    for (const path of ["/models/good", "/providers/nimbus"])
      expect(pageAt(path)).toContain("vs. list");
    // ACME sells only at its own list prices.
    for (const path of ["/models/faded", "/providers/olden", "/providers/acme"])
      expect(pageAt(path)).not.toContain("vs. list");
    const comparisonsOn = (path: string) =>
      all(pageAt(path), /<td class="[^"]*vs-list">(.*?)(?:<td|\n)/g).map(textOf);
    expect(comparisonsOn("/models/good")).toEqual(["list price", "+10 %", "+13 %", ""]);
    expect(comparisonsOn("/providers/nimbus")).toEqual(["– no list price", "+10 %"]);
  });

  test("labels only the host of its own lab as first party, and draws hosts whose prices differ", () => {
    const kinds = all(pageAt("/models/good"), /<span class="kind">([^<]*)<\/span>/g);
    expect(kinds).toEqual(["First party", "Cloud", "Another lab", "Subscription"]);
    const chart = toHostPriceChart(good().model, catalog);
    expect(chart?.rows.map(([, kind]) => kind)).toEqual(kinds.slice(0, 3));
    const same = withOffers("good", () => ({ unit_price: 2 }));
    expect(toHostPriceChart(good().model, same)).toBeNull();
  });

  test("names the conditions of its further rates, or what they are for", () => {
    const cards = statedRates("input@>200000=2; input@batch=1; search=9/1k searches");
    const of = withOffers("good", () => ({ cards }));
    const detail = toModelDetail(good().model, of);
    const hosts = htmlToText(html`${renderPriceSection(good().model, detail, null, of)}`);
    expect(hosts).toContain("3 further rates at ACME: long prompts, batch tier and search");
  });

  test.each<[Partial<OfferRow>, shown: string]>([
    [{ trust: "verified" }, "free free"],
    [{ trust: "unverified" }, "0 0"],
    [{ billing: "plan" }, "in the plan in the plan"],
  ])("that was sold at 0 was free, unless doubtful or in a subscription: %j", (change, shown) => {
    const of = withOffers("acme-small", () => change);
    const model = catalog.getModel("acme-small");
    const page = textOf(String(renderPriceHistorySection(model, null, of)));
    expect(page).toMatch(new RegExp(` Cached Event Source \\S+ \\S+ \\S+ ${shown} (–|listed)`));
  });

  test("names a price change in the title of its price chart only if the change counts and is 5 % or more", () => {
    const titleIn = (of: Catalog) => toPriceHistoryChart(good().model, of)?.title;
    expect(titleIn(catalog)).toBe("ACME cut the price of GOOD by 9 % on 3 March 2026");
    const uncounted: Catalog = Object.create(catalog, { changes: { value: [] } });
    const toSmall = (row: PriceRow) => ({ ...row, input: row.input === 8 ? 9.5 : row.input });
    const small: Catalog = Object.create(catalog, {
      pricesOf: { value: (slug: string) => catalog.pricesOf(slug).map(toSmall) },
    });
    for (const of of [uncounted, small]) expect(titleIn(of)).toBe("Price of GOOD over time");
  });

  test("for whose output no host charges has charts of its input price", () => {
    const of = withOffers("good", () => ({ unit: "input tokens" }));
    for (const draw of [toHostPriceChart, toPriceHistoryChart])
      expect(draw(good().model, of)?.subtitle).toContain("Price of GOOD per 1M input tokens, at");
  });

  test("for embeddings shows no output price", () => {
    const { model, detail } = good();
    const labelsOf = (model_type: "text" | "embedding") =>
      listModelKeyFigures(model, { ...detail, model_type }, catalog).map(([label]) => label);
    expect(labelsOf("text")).toContain("Output, per 1M tokens");
    expect(labelsOf("embedding")).not.toContain("Output, per 1M tokens");
  });

  test("that its lab has withdrawn says so; a current model has no label", () => {
    const detail = { ...good().detail, sold_by_lab: false };
    const labels = (more: Partial<typeof detail>) =>
      htmlToText(html`${renderModelStatusLabels({ ...detail, ...more }, catalog)}`);
    const withdrawn = labels({ retirement_date: "2026-05-13" });
    expect(withdrawn).toContain("Withdrawn by its lab on 13 May 2026, sold by others");
    expect(labels({ retirement_date: "2031-05-13" })).toBe("");
    const replacement = { slug: null, name: "good-2", source_url: "https://acme.example" };
    expect(labels({ replacement })).toBe("Superseded by good-2 (not in the catalogue)");
  });

  test("says why it has no overall score, and when its lab retired it", () => {
    expect(textAt("/models/good")).toContain("not scored too few benchmark results");
    const unsold = textAt("/models/unsold");
    expect(unsold).toContain("not scored no benchmark results");
    expect(unsold).toContain("sells this model. DELTA retired this model on 15 Jan 2026.");
    const faded = textAt("/models/faded");
    expect(faded).toContain("No host has a confirmed price for this model.");
    expect(faded).not.toContain("confirmation of a price");
  });
});

describe("a provider", () => {
  test("is described by its kind, with its prices beside the list prices", () => {
    const page = textAt("/providers/nimbus");
    for (const text of [
      "NIMBUS sells 1 model in its cloud.",
      "Models sold 1 in its cloud; 1 withdrawn",
      "https://api.nimbus.example",
      "Below the list price 0 of 1 compared price; above it: 1",
      "$8.80 $44.00 +10 %",
      "Until 1 May 2031",
      "Only one source states this price.",
    ])
      expect(page).toContain(text);
    expect(textAt("/providers/acme")).toContain("Score: one number for a model’s results");
  });

  test("says beside a price that its price of cached input may be out of date", () => {
    const [offer] = catalog.offersOf("good");
    const textOfCard = (cache_read: "stale" | "one_source") =>
      htmlToText(
        renderPriceTrust({ ...getDefined(offer, "an offer"), rate_trust: { cache_read } }, catalog),
      );
    expect(textOfCard("stale")).toContain("The price of cached input may be out of date.");
    expect(textOfCard("one_source")).not.toContain("cached input");
  });

  test("counts a price as confirmed if a source stated it within 60 days, and does not count unknown prices", () => {
    const olden = textAt("/providers/olden");
    expect(olden).toContain("0 of 2 prices confirmed within 60 days");
    expect(olden).toContain("OLDEN sells 3 models through its own API.");
    expect(textAt("/providers/nimbus")).toContain("1 of 1 price confirmed within 60 days");
    const counted = catalog.offers.filter(
      (offer) => !/faded-at-nimbus|acme-large-at-olden/.test(offer.model_id),
    );
    expect(textAt("/index.html")).toContain(`${counted.length} prices at 7 hosts`);
    const list = pageAt("/providers/index.html");
    expect(textOf(list)).toContain("sell models, 7 at known prices");
    expect(list).toMatch(/NIMBUS<\/a>.*?confirmed"><time datetime="2026-06-01">/);
    expect(list).toMatch(/OLDEN<\/a>.*?Stale<\/span> <time datetime="2025-06-01">/);
    expect(all(list, /(“Stale”: no source)/g)).toHaveLength(1);
  });

  test("that sells subscriptions shows “in the plan” instead of a token price of $0", () => {
    const page = textAt("/providers/monthly");
    expect(page).toContain("MONTHLY sells 1 model in a subscription.");
    expect(page).toContain("GOOD Deprecated in the plan in the plan");
    expect(page).not.toContain("$0");
    expect(textAt("/models/good")).toContain("in the plan in the plan in the plan");
  });
});

test("a model that is no longer in the catalogue has no link", () => {
  const [change] = catalog.changes.filter(({ host }) => host === "acme");
  const gone = { ...getDefined(change, "change"), model: "gone" };
  const findings = catalog.findings.map((finding) => ({ ...finding, models: ["gone"] }));
  const of: Catalog = Object.create(catalog, {
    changes: { value: [...catalog.changes, ...Array(10).fill(gone)] },
    findings: { value: findings },
  });
  const acme = getDefined(catalog.provider("acme"), "acme");
  const made = [makeProviderPage(acme, of), makeHomePage(of), ...makeFindingsPages(of)];
  const text = String(html`${made.map(({ head, main }) => [head, main])}`);
  expect(text).toContain(findings[0]?.title);
  expect(text).toContain("<span>ACME adds gone</span>");
  expect(text).toContain('href="/changes?provider=acme"');
  expect(text).not.toContain("/models/gone");
  expect(String(modelLinkWithTile("gone", of))).not.toContain("href");
  expect(String(providerLinkOfSlug("gone", of))).toBe("gone");
});

test("retirements are upcoming or past as of the newest fact", () => {
  const parts = pageAt("/retirements/index.html").split("<section ");
  const partOf = (id: string) => parts.find((part) => part.startsWith(`id="${id}"`));
  expect(partOf("upcoming")).toMatch(/href="\/models\/good"[\s\S]*datetime="2031-05-01"/);
  expect(partOf("past")).toContain('href="/models/unsold"');
  expect(partOf("past")).not.toContain('href="/models/good"');
});

test("findings are listed once by year, newest first, and once by kind, with their sources", () => {
  const shownOn = (path: string) => all(pageAt(path), /<(?:li|p) id="(\d{4}-[^"]+)"/g);
  const paths = [...pages.keys()].filter((path) => path.startsWith("/findings/")).sort();
  const ofYears = paths
    .filter((path) => /\d{4}$/.test(path))
    .toReversed()
    .flatMap(shownOn);
  expect(ofYears.length).toBeGreaterThan(1);
  const days = ofYears.map((id) => id.slice(0, 10));
  expect(days).toEqual(days.toSorted().reverse());
  const ids = [...new Set(ofYears)].sort();
  const kinds = paths.filter((path) => /_[a-z]+$|\/spread$/.test(path));
  for (const shown of [ofYears, kinds.flatMap(shownOn), shownOn("/findings/index.html")])
    expect(shown.toSorted()).toEqual(ids);
  const page = pageAt("/findings/index.html");
  expect(page).toContain(`href="#${ids[0]}"`);
  expect(page).toMatch(/Source: <a href="https:\/\/[^"]+">/);
});

test("the list of models for browsers without JavaScript names its filters, and says why it is empty", () => {
  const list = FUNCTION_RENDERED_PAGES.find(({ path }) => path === "/models/list");
  const markup = (query: string) =>
    String(list?.respond(new Map(new URLSearchParams(query)), loaded).page);
  const shown = (name: string, value: string) => textOf(markup(`${name}=${value}`));
  const rows = (query: string) => hrefs(markup(query)).filter((href) => /^\/models\/./.test(href));
  expect(rows("sort=price&q=")).toEqual(rows("sort=service_score"));
  expect(shown("sort", "price")).toContain("The order sort=price is not known.");
  expect(hrefs(markup("provider=&sort=&limit=1"))).toContain("/models/list?limit=1&page=2");
  expect(shown("provider", "acmee")).toContain("did you mean provider=acme?");
  const none = `${catalog.models.length} models, but none on page 999: the last page is 1.`;
  expect(shown("page", "999")).toContain(none);
  expect(shown("supports", "tools")).toMatch(/\d models? with supports=tools\. All models/);
  expect(shown("min_context", "200k")).toMatch(/min_context=200000\. All models and filters/);
});

test("search results show six hits of each kind and collapse the others", () => {
  const search = FUNCTION_RENDERED_PAGES.find(({ path }) => path === "/search");
  const page = String(search?.respond(new Map([["q", "gambit"]]), loaded).page);
  const [open = "", folded = ""] = page.split("<summary>2 more</summary>");
  expect([open, folded].map((part) => part.split('href="/glossary').length - 1)).toEqual([6, 2]);
});

test("the 404 page is not indexed, and none of its links is relative to its path", () => {
  expect(pageAt("/404.html")).toContain('name="robots" content="noindex"');
  expect(hrefs(pageAt("/404.html")).filter((href) => !/^(\/|#|https:)/.test(href))).toEqual([]);
});
