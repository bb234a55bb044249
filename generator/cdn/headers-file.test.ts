import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAllHeaders } from "@netlify/headers-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HeaderRules, loadHeaderRules } from "../../mcp-server/local/cdn.ts";
import { temporaryFolder } from "../../test/builders/temporary-folder.ts";
import { cdnCacheHeaders } from "../http/headers.ts";
import type { TypedFile } from "./delivery.ts";
import { toHeadersFile } from "./headers-file.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const CSV_TYPE = "text/csv; charset=utf-8";

const typed: TypedFile[] = [
  ...["a", "b"].map((slug) => ({ path: `/api/v1/models/${slug}`, contentType: JSON_TYPE })),
  { path: "/api/v1/compare/a/b", contentType: JSON_TYPE },
  { path: "/api/v1/compare/b/a", contentType: JSON_TYPE },
  { path: "/api/v1/model", contentType: CSV_TYPE },
  { path: "/api/v1/models-by-day", contentType: CSV_TYPE },
  { path: "/api/v1/export/prices", contentType: CSV_TYPE },
  { path: "/api/v1/export/offers", contentType: CSV_TYPE },
  { path: "/api/scorecard", contentType: JSON_TYPE },
  { path: "/_q/models/1", contentType: JSON_TYPE },
  { path: "/_q/providers", contentType: JSON_TYPE },
  { path: "/feed.xml", contentType: "application/atom+xml; charset=utf-8" },
];
const untyped = [
  "/api/v1/export/prices.parquet",
  "/api/v1/openapi.json",
  "/index.html",
  "/404.html",
];
const written = [...typed.map(({ path }) => path), ...untyped, "/_redirects"];
const text = toHeadersFile(typed, written);

let folder: string;
let headersOf: HeaderRules;
beforeAll(async () => {
  folder = temporaryFolder("headers");
  await writeFile(join(folder, "_headers"), text);
  headersOf = await loadHeaderRules(join(folder, "_headers"));
});
afterAll(() => rm(folder, { recursive: true }));

test("every typed file has its type, and no other file has one", () => {
  for (const { path, contentType } of typed)
    expect(headersOf(path).get("Content-Type"), path).toBe(contentType);
  for (const path of untyped) expect(headersOf(path).has("Content-Type"), path).toBe(false);
});

test("no header of a file is set by two rules", async () => {
  const { headers: rules } = await parseAllHeaders({
    headersFiles: [join(folder, "_headers")],
    configHeaders: [],
    minimal: false,
  });
  for (const path of written) {
    const matching = rules.filter((rule) => "forRegExp" in rule && rule.forRegExp.test(path));
    const names = matching.flatMap(({ values }) => Object.keys(values));
    expect(names, path).toEqual([...new Set(names)]);
  }
});

test("a file has headers of its own, the start page at both its addresses", async () => {
  const own = [
    { path: "/index.html", contentType: "text/html", headers: { Link: '</a>; rel="b"' } },
    {
      path: "/api/v1/export/prices",
      contentType: CSV_TYPE,
      headers: { "X-Data-Url": "http://a/b" },
    },
  ];
  await writeFile(join(folder, "_own"), toHeadersFile(typed, written, [...typed, ...own]));
  const ownHeadersOf = await loadHeaderRules(join(folder, "_own"));
  for (const path of ["/", "/index.html"])
    expect(ownHeadersOf(path).get("Link")).toBe('</a>; rel="b"');
  expect(ownHeadersOf("/api/v1/export/prices").get("X-Data-Url")).toBe("http://a/b");
  expect(ownHeadersOf("/api/v1/export/prices").get("Content-Type")).toBe(CSV_TYPE);
  expect(ownHeadersOf("/api/v1/export/offers").has("X-Data-Url")).toBe(false);
});

test("files of one folder share one rule where they have one type", () => {
  const patterns = text.split("\n").filter((line) => line.startsWith("/"));
  expect(patterns).toEqual([
    "/*",
    "/",
    "/_q/*",
    "/api/*",
    "/feed.xml",
    "/index.html",
    "/_q/*",
    "/api/:file",
    "/api/v1/compare/*",
    "/api/v1/export/offers",
    "/api/v1/export/prices",
    "/api/v1/model",
    "/api/v1/models-by-day",
    "/api/v1/models/:file",
    "/feed.xml",
  ]);
});

test("2.5: a file may be kept for five minutes, by the CDN for an hour, and be stale after that", () => {
  for (const path of ["/api/v1/models/a", "/_q/models/1", "/", "/index.html", "/feed.xml"])
    expect(headersOf(path).get("Cache-Control")).toBe(
      "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800",
    );
  expect(headersOf("/404.html").has("Cache-Control")).toBe(false);
});

test("the CDN keeps a function's answer by the endpoint's own parameters", () => {
  for (const query of ["", "sort=a", "sort=a&utm_source=x%20y"])
    expect(cdnCacheHeaders(["sort", "page"], query)).toEqual({
      "Netlify-CDN-Cache-Control": "public, durable, s-maxage=3600, stale-while-revalidate=86400",
      "Netlify-Vary": "query=sort|page",
    });
});

test.each([
  "%70age=2",
  "page=1&page=2",
  "Page=2",
  "page",
  "page=1&",
  "page=1%3z",
  "page[]=2",
  "=1",
])("the CDN does not keep the answer to %j, which it may read in another way than we do", (query) =>
  expect(cdnCacheHeaders(["sort", "page"], query)).toEqual({
    "Netlify-CDN-Cache-Control": "no-store",
  }),
);
