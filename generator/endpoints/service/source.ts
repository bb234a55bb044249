/** Addresses of upstreams, by the id that rows carry. */
import { perCatalog } from "../../http/per-catalog.ts";

export const sourceUrls = perCatalog((catalog) => {
  const urls = new Map(catalog.sources.map(({ id, url }) => [id, url]));
  return (id: string): string => urls.get(id) ?? catalog.service.base_url;
});

export const sourceLicenses = perCatalog((catalog) => {
  const licenses = new Map(catalog.sources.map(({ id, license }) => [id, license]));
  return (id: string): string => licenses.get(id) ?? catalog.service.license;
});
