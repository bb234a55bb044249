import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type FileHeaderFinder, loadFileHeaderRules } from "../../mcp-server/local/cdn.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { formatHeadersFile, makeRedirectsAndHeadersFiles, type PublishedFile } from "./delivery.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const CSV_TYPE = "text/csv; charset=utf-8";

const OWN = { Link: '</a>; rel="b"' };
const typed: PublishedFile[] = [
  ...["/api/v1/models/a", "/api/v1/models/b", "/api/v1/compare/a/b", "/api/v1/compare/b/a"],
  ...["/api/scorecard", "/_q/models/1", "/_q/providers"],
].map((path) => ({ path, contentType: JSON_TYPE }));
typed.push(
  { path: "/api/v1/model", contentType: CSV_TYPE },
  { path: "/api/v1/models-by-day", contentType: CSV_TYPE },
  { path: "/api/v1/export/prices", contentType: CSV_TYPE, headers: OWN },
  { path: "/api/v1/export/offers", contentType: CSV_TYPE },
  { path: "/feed.xml", contentType: "application/atom+xml; charset=utf-8" },
);
const start = { path: "/index.html", contentType: "text/html", headers: OWN };
const untyped = ["/api/v1/export/prices.parquet", "/api/v1/openapi.json", "/404.html", start.path];
const written = [...typed.map(({ path }) => path), ...untyped, "/_redirects"];

let headersOf: FileHeaderFinder;
beforeAll(async () => {
  const file = join(createTemporaryFolder("headers"), "_headers");
  await writeFile(file, formatHeadersFile(typed, written, [...typed, start]));
  headersOf = await loadFileHeaderRules(file);
});

test("every file with a content type gets its header, and no other file gets one", () => {
  for (const { path, contentType } of typed)
    expect(headersOf(path).get("Content-Type"), path).toBe(contentType);
  for (const path of untyped) expect(headersOf(path).has("Content-Type"), path).toBe(false);
});

test("a file can have its own headers, and the start page has them at both its addresses", () => {
  for (const path of ["/", "/index.html", "/api/v1/export/prices"])
    expect(headersOf(path).get("Link"), path).toBe(OWN.Link);
  expect(headersOf("/api/v1/export/offers").has("Link")).toBe(false);
});

test("the build stops at a file for a query to which no rule can lead", () => {
  const path = "/api/v1/models/norn-4";
  const file = { path: "/_q/1", contentType: JSON_TYPE, answers: { path, query: { page: "2" } } };
  expect(() => makeRedirectsAndHeadersFiles([file], "/later")).toThrow(/_q\/1: no redirect rule/);
});
