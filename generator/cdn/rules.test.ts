import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  loadRedirectMatcher,
  REDIRECT_QUERY_MATCH_MODES,
  type RedirectMatcher,
} from "../../mcp-server/local/engine.ts";
import { getDefined } from "../../test/builders/get.ts";
import { SYNTHETIC_CDN_ROUTES } from "../../test/builders/synthetic-delivery.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { findRedirectFaults, makeRedirectsAndHeadersFiles } from "./delivery.ts";
import { API_FUNCTION_URL_PATH, formatRedirectsFile, toCdnRedirectRules } from "./rules.ts";

const MODELS = getDefined(SYNTHETIC_CDN_ROUTES.queries[0], "endpoint with queries");

const targetOf = async (engine: RedirectMatcher, path: string, query: string) =>
  (await engine.route(path, query))?.to;

describe.each(REDIRECT_QUERY_MATCH_MODES)("rules with %s matching", (mode) => {
  let engine: RedirectMatcher;
  beforeAll(async () => {
    const file = join(createTemporaryFolder("rules"), "_redirects");
    await writeFile(file, formatRedirectsFile(toCdnRedirectRules(SYNTHETIC_CDN_ROUTES)));
    engine = await loadRedirectMatcher(file, mode);
  });

  test("every enumerated query, written plainly, reaches its file", async () => {
    for (const { path, files } of SYNTHETIC_CDN_ROUTES.queries)
      for (const entry of files) {
        const pairs = Object.entries(entry.query).map((pair) => pair.join("="));
        expect(await targetOf(engine, path, pairs.join("&"))).toBe(entry.file);
        expect(await targetOf(engine, path, pairs.reverse().join("&"))).toBe(entry.file);
      }
  });

  test.each([
    ...["", "page=1%3z", "page=1&page=2&", "provider=anthropic&q=x", "Sort=release_date&limit=7"],
    ...["page=7", "provider=anthropic", "page=2&", "%70age=2", "sort"].map(
      (more) => `sort=release_date&${more}`,
    ),
  ])("the function answers %j", async (text) => {
    expect(await targetOf(engine, MODELS.path, text)).toBe(API_FUNCTION_URL_PATH);
  });

  test("every other path under /api goes to the function, and no path elsewhere does", async () => {
    for (const path of ["/api", "/api/", "/api/v1/nope", "/api/%", "/api/v1/search"])
      expect(await targetOf(engine, path, "")).toBe(API_FUNCTION_URL_PATH);
    for (const path of ["/", "/API/v1", "/apiary", "/_q/providers"])
      expect(await targetOf(engine, path, "")).toBeUndefined();
  });
});

test.each(["a b", "a%20b", ":a", "a=b", "a#b", "a&b", "é", "", "/a", "a\n"])(
  "the build stops at the value %j, which a rule cannot express",
  (sort) => {
    const queries = [{ ...MODELS, files: [{ query: { sort }, file: "/_q/x" }] }];
    expect(() => toCdnRedirectRules({ queries, literals: [] })).toThrow(/cannot express sort=/);
  },
);

test("rules to missing files, files that hide rules, and too many rules are faults", () => {
  const rules = toCdnRedirectRules(SYNTHETIC_CDN_ROUTES);
  const written = new Set(rules.map(({ to }) => to).filter((to) => to !== "/_q/providers"));
  expect(findRedirectFaults(rules, written.add("/api/v1/models/index.html"))).toEqual([
    "this rule leads to a file that is not published: /api/v1/providers /_q/providers 200",
    "the CDN serves the published file /api/v1/models/index.html and ignores the redirect rules of /api/v1/models",
  ]);
  const rule = { path: "/a", query: {}, to: API_FUNCTION_URL_PATH, status: 200 as const };
  expect(findRedirectFaults(Array(2_000).fill(rule), new Set())).toEqual([
    expect.stringMatching(/^2000 redirect rules, but the CDN accepts fewer/),
  ]);
});

test("the build stops at a file for a query to which no rule can lead", () => {
  const answers = { path: "/api/v1/models/norn-4", query: { page: "2" } };
  const file = { path: "/_q/1", contentType: "application/json", answers };
  expect(() => makeRedirectsAndHeadersFiles([file], "/later")).toThrow(/_q\/1: no redirect rule/);
});
