/**
 * Builds dist from data: reads the facts, makes the read model, the exports, the answers and pages, and publishes them.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { stop as stopEsbuild } from "esbuild";
import { toCommandErrorIfExpected } from "../build/facts/command-line.ts";
import { CommandError } from "../build/facts/fault.ts";
import { withLock } from "../build/facts/lock.ts";
import { CdnRouteCollector, makeRedirectsAndHeadersFiles } from "./cdn/delivery.ts";
import type { FileWithHeaders } from "./cdn/headers-file.ts";
import { makeParameterlessAnswerFiles, toStaticHostFiles } from "./cdn/plain-files.ts";
import { getEndpointFileLocationKind, makeFilesOfEndpoint } from "./endpoints/endpoint-files.ts";
import { ENDPOINTS } from "./endpoints/index.ts";
import { makeDatedExportCopyFiles } from "./exports/dated-copies.ts";
import { makeExportFiles } from "./exports/export-files.ts";
import { SQLITE_HREF } from "./exports/sqlite.ts";
import { makeBadgeFiles } from "./feeds/badges.ts";
import { isPublicHtmlPage, makeDiscoveryFiles } from "./feeds/discovery.ts";
import { makeFeedFiles } from "./feeds/feeds.ts";
import { makeCompatFiles } from "./formats/format-files.ts";
import { type AnswerContext, FILE_MANIFEST_PATH } from "./http/endpoint.ts";
import type { StaticFile } from "./http/headers.ts";
import {
  makeCatalogDumpFile,
  makeCostTestVectorFiles,
  makeOpenApiAndSchemaFiles,
  makePackagedFactsFile,
  makeProofTestVectorsFile,
  toFileManifestJson,
} from "./openapi/documents.ts";
import {
  packDataForFunction,
  packProofDataForFunction,
  toFunctionProofDataPath,
} from "./pipeline/function-data.ts";
import { loadCatalog } from "./pipeline/load.ts";
import { type PublishedFilesSummary, publishFiles, refuseForeignFolder } from "./publish.ts";
import { bundleAssetFiles } from "./site/layout/asset-files.ts";
import { FUNCTION_RENDERED_PAGES } from "./site/pages/query-pages.ts";
import { makeSitePageFiles, makeTableDataFiles } from "./site/pages.ts";

interface FileOptions {
  /** Maximum number of files per endpoint, and of models with pages, feeds and badges. */
  maxFiles?: number;
  /** `netlify`, the default: with rules for its CDN; `static`: for a host that has none. */
  flavour?: "netlify" | "static";
  /**
   * If false, no files and no redirect rules are made for single queries: the function answers every request with a
   * query.
   */
  queryFiles?: boolean;
}

export interface BuildOptions extends FileOptions {
  data: string;
  out: string;
  functionData: string;
  /** Address of the site, used in its answers. Default: that of `service.json`, else localhost. */
  baseUrl?: string;
  /** File for the DuckDB database. Default: in memory only. */
  snapshot?: string;
  /** `exports` of a mirror, whose copies of past months are published too. */
  copies?: string;
  sqlite?: boolean;
  quiet: boolean;
}

/** Files above this number would make a deploy slow. */
const MAX_FILES = 15_000;

/**
 * @param remember Called after a successful build, while the lock on the output folder is still held.
 * @returns Exit code: 1 when something in the facts, the code, the options or the disk must be fixed.
 */
export async function runSiteBuild(options: BuildOptions, remember: () => void): Promise<number> {
  const { out } = options;
  try {
    await withLock(`${out}.lock`, `builds ${out}`, async () => {
      await build(options);
      remember();
    });
    return 0;
  } catch (error) {
    const fault = toCommandErrorIfExpected(error, out);
    if (fault === undefined) throw error;
    process.stderr.write(`${fault.message}\nbuild: stopped; ${out} is unchanged\n`);
    return 1;
  }
}

async function build(options: BuildOptions): Promise<void> {
  const { data, out, functionData, baseUrl, snapshot, copies, sqlite, quiet } = options;
  const started = performance.now();
  const seconds = (digits: number) => ((performance.now() - started) / 1000).toFixed(digits);
  const onStep = (name: string) => {
    if (!quiet) process.stderr.write(`${seconds(1).padStart(5)} s  ${name}\n`);
  };
  if (!existsSync(data))
    throw new CommandError(
      `the folder of facts ${data} does not exist; name an existing one with --data`,
    );
  refuseForeignFolder(resolve(out));
  const loaded = await loadCatalog({
    dataFolder: resolve(data),
    onStep,
    baseUrl: baseUrl || undefined,
    snapshotFile: snapshot && resolve(snapshot),
  });
  const { catalog } = loaded;
  onStep("exporting datasets");
  const { db, close } = loaded.snapshot;
  const exports = await makeExportFiles(catalog, db, { sqlite }).finally(close);
  const ready = [
    ...exports,
    ...makeDatedExportCopyFiles(copies, catalog),
    ...makeCostTestVectorFiles(data),
    makeProofTestVectorsFile(),
    ...(await bundleAssetFiles()),
  ];
  await stopEsbuild();
  onStep("making answers and pages");
  const owners = new Map<string, OwnerSize>();
  const files = counted(generateSiteFiles(loaded, ready, options), owners);
  const published = publishFiles(
    resolve(out),
    files,
    (manifest) => toFileManifestJson(catalog, manifest),
    [
      {
        path: toFunctionProofDataPath(resolve(functionData)),
        toContent: () => packProofDataForFunction(loaded),
      },
      {
        path: resolve(functionData),
        toContent: (manifest) => packDataForFunction(loaded, manifest),
      },
    ],
  );
  if (!quiet) process.stdout.write(`${formatSizes(owners)}\n`);
  process.stdout.write(`${formatPublished(published)} in ${seconds(2)} s\n`);
}

interface OwnerSize {
  files: number;
  bytes: number;
}

function* counted(files: Iterable<StaticFile>, owners: Map<string, OwnerSize>) {
  for (const file of files) {
    const size = owners.get(file.owner) ?? { files: 0, bytes: 0 };
    owners.set(file.owner, { files: size.files + 1, bytes: size.bytes + file.body.length });
    yield file;
  }
}

const formatSizes = (owners: ReadonlyMap<string, OwnerSize>): string =>
  [...owners]
    .map(([owner, { files, bytes }]) =>
      [owner.padEnd(20), `${files} files`.padStart(11), kilobytes(bytes).padStart(13)].join(" "),
    )
    .join("\n");

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const formatPublished = ({ written, unchanged, removed, bytes }: PublishedFilesSummary): string =>
  `built ${unchanged + written.length} files, ${(bytes / 1e6).toFixed(1)} MB: ${written.length} written, ${unchanged} unchanged, ${removed.length} removed`;

/**
 * Yields every published file.
 * @param ready Files that are already made, such as the datasets, which need the snapshot database, and the assets that
 * pages load.
 * @param options Limits on which files are made; the function answers requests that have no file.
 * @throws CommandError when an endpoint enumerates a request that it cannot answer, or a redirect rule points to a
 * missing file.
 */
export function* generateSiteFiles(
  context: AnswerContext,
  ready: readonly StaticFile[],
  options: FileOptions = {},
): Generator<StaticFile> {
  const isPlain = options.flavour === "static";
  const routes = new CdnRouteCollector();
  for (const page of FUNCTION_RENDERED_PAGES) routes.declarePage(page);
  const made: FileWithHeaders[] = [];
  for (const file of contentFiles(context, ready, routes, options)) {
    const { path, contentType, headers } = file;
    made.push({ path, contentType, ...(headers && { headers }) });
    routes.addAddresses(file);
    if (made.length >= MAX_FILES)
      throw new CommandError(
        `${path}: a build must publish fewer than ${MAX_FILES} files; lower --max-files, or list fewer requests in the endpoint's enumerate()`,
      );
    if (isPlain) yield* toStaticHostFiles(file);
    else yield file;
  }
  if (isPlain) yield* makeParameterlessAnswerFiles(context);
  else yield* makeRedirectsAndHeadersFiles(routes.toDelivery(made), FILE_MANIFEST_PATH);
}

/**
 * All files except `_redirects` and `_headers`, which configure the CDN, and the additional files of a build for a
 * static host.
 */
function* contentFiles(
  context: AnswerContext,
  ready: readonly StaticFile[],
  routes: CdnRouteCollector,
  options: FileOptions,
): Generator<StaticFile> {
  const { catalog } = context;
  const { maxFiles: maxModels } = options;
  yield* ready;
  // The largest texts are made first, before the answers of all models fill the memory. This lowers peak memory by a
  // sixth.
  yield makeCatalogDumpFile(catalog);
  yield makePackagedFactsFile(catalog);
  yield* makeCompatFiles(catalog);
  yield* makeTableDataFiles(catalog);
  yield* answerFiles(context, routes, options);
  yield* makeOpenApiAndSchemaFiles(context);
  const pages: string[] = [];
  for (const page of makeSitePageFiles(catalog, maxModels)) {
    if (isPublicHtmlPage(page)) pages.push(page.path);
    yield page;
  }
  const hasSqlite = ready.some(({ path }) => path === SQLITE_HREF);
  yield* makeDiscoveryFiles(catalog, pages, hasSqlite);
  yield* makeFeedFiles(catalog, maxModels);
  yield* makeBadgeFiles(catalog, maxModels);
}

function* answerFiles(
  context: AnswerContext,
  routes: CdnRouteCollector,
  { maxFiles = Number.POSITIVE_INFINITY, queryFiles = true }: FileOptions,
): Generator<StaticFile> {
  for (const endpoint of ENDPOINTS) {
    const place = getEndpointFileLocationKind(endpoint, ENDPOINTS);
    routes.declare(endpoint, place);
    if (place === "query" && !queryFiles) continue;
    let left = maxFiles;
    for (const file of makeFilesOfEndpoint(endpoint, place, context)) {
      if (left-- <= 0) break;
      routes.add(endpoint, place, file);
      yield file;
    }
  }
}
