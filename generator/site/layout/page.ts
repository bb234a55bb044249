/** The frame of every page: head, bar, title, content, and where the content comes from. */
import type { Service } from "../../../build/schema/service.ts";
import { FEED_LINKS } from "../../feeds/feeds.ts";
import { type Content, type Html, html } from "../components/html.ts";
import { PREVIEW, type ScriptName, STYLE_SHEET, scriptPath } from "./assets/addresses.ts";
import { bar } from "./bar.ts";
import type { Chapter } from "./chapters.ts";
import { toScript } from "./json-ld.ts";
import { type Provenance, provenance } from "./provenance.ts";

export interface Page {
  /** Of its own address; null for a page that is not to be indexed. */
  path: string | null;
  /** Without the service's name. */
  title: string;
  /** A sentence or two, for search engines and previews. */
  description: string;
  /** The chapter of the navigation that it belongs to. */
  chapter?: Chapter;
  /** Path of the same page as Markdown, where there is one. */
  markdownPath?: string;
  /** Feeds about what it shows, beside those of every page. */
  feeds?: typeof FEED_LINKS;
  /** What data it shows, from `toDataset`. */
  dataset?: object;
  /** Modules of script that it uses beside the search; it reads without them. */
  scripts?: readonly ScriptName[];
  /** Above the content: usually `pageTitle`. */
  head: Content;
  /** What `main` holds: usually chapters made by `section`. */
  main: Content;
  /** Absent on pages that show no facts. */
  provenance?: Provenance;
}

export function toPage(page: Page, service: Service): Html {
  const { path, chapter, head, main } = page;
  return html`<!doctype html>
<html lang="en">
<head>
${documentHead(page, service)}</head>
<body>
${bar(service, chapter, path === "/")}<main id="main">
${head}
${main}
</main>
<footer>
${page.provenance && path !== null && provenance(page.provenance, { path, title: page.title }, service)}<p><a href="/">${service.name}</a> · data <a href="${service.license_url}">${service.license}</a>, code MIT · <a href="/docs/">API and documents</a></p>
</footer>
</body>
</html>
`;
}

function documentHead(page: Page, service: Service): Html {
  const { path, description, markdownPath, feeds = [], dataset, scripts = [] } = page;
  const title = path === "/" ? page.title : `${page.title} · ${service.name}`;
  const markdown = markdownPath !== undefined && {
    type: "text/markdown",
    title: "This page as Markdown",
    href: markdownPath,
  };
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${path === null ? html`<meta name="robots" content="noindex">` : preview({ title, description, url: service.base_url + path }, service)}
<link rel="stylesheet" href="${STYLE_SHEET}">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="service-desc" type="application/json" href="/api/v1/openapi.json">
${markdown && toLink(markdown)}${[...feeds, ...FEED_LINKS].map(toLink)}${["search-box" as const, ...scripts].map(toModule)}${dataset && toScript(dataset)}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f5f6f0" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#11171a" media="(prefers-color-scheme: dark)">
`;
}

/** How a link to the page looks where people share it. */
const preview = (page: { title: string; description: string; url: string }, service: Service) =>
  html`<link rel="canonical" href="${page.url}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${service.name}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:url" content="${page.url}">
<meta property="og:image" content="${service.base_url}${PREVIEW}">
<meta name="twitter:card" content="summary_large_image">`;

/** Readers of feeds find ours from any page. */
const toLink = ({ title, href, type }: (typeof FEED_LINKS)[number]): Html =>
  html`<link rel="alternate" type="${type}" title="${title}" href="${href}">
`;

const toModule = (name: ScriptName): Html =>
  html`<script type="module" src="${scriptPath(name)}"></script>
`;

export interface Title {
  /** Where the page belongs, beside the way home. */
  kicker?: Content;
  title: Content;
  /** What it is about, in a sentence. */
  lead?: Content;
}

export const pageTitle = ({ kicker, title, lead }: Title): Html =>
  // Inside `main`: else it would be a second banner to screen readers.
  html`<header class="paper">
${kicker && html`<p class="folio">${kicker}</p>`}
<h1>${title}</h1>
${lead && html`<p class="lead">${lead}</p>`}
</header>`;
