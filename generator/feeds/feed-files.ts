/** The feeds as files, and the file that says where the API is. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../http/static-file.ts";
import {
  API_CATALOG_LINK,
  API_CATALOG_PATH,
  API_CATALOG_TYPE,
  toApiCatalog,
} from "./api-catalog.ts";
import { ATOM_TYPE, toAtom } from "./atom.ts";
import { type Feed, toFeeds } from "./feed.ts";
import { JSON_FEED_TYPE, toJsonFeed } from "./json-feed.ts";
import { modelFeeds } from "./model-feeds.ts";

/** @param maxModels At most so many models have a feed. */
export function* feedFiles(
  catalog: Catalog,
  maxModels = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  const owner = "feeds";
  const toAtomFile = (feed: Feed): StaticFile => ({
    path: `${feed.path}.xml`,
    body: toAtom(feed, catalog),
    contentType: `${ATOM_TYPE}; charset=utf-8`,
    owner,
  });
  for (const feed of toFeeds(catalog)) {
    yield toAtomFile(feed);
    yield {
      path: `${feed.path}.json`,
      body: JSON.stringify(toJsonFeed(feed, catalog)),
      contentType: `${JSON_FEED_TYPE}; charset=utf-8`,
      owner,
    };
  }
  for (const feed of modelFeeds(catalog, maxModels)) yield toAtomFile(feed);
  yield {
    path: API_CATALOG_PATH,
    body: JSON.stringify(toApiCatalog(catalog.service)),
    contentType: API_CATALOG_TYPE,
    headers: API_CATALOG_LINK,
    owner,
  };
}
