/**
 * `npm start -- --watch`: when code changes, pages, styles and scripts are rebuilt and open pages reload. A page is
 * rendered on request, so that a change shows within a second. API answers come from the last build; a change in
 * `data/` starts a new build.
 */
import { readdirSync, watch } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { type BuildContext, context } from "esbuild";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import type { StaticFile } from "../../generator/http/headers.ts";
import { CODE_FOLDERS } from "../../generator/pipeline/last-build.mjs";
import type { RequestHandler } from "../function.ts";

type PagesModule = typeof import("../../generator/site/preview.ts");

interface WatchOptions {
  readCatalog(): Catalog;
  /** Builds `dist/` after a change of `data/`. */
  build(): Promise<void>;
  print(line: string): void;
}

export interface LocalSiteWatcher {
  /** Renders pages and assets from the current code; `cdn` answers everything else. */
  wrap(cdn: RequestHandler): RequestHandler;
  close(): Promise<void>;
}

const BUNDLE = resolve(".cache/watch/pages.cjs");
/** Waiting time after a change, because an editor writes a file in several steps. */
const SETTLE_MS = 50;
const VERSION_PATH = "/__watch";
const SCRIPT_PATH = "/__watch.js";
const POLL_MS = 250;
const SCRIPT = `let seen;
setInterval(async () => {
  const version = await fetch("${VERSION_PATH}").then((response) => response.text(), () => seen);
  if (seen !== undefined && version !== seen) location.reload();
  seen = version;
}, ${POLL_MS});`;

/** @throws esbuild's error if the code cannot be bundled at the start; later errors are printed. */
export async function rebuildSiteOnChange({
  readCatalog,
  build,
  print,
}: WatchOptions): Promise<LocalSiteWatcher> {
  const bundler = await context({
    entryPoints: ["generator/site/preview.ts"],
    outfile: BUNDLE,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    packages: "external",
    sourcemap: "inline",
    logLevel: "silent",
  });
  let version = 0;
  let pages = await loadPages(bundler);
  let assets = byPath(await pages.bundleAssetFiles());
  let catalog = readCatalog();

  const updateCode = async () => {
    pages = await loadPages(bundler);
    assets = byPath(await pages.bundleAssetFiles());
    version++;
    print("pages updated");
  };
  const updateData = async () => {
    await build();
    catalog = readCatalog();
    version++;
  };
  const watchers = [
    ...CODE_FOLDERS.flatMap((folder) => watchFolder(folder, updateCode, print)),
    ...watchFolder("data", updateData, print),
  ];
  return {
    wrap: (cdn) => async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === VERSION_PATH) return respond(String(version), "text/plain");
      if (pathname === SCRIPT_PATH) return respond(SCRIPT, "text/javascript");
      const file =
        assets.get(pathname) ??
        pages.renderSitePageAt(pathname, catalog) ??
        pages.renderSitePageAt(`${pathname}/`, catalog);
      if (file === undefined) return cdn(request);
      return respond(withScript(file), file.contentType);
    },
    close: async () => {
      for (const one of watchers) one.close();
      await bundler.dispose();
    },
  };
}

/** Loads the new bundle. Node caches modules, so the old one is removed from the cache first. */
async function loadPages(bundler: BuildContext): Promise<PagesModule> {
  await bundler.rebuild();
  const require = createRequire(BUNDLE);
  delete require.cache[BUNDLE];
  return require(BUNDLE);
}

/**
 * Watches a folder. Changes during an update start another one after it. Each subfolder has its own watcher: Node 20's
 * recursive watcher on Linux loses a file that an editor or git replaces.
 */
function watchFolder(folder: string, update: () => Promise<void>, print: WatchOptions["print"]) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(update).catch((error: Error) => print(error.message));
    }, SETTLE_MS);
  };
  const within = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  return [folder, ...within].map((one) => watch(one, onChange));
}

const byPath = (files: readonly StaticFile[]): Map<string, StaticFile> =>
  new Map(files.map((file) => [file.path, file]));

const withScript = ({ body, contentType }: StaticFile): StaticFile["body"] =>
  contentType.startsWith("text/html")
    ? String(body).replace("</head>", `<script type="module" src="${SCRIPT_PATH}"></script></head>`)
    : body;

/** Without the CDN's headers, so that nothing is cached and the reload script is allowed. */
const respond = (body: StaticFile["body"], contentType: string): Response =>
  new Response(typeof body === "string" ? body : new Uint8Array(body), {
    headers: { "Content-Type": contentType, "Cache-Control": "no-store" },
  });
