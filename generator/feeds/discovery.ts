/** Files that crawlers, browsers and assistants request at well-known addresses. */
import { readFileSync } from "node:fs";
import { toSlug } from "../../build/cost/rates.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { groupBy } from "../../build/schema/collections.ts";
import type { Service } from "../../build/schema/service.ts";
import { ENDPOINTS, exampleEndpointUrl, pickExampleModelSlug } from "../endpoints/index.ts";
import { EXPORT_FORMATS, exportUrlPath } from "../exports/dataset.ts";
import { EXPORT_DATASETS } from "../exports/datasets.ts";
import { SQLITE_HREF } from "../exports/sqlite.ts";
import { COMPAT_FORMAT_TEXTS } from "../formats/format-texts.ts";
import { DATA_PACKAGE_PATH, MCP_PATH } from "../http/endpoint.ts";
import { JSON_CONTENT_TYPE, type StaticFile } from "../http/headers.ts";
import * as paths from "../site/components/addresses.ts";
import { html } from "../site/components/html.ts";
import { toXmlDocument } from "./feeds.ts";

/** Link that the start page and the API catalog itself send (RFC 9727). */
export const API_CATALOG_LINK_HEADER = { Link: '</.well-known/api-catalog>; rel="api-catalog"' };

/** @param pages Paths of the pages for people. @param hasSqlite Whether the SQLite file is published. */
export function makeDiscoveryFiles(
  catalog: Catalog,
  pages: readonly string[],
  hasSqlite = false,
): StaticFile[] {
  const { service } = catalog;
  const text = "text/plain; charset=utf-8";
  // Files below `/_q` are answers to queries; clients find them at the addresses with those queries.
  const robots = `User-agent: *\nDisallow: /_q/\n\nSitemap: ${service.base_url}/sitemap.xml\n`;
  const files: [path: string, contentType: string, body: StaticFile["body"]][] = [
    ["/robots.txt", text, robots],
    ["/sitemap.xml", "application/xml; charset=utf-8", toSitemap(pages, service)],
    ["/favicon.ico", "image/x-icon", readFileSync("generator/feeds/favicon.ico")],
    ["/server.json", JSON_CONTENT_TYPE, JSON.stringify(toServerJson(service), null, 2)],
    ["/llms.txt", text, toLlmsTxt(catalog, hasSqlite)],
  ];
  return [
    ...files.map(([path, contentType, body]) => ({ path, contentType, body, owner: "discovery" })),
    {
      path: "/.well-known/api-catalog",
      contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      body: JSON.stringify(toApiCatalog(service)),
      headers: API_CATALOG_LINK_HEADER,
      owner: "discovery",
    },
  ];
}

/** Whether the file is an HTML page that users open at its own address. */
export const isPublicHtmlPage = ({ path, contentType }: StaticFile): boolean =>
  contentType.startsWith("text/html") && path !== "/404.html";

/** No modification dates: a page may show older facts than the newest, and crawlers detect changes themselves. */
function toSitemap(pages: readonly string[], { base_url }: Service): string {
  // The function makes the last two. `/own-tests/index.html` → `/own-tests/`.
  const all = [...pages, paths.CHANGES_PAGE_PATH, paths.COMPARE_PAGE_PATH];
  const addresses = all.map((path) => base_url + path.replace(/\/index\.html$/, "/"));
  return toXmlDocument(
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map((address) => html`<url><loc>${address}</loc></url>`)}</urlset>`,
  );
}

/** `/.well-known/api-catalog` (RFC 9727): tells a client that knows only the domain where the API is. */
function toApiCatalog({ base_url, license_url }: Service) {
  const link = (path: string, type: string) => ({ href: `${base_url}${path}`, type });
  const about = {
    status: [link("/api/v1/status", "application/json")],
    license: [{ href: license_url, type: "text/html" }],
  };
  const forModels = link("/llms.txt", "text/plain");
  return {
    linkset: [
      {
        anchor: `${base_url}/api/v1`,
        "service-desc": [link("/api/v1/openapi.json", "application/json")],
        "service-doc": [link("/", "text/html"), forModels],
        ...about,
      },
      {
        anchor: `${base_url}${MCP_PATH}`,
        "service-desc": [link("/server.json", "application/json")],
        "service-doc": [forModels],
        ...about,
      },
    ],
  };
}

/** `/server.json`: describes the MCP server for the MCP registry. */
function toServerJson({ name, summary, base_url, repository_url, version }: Service) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    // The reversed domain, then the name: `app.netlify.model-almanac/model-almanac`.
    name: `${new URL(base_url).hostname.split(".").reverse().join(".")}/${toSlug(name)}`,
    title: name,
    description: summary,
    version,
    websiteUrl: base_url,
    ...(repository_url !== null && {
      // The second-level label of the host name: `https://github.com/…` → `github`.
      repository: {
        url: repository_url,
        source: new URL(repository_url).hostname.split(".").at(-2),
      },
    }),
    remotes: [{ type: "streamable-http", url: `${base_url}${MCP_PATH}` }],
  };
}

/** `/llms.txt`: an overview for language models that read one page first (llmstxt.org). */
function toLlmsTxt(catalog: Catalog, hasSqlite: boolean): string {
  const { name, summary, base_url, license } = catalog.service;
  const { models, counts, benchmarks, asOf } = catalog;
  const sections = [...groupBy(ENDPOINTS, ({ tag }) => tag)].flatMap(([tag, endpoints]) => [
    `## ${tag}`,
    ...endpoints.map(
      (endpoint) =>
        `- [${endpoint.summary}](${base_url}${exampleEndpointUrl(endpoint, catalog)}): ${endpoint.path}. ${endpoint.description}`,
    ),
  ]);
  return `${[
    `# ${name}`,
    `> ${summary}`,
    `${models.length} models, ${counts.offers ?? 0} offers, ${benchmarks.length} benchmarks; the newest data are from ${asOf}. The API is free and needs no key. The data are under ${license}: name the source and the date of a fact (\`as_of\`) when you quote it. Prices are US dollars per 1M tokens; null is unknown, 0 is free. A lab makes models; a host sells them.`,
    `## Tools`,
    `- [MCP server](${base_url}${MCP_PATH}): Streamable HTTP, stateless, no key. Tools accept a model's slug or any other name of the model. Assistants should use the tools rather than the pages.`,
    ...sections,
    `## Pages`,
    `- [A model](${base_url}${paths.modelPagePath(pickExampleModelSlug("gpt-4o", catalog))}): link users to this page, whose URL contains the model’s slug. The page shows the facts of the API response, the price at every host, and charts`,
    `- [All models](${base_url}${paths.MODELS_PAGE_PATH}), [hosts and labs](${base_url}${paths.PROVIDERS_PAGE_PATH}), [benchmarks](${base_url}${paths.BENCHMARKS_PAGE_PATH}), [prices](${base_url}${paths.PRICES_PAGE_PATH})`,
    `## Exports`,
    `- [Data package](${base_url}${DATA_PACKAGE_PATH}): columns, types, size and SHA-256 of every file below`,
    ...EXPORT_DATASETS.map((dataset) => {
      const links = EXPORT_FORMATS.map(
        (format) => `[${format.name}](${base_url}${exportUrlPath(dataset, format)})`,
      );
      return `- ${dataset.title}: ${links.join(", ")}`;
    }),
    `## Formats for other tools`,
    ...COMPAT_FORMAT_TEXTS.map(
      ({ path, readBy, unit }) => `- [${path}](${base_url}${path}): read by ${readBy}; ${unit}`,
    ),
    `## Methods`,
    `- [Own tests](${base_url}${paths.toMarkdownPagePath(paths.OWN_TESTS_PAGE_PATH)}): questions, scoring and limitations of each test`,
    `- [Overall score](${base_url}${paths.toMarkdownPagePath(paths.OVERALL_SCORE_PAGE_PATH)}): how one score over all benchmarks is computed`,
    `## Optional`,
    `- [API description](${base_url}/api/v1/openapi.json): OpenAPI 3.1, every parameter and field`,
    ...paths.FEED_LINKS.map(({ title, href }) => `- [${title}](${base_url}${href}): newest first`),
    `- [Everything](${base_url}/api/v1/dump.json): the whole catalogue in one JSON file`,
    ...(hasSqlite
      ? [`- [SQLite](${base_url}${SQLITE_HREF}): every export as a table, with full-text search`]
      : []),
  ].join("\n\n")}\n`.replace(/\n\n- /g, "\n- ");
}
