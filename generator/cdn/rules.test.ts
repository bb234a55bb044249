import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  loadRedirectMatcher,
  REDIRECT_QUERY_MATCH_MODES,
  type RedirectMatcher,
} from "../../mcp-server/local/engine.ts";
import { getDefined } from "../../test/builders/get.ts";
import { toPropertyRunCount } from "../../test/builders/runs.ts";
import { SYNTHETIC_CDN_ROUTES } from "../../test/builders/synthetic-delivery.ts";
import { createTemporaryFolder } from "../../test/builders/temporary-folder.ts";
import { findRedirectFaults, makeRedirectsAndHeadersFiles } from "./delivery.ts";
import { API_FUNCTION_URL_PATH, formatRedirectsFile, toCdnRedirectRules } from "./rules.ts";

const MODELS = getDefined(SYNTHETIC_CDN_ROUTES.queries[0], "endpoint with queries");

const targetOf = async (engine: RedirectMatcher, path: string, query: string) =>
  (await engine.route(path, query))?.to;

/**
 * The file of exactly this query, the only one that may answer it. SPEC 2.6: unknown keys are ignored, the last value
 * of a key counts, and an empty value counts as none.
 */
function fileOf(query: string): string | undefined {
  const last = new Map(new URLSearchParams(query));
  const toText = (get: (key: string) => string | undefined) =>
    MODELS.keys.map((key) => `${key}=${get(key) ?? ""}`).join("&");
  const asked = toText((key) => last.get(key));
  return MODELS.files.find((entry) => toText((key) => entry.query[key]) === asked)?.file;
}

const enumerated = MODELS.files.map(({ query }) => new URLSearchParams(query).toString());
/** Percent-encodes the first character. */
const escaped = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
const values = [...new Set(MODELS.files.flatMap(({ query }) => Object.values(query)))];
const ODD_KEYS = ["utm_source", "x", "", "sort[]", "+page", "pag", "amp;sort", "SORT", "%73ORT"];
const ODD_VALUES = ["", ..."1%3z %7grovider % %4 01 a+b = %25 %C3%A9 零 '*".split(" ")];
const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...MODELS.keys) },
  { weight: 3, arbitrary: fc.constantFrom(...MODELS.keys.map(escaped), ...ODD_KEYS) },
);
const value = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...values) },
  { weight: 4, arbitrary: fc.constantFrom(...values.map(escaped), ...ODD_VALUES) },
);
const parameter = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(key, value).map((pair) => pair.join("=")) },
  { weight: 2, arbitrary: fc.oneof(key, fc.constant("")) },
);
/** Random queries, and enumerated queries with parameters inserted before, between or after their own. */
const query = fc
  .oneof(
    fc.array(parameter, { maxLength: 6 }),
    fc
      .tuple(fc.constantFrom(...enumerated), fc.array(parameter, { maxLength: 2 }), fc.nat(3))
      .map(([plain, more, at]) => plain.split("&").toSpliced(at, 0, ...more)),
  )
  .map((parameters) => new URL(`http://localhost/?${parameters.join("&")}`).search.slice(1));

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

  test("no query reaches the file of another query", { timeout: 60_000 }, async () => {
    let files = 0;
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const target = await targetOf(engine, MODELS.path, text);
        if (target === API_FUNCTION_URL_PATH) return;
        files++;
        expect([text, target]).toEqual([text, fileOf(text) ?? "no file"]);
      }),
      { numRuns: toPropertyRunCount(50), seed: 20_260_601 },
    );
    expect(files).toBeGreaterThan(toPropertyRunCount(1));
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
