/** Asset files of the pages: style sheet and scripts, built by esbuild, fonts, and the preview image. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { build, transform } from "esbuild";
import type { StaticFile } from "../../http/headers.ts";
import * as paths from "../components/addresses.ts";
import { toChartMarkCss } from "../components/charts/marks.ts";
import { toLabColourCss } from "../components/chips.ts";

const SITE = "generator/site";

/** Font name below /assets → its file in the npm package. Latin subset; both fonts have the SIL Open Font License. */
const FONTS: Record<(typeof paths.FONT_FILE_NAMES)[number], string> = {
  "source-sans-3": "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
  "source-serif-4": "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2",
};

/** In the order of the cascade. */
const STYLE_SHEETS = ["base", "page", "tables", "controls", "charts", "models"];

export async function bundleAssetFiles(): Promise<StaticFile[]> {
  // The image for shared links contains no figures, because they would become outdated.
  const preview = toFile(
    paths.PREVIEW_IMAGE_PATH,
    readFileSync(`${SITE}/layout/preview.png`),
    "image/png",
  );
  return [preview, ...fonts(), await styleSheet(), ...(await scripts())];
}

const fonts = (): StaticFile[] =>
  paths.FONT_FILE_NAMES.map((name) => {
    const file = readFileSync(`node_modules/${FONTS[name]}`);
    return toFile(`${paths.ASSETS_PATH}/${name}.woff2`, file, "font/woff2");
  });

export const readStyleSheets = (): string =>
  STYLE_SHEETS.map((name) => readFileSync(`${SITE}/layout/style/${name}.css`, "utf8")).join("") +
  toLabColourCss();

async function styleSheet(): Promise<StaticFile> {
  const { code } = await transform(readStyleSheets() + toChartMarkCss(), {
    loader: "css",
    minify: true,
  });
  return toFile(paths.STYLE_SHEET_PATH, code, "text/css; charset=utf-8");
}

/** Code that two scripts share becomes a separate module, which a browser loads once. */
async function scripts(): Promise<StaticFile[]> {
  const { outputFiles } = await build({
    entryPoints: paths.CLIENT_SCRIPTS.map((name) => `${SITE}/client/${name}.ts`),
    outdir: SITE,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    write: false,
    logLevel: "error",
  });
  return outputFiles
    .map(({ path, text }) =>
      toFile(`${paths.ASSETS_PATH}/${basename(path)}`, text, "text/javascript; charset=utf-8"),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

const toFile = (path: string, body: string | Uint8Array, contentType: string): StaticFile => ({
  path,
  body,
  contentType,
  owner: "assets",
});
