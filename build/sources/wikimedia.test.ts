import { expect, test } from "vitest";
import { createWikimedia } from "./wikimedia.ts";

const collector = createWikimedia([
  {
    entity_type: "provider",
    slug: "acme",
    hn_query: null,
    wikipedia_article: "ACME_(company)",
    github_repo: null,
  },
]);

/** The format of the page view service; the figures are samples. */
const item = (timestamp: string, views: unknown) => ({
  project: "en.wikipedia",
  article: "ACME_(company)",
  granularity: "daily",
  timestamp,
  access: "all-access",
  agent: "user",
  views,
});
const translate = (body: unknown) =>
  collector.translate(new Map([["2026-03-01/provider/acme.json", JSON.stringify(body)]]), "");

test("asks for the last three whole days of the article, with its title encoded", () => {
  expect(collector.live?.requests("2026-03-02")).toEqual([
    {
      url: "https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article/en.wikipedia/all-access/user/ACME_(company)/daily/20260227/20260301",
      path: "2026-03-01/provider/acme.json",
      optional: true,
    },
  ]);
});

test("each day of the answer is a row", () => {
  const body = { items: [item("2026022800", 812), item("2026030100", 0)] };
  const rows = translate(body).facts?.mindshare?.[0]?.rows;
  expect(rows?.map(({ day, wiki_views, source }) => [day, wiki_views, source])).toEqual([
    ["2026-02-28", 812, "wikimedia"],
    ["2026-03-01", 0, "wikimedia"],
  ]);
  const files = new Map([["2026-03-01/provider/acme.json", JSON.stringify(body)]]);
  expect(collector.newestFact(files)).toBe("2026-03-01");
});

test.each([
  ["no list", { type: "not_found", title: "Not found." }],
  ["a day that is none", { items: [item("2026023000", 5)] }],
  ["views as text", { items: [item("2026022800", "812")] }],
  ["null views", { items: [item("2026022800", null)] }],
])("%s is rejected", (_what, body) => {
  const { facts, rejected } = translate(body);
  expect(facts?.mindshare?.flatMap(({ rows }) => rows)).toEqual([]);
  expect(rejected).toHaveLength(1);
});
