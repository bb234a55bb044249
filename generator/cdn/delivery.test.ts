import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type FileHeaderFinder, loadFileHeaderRules } from "../../mcp-server/local/cdn.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { cdnCacheHeaders } from "../http/headers.ts";
import { formatHeadersFile, type PublishedFile } from "./delivery.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const CSV_TYPE = "text/csv; charset=utf-8";

const typed: PublishedFile[] = [
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
const text = formatHeadersFile(typed, written);

let folder: string;
let headersOf: FileHeaderFinder;
beforeAll(async () => {
  folder = createTemporaryFolder("headers");
  await writeFile(join(folder, "_headers"), text);
  headersOf = await loadFileHeaderRules(join(folder, "_headers"));
});

test("every file with a content type gets its header, and no other file gets one", () => {
  for (const { path, contentType } of typed)
    expect(headersOf(path).get("Content-Type"), path).toBe(contentType);
  for (const path of untyped) expect(headersOf(path).has("Content-Type"), path).toBe(false);
});

test("a file can have its own headers, and the start page has them at both its addresses", async () => {
  const own = [
    { path: "/index.html", contentType: "text/html", headers: { Link: '</a>; rel="b"' } },
    {
      path: "/api/v1/export/prices",
      contentType: CSV_TYPE,
      headers: { "X-Data-Url": "http://a/b" },
    },
  ];
  await writeFile(join(folder, "_own"), formatHeadersFile(typed, written, [...typed, ...own]));
  const ownHeadersOf = await loadFileHeaderRules(join(folder, "_own"));
  for (const path of ["/", "/index.html"])
    expect(ownHeadersOf(path).get("Link")).toBe('</a>; rel="b"');
  expect(ownHeadersOf("/api/v1/export/prices").get("X-Data-Url")).toBe("http://a/b");
  expect(ownHeadersOf("/api/v1/export/prices").get("Content-Type")).toBe(CSV_TYPE);
  expect(ownHeadersOf("/api/v1/export/offers").has("X-Data-Url")).toBe(false);
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
])(
  "the CDN does not cache the answer to %j, because it may parse that query differently",
  (query) =>
    expect(cdnCacheHeaders(["sort", "page"], query)).toEqual({
      "Netlify-CDN-Cache-Control": "no-store",
    }),
);
