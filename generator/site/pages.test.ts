import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { OfferRow } from "../../build/model/catalog/rows.ts";
import {
  sampleModel,
  sampleOffer,
  sampleProvider,
  sampleScore,
  sampleSource,
} from "../../test/builders/fact-builders.ts";
import { getDefined } from "../../test/builders/get.ts";
import { readPriceStatements } from "../../test/builders/price-statements.ts";
import { loadSampleCatalog } from "../../test/builders/sample-catalog.ts";
import { SAMPLE_FACTS } from "../../test/builders/sample-facts.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import { toModelDetail } from "../endpoints/models/get-model.ts";
import { PROBLEM_TYPES } from "../http/problem.ts";
import { escapeHtml, html, htmlToText } from "./components/html.ts";
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

const BASE = "https://almanac.example";

const NOTICE = "https://delta.example/deprecations";

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
      sampleModel("unsold", "delta", {
        release_date: "2025-02-01",
        retirement_date: "2026-01-15",
        sources: { retirement_date: "operator" },
      }),
    ],
  },
  csv: {
    ...SAMPLE_FACTS.csv,
    corrections: {
      "": [
        {
          kind: "model" as const,
          key: "unsold",
          field: "retirement_date",
          expected: null,
          value: "2026-01-15",
          reason: "its page says so",
          source_url: NOTICE,
        },
      ],
    },
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
/** Path → page, the calendar of retirements among them. */
const pages = new Map<string, string>();
beforeAll(async () => {
  loaded = await loadSampleCatalog(sample);
  catalog = loaded.catalog;
  for (const { path, owner, body } of makeSitePageFiles(catalog))
    if (owner === "site" && !path.endsWith(".md")) pages.set(path, String(body));
});
afterAll(() => loaded.snapshot.close());

/** The catalogue with changed offers of a model. */
function withOffers(slug: string, change: (offer: OfferRow) => Partial<OfferRow>): Catalog {
  const offers = catalog.offersOf(slug).map((offer) => ({ ...offer, ...change(offer) }));
  return Object.create(catalog, { offersOf: { value: () => offers } });
}

const pageAt = (path: string): string => getDefined(pages.get(path), path);
const htmlPages = (): [path: string, page: string][] =>
  [...pages].filter(([path]) => !path.endsWith(".ics"));

const all = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, text = ""]) => text.replaceAll("&amp;", "&"));
const hrefs = (page: string) => all(page, / href="([^"]*)"/g);
const ids = (page: string) => all(page, / id="([^"]*)"/g);
/** Visible text of a page, with a space between cells and blocks. */
const textOf = (page: string) =>
  page
    .replace(/<wbr>/g, "")
    .replace(/<(small|div|d[td]|t[dh])\b/g, " $&")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ");

describe("every page", () => {
  test("has a description of its own", () => {
    const descriptions = htmlPages().flatMap(([, page]) =>
      all(page, /name="description" content="([^"]+)"/g),
    );
    expect(descriptions).toHaveLength(pages.size - 1);
    expect(new Set(descriptions).size).toBe(descriptions.length);
  });

  test("never shows undefined, NaN or [object", () => {
    for (const [path, page] of htmlPages())
      expect(page, path).not.toMatch(/undefined|NaN|\[object/);
  });

  test("has Dataset metadata for search engines exactly if it shows data", () => {
    for (const [path, page] of htmlPages()) {
      const [text] = all(page, /<script type="application\/ld\+json">(.*)<\/script>/g);
      const showsNoData = /^\/(404\.html|docs\/.*)$/.test(path);
      expect(text === undefined, path).toBe(showsNoData);
      if (text === undefined) continue;
      const { "@type": type, url, license, distribution } = JSON.parse(text);
      expect([type, license]).toEqual(["Dataset", expect.stringMatching(/^https:/)]);
      expect(url.startsWith(BASE), url).toBe(true);
      expect(distribution.length, path).toBeGreaterThan(0);
    }
  });

  test("can be reached from the front page in three steps", () => {
    const linked = (page: string) =>
      hrefs(page).map((href) => (href.endsWith("/") ? `${href}index.html` : href));
    const first = linked(pageAt("/index.html"));
    const second = first.flatMap((path) => linked(pages.get(path) ?? ""));
    const third = [...new Set(second)].flatMap((path) => linked(pages.get(path) ?? ""));
    const reached = new Set([...first, ...second, ...third, "/index.html", "/404.html"]);
    expect([...pages.keys()].filter((path) => !reached.has(path))).toEqual([]);
  });
});

describe("the documents", () => {
  test("have every endpoint with its parameters", () => {
    const articles = pageAt("/docs/reference").split("<article ");
    for (const { id, path, query, params, summary } of ENDPOINTS) {
      const article = articles.find((part) => part.startsWith(`id="${id}"`)) ?? "";
      expect(textOf(article), id).toContain(path);
      expect(article).toContain(escapeHtml(summary));
      for (const name of [...Object.keys(params), ...Object.keys(query)])
        expect(article).toContain(`<dt><code>${name}</code>`);
    }
  });

  test("have a section for each problem that the `type` of a response links to, and one for contact", () => {
    expect(ids(pageAt("/docs/errors"))).toEqual(expect.arrayContaining(Object.keys(PROBLEM_TYPES)));
    expect(ids(pageAt("/docs/index.html"))).toContain("contact");
  });

  test("show as-of dates and sources", () => {
    const { datasets, sources } = catalog;
    const overview = pageAt("/docs/index.html");
    for (const { as_of } of datasets) expect(overview).toContain(`datetime="${as_of}"`);
    for (const { url, license_url } of sources)
      expect(hrefs(overview)).toEqual(expect.arrayContaining([url, license_url]));
  });
});

describe("a model", () => {
  const good = () => {
    const model = catalog.getModel("good");
    return { model, detail: toModelDetail(model, catalog) };
  };
  const hostsIn = (of: Catalog) =>
    html`${renderPriceSection(good().model, good().detail, null, of)}`;

  test("says why a lower price does not count, and calls the model free only if that price is confirmed", () => {
    const { detail } = good();
    const passed_over = "the host offers less than half of the model's context window";
    const lead = (
      model: Partial<typeof detail>,
      change: (host: string) => Partial<OfferRow> | undefined,
    ) => {
      const offers = withOffers("good", ({ host }) => ({ ...change(host) })).offersOf("good");
      return htmlToText(renderModelSummary({ ...detail, ...model }, offers, catalog.asOf)).trim();
    };
    const lower = { unit_price: 1, passed_over };
    const why = "NIMBUS charges $8.80 input / $44.00 output per 1M tokens, but does not count";
    expect(lead({}, (host) => (host === "nimbus" ? lower : undefined))).toContain(
      `, the cheapest host. ${why} as the cheapest, because ${passed_over}.`,
    );
    expect(
      lead({}, (host) => (host === "nimbus" ? { ...lower, trust: "unverified" } : undefined)),
    ).toContain(", the lowest confirmed price at the standard tier of all hosts");
    const cloud = { ...detail.cheapest_provider, provider_slug: "nimbus", saving_vs_list: 0 };
    expect(
      lead({ cheapest_provider: cloud as typeof detail.cheapest_provider }, () => ({
        passed_over,
      })),
    ).toContain(
      ` This price does not count as the cheapest, because ${passed_over}. Cheapest host`,
    );
    const unsold = { list_price: null, cheapest_provider: null };
    expect(lead(unsold, (host) => (host === "acme" ? { trust: "stale" } : lower))).toBe(
      `${why} as the cheapest, because ${passed_over}.`,
    );
    expect(lead(unsold, () => ({ ...lower, service_tier: "flex" }))).toContain("does not count");
    const free = { is_free: true, input: 0, unit_price: 0 };
    expect(lead(unsold, () => ({ ...free, trust: "unverified" }))).toBe(
      "No host has a confirmed price for this model.",
    );
    expect(lead(unsold, () => ({ ...free, trust: "one_source" }))).toContain("free of charge");
  });

  test("does not count a host without a price as one that sells by token, and says that the price is unknown", () => {
    const unpriced = { input: null, output: null, last_confirmed: null, cards: [] };
    const of = withOffers("good", ({ host }) => (host === "nimbus" ? unpriced : {}));
    const hosts = htmlToText(hostsIn(of));
    expect(hosts).toContain("Hosts that sell this model: 2 at a price per token, 1 by");
    expect(hosts).toContain("Price unknown: no source states a price of this host for the model.");
  });

  test("that is not sold by token shows its input modalities only if they are known", () => {
    const { model, detail } = good();
    const rate = { price: 0.04, unit: "image" } as NonNullable<typeof detail.pricing.rate>;
    const drawn = { ...detail, pricing: { ...detail.pricing, rate }, output_modalities: ["image"] };
    const below = (input_modalities: string[]) =>
      listModelKeyFigures(model, { ...drawn, input_modalities }, catalog)[1]?.below;
    expect([below(["text"]), below([])]).toEqual(["from text", false]);
  });

  test("without a list price has no column “vs. list”, neither on its page nor on its host's page", () => {
    for (const path of ["/models/good", "/providers/nimbus"])
      expect(pageAt(path)).toContain("vs. list");
    for (const path of ["/models/faded", "/providers/olden"])
      expect(pageAt(path)).not.toContain("vs. list");
    // The script writes the cost of a workload into this one.
    const of = withOffers("good", () => ({ unit_price: null }));
    expect(String(hostsIn(of))).toMatch(/<th [^>]*cost">Blended/);
  });

  test("labels only the host of its own lab as first party", () => {
    const kinds = all(pageAt("/models/good"), /<span class="kind">([^<]*)<\/span>/g);
    expect(kinds).toEqual(["First party", "Cloud", "Another lab", "Subscription"]);
    const chart = toHostPriceChart(good().model, catalog);
    expect(chart?.rows.map(([host, kind]) => `${host}: ${kind}`)).toEqual([
      "ACME: First party",
      "NIMBUS: Cloud",
      "ELDER: Another lab",
    ]);
  });

  test("that was sold at 0 was free, unless the price is doubtful or part of a subscription", () => {
    const recorded = (change: Partial<OfferRow>) => {
      const of = withOffers("acme-small", () => change);
      const model = catalog.getModel("acme-small");
      const page = textOf(String(renderPriceHistorySection(model, null, of)));
      return / Input Output Cached Event Source \S+ \S+ \S+ (.*?) (?:–|listed)/.exec(page)?.[1];
    };
    expect(recorded({ trust: "verified" })).toBe("free free");
    expect(recorded({ trust: "unverified" })).toBe("0 0");
    expect(recorded({ billing: "plan" })).toBe("in the plan in the plan");
  });

  test("names a price change in the title of its price chart only if the change counts", () => {
    const titleIn = (of: Catalog) => toPriceHistoryChart(good().model, of)?.title;
    expect(titleIn(catalog)).toBe("ACME cut the price by 9 % on 3 March 2026");
    const uncounted: Catalog = Object.create(catalog, { changes: { value: [] } });
    expect(titleIn(uncounted)).toBe("Price of GOOD over time");
  });

  test("for whose output no host charges has charts of its input price", () => {
    const of = withOffers("good", () => ({ unit: "input tokens" }));
    for (const draw of [toHostPriceChart, toPriceHistoryChart])
      expect(draw(good().model, of)?.subtitle).toContain("Price of GOOD per 1M input tokens, at");
  });

  test("that its lab has withdrawn is not called current", () => {
    const detail = { ...good().detail, sold_by_lab: false };
    const labels = (retirement_date: string) =>
      htmlToText(html`${renderModelStatusLabels({ ...detail, retirement_date }, catalog)}`);
    expect(labels("2026-05-13")).toContain("Withdrawn by its lab on 13 May 2026, sold by others");
    expect(labels("2026-05-13")).not.toContain("Current");
    expect(labels("2031-05-13")).toContain("Current");
  });

  test("without an overall score does not count benchmarks that the score cannot use", () => {
    expect(textOf(pageAt("/models/good"))).toContain("not scored too few benchmark results");
    expect(textOf(pageAt("/models/unsold"))).toContain("not scored no benchmark results");
  });

  test("without a host says so, and says when its lab retired it", () => {
    expect(textOf(pageAt("/models/unsold"))).toContain(
      "No host in the catalogue sells this model. DELTA retired this model on 15 Jan 2026.",
    );
  });
});

describe("a provider", () => {
  test("is described by its kind, with its prices beside the list prices", () => {
    const page = textOf(pageAt("/providers/nimbus"));
    expect(page).toContain("NIMBUS sells 1 model in its cloud.");
    expect(page).toContain("Models sold 1 in its cloud; 1 withdrawn");
    expect(page).toContain("https://api.nimbus.example");
    expect(page).toContain("Below the list price 0 of 1 compared prices; above it: 1");
    expect(page).toMatch(/\$8\.80 \$44\.00 \+10 %/);
    expect(page).toContain("Until 1 May 2031");
    expect(page).toContain("1 source: only one source states this price.");
  });

  test("is listed with the day on which its prices were last confirmed, and the list explains “Stale” once", () => {
    const page = pageAt("/providers/index.html");
    expect(page).toMatch(/NIMBUS<\/a>.*?confirmed <time datetime="2026-06-01">/);
    expect(page).toMatch(/OLDEN<\/a>.*?Stale<\/span> confirmed <time datetime="2025-06-01">/);
    expect(all(page, /(“Stale”: no source)/g)).toHaveLength(1);
  });

  test("counts a price as confirmed if a source stated it within 60 days, and does not count unknown prices", () => {
    expect(textOf(pageAt("/providers/olden"))).toContain("0 of 2 prices confirmed within 60 days");
    expect(textOf(pageAt("/providers/olden"))).toContain(
      "OLDEN sells 3 models through its own API.",
    );
    expect(textOf(pageAt("/providers/nimbus"))).toContain("1 of 1 price confirmed within 60 days");
    const counted = catalog.offers.filter(
      (offer) => !/faded-at-nimbus|acme-large-at-olden/.test(offer.model_id),
    );
    expect(textOf(pageAt("/index.html"))).toContain(`${counted.length} prices at 7 hosts`);
    expect(textOf(pageAt("/providers/index.html"))).toContain("sell models, 7 at known prices");
  });

  test("that sells subscriptions shows “in the plan” instead of a token price of $0", () => {
    const page = textOf(pageAt("/providers/monthly"));
    expect(page).toContain("MONTHLY sells 1 model in a subscription.");
    expect(page).toContain("Models sold 1 in a subscription");
    expect(page).toContain("GOOD Deprecated in the plan");
    expect(page).toContain("in the plan in the plan");
    expect(page).not.toContain("$0");
    expect(textOf(pageAt("/models/good"))).toContain("in the plan in the plan in the plan");
  });
});

test("a model that is no longer in the catalogue has no link", () => {
  const [change] = catalog.changes.filter(({ host }) => host === "acme");
  const gone = { ...getDefined(change, "change"), model: "gone" };
  const findings = catalog.findings.map((finding) => ({ ...finding, models: ["gone"] }));
  const of: Catalog = Object.create(catalog, {
    changes: { value: [...catalog.changes, gone] },
    findings: { value: findings },
  });
  const acme = getDefined(catalog.provider("acme"), "acme");
  const made = [makeProviderPage(acme, of), makeHomePage(of), ...makeFindingsPages(of)];
  const text = String(html`${made.map(({ head, main }) => [head, main])}`);
  expect(text).toContain(findings[0]?.title);
  expect(text).toContain("<span>ACME adds gone</span>");
  expect(text).not.toContain("/models/gone");
  expect(String(modelLinkWithTile("gone", of))).not.toContain("href");
  expect(String(providerLinkOfSlug("gone", of))).toBe("gone");
});

describe("retirements", () => {
  test("are upcoming or past as of the day of the newest fact", () => {
    const sections = pageAt("/retirements/index.html").split("<section ");
    const [upcoming = "", past = ""] = ["upcoming", "past"].map((id) =>
      sections.find((section) => section.startsWith(`id="${id}"`)),
    );
    expect(upcoming).toContain('href="/models/good"');
    expect(upcoming).toContain('datetime="2031-05-01"');
    expect(past).toContain('href="/models/unsold"');
    expect(past).not.toContain('href="/models/good"');
    expect(pageAt("/retirements/retirements.ics")).toContain("DTSTART;VALUE=DATE:20310501");
  });

  test("that an operator recorded link twice to the page that states the day, once for narrow screens", () => {
    expect(pageAt("/retirements/index.html").split(`<a href="${NOTICE}">`)).toHaveLength(3);
    const change = catalog.changes.find(
      ({ type, model }) => type === "retirement" && model === "unsold",
    );
    expect(change?.source_url).toBe(NOTICE);
  });
});

describe("findings", () => {
  const shownOn = (path: string) =>
    Array.from(pageAt(path).matchAll(/<(?:li|p) id="(\d{4}-[^"]+)"/g), ([, id = ""]) => id);

  test("are listed once by year, newest first, and once by kind", () => {
    const paths = [...pages.keys()].filter((path) => path.startsWith("/findings/"));
    const years = paths
      .filter((path) => /\d{4}$/.test(path))
      .sort()
      .reverse();
    const all = years.flatMap(shownOn);
    expect(all.length).toBeGreaterThan(1);
    expect(new Set(all).size).toBe(all.length);
    const days = all.map((id) => id.slice(0, 10));
    expect(days).toEqual(days.toSorted().reverse());
    const kinds = paths.filter((path) => /_[a-z]+$/.test(path) || path.endsWith("/spread"));
    expect(kinds.flatMap(shownOn).sort()).toEqual([...all].sort());
    expect(shownOn("/findings/index.html").sort()).toEqual([...all].sort());
  });

  test("show their sources and have a link to themselves", () => {
    const page = pageAt("/findings/index.html");
    const id = shownOn("/findings/index.html").at(-1);
    expect(page).toContain(`href="#${id}"`);
    expect(page).toMatch(/Sources: <a href="https:\/\/[^"]+">/);
    expect(pageAt("/index.html")).toContain('href="/findings/"');
  });
});

test("the list of models for browsers without JavaScript is sorted by overall score and says why it is empty", () => {
  const list = FUNCTION_RENDERED_PAGES.find(({ path }) => path === "/models/list");
  const shown = (name: string, value: string) =>
    textOf(String(list?.respond(new Map([[name, value]]), loaded).page));
  const { models } = catalog;
  expect(shown("provider", "acmee")).toContain("did you mean provider=acme?");
  expect(shown("page", "999")).toContain(
    `${models.length} models, but none on page 999: the last page is 1.`,
  );
  const serviceScore = (slug: string) => (slug === "unsold" ? { score: 90 } : undefined);
  const ranked: Catalog = Object.create(catalog, { serviceScore: { value: serviceScore } });
  const page = String(list?.respond(new Map(), { ...loaded, catalog: ranked }).page);
  expect(all(page, /<a href="\/models\/([a-z-]+)">/g)[0]).toBe("unsold");
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
