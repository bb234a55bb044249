/** Pages for people: the landing page and the CDN's own 404 page. */
import type { Catalog } from "../../build/catalog/catalog.ts";
import type { StaticFile } from "../static-set.ts";
import type { Html } from "./html.ts";
import { landingPage } from "./landing/landing-page.ts";
import { notFoundPage } from "./not-found-page.ts";

export function sitePages(catalog: Catalog): StaticFile[] {
  return [
    toFile("/index.html", landingPage(catalog)),
    toFile("/404.html", notFoundPage(catalog.service)),
  ];
}

const toFile = (path: string, page: Html): StaticFile => ({
  path,
  body: page.toString(),
  contentType: "text/html; charset=utf-8",
  owner: "site",
});
