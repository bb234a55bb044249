/** Address (the service's own for our own work) and licence of an upstream, by the id that rows carry. */
import type { Catalog } from "../../../build/model/catalog/catalog.ts";
import { perCatalog } from "../../http/endpoint.ts";

export const sourceUrl = (id: string, catalog: Catalog): string =>
  sourcesById(catalog).get(id)?.url ?? catalog.service.base_url;

export const sourceLicense = (id: string, catalog: Catalog): string =>
  sourcesById(catalog).get(id)?.license ?? catalog.service.license;

const sourcesById = perCatalog(
  ({ sources }) => new Map(sources.map((source) => [source.id, source])),
);
