/** The frame of every page: head, navigation, title, content, and where the content comes from. */
import type { Service } from "../../../build/schema/service.ts";
import { FEED_LINKS } from "../../feeds/feeds.ts";
import { HTML_TYPE, type StaticFile } from "../../http/headers.ts";
import * as paths from "../components/addresses.ts";
import { PREVIEW, type ScriptName, STYLE_SHEET, scriptPath } from "../components/addresses.ts";
import { type Content, type Html, html } from "../components/html.ts";
import { type PageData, provenance, toDataset, toJsonLd } from "./page-data.ts";

/** In the order of the navigation. */
const NAVIGATION = [
  { name: "Models", path: paths.MODELS_PATH },
  { name: "Providers", path: paths.PROVIDERS_PATH },
  { name: "Benchmarks", path: paths.BENCHMARKS_PATH },
  { name: "Prices", path: paths.PRICES_PATH },
  { name: "Calculator", path: paths.CALCULATOR_PATH },
  { name: "Retirements", path: paths.RETIREMENTS_PATH },
  { name: "Own tests", path: paths.OWN_TESTS_PATH },
  { name: "Docs", path: paths.DOCS_PATH },
] as const;

export interface SitePage {
  /** Its own address; null for a page that is not to be indexed. */
  path: string | null;
  /** For search engines and previews, without the service's name. */
  title: string;
  /** A sentence or two, for search engines and previews. */
  description: string;
  /** Its place in the navigation. */
  chapter?: (typeof NAVIGATION)[number]["name"];
  /** Where the page belongs, above its heading. */
  kicker?: Content;
  /** Absent: the title. */
  heading?: Content;
  /** Below the heading; absent: the description. Null: nothing. */
  lead?: Content;
  /** Between heading and content. */
  subnavigation?: Content;
  /** Instead of kicker, heading and lead. */
  head?: Content;
  /** Usually sections. */
  main: Content;
  /** Absent on pages that show no facts. */
  data?: PageData;
  /** Path of the same page as Markdown. */
  markdownPath?: string;
  /** Feeds about what it shows, beside those of every page. */
  feeds?: typeof FEED_LINKS;
  /** Scripts that it uses beside the search; it reads without them. */
  scripts?: readonly ScriptName[];
}

/** A page as a file of the published set. An address that is also a folder ends with a slash. */
export function pageFile(page: SitePage, service: Service, file = page.path ?? ""): StaticFile {
  const path = file.endsWith("/") ? `${file}index.html` : file;
  return {
    path,
    body: renderPage(page, service).toString(),
    contentType: HTML_TYPE,
    owner: "site",
  };
}

export function renderPage(page: SitePage, service: Service): Html {
  const { path, title, description, data } = page;
  const own = path === null ? null : { path, title, description };
  return html`<!doctype html>
<html lang="en">
<head>
${documentHead(page, service)}${data && own && toJsonLd(toDataset(data, own, service))}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f5f6f0" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#11171a" media="(prefers-color-scheme: dark)">
</head>
<body>
${bar(page, service)}<main id="main">
${page.head ?? heading(page)}
${page.subnavigation}${page.main}
</main>
<footer>
${data && own && provenance(data, own, service)}<p><a href="/">${service.name}</a> · data <a href="${service.license_url}">${service.license}</a>, code MIT · <a href="/docs/">API and documents</a></p>
</footer>
</body>
</html>
`;
}

function documentHead(page: SitePage, service: Service): Html {
  const { path, description, markdownPath, feeds = [], scripts = [] } = page;
  const title = path === "/" ? page.title : `${page.title} · ${service.name}`;
  const markdown = { type: "text/markdown", title: "This page as Markdown" };
  const alternates = [
    ...(markdownPath === undefined ? [] : [{ ...markdown, href: markdownPath }]),
    ...feeds,
    ...FEED_LINKS,
  ];
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${path === null ? html`<meta name="robots" content="noindex">` : preview(title, description, service.base_url + path, service)}
<link rel="stylesheet" href="${STYLE_SHEET}">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="service-desc" type="application/json" href="/api/v1/openapi.json">
${alternates.map(({ title, href, type }) => html`<link rel="alternate" type="${type}" title="${title}" href="${href}">\n`)}${["search-box" as const, ...scripts].map((name) => html`<script type="module" src="${scriptPath(name)}"></script>\n`)}`;
}

/** How a link to the page looks where people share it. */
const preview = (title: string, description: string, url: string, service: Service): Html =>
  html`<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${service.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${service.base_url}${PREVIEW}">
<meta name="twitter:card" content="summary_large_image">`;

const bar = ({ path, chapter }: SitePage, service: Service): Html =>
  html`<a class="skip" href="#main">Skip to content</a>
<header class="bar">
${path !== "/" && html`<p class="home"><a href="/">${service.name}</a></p>`}
${NAVIGATIONS.get(chapter)}
${SEARCH_FORM}
</header>
`;

/** Chapter → the navigation on its pages. */
const NAVIGATIONS = new Map(
  [undefined, ...NAVIGATION.map(({ name }) => name)].map((chapter) => [
    chapter,
    html`<nav aria-label="Main"><ul>${NAVIGATION.map(({ name, path }) => html`<li><a href="${path}"${name === chapter && html` aria-current="true"`}>${name}</a></li>`)}</ul></nav>`,
  ]),
);

/** Without script it leads to the page of results; with it, names are suggested as one types. */
const SEARCH_FORM = html`<form class="search" role="search" action="${paths.SEARCH_PATH}">
<label class="vh" for="q">Search models, hosts and benchmarks</label>
<input id="q" name="q" type="search" placeholder="Search" required minlength="2" maxlength="200" autocomplete="off" spellcheck="false">
<button type="submit">Search</button>
</form>`;

/** Inside `main`: else it would be a second banner to screen readers. */
const heading = ({ kicker, title, heading = title, description, lead = description }: SitePage) =>
  html`<header class="paper">
${kicker && html`<p class="folio">${kicker}</p>`}
<h1>${heading}</h1>
${lead && html`<p class="lead">${lead}</p>`}
</header>`;
