/** Catalogue → every published file: enumerate, respond, validate, check the routes. Writes nothing. */
import { BuildError } from "../build/facts/fault.ts";
import type { Snapshot } from "../build/read-model/snapshot/build-snapshot.ts";
import { assistantFiles } from "./assistants/assistant-files.ts";
import { checkRules } from "./cdn/check-rules.ts";
import type { TypedFile } from "./cdn/delivery.ts";
import { toHeadersFile } from "./cdn/headers-file.ts";
import { formatRule, toRules } from "./cdn/rules.ts";
import { endpointFiles, placeOf, Routes, type StaticFile } from "./endpoints/endpoint-files.ts";
import { ENDPOINTS } from "./endpoints/index.ts";
import { pictureFiles } from "./experiments/pictures/picture-files.ts";
import { exportFiles } from "./exports/export-files.ts";
import { feedFiles } from "./feeds/feed-files.ts";
import type { Context } from "./http/endpoint.ts";
import { dumpFile, schemaFiles } from "./openapi/documents.ts";
import { MANIFEST_PATH } from "./publish.ts";
import { sitePages } from "./site/pages.ts";

/** Files above this number would make a deploy slow. */
const MAX_FILES = 10_000;

export interface GenerateOptions {
  /** At most so many files of one endpoint; the function answers the rest. */
  maxFilesPerEndpoint?: number | undefined;
  /** Called when the database is not needed any more. */
  onDatabaseDone?: () => void;
}

/** @throws BuildError when an answer does not fit its schema or a rule leads nowhere. */
export async function* generate(
  context: Context,
  snapshot: Snapshot,
  options: GenerateOptions = {},
): AsyncGenerator<StaticFile> {
  const routes = new Routes();
  const made: Pick<StaticFile, "path" | "contentType">[] = [];
  const note = (file: StaticFile): StaticFile => {
    made.push({ path: file.path, contentType: file.contentType });
    if (made.length >= MAX_FILES) {
      throw new BuildError(
        `more than ${MAX_FILES} files at ${file.path}; enumerate fewer requests`,
      );
    }
    return file;
  };
  // First, since nothing else asks the database: it may be closed, and its memory used, while answers are made.
  for await (const file of exportFiles(context.catalog, snapshot)) yield note(file);
  options.onDatabaseDone?.();
  for (const endpoint of ENDPOINTS) {
    const place = placeOf(endpoint, ENDPOINTS);
    routes.declare(endpoint, place);
    let left = options.maxFilesPerEndpoint ?? Number.POSITIVE_INFINITY;
    for (const file of endpointFiles(endpoint, place, context)) {
      if (left-- <= 0) break;
      routes.add(endpoint, place, file);
      yield note(file);
    }
  }
  for (const file of [
    ...schemaFiles(context.catalog),
    dumpFile(context.catalog),
    ...sitePages(context.catalog),
    ...pictureFiles(context.catalog),
    ...assistantFiles(context.catalog),
    ...feedFiles(context.catalog),
  ])
    yield note(file);
  yield* cdnFiles(routes, made);
}

function cdnFiles(
  routes: Routes,
  files: readonly Pick<StaticFile, "path" | "contentType">[],
): StaticFile[] {
  const delivery = routes.toDelivery(files);
  const rules = toRules(delivery);
  const written = new Set([...files.map(({ path }) => path), MANIFEST_PATH]);
  const faults = checkRules(rules, written);
  if (faults.length > 0) throw new BuildError(`the CDN's rules are wrong:\n${faults.join("\n")}`);
  const text = (path: string, body: string): StaticFile => ({
    path,
    body,
    contentType: "text/plain; charset=utf-8",
    owner: "cdn",
  });
  return [
    text("/_redirects", `${rules.map(formatRule).join("\n")}\n`),
    text("/_headers", toHeadersFile(delivery.files.filter(needsType), written)),
  ];
}

/** The CDN takes the type of a file from its ending; one without an ending, or of another type, needs a header rule. */
const needsType = ({ path, contentType }: TypedFile): boolean =>
  !/\.[a-z0-9]+$/.test(path) ||
  /^application\/(atom\+xml|feed\+json|vnd\.apache\.parquet)\b/.test(contentType);
