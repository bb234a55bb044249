import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { model, offer } from "../../test/builders/fact-builders.ts";
import { getDefined } from "../../test/builders/get.ts";
import { stated } from "../../test/builders/price-statements.ts";
import { loadSample, openSample } from "../../test/builders/sample-catalog.ts";
import { SAMPLE } from "../../test/builders/sample-facts.ts";
import { generate } from "../build.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import { DATASETS } from "../exports/datasets.ts";
import { exportFiles } from "../exports/export-files.ts";
import { readQuery } from "../http/execute.ts";
import { isProblem, PROBLEMS } from "../http/problem.ts";
import type { Loaded } from "../pipeline/load.ts";
import { escapeHtml } from "./components/html.ts";
import { assetFiles } from "./layout/assets/asset-files.ts";
import { toJsonLd } from "./layout/page-data.ts";
import { QUERY_PAGES } from "./pages/query-pages.ts";
import { markdownPages, sitePages } from "./pages.ts";

const HOSTILE = `</title></code><script>alert("1")</script><img src=x onerror='y'>`;
const BASE = "https://almanac.example";

let loaded: Loaded;
let files: Set<string>;
/** The front page with hostile names, and the 404 page. */
const pages = { hostile: "", lost: "" };
/** Path → every page, the ones above among them. */
const everyPage = new Map<string, string>();

beforeAll(async () => {
  loaded = await openSample();
  files = new Set();
  const exports = await exportFiles(loaded.catalog, loaded.snapshot.db);
  const ready = [...exports, ...(await assetFiles())];
  for (const { path } of generate(loaded, ready)) files.add(path);
  for (const { path, body } of sitePages(loaded.catalog)) everyPage.set(path, String(body));
  const { catalog, dispose } = await loadSample({
    ...SAMPLE,
    json: {
      ...SAMPLE.json,
      models: SAMPLE.json.models.map((fact) => ({ ...fact, name: HOSTILE })),
      sources: SAMPLE.json.sources.map((fact) => ({ ...fact, name: HOSTILE, credit: HOSTILE })),
    },
  });
  await dispose();
  pages.lost = pageAt("/404.html");
  pages.hostile = String([...sitePages(catalog)][0]?.body);
});

const pageAt = (path: string): string => getDefined(everyPage.get(path), path);

const all = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, text = ""]) => text.replaceAll("&amp;", "&"));
const hrefs = (page: string) => all(page, / href="([^"]*)"/g);
const ids = (page: string) => all(page, / id="([^"]*)"/g);
const textOf = (page: string) => page.replace(/<style>[\s\S]*<\/style>|<wbr>|<[^>]*>/g, "");

/** Whether an address answers 200: it is a file, or an endpoint that finds no problem with it. */
function answers(address: string): boolean {
  const { pathname, searchParams } = new URL(address, BASE);
  if (QUERY_PAGES.some(({ path }) => path === pathname)) return true;
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

const VOID = new Set(["meta", "link", "wbr", "path", "img", "input", "br"]);

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

describe("the documents", () => {
  test("links every endpoint, with an address that answers", () => {
    const articles = pageAt("/docs/reference")
      .split("<article ")
      .filter((part) => part.includes('"entry"'));
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
      expect(hrefs(pageAt("/docs/reference"))).toContain(`/api/v1/export/${name}`);
      for (const column of columns)
        expect(pageAt("/docs/reference")).toContain(`<dt><code>${column.name}</code>`);
    }
  });

  test("shows requests that work, at the public address", () => {
    const requests = all(pageAt("/docs/index.html"), /<code data-copy>(.*?)<\/code>/gs).join("\n");
    const addresses = all(requests, /&quot;(https:[^&]*\/api\/.*?)&quot;/g);
    expect(addresses).toHaveLength(3);
    expect(addresses.filter((one) => !one.startsWith(BASE) || !answers(one))).toEqual([]);
  });

  test("has a place for every problem that an answer's `type` points to, and for contact", () => {
    expect(ids(pageAt("/docs/errors"))).toEqual(expect.arrayContaining(Object.keys(PROBLEMS)));
    expect(ids(pageAt("/docs/index.html"))).toContain("contact");
  });

  test("show counts, as-of dates and sources", () => {
    const { datasets, sources } = loaded.catalog;
    const overview = pageAt("/docs/index.html");
    for (const { as_of } of datasets) expect(overview).toContain(`datetime="${as_of}"`);
    for (const { url, license_url } of sources)
      expect(hrefs(overview)).toEqual(expect.arrayContaining([url, license_url]));
  });
});

describe("the front page", () => {
  test("shows the newest findings", () => {
    for (const { title } of loaded.catalog.findings.slice(0, 5))
      expect(pageAt("/index.html")).toContain(`>${escapeHtml(title)}</a>`);
  });

  test("draws the models that have a price and a release date", () => {
    expect(pageAt("/index.html")).toContain('aria-label="Chart of 2 models');
  });

  test("does without the chart where nothing has a price", async () => {
    const { catalog, dispose } = await loadSample({
      json: { ...SAMPLE.json, models: [model("free", "acme")] },
      csv: {
        offers: { acme: [offer("free", "free")] },
        prices: { acme: [stated("2026-01-01", 0, 0, { model_id: "free" })] },
      },
    });
    await dispose();
    expect(String(getDefined([...sitePages(catalog)][0], "page").body)).not.toContain("<figure");
  });

  test("stays small", () => {
    expect(Buffer.byteLength(pageAt("/index.html"))).toBeLessThan(120_000);
    expect(gzipSync(pageAt("/index.html")).length).toBeLessThan(25_000);
  });
});

describe("every page", () => {
  test("is well-formed, with one h1 and no id twice, and runs nothing but our files", () => {
    for (const [path, page] of [...everyPage, ["hostile names", pages.hostile] as const]) {
      expect(unbalanced(page), path).toEqual([]);
      expect(new Set(ids(page)).size, path).toBe(ids(page).length);
      expect(all(page, /<(h1)[ >]/g), path).toEqual(["h1"]);
      expect(page, path).not.toMatch(
        /<(script(?! type="(application\/ld\+json"|module" src="\/assets\/[a-z-]+\.js")>)|style|iframe|object|embed)|@import|url\(/i,
      );
      expect(page, path).not.toMatch(/<[^>]*\s(on\w+|style)=/);
      const levels = all(page, /<h([1-6])[ >]/g).map(Number);
      expect(
        levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1),
        path,
      ).toEqual([]);
      expect(page, path).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  test("has no dead link and shows only pictures of ours", () => {
    for (const [path, page] of everyPage) {
      const inside = hrefs(page).filter((href) => href.startsWith("/"));
      const anchors = hrefs(page).filter((href) => href.startsWith("#"));
      expect(
        anchors.filter((href) => !ids(page).includes(href.slice(1))),
        path,
      ).toEqual([]);
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
      const showsNoData = /^\/(404\.html|own-tests\/index\.html|docs\/.*)$/.test(path);
      expect(text === undefined, path).toBe(showsNoData);
      if (text === undefined) continue;
      const { "@type": type, url, license, distribution } = JSON.parse(text);
      expect([type, license]).toEqual(["Dataset", expect.stringMatching(/^https:/)]);
      expect(url.startsWith(BASE), url).toBe(true);
      for (const { contentUrl } of distribution) expect(answers(contentUrl), contentUrl).toBe(true);
    }
    expect(
      toJsonLd({ name: HOSTILE })
        .toString()
        .match(/<\/?script/g),
    ).toHaveLength(2);
  });

  test("of a method has a twin in Markdown", () => {
    const twins = markdownPages(loaded.catalog);
    for (const [path, page] of everyPage) {
      const [href] = all(page, /<link rel="alternate" type="text\/markdown"[^>]* href="([^"]*)"/g);
      expect(href !== undefined, path).toBe(/^\/(own-tests|methods)\//.test(path));
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
    const first = linked(pageAt("/index.html"));
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
  const relative = hrefs(pages.lost).filter((href) => !/^(\/|#|https:)/.test(href));
  expect(relative).toEqual([]);
});
