import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadFileHeaderRules } from "../../mcp-server/local/cdn.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { type FileWithHeaders, formatHeadersFile } from "./headers-file.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const CSV_TYPE = "text/csv; charset=utf-8";

const typed: FileWithHeaders[] = [
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

test("every file with a content type gets its header, and no other file gets one", async () => {
  const file = join(createTemporaryFolder("headers"), "_headers");
  await writeFile(file, formatHeadersFile(typed, written));
  const headersOf = await loadFileHeaderRules(file);
  for (const { path, contentType } of typed)
    expect(headersOf(path).get("Content-Type"), path).toBe(contentType);
  for (const path of untyped) expect(headersOf(path).has("Content-Type"), path).toBe(false);
});

test("the start page has its own headers at both its addresses", async () => {
  const headers = { Link: '</a>; rel="b"' };
  const own = [...typed, { path: "/index.html", contentType: "text/html", headers }];
  const file = join(createTemporaryFolder("headers"), "_headers");
  await writeFile(file, formatHeadersFile(typed, written, own));
  const headersOf = await loadFileHeaderRules(file);
  for (const path of ["/", "/index.html"]) expect(headersOf(path).get("Link")).toBe(headers.Link);
});
