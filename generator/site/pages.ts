/** Pages for people: the landing page and the CDN's own 404 page. */
import type { Catalog } from "../../build/catalog/catalog.ts";
import type { StaticFile } from "../static-set.ts";

export function sitePages(catalog: Catalog): StaticFile[] {
  const html = (path: string, body: string): StaticFile => ({
    path,
    body,
    contentType: "text/html; charset=utf-8",
    owner: "site",
  });
  return [
    html("/index.html", `<!doctype html><title>${catalog.service.name}</title>`),
    html("/404.html", "<!doctype html><title>Not found</title>"),
  ];
}
