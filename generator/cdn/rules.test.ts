import { expect, test } from "vitest";
import { findRedirectFaults, makeRedirectsAndHeadersFiles } from "./delivery.ts";
import { API_FUNCTION_URL_PATH, type CdnRoutes, toCdnRedirectRules } from "./rules.ts";

/** Which rule takes which query: `test/contract/queries.test.ts` and `test/invariants/answers.test.ts`. */
const routesWith = (sort: string): CdnRoutes => ({
  queries: [
    { path: "/api/v1/models", keys: ["sort"], files: [{ query: { sort }, file: "/_q/1" }] },
  ],
  literals: [{ path: "/api/v1/providers", file: "/_q/providers" }],
});

test.each(["a b", "a%20b", ":a", "a=b", "a#b", "a&b", "é", "", "/a", "a\n"])(
  "the build stops at the value %j, which a rule cannot express",
  (sort) => expect(() => toCdnRedirectRules(routesWith(sort))).toThrow(/cannot express sort=/),
);

test("rules to missing files, files that hide rules, and too many rules are faults", () => {
  const rules = toCdnRedirectRules(routesWith("price"));
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
