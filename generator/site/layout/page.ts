/** The frame of every page: head, navigation, title, content, and provenance of the content. */
import { memoizePerKey } from "../../../build/schema/collections.ts";
import type { Service } from "../../../build/schema/service.ts";
import { toEnvelope } from "../../http/envelope.ts";
import { HTML_CONTENT_TYPE, type StaticFile } from "../../http/headers.ts";
import * as paths from "../components/addresses.ts";
import type { Chart } from "../components/charts/chart.ts";
import {
  type Html,
  type HtmlContent,
  html,
  renderTextToCopy,
  trustedHtml,
} from "../components/html.ts";
import { joinHtmlContents, renderDate } from "../components/parts.ts";

/** Chapter → its path, in navigation order. */
const CHAPTERS = {
  Models: paths.MODELS_PAGE_PATH,
  Hosts: paths.PROVIDERS_PAGE_PATH,
  Benchmarks: paths.BENCHMARKS_PAGE_PATH,
  Prices: paths.PRICES_PAGE_PATH,
  Findings: paths.FINDINGS_PAGE_PATH,
  Retirements: paths.RETIREMENTS_PAGE_PATH,
  "Own tests": paths.OWN_TESTS_PAGE_PATH,
  API: paths.DOCS_PAGE_PATH,
} as const;

export interface PageDataLink {
  label: string;
  path: string;
  type?: string;
  /** Whether the file also has facts about other subjects: then it is not the page's dataset for search engines. */
  isWider?: boolean;
}

export interface SitePage {
  /** Path of the page; null for a page that must not be indexed. */
  path: string | null;
  /** For search engines and previews, without the service's name. */
  title: string;
  /** A sentence or two, for search engines and previews. */
  description: string;
  chapter?: keyof typeof CHAPTERS;
  /** Breadcrumb above the heading. */
  kicker?: HtmlContent;
  /** Default: the title. */
  heading?: HtmlContent;
  /** Text below the heading. Default: the description; null for no text. */
  lead?: HtmlContent;
  subnavigation?: HtmlContent;
  /** Replaces kicker, heading and lead. */
  head?: HtmlContent;
  main: HtmlContent;
  /** Absent on pages that show no facts. */
  data?: {
    /** Newest day of the facts shown (YYYY-MM-DD); null without any. */
    asOf: string | null;
    /** Newest day on which a source confirmed a price shown. */
    confirmed?: string | null;
    /** The same facts in machine-readable files. */
    files: readonly PageDataLink[];
    /** Metadata for search engines. Name, description and files default to the page’s; `about` is the subject. */
    dataset?: {
      name?: string;
      description?: string;
      files?: readonly PageDataLink[];
      about?: object;
    };
  };
  /** The same page as Markdown, for readers that are programs. */
  markdown?: string;
  /** Feeds about the page's subject, in addition to those of every page. */
  feeds?: typeof paths.FEED_LINKS;
  /** Charts with a picture and a CSV file beside the page; null for a chart with too little data. */
  charts?: readonly (Chart | null)[];
  /** Scripts in addition to the search box. The page is readable without them. */
  scripts?: readonly paths.ClientScriptName[];
  /** Path of the preview image for shared links; default: the service's image. */
  picture?: string;
  /** Additional settings for the CDN. */
  delivery?: Pick<StaticFile, "headers" | "redirectedFrom">;
}

/** Links to the JSON and CSV files of a dataset that is also exported. */
export const listJsonAndCsvLinks = (json: string, dataset: string): PageDataLink[] => [
  { label: "JSON", path: json },
  { label: "CSV", path: `/api/v1/export/${dataset}`, type: "text/csv" },
];

/** A page as a file, with its Markdown version if any. A path that ends with a slash becomes its `index.html`. */
export function toSitePageFiles(page: SitePage, service: Service): StaticFile[] {
  const address = page.path ?? "/404.html";
  const path = address.endsWith("/") ? `${address}index.html` : address;
  const body = renderSitePage(page, service).toString();
  const file = { path, body, contentType: HTML_CONTENT_TYPE, owner: "site", ...page.delivery };
  if (page.markdown === undefined) return [file];
  const contentType = "text/markdown; charset=utf-8";
  const markdownPath = paths.toMarkdownPagePath(address);
  return [file, { path: markdownPath, body: page.markdown, contentType, owner: "site" }];
}

export const renderSitePage = (page: SitePage, service: Service): Html =>
  html`<!doctype html>
<html lang="en">
<head>
${documentHead(page, service)}${toJsonLd(page, service)}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbf9f4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#181613" media="(prefers-color-scheme: dark)">
</head>
<body>
${bar(page, service)}<main id="main">
${page.head ?? heading(page)}
${page.subnavigation}${page.main}
</main>
<footer>
${provenance(page, service)}<p><a href="/">${service.name}</a> · data <a href="${service.license_url}">${service.license}</a>, code MIT · <a href="/docs/">API and documents</a></p>
</footer>
</body>
</html>
`;

function documentHead(page: SitePage, service: Service): Html {
  const { path, description, feeds = [], scripts = [] } = page;
  const title = path === "/" ? page.title : `${page.title} · ${service.name}`;
  const markdown = { type: "text/markdown", title: "This page as Markdown" };
  const hasMarkdown = path !== null && page.markdown !== undefined;
  const twin = hasMarkdown ? [{ ...markdown, href: paths.toMarkdownPagePath(path) }] : [];
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${path === null ? html`<meta name="robots" content="noindex">` : preview({ ...page, path, title }, service)}
<link rel="stylesheet" href="${paths.STYLE_SHEET_PATH}">
${FONT_LINKS}<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="service-desc" type="application/json" href="/api/v1/openapi.json">
${[...twin, ...feeds].map(renderAlternateLink)}${FEED_LINKS}${SEARCH_SCRIPT}${scripts.map(renderScript)}`;
}

const FONT_LINKS = paths.FONT_FILE_NAMES.map(
  (name) =>
    html`<link rel="preload" as="font" type="font/woff2" href="${paths.ASSETS_PATH}/${name}.woff2" crossorigin>\n`,
);

const renderAlternateLink = ({ title, href, type }: (typeof paths.FEED_LINKS)[number]): Html =>
  html`<link rel="alternate" type="${type}" title="${title}" href="${href}">\n`;
const FEED_LINKS = paths.FEED_LINKS.map(renderAlternateLink);

const renderScript = (name: paths.ClientScriptName): Html =>
  html`<script type="module" src="${paths.clientScriptPath(name)}"></script>\n`;
const SEARCH_SCRIPT = renderScript("search-box");

/** Metadata for link previews, for example in social media. */
const preview = (
  { path, title, description, picture = paths.PREVIEW_IMAGE_PATH }: SitePage,
  { base_url, name }: Service,
): Html => html`<link rel="canonical" href="${base_url}${path}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${base_url}${path}">
<meta property="og:image" content="${base_url}${picture}">
<meta name="twitter:card" content="summary_large_image">`;

const bar = ({ chapter }: SitePage, service: Service): Html =>
  html`<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<p class="home"><a href="/">${service.name}</a></p>
<nav aria-label="Main"><button type="button" class="menu-button" aria-label="Menu"></button><ul>${renderChapterLinks(chapter)}</ul></nav>
${SEARCH_FORM}
</header>
`;

const renderChapterLinks = memoizePerKey(
  (chapter: SitePage["chapter"]) =>
    html`${Object.entries(CHAPTERS).map(([name, path]) => html`<li><a href="${path}"${name === chapter && html` aria-current="true"`}>${name}</a></li>`)}`,
);

/** Without JavaScript the form leads to the results page; with it, names are suggested while the user types. */
const SEARCH_FORM = html`<form class="search" role="search" action="${paths.SEARCH_PAGE_PATH}">
<svg class="glass" width="20" height="20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="6"/><path d="m13 13 5 5"/></svg>
<label class="sr-only" for="q">Search models, hosts and benchmarks</label>
<input id="q" name="q" type="search" placeholder="Search models and hosts" required minlength="2" maxlength="200" autocomplete="off" spellcheck="false"><kbd class="needs-script" aria-hidden="true">/</kbd>
<button type="submit">Search</button>
</form>`;

/** Must be inside `main`: otherwise screen readers would treat it as a second banner. */
function heading({ kicker, title, heading = title, description, data, ...page }: SitePage): Html {
  const { lead = description } = page;
  const links = data?.files.map(({ label, path }) => html`<a href="${path}">${label}</a>`) ?? [];
  return html`<header class="page-head">
${kicker && html`<p class="kicker">${kicker}</p>`}
<h1>${heading}</h1>
${lead && html`<p class="lead">${lead}</p>`}
${data && (data.asOf !== null || links.length > 0) && renderNewestFactAndDataLinks(data, links)}
</header>`;
}

/** A line with the days on which the newest fact was recorded and prices confirmed, and links to the page's data. */
export const renderNewestFactAndDataLinks = (
  { asOf, confirmed = null }: Pick<NonNullable<SitePage["data"]>, "asOf" | "confirmed">,
  links: readonly Html[] = [],
): Html =>
  html`<p class="note">${asOf !== null && html`The newest data on this page is from ${renderDate(asOf)}${confirmed !== null && html`, the newest confirmation of a price from ${renderDate(confirmed)}`}.`}${links.length > 0 && html` Download the data: ${joinHtmlContents(links)}.`}</p>`;

/** Provenance of the facts, shown at the end of the page. */
function provenance({ data, path, title }: SitePage, service: Service): HtmlContent {
  if (!data || path === null) return null;
  const { asOf, files } = data;
  const { cite } = toEnvelope(service, { url: service.base_url + path, asOf, title });
  return html`<dl class="provenance">
${files.length > 0 && html`<div><dt>Data of this page</dt><dd><ul>${files.map(({ label, path }) => html`<li><a href="${path}">${label}</a></li>`)}</ul></dd></div>`}
<div><dt>Licence</dt><dd><a href="${service.license_url}" rel="license">${service.license}</a></dd></div>
<div class="cite"><dt>Cite</dt><dd>${renderTextToCopy(cite)}</dd></div>
</dl>
`;
}

/** The page's data as a schema.org dataset, for search engines. */
function toJsonLd({ path, title, description, data }: SitePage, service: Service): HtmlContent {
  if (!data || path === null) return null;
  const { base_url, license_url, name } = service;
  const { asOf, files, dataset } = data;
  const about = dataset?.name ?? title;
  const summary = dataset?.description ?? description;
  const text = JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: about,
    // Google's search for datasets refuses a description of fewer than 50 characters.
    description: summary.length < 50 ? `${about}. ${summary}` : summary,
    url: base_url + path,
    license: license_url,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name, url: `${base_url}/` },
    ...(asOf !== null && { dateModified: asOf }),
    distribution: (dataset?.files ?? files)
      .filter(({ isWider }) => !isWider)
      .map(({ path, type = "application/json" }) => ({
        "@type": "DataDownload",
        encodingFormat: type,
        contentUrl: base_url + path,
      })),
    ...(dataset?.about && { about: dataset.about }),
  });
  // Escaping `<` ensures that no text can close the script element.
  const safe = text.replace(/</g, "\\u003c");
  return trustedHtml(`<script type="application/ld+json">${safe}</script>\n`);
}
