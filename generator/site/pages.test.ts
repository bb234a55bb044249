import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { model, offer } from "../../test/builders/fact-builders.ts";
import { getDefined, getGroups } from "../../test/builders/get.ts";
import { stated } from "../../test/builders/price-statements.ts";
import { SAMPLE, type SampleFacts, writeSample } from "../../test/builders/sample-facts.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import { DATASETS } from "../exports/datasets.ts";
import { exportFiles } from "../exports/export-files.ts";
import { generate } from "../generate.ts";
import { readQuery } from "../http/execute.ts";
import { isProblem, PROBLEMS } from "../http/problem.ts";
import { type Loaded, load } from "../load.ts";
import { escapeHtml } from "./html.ts";
import { toScript } from "./json-ld.ts";
import { markdownPages, sitePages } from "./pages.ts";

const HOSTILE = `</title></code><script>alert("1")</script><img src=x onerror='y'>`;
const BASE = "https://almanac.example";

let loaded: Loaded;
let files: Set<string>;
/** The landing page, the same with hostile names, and the 404 page. */
const pages = { landing: "", hostile: "", lost: "" };
/** Path → every page, the ones above among them. */
const everyPage = new Map<string, string>();

async function loadSample(sample: SampleFacts = SAMPLE): Promise<Loaded> {
  const { data, remove } = await writeSample(sample);
  try {
    return await load({ dataFolder: data, snapshotFile: null, baseUrl: undefined });
  } finally {
    await remove();
  }
}

beforeAll(async () => {
  loaded = await loadSample();
  files = new Set();
  const exports = await exportFiles(loaded.catalog, loaded.snapshot.db);
  for (const { path } of generate(loaded, exports)) files.add(path);
  const [landing, lost] = sitePages(loaded.catalog);
  for (const { path, body } of sitePages(loaded.catalog)) everyPage.set(path, String(body));
  const { catalog, snapshot } = await loadSample({
    ...SAMPLE,
    json: {
      ...SAMPLE.json,
      models: SAMPLE.json.models.map((fact) => ({ ...fact, name: HOSTILE })),
      sources: SAMPLE.json.sources.map((fact) => ({ ...fact, name: HOSTILE, credit: HOSTILE })),
    },
  });
  snapshot.close();
  pages.landing = String(landing?.body);
  pages.lost = String(lost?.body);
  pages.hostile = String(sitePages(catalog)[0]?.body);
});
afterAll(() => loaded.snapshot.close());

const all = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, text = ""]) => text.replaceAll("&amp;", "&"));
const hrefs = (page: string) => all(page, / href="([^"]*)"/g);
const ids = (page: string) => all(page, / id="([^"]*)"/g);
const textOf = (page: string) => page.replace(/<style>[\s\S]*<\/style>|<wbr>|<[^>]*>/g, "");

/** Whether an address answers 200: it is a file, or an endpoint that finds no problem with it. */
function answers(address: string): boolean {
  const { pathname, searchParams } = new URL(address, BASE);
  if (pathname === "/" || pathname === "/api/v1/manifest.json") return true;
  if (files.has(pathname) || files.has(`${pathname}index.html`)) return true;
  return ENDPOINTS.some((endpoint) => {
    const pattern = endpoint.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    const query = match && readQuery(endpoint, new Map(searchParams));
    if (!query || isProblem(query)) return false;
    return !isProblem(endpoint.respond({ params: { ...match.groups }, query } as never, loaded));
  });
}

const VOID = new Set(["meta", "link", "wbr", "path", "img"]);

/** Elements that are closed in another order than they were opened, or not at all. */
function unbalanced(page: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  const body = page.replace(/<style>[\s\S]*<\/style>/, "");
  for (const [, slash, name = ""] of body.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?>/g)) {
    if (slash === "" && !VOID.has(name)) open.push(name);
    if (slash === "/" && open.pop() !== name) faults.push(name);
  }
  return [...faults, ...open];
}

describe("the landing page", () => {
  test("links every endpoint, with an address that answers", () => {
    const articles = pages.landing.split("<article ").filter((part) => part.includes('"entry"'));
    expect(articles).toHaveLength(ENDPOINTS.length);
    for (const [index, { id, path, query, params, summary }] of ENDPOINTS.entries()) {
      const article = articles.find((part) => part.startsWith(`id="${id}"`)) ?? "";
      expect(textOf(article), `${id}, ${index}`).toContain(path);
      expect(article).toContain(escapeHtml(summary));
      expect(hrefs(article).filter(answers), id).not.toHaveLength(0);
      for (const name of [...Object.keys(params), ...Object.keys(query)])
        expect(article).toContain(`<dt><code>${name}</code>`);
    }
  });

  test("links every export and names its columns", () => {
    for (const { name, columns } of DATASETS) {
      expect(hrefs(pages.landing)).toContain(`/api/v1/export/${name}`);
      for (const column of columns)
        expect(pages.landing).toContain(`<dt><code>${column.name}</code>`);
    }
  });

  test("has no dead link, neither to the API nor within the page", () => {
    const inside = hrefs(pages.landing).filter((href) => href.startsWith("/"));
    expect(inside.filter((href) => !answers(href))).toEqual([]);
    const anchors = hrefs(pages.landing).filter((href) => href.startsWith("#"));
    expect(anchors.filter((href) => !ids(pages.landing).includes(href.slice(1)))).toEqual([]);
  });

  test("shows requests that work, at the public address", () => {
    const [quickStart = ""] = getGroups(pages.landing, /id="quick-start"(.*?)<\/pre>/s);
    const addresses = all(quickStart, /"(https:[^"]*)"/g);
    expect(addresses).toHaveLength(3);
    expect(addresses.filter((one) => !one.startsWith(BASE) || !answers(one))).toEqual([]);
  });

  test("has a place for every problem that an answer's `type` points to, and for contact", () => {
    expect(ids(pages.landing)).toEqual(
      expect.arrayContaining([...Object.keys(PROBLEMS), "contact"]),
    );
  });

  test("shows counts, as-of dates, findings and sources", () => {
    const { datasets, findings, sources } = loaded.catalog;
    for (const { as_of } of datasets) expect(pages.landing).toContain(`datetime="${as_of}"`);
    for (const { title } of findings.slice(0, 5))
      expect(pages.landing).toContain(`>${escapeHtml(title)}</a>`);
    for (const { url, license_url } of sources)
      expect(hrefs(pages.landing)).toEqual(expect.arrayContaining([url, license_url]));
  });

  test("draws the models that have a price and a release date", () => {
    expect(pages.landing).toContain('aria-label="Chart of 2 models');
  });

  test("does without the chart where nothing has a price", async () => {
    const { catalog, snapshot } = await loadSample({
      json: { ...SAMPLE.json, models: [model("free", "acme")] },
      csv: {
        offers: { acme: [offer("free", "free")] },
        prices: { acme: [stated("2026-01-01", 0, 0, { model_id: "free" })] },
      },
    });
    snapshot.close();
    expect(String(getDefined(sitePages(catalog)[0], "page").body)).not.toContain("<figure");
  });

  test("stays small", () => {
    expect(Buffer.byteLength(pages.landing)).toBeLessThan(120_000);
    expect(gzipSync(pages.landing).length).toBeLessThan(25_000);
  });
});

describe.each(["landing", "hostile", "lost"] as const)("the %s page", (name) => {
  test("is well-formed, and no id stands twice", () => {
    expect(unbalanced(pages[name])).toEqual([]);
    expect(new Set(ids(pages[name])).size).toBe(ids(pages[name]).length);
  });

  test("runs nothing and loads nothing from elsewhere", () => {
    expect(pages[name]).not.toMatch(
      /<(script(?! type="application\/ld\+json">)|img|iframe|object|embed|form)|@import|url\(/i,
    );
    expect(pages[name]).not.toMatch(/<[^>]*\s(on\w+|src|srcset)=/);
    const loads = all(pages[name], /<link ([^>]*)>/g).filter(
      (link) => !/rel="canonical"/.test(link),
    );
    expect(loads.filter((link) => !/href="(\/|data:)/.test(link))).toEqual([]);
  });

  test("has one h1 and skips no level of headings", () => {
    const levels = all(pages[name], /<h([1-6])[ >]/g).map(Number);
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(
      levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1),
    ).toEqual([]);
  });
});

describe("every page", () => {
  test("is well-formed, with one h1 and no id twice, and runs nothing", () => {
    for (const [path, page] of everyPage) {
      expect(unbalanced(page), path).toEqual([]);
      expect(new Set(ids(page)).size, path).toBe(ids(page).length);
      expect(all(page, /<(h1)[ >]/g), path).toEqual(["h1"]);
      expect(page, path).not.toMatch(
        /<(script(?! type="application\/ld\+json">)|iframe|object|embed|form)|@import|url\(/i,
      );
      expect(page, path).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  test("has no dead link and shows only pictures of ours", () => {
    for (const [path, page] of everyPage) {
      const inside = hrefs(page).filter((href) => href.startsWith("/"));
      expect(
        inside.filter((href) => !answers(href)),
        path,
      ).toEqual([]);
      for (const source of all(page, / src="([^"]*)"/g)) expect(files, path).toContain(source);
    }
  });

  test("that shows data says so to search engines, and no name ends its script", () => {
    for (const [path, page] of everyPage) {
      const [text] = all(page, /<script type="application\/ld\+json">(.*)<\/script>/g);
      const showsData = !["/404.html", "/own-tests/index.html"].includes(path);
      expect(text !== undefined, path).toBe(showsData);
      if (text === undefined) continue;
      const { "@type": type, url, license, distribution } = JSON.parse(text);
      expect([type, license]).toEqual(["Dataset", expect.stringMatching(/^https:/)]);
      expect(url.startsWith(BASE), url).toBe(true);
      for (const { contentUrl } of distribution) expect(answers(contentUrl), contentUrl).toBe(true);
    }
    expect(
      toScript({ name: HOSTILE })
        .toString()
        .match(/<\/?script/g),
    ).toHaveLength(2);
  });

  test("but the front page and the 404 page has a twin in Markdown", () => {
    const twins = markdownPages(loaded.catalog);
    for (const [path, page] of everyPage) {
      const [href] = all(page, /<link rel="alternate" type="text\/markdown"[^>]* href="([^"]*)"/g);
      expect(href !== undefined, path).toBe(!["/404.html", "/index.html"].includes(path));
      if (href === undefined) continue;
      const twin = String(
        getDefined(
          twins.find(({ path }) => path === href),
          href,
        ).body,
      );
      const [title] = all(page, /<h1>(.*)<\/h1>/g);
      expect(twin.startsWith(`# ${title}\n`), path).toBe(true);
      expect(twin).not.toMatch(/undefined|NaN|\[object|<[a-z]/);
      for (const address of all(twin, /\]\(([^)]+)\)/g))
        expect(answers(address), address).toBe(true);
    }
  });

  test("can be reached from the front page in two steps", () => {
    const linked = (page: string) =>
      hrefs(page).map((href) => (href.endsWith("/") ? `${href}index.html` : href));
    const first = linked(pages.landing);
    const second = first.flatMap((path) => linked(everyPage.get(path) ?? ""));
    const reached = new Set([...first, ...second, "/index.html", "/404.html"]);
    expect([...everyPage.keys()].filter((path) => !reached.has(path))).toEqual([]);
  });
});

test("a name is shown as it is written, however hostile", () => {
  expect(pages.hostile).toContain(escapeHtml(HOSTILE));
  expect(pages.hostile).not.toContain(HOSTILE);
});

test("the 404 page is not indexed, and its links hold at any depth", () => {
  expect(pages.lost).toContain('name="robots" content="noindex"');
  const links = hrefs(pages.lost).filter((href) => !href.startsWith("data:"));
  expect(links.filter((href) => !href.startsWith("/") || !answers(href))).toEqual([]);
});
