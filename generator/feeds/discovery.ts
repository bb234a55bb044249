/** What crawlers, browsers and assistants look for by name. */
import { readFileSync } from "node:fs";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { Service } from "../../build/schema/service.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import { DATA_PACKAGE_PATH } from "../exports/data-package.ts";
import { type Dataset, exportPath, FORMATS } from "../exports/dataset.ts";
import { DATASETS } from "../exports/datasets.ts";
import { type Endpoint, MCP_PATH, TAGS, VERSION } from "../http/endpoint.ts";
import { JSON_TYPE, type StaticFile } from "../http/headers.ts";
import {
  BENCHMARKS_PATH,
  MODELS_PATH,
  modelPage,
  OWN_TESTS_PATH,
  PRICES_PATH,
  PROVIDERS_PATH,
  SERVICE_SCORE_PATH,
} from "../site/components/addresses.ts";
import { toMarkdownPath } from "../site/components/markdown.ts";
import { exampleAddress, exampleModel } from "../site/examples.ts";
import { element, toDocument } from "./feed-files.ts";
import { FEED_LINKS } from "./feeds.ts";

const OWNER = "discovery";
const SITEMAP_PATH = "/sitemap.xml";

/** @param pages Paths of the pages for people. */
export function discoveryFiles({ service }: Catalog, pages: readonly string[]): StaticFile[] {
  const addresses = pages.map((path) => service.base_url + toAddress(path));
  return [
    {
      path: "/robots.txt",
      body: toRobots(`${service.base_url}${SITEMAP_PATH}`),
      contentType: "text/plain; charset=utf-8",
      owner: OWNER,
    },
    {
      path: SITEMAP_PATH,
      body: toSitemap(addresses),
      contentType: "application/xml; charset=utf-8",
      owner: OWNER,
    },
    {
      path: "/favicon.ico",
      body: readFileSync("generator/feeds/favicon.ico"),
      contentType: "image/x-icon",
      owner: OWNER,
    },
  ];
}

/** Whether people find it by its address. */
export const isPage = ({ path, contentType }: StaticFile): boolean =>
  contentType.startsWith("text/html") && path !== "/404.html";

/** `/own-tests/index.html` → `/own-tests/`. */
const toAddress = (path: string): string => path.replace(/\/index\.html$/, "/");

/** Files below `/_q` answer queries, under whose addresses they are found. */
const toRobots = (sitemap: string): string =>
  `User-agent: *\nDisallow: /_q/\n\nSitemap: ${sitemap}\n`;

/** Without days: what a page shows may be older than its newest figure, and a crawler sees for itself. */
const toSitemap = (addresses: readonly string[]): string =>
  toDocument(
    element(
      "urlset",
      { xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9" },
      addresses.map((address) => element("url", {}, [element("loc", {}, [address])])),
    ),
  );

export const API_CATALOG_PATH = "/.well-known/api-catalog";

/** The profile says that the link set is a catalog of APIs. */
export const API_CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** How the start page and the catalogue itself name it, as the RFC asks. */
export const API_CATALOG_LINK = { Link: `<${API_CATALOG_PATH}>; rel="api-catalog"` };

export function toApiCatalog({ base_url, license_url }: Service) {
  const link = (path: string, type: string) => ({ href: `${base_url}${path}`, type });
  return {
    linkset: [
      {
        // An address that answers: there is nothing at /api/v1 itself.
        anchor: `${base_url}/`,
        "service-desc": [link("/api/v1/openapi.json", "application/json")],
        "service-doc": [link("/", "text/html"), link("/llms.txt", "text/plain")],
        status: [link("/api/v1/status", "application/json")],
        license: [{ href: license_url, type: "text/html" }],
      },
      {
        anchor: `${base_url}${MCP_PATH}`,
        "service-desc": [link("/server.json", "application/json")],
        "service-doc": [link("/llms.txt", "text/plain")],
        status: [link("/api/v1/status", "application/json")],
        license: [{ href: license_url, type: "text/html" }],
      },
    ],
  };
}

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

export function toServerJson({ name, summary, base_url, repository_url }: Service) {
  return {
    $schema: SCHEMA,
    name: toRegistryName(name, base_url),
    title: name,
    description: summary,
    version: VERSION,
    websiteUrl: base_url,
    ...(repository_url !== null && {
      repository: {
        url: repository_url,
        source: toForge(repository_url),
      },
    }),
    remotes: [{ type: "streamable-http", url: `${base_url}${MCP_PATH}` }],
  };
}

/** `https://github.com/…` → `github`. */
function toForge(repositoryUrl: string): string {
  const { hostname } = new URL(repositoryUrl);
  return hostname.split(".").at(-2) ?? hostname;
}

/** Reverse domain, then the name: `app.netlify.model-almanac/model-almanac`. */
function toRegistryName(name: string, baseUrl: string): string {
  const domain = new URL(baseUrl).hostname.split(".").reverse().join(".");
  return `${domain}/${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

export function toLlmsTxt(catalog: Catalog): string {
  const { name, summary, base_url, license } = catalog.service;
  const { models, offers, benchmarks, asOf } = catalog;
  return `${[
    `# ${name}`,
    `> ${summary}`,
    `${models.length} models, ${offers.length} offers, ${benchmarks.length} benchmarks; newest fact ${asOf}. Free, no key, data ${license}: name the source and the day of a fact (\`as_of\`) when you pass it on. Prices are US dollars per million tokens; null is unknown, 0 is free. A lab makes a model, a host sells it.`,
    `## Tools`,
    `- [MCP server](${base_url}${MCP_PATH}): Streamable HTTP, stateless, no key. Tools take a model by slug, alias or name. Connect to it rather than reading pages, when you can.`,
    ...Object.keys(TAGS).flatMap((tag) => toSection(tag, catalog)),
    `## Pages for people`,
    `- [A model](${base_url}${modelPage(exampleModel("gpt-4o", catalog))}): lead a reader there, with the slug in question; the same facts as its answer, prices at every host, charts`,
    `- [All models](${base_url}${MODELS_PATH}), [hosts and labs](${base_url}${PROVIDERS_PATH}), [benchmarks](${base_url}${BENCHMARKS_PATH}), [prices](${base_url}${PRICES_PATH})`,
    `## Exports`,
    `- [Data package](${base_url}${DATA_PACKAGE_PATH}): columns, types, size and SHA-256 of every file below`,
    ...DATASETS.map((dataset) => toExportItem(dataset, base_url)),
    `## Methods`,
    `- [Own tests](${base_url}${toMarkdownPath(OWN_TESTS_PATH)}): what each asks, how it is scored, what it cannot tell`,
    `- [Service score](${base_url}${toMarkdownPath(SERVICE_SCORE_PATH)}): how one score over all benchmarks is made`,
    `## Optional`,
    `- [API description](${base_url}/api/v1/openapi.json): OpenAPI 3.1, every parameter and field`,
    ...FEED_LINKS.map(({ title, href }) => `- [${title}](${base_url}${href}): newest first`),
    `- [Everything](${base_url}/api/v1/dump.json): the whole catalogue in one JSON file`,
  ].join("\n\n")}\n`.replace(/\n\n- /g, "\n- ");
}

function toSection(tag: string, catalog: Catalog): string[] {
  const endpoints = ENDPOINTS.filter((endpoint) => endpoint.tag === tag);
  if (endpoints.length === 0) return [];
  return [`## ${tag}`, ...endpoints.map((endpoint) => toItem(endpoint, catalog))];
}

const toExportItem = (dataset: Dataset, base: string): string =>
  `- ${dataset.title}: ${FORMATS.map((format) => `[${format.name}](${base}${exportPath(dataset, format)})`).join(", ")}`;

const toItem = (endpoint: Endpoint, catalog: Catalog): string =>
  `- [${endpoint.summary}](${catalog.service.base_url}${exampleAddress(endpoint, catalog)}): ${endpoint.path}. ${endpoint.description}`;

export function assistantFiles(catalog: Catalog): StaticFile[] {
  return [
    {
      path: "/server.json",
      body: JSON.stringify(toServerJson(catalog.service), null, 2),
      contentType: JSON_TYPE,
      owner: "assistants",
    },
    {
      path: "/llms.txt",
      body: toLlmsTxt(catalog),
      contentType: "text/plain; charset=utf-8",
      owner: "assistants",
    },
  ];
}
