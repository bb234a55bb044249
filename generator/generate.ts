/** Catalogue → every published file: enumerate, respond, check the routes. Writes nothing. */
import { BuildError } from "../build/facts/fault.ts";
import { assistantFiles } from "./assistants/assistant-files.ts";
import { cdnFiles } from "./cdn/cdn-files.ts";
import type { TypedFile } from "./cdn/delivery.ts";
import { Routes } from "./cdn/routes.ts";
import { discoveryFiles } from "./discovery/discovery-files.ts";
import { endpointFiles, placeOf } from "./endpoints/endpoint-files.ts";
import { ENDPOINTS } from "./endpoints/index.ts";
import { pictureFiles } from "./experiments/pictures/picture-files.ts";
import { feedFiles } from "./feeds/feed-files.ts";
import type { Context } from "./http/endpoint.ts";
import type { StaticFile } from "./http/static-file.ts";
import { dumpFile, schemaFiles } from "./openapi/documents.ts";
import { MANIFEST_PATH } from "./publish.ts";
import { markdownPages, sitePages } from "./site/pages.ts";

/** Files above this number would make a deploy slow. */
const MAX_FILES = 10_000;

/**
 * @param exports Files of the datasets, which need the snapshot.
 * @param maxFilesPerEndpoint The function answers the rest.
 * @throws BuildError when an endpoint enumerates what it cannot answer, or a rule leads nowhere.
 */
export function* generate(
  context: Context,
  exports: readonly StaticFile[],
  maxFilesPerEndpoint = Number.POSITIVE_INFINITY,
): Generator<StaticFile> {
  const routes = new Routes();
  const made: TypedFile[] = [];
  for (const file of contentFiles(context, exports, routes, maxFilesPerEndpoint)) {
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
  exports: readonly StaticFile[],
  routes: Routes,
  maxFilesPerEndpoint: number,
): Generator<StaticFile> {
  const { catalog } = context;
  yield* exports;
  yield* answerFiles(context, routes, maxFilesPerEndpoint);
  yield* schemaFiles(catalog);
  yield dumpFile(catalog);
  const pages = sitePages(catalog);
  yield* pages;
  yield* markdownPages(catalog);
  yield* discoveryFiles(catalog, pages);
  yield* pictureFiles(catalog);
  yield* assistantFiles(catalog);
  yield* feedFiles(catalog);
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
