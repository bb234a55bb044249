/** What crawlers and browsers ask for by name: `/robots.txt`, `/sitemap.xml`, `/favicon.ico`. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { element, toDocument } from "../feeds/xml.ts";
import type { StaticFile } from "../http/static-file.ts";
import { drawFavicon } from "./favicon.ts";

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
      body: drawFavicon(),
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
