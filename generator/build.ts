/** Builds dist from data: reads the facts, makes the read model, exports, answers and pages, and publishes them. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { stop as stopEsbuild } from "esbuild";
import { toCommandErrorIfExpected } from "../build/facts/command-line.ts";
import { CommandError } from "../build/facts/fault.ts";
import { withLock } from "../build/facts/lock.ts";
import { makeRedirectsAndHeadersFiles, type PublishedFile } from "./cdn/delivery.ts";
import { makeParameterlessAnswerFiles, toStaticHostFiles } from "./cdn/plain-files.ts";
import { makeFilesOfEndpoint } from "./endpoints/endpoint-files.ts";
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
import { publishFiles, refuseForeignFolder } from "./publish.ts";
import { bundleAssetFiles } from "./site/layout/asset-files.ts";
import { makeSitePageFiles, makeTableDataFiles } from "./site/pages.ts";

interface FileOptions {
  /** Maximum number of files per endpoint, and of models with pages, feeds and badges. */
  maxFiles?: number;
  /** `netlify`, the default: with rules for its CDN; `static`: for a host that has none. */
  flavour?: "netlify" | "static";
  /** If false, single queries get no files and no redirect rules: the function answers them. */
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
  const published = publishFiles(
    resolve(out),
    generateSiteFiles(loaded, ready, options),
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
  const { written, unchanged, removed, bytes } = published;
  process.stdout.write(
    `built ${unchanged + written.length} files, ${(bytes / 1e6).toFixed(1)} MB: ${written.length} written, ${unchanged} unchanged, ${removed.length} removed in ${seconds(2)} s\n`,
  );
}

/**
 * Yields every published file.
 * @param ready Files that are already made, such as the datasets, which need the snapshot database.
 * @param options Limits on which files are made; the function answers requests that have no file.
 * @throws CommandError when an endpoint cannot answer a request that it enumerates, or a redirect rule is wrong.
 */
export function* generateSiteFiles(
  context: AnswerContext,
  ready: readonly StaticFile[],
  options: FileOptions = {},
): Generator<StaticFile> {
  const isPlain = options.flavour === "static";
  const made: PublishedFile[] = [];
  for (const file of contentFiles(context, ready, options)) {
    const { body: _, owner: __, ...published } = file;
    made.push(published);
    if (made.length >= MAX_FILES)
      throw new CommandError(
        `${file.path}: a build must publish fewer than ${MAX_FILES} files; lower --max-files, or list fewer requests in the endpoint's enumerate()`,
      );
    if (isPlain) yield* toStaticHostFiles(file);
    else yield file;
  }
  if (isPlain) yield* makeParameterlessAnswerFiles(context);
  else yield* makeRedirectsAndHeadersFiles(made, FILE_MANIFEST_PATH);
}

/** All files except those that depend on the host: `_redirects` and `_headers`, or the copies for a static host. */
function* contentFiles(
  context: AnswerContext,
  ready: readonly StaticFile[],
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
  yield* answerFiles(context, options);
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
  { maxFiles = Number.POSITIVE_INFINITY, queryFiles = true }: FileOptions,
): Generator<StaticFile> {
  for (const endpoint of ENDPOINTS) {
    if (!queryFiles && Object.keys(endpoint.query).length > 0) continue;
    let left = maxFiles;
    for (const file of makeFilesOfEndpoint(endpoint, context)) {
      if (left-- <= 0) break;
      yield file;
    }
  }
}
