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
import { findRedirectFaults } from "./delivery.ts";
import {
  API_FUNCTION_URL_PATH,
  type CdnQueryToFileRule,
  formatRedirectsFile,
  toCdnRedirectRules,
} from "./rules.ts";

const MODELS = getDefined(SYNTHETIC_CDN_ROUTES.queries[0], "endpoint with queries");

const targetOf = async (engine: RedirectMatcher, path: string, query: string) =>
  (await engine.route(path, query))?.to;

/** SPEC 2.6: unknown keys are ignored, the last value of a key counts, and an empty value counts as none. */
function knownQuery(query: string): Record<string, string> {
  const last = Object.fromEntries(new URLSearchParams(query));
  return Object.fromEntries(MODELS.keys.flatMap((key) => (last[key] ? [[key, last[key]]] : [])));
}

/** The file of exactly this query, if there is one: the only file that may answer it. */
function fileOf(query: string): string | undefined {
  const asked = knownQuery(query);
  const sameQuery = (entry: CdnQueryToFileRule["files"][number]) =>
    Object.keys(asked).length === Object.keys(entry.query).length &&
    Object.entries(entry.query).every(([key, value]) => asked[key] === value);
  return MODELS.files.find(sameQuery)?.file;
}

const isRight = (query: string, target: string | undefined) =>
  target === API_FUNCTION_URL_PATH || (target !== undefined && target === fileOf(query));

const enumerated = MODELS.files.map(({ query }) => new URLSearchParams(query).toString());

/** Percent-encodes some characters, with hexadecimal digits in lower or upper case. */
const escaped = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.infiniteStream(fc.integer({ min: 0, max: 9 }))).map(([plain, dice]) =>
    [...plain]
      .map((character) => {
        const die = dice.next().value ?? 9;
        const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
        return die > 1 || character > "~" ? character : `%${die === 0 ? hex : hex.toUpperCase()}`;
      })
      .join(""),
  );

const knownKey = fc.constantFrom(...MODELS.keys);
const knownValue = fc.constantFrom(
  ...new Set(MODELS.files.flatMap(({ query }) => Object.values(query))),
);
const key = fc.oneof(
  { weight: 8, arbitrary: knownKey },
  { weight: 2, arbitrary: escaped(knownKey) },
  { weight: 1, arbitrary: knownKey.map((name) => name.toUpperCase()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("utm_source", "x", "", "sort[]", "+page", "pag", "amp;sort"),
  },
);
/** `fc.webQueryParameters()` is not used because it first builds a table of all of Unicode. */
const ODD_UNITS = [..."aZ09-_.~!$'()*+,;=:@/?&", "%25", "%C3%A9", "%F0%9F%98%80", "é", "零"];
const value = fc.oneof(
  { weight: 8, arbitrary: knownValue },
  { weight: 2, arbitrary: escaped(knownValue) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("", "", "1%3z", "%7grovider", "%", "%4", "01", "a+b", "="),
  },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...ODD_UNITS), maxLength: 12 }) },
);
const parameter = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(key, value).map(([name, text]) => `${name}=${text}`) },
  { weight: 1, arbitrary: key },
  { weight: 1, arbitrary: fc.constant("") },
);

/** Random queries, and enumerated queries with parameters inserted before, between or after their own. */
const query = fc
  .oneof(
    fc.array(parameter, { maxLength: 6 }),
    fc
      .tuple(fc.constantFrom(...enumerated), fc.array(parameter, { maxLength: 2 }), fc.nat(3))
      .map(([plain, more, at]) => {
        const parameters = plain.split("&");
        parameters.splice(at, 0, ...more);
        return parameters;
      }),
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
        if (target !== API_FUNCTION_URL_PATH) files++;
        expect(isRight(text, target), `${text} → ${target}`).toBe(true);
      }),
      { numRuns: toPropertyRunCount(50), seed: 20_260_601 },
    );
    expect(files).toBeGreaterThan(toPropertyRunCount(1));
  });

  test.each([
    "",
    "sort=release_date&page=7",
    "sort=release_date&provider=anthropic",
    "sort=release_date&page=2&",
    "page=1&page=2&",
    "sort=release_date&%70age=2",
    "sort=release_date&sort",
    "page=1%3z",
    "provider=anthropic&q=x",
    "Sort=release_date&limit=7",
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
