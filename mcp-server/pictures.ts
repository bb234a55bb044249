/**
 * The second serverless function: preview images of models and comparisons. It has its own bundle, because only this
 * function needs a renderer.
 */
import { readFileSync } from "node:fs";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Catalog } from "../build/model/catalog/catalog.ts";
import { createLazyValue } from "../build/schema/collections.ts";
import { cdnCacheHeaders, getErrorHeaders, SUCCESS_HEADERS } from "../generator/http/headers.ts";
import { findFileIncludedInFunction } from "../generator/pipeline/function-data.ts";
import { SHARE_PICTURES_PATH } from "../generator/site/components/addresses.ts";
import { drawSharePicture } from "../generator/site/share-picture.ts";
import type { RequestHandler } from "./function.ts";

const RENDERER = "node_modules/@resvg/resvg-wasm/index_bg.wasm";
const FONTS = [
  "node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2",
  "node_modules/@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2",
  "node_modules/@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2",
];

/** Read when the first picture is drawn. Their paths are the same next to a deployed function as in the project. */
export const PICTURE_RENDERER_FILES = [RENDERER, ...FONTS];

/** Answers `GET` and `HEAD` requests for paths in the form of `sharePicturePath` with a PNG. */
export function createSharePictureHandler({ catalog }: { catalog: Catalog }): RequestHandler {
  const loadRenderer = createLazyValue(loadSvgToPngRenderer);
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD")
      return refuse(405, "Use the method GET for the URL of a picture.", { Allow: "GET, HEAD" });
    const picture = drawSharePicture(new URL(request.url).pathname, catalog);
    if (picture === undefined)
      return refuse(
        404,
        "No such picture. /share/{slug}.png shows a model, /share/{slug},{slug}.png compares two models.",
      );
    const headers = { ...SUCCESS_HEADERS, ...cdnCacheHeaders([], ""), "Content-Type": "image/png" };
    if (request.method === "HEAD") return new Response(null, { headers });
    const draw = await loadRenderer();
    return new Response(Buffer.from(draw(picture.toString())), { headers });
  };
}

/** Combines both functions, for servers without rules that separate them. */
export function addSharePicturesToHandler(
  answer: RequestHandler,
  context: { catalog: Catalog },
): RequestHandler {
  const draw = createSharePictureHandler(context);
  return (request) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isPicture = new URL(request.url).pathname.startsWith(SHARE_PICTURES_PATH);
    return isRead && isPicture ? draw(request) : answer(request);
  };
}

const refuse = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      ...getErrorHeaders(status),
      "Content-Type": "text/plain; charset=utf-8",
      ...headers,
    },
  });

const read = (path: string): Buffer =>
  readFileSync(findFileIncludedInFunction(path, import.meta.dirname));

/** At most once per process: the package throws on a second call. */
const startRenderer = createLazyValue(() => initWasm(read(RENDERER)));

/** @returns A function that converts SVG to PNG, with the fonts that the pictures use. */
export async function loadSvgToPngRenderer(): Promise<(svg: string) => Uint8Array> {
  await startRenderer();
  const font = { fontBuffers: FONTS.map(read), defaultFontFamily: "Source Sans 3 ExtraLight" };
  return (svg) => new Resvg(svg, { font }).render().asPng();
}
