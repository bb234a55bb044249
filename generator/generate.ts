/** Catalogue → every published file: enumerate, respond, check the routes. Writes nothing. */
import { BuildError } from "../build/facts/fault.ts";
import { cdnFiles, Routes, type TypedFile } from "./cdn/delivery.ts";
import { endpointFiles, placeOf } from "./endpoints/endpoint-files.ts";
import { ENDPOINTS } from "./endpoints/index.ts";
import { pictureFiles } from "./experiments/pictures/picture-files.ts";
import { assistantFiles, discoveryFiles, isPage } from "./feeds/discovery.ts";
import { embedFiles } from "./feeds/embeds.ts";
import { feedFiles } from "./feeds/feed-files.ts";
import type { Context } from "./http/endpoint.ts";
import type { PublishedFile, StaticFile } from "./http/headers.ts";
import { dumpFile, schemaFiles } from "./openapi/documents.ts";
import { MANIFEST_PATH } from "./publish.ts";
import { ASKED_PAGES } from "./site/pages/asked/index.ts";
import { markdownPages, sitePages } from "./site/pages.ts";
import { tableFiles } from "./site/table-files.ts";

/** Files above this number would make a deploy slow. */
const MAX_FILES = 15_000;

/**
 * @param ready Files that were made before: of the datasets, which need the snapshot, and what pages load.
 * @param maxFilesPerEndpoint The function answers the rest. Of so many models there is a page, a feed and a badge.
 * @throws BuildError when an endpoint enumerates what it cannot answer, or a rule leads nowhere.
 */
export function* generate(
  context: Context,
  ready: readonly PublishedFile[],
  maxFilesPerEndpoint = Number.POSITIVE_INFINITY,
): Generator<PublishedFile> {
  const routes = new Routes();
  for (const page of ASKED_PAGES) routes.declarePage(page);
  const made: TypedFile[] = [];
  for (const file of contentFiles(context, ready, routes, maxFilesPerEndpoint)) {
    const { path, contentType, headers } = file;
    made.push({ path, contentType, ...(headers && { headers }) });
    routes.addAddresses(file);
    if (made.length >= MAX_FILES)
      throw new BuildError(`more than ${MAX_FILES} files at ${path}; enumerate fewer requests`);
    yield file;
  }
  yield* cdnFiles(routes.toDelivery(made), MANIFEST_PATH);
}

/** All files but those that tell the CDN about them. */
function* contentFiles(
  context: Context,
  ready: readonly PublishedFile[],
  routes: Routes,
  maxFilesPerEndpoint: number,
): Generator<PublishedFile> {
  const { catalog } = context;
  yield* ready;
  yield* answerFiles(context, routes, maxFilesPerEndpoint);
  yield* schemaFiles(catalog);
  yield dumpFile(catalog);
  yield* tableFiles(catalog);
  const pages: string[] = [];
  for (const page of sitePages(catalog, maxFilesPerEndpoint)) {
    if (isPage(page)) pages.push(page.path);
    yield page;
  }
  yield* markdownPages(catalog);
  yield* discoveryFiles(catalog, pages);
  yield* pictureFiles(catalog);
  yield* assistantFiles(catalog);
  yield* feedFiles(catalog, maxFilesPerEndpoint);
  yield* embedFiles(catalog, maxFilesPerEndpoint);
}

function* answerFiles(
  context: Context,
  routes: Routes,
  maxFilesPerEndpoint: number,
): Generator<StaticFile> {
  for (const endpoint of ENDPOINTS) {
    const place = placeOf(endpoint, ENDPOINTS);
    routes.declare(endpoint, place);
    let left = maxFilesPerEndpoint;
    for (const file of endpointFiles(endpoint, place, context)) {
      if (left-- <= 0) break;
      routes.add(endpoint, place, file);
      yield file;
    }
  }
}
