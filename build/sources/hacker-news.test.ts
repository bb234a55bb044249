import { expect, test } from "vitest";
import type { Attention } from "../schema/editorial.ts";
import { createHackerNews } from "./hacker-news.ts";

const entity = (entity_type: Attention["entity_type"], slug: string, hn_query: string | null) => ({
  entity_type,
  slug,
  hn_query,
  wikipedia_article: null,
  github_repo: null,
});
const collector = createHackerNews([
  entity("agent", "coder", "Coder & Sons"),
  entity("provider", "acme", "ACME"),
  entity("provider", "quiet", null),
]);

/** The format of Algolia's answers; the figures are samples. */
const answer = (nbHits: unknown) =>
  JSON.stringify({ hits: [], nbHits, page: 0, nbPages: 0, hitsPerPage: 0, query: "x" });

test("asks for the whole day before the night, one request an entity that has a query", () => {
  const requests = collector.live?.requests("2026-03-01") ?? [];
  expect(requests.map(({ path }) => path)).toEqual([
    "2026-02-28/agent/coder.json",
    "2026-02-28/provider/acme.json",
  ]);
  const { searchParams } = new URL(requests[0]?.url ?? "");
  expect(searchParams.get("query")).toBe('"Coder & Sons"');
  expect(searchParams.get("numericFilters")).toBe(
    "created_at_i>=1772236800,created_at_i<1772323200",
  );
});

test("a count becomes a row of the entity's type and of the day that was asked for", () => {
  const files = new Map([
    ["2026-02-28/agent/coder.json", answer(7)],
    ["2026-02-28/provider/acme.json", answer(0)],
  ]);
  const tables = collector.translate(files, "2026-03-01").facts?.mindshare;
  expect(tables?.map(({ file }) => file)).toEqual(["agent", "provider"]);
  expect(tables?.[0]?.rows).toEqual([
    {
      day: "2026-02-28",
      slug: "coder",
      hn_mentions: 7,
      wiki_views: null,
      github_stars: null,
      github_commits: null,
      github_prs: null,
      source: "hacker-news",
    },
  ]);
  expect(tables?.[1]?.rows[0]?.hn_mentions).toBe(0);
  expect(collector.newestFact(files)).toBe("2026-02-28");
});

test.each([
  ["a missing count", answer(undefined)],
  ["no number", answer("12")],
  ["a negative number", answer(-1)],
  ["null", "null"],
  ["a page of HTML", "<html>busy</html>"],
])("%s is rejected, not taken for zero", (_what, text) => {
  const files = new Map([["2026-02-28/agent/coder.json", text]]);
  const { facts, rejected } = collector.translate(files, "2026-03-01");
  expect(facts?.mindshare?.flatMap(({ rows }) => rows)).toEqual([]);
  expect(rejected).toMatchObject([{ place: "2026-02-28/agent/coder.json, row 1" }]);
});

test("a count of somebody who is not on the list is rejected, the others stand", () => {
  const files = new Map([
    ["2026-02-28/agent/coder.json", answer(7)],
    ["2026-02-28/model/renamed-since.json", answer(3)],
  ]);
  const { facts, rejected } = collector.translate(files, "2026-03-01");
  expect(facts?.mindshare?.flatMap(({ rows }) => rows.map(({ slug }) => slug))).toEqual(["coder"]);
  expect(rejected).toMatchObject([{ value: "model renamed-since" }]);
});
