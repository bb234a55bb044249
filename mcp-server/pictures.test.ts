import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Catalog } from "../build/model/catalog/catalog.ts";
import { FUNCTION_DATA_FILE } from "../generator/pipeline/function-data.ts";
import { sharePicturePath } from "../generator/site/components/addresses.ts";
import { drawSharePicture } from "../generator/site/share-picture.ts";
import { getSharedSampleCatalog } from "../test/builders/sample-catalog.ts";
import {
  createSharePictureHandler,
  loadSvgToPngRenderer,
  PICTURE_RENDERER_FILES,
} from "./pictures.ts";

const { catalog } = await getSharedSampleCatalog();
const draw = createSharePictureHandler({ catalog });
const ask = (path: string, method = "GET") =>
  draw(new Request(`https://x.example${path}`, { method }));

test("a model's picture is a PNG of 1200 × 630 px, and caches keep it", async () => {
  const response = await ask(sharePicturePath(["acme-large"]));
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/png");
  expect(response.headers.get("Netlify-CDN-Cache-Control")).toContain("durable");
  const png = Buffer.from(await response.arrayBuffer());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test("the renderer has the three font faces that pictures name", async () => {
  const render = await loadSvgToPngRenderer();
  const png = (face: string) =>
    Buffer.from(
      render(`<svg xmlns="http://www.w3.org/2000/svg"><text y="20" ${face}>Almanac</text></svg>`),
    ).toString("base64");
  const svg = drawSharePicture(sharePicturePath(["acme-large"]), catalog)?.toString() ?? "";
  const families = [...new Set(svg.match(/font-family="[^"]+"/g))];
  expect(families).toHaveLength(2);
  const faces = families.flatMap((family) => [family, `${family} font-weight="600"`]);
  // The serif one has a single weight.
  expect(new Set(faces.map(png)).size).toBe(3);
});

test("every model has a picture with its name; a comparison shows four and says how many more there are", () => {
  const score = { score: 55.4, rank: 178, ranked: 353, benchmarks: 60, low: 54.1, high: 56.7 };
  const scored: Catalog = Object.create(catalog, { serviceScore: { value: () => score } });
  for (const { slug, name } of catalog.models) {
    const svg = drawSharePicture(sharePicturePath([slug]), scored)?.toString() ?? "";
    expect(svg.replace(/&amp;/g, "&"), slug).toContain(name);
    expect(svg, slug).not.toMatch(/undefined|NaN|Infinity/);
    const sizes = Array.from(svg.matchAll(/font-size="(\d+)"/g), ([, size]) => Number(size));
    expect(Math.min(...sizes), slug).toBeGreaterThanOrEqual(14);
  }
  const six = [...catalog.models, ...catalog.models].slice(0, 6).map(({ slug }) => slug);
  expect(drawSharePicture(sharePicturePath(six), catalog)?.toString()).toContain(", and 2 more");
});

test.each([
  "/share/",
  "/share/nope.png",
  "/share/acme-large,.png",
  "/share/../api/v1.png",
  `/share/${Array(7).fill("acme-large").join(",")}.png`,
])("%s is not a picture: the 404 response says what is", async (path) => {
  const response = await ask(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("/share/{slug}.png");
});

test("POST is refused, and HEAD has no body", async () => {
  expect((await ask(sharePicturePath(["acme-large"]), "POST")).status).toBe(405);
  const head = await ask(sharePicturePath(["acme-large"]), "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("netlify.toml includes every file that the pictures need", async () => {
  const netlify = await readFile("netlify.toml", "utf8");
  for (const file of [FUNCTION_DATA_FILE, ...PICTURE_RENDERER_FILES])
    expect(netlify).toContain(`    "${file}",`);
});
