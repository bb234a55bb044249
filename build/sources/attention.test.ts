import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { getDefined } from "../../test/builders/get.ts";
import { codingAgentActivityCollector, createAttentionCollectors } from "./attention.ts";

const STARS = { wikipedia_article: null, github_repo: "acme/coder.js" };
const VIEWED = { wikipedia_article: "ACME_(company)", github_repo: null };
const collectors = createAttentionCollectors([
  { entity_type: "agent", slug: "coder", hn_query: "Coder & Sons", ...STARS },
  { entity_type: "provider", slug: "acme", hn_query: "ACME", ...VIEWED },
]);
const getCollector = (source: string) => {
  const found = collectors.find(({ id }) => id === source);
  return getDefined(found, source);
};
const requestsOf = (source: string) => getCollector(source).live?.requests("2026-03-01") ?? [];

const CODER = "2026-02-28/agent/coder.json";
const ACME = "2026-02-28/provider/acme.json";

test("Hacker News is asked for each entity's stories of the whole previous day", () => {
  const [coder, acme] = requestsOf("hacker-news");
  expect([coder?.path, acme?.path]).toEqual([CODER, ACME]);
  const { searchParams } = new URL(coder?.url ?? "");
  expect(searchParams.get("query")).toBe('"Coder & Sons"');
  const seconds = "created_at_i>=1772236800,created_at_i<1772323200";
  expect(searchParams.get("numericFilters")).toBe(seconds);
  expect(getCollector("hacker-news").minRows).toBe(2);
});

const VIEWS = "https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article";
const PAGE = "en.wikipedia/all-access/user/ACME_(company)/daily/20260226/20260228";
const REPOSITORY = "https://api.github.com/repos/acme/coder.js";
test.each([
  ["github-stars", { url: REPOSITORY, path: CODER, keyFrom: "GITHUB_TOKEN" }],
  ["wikimedia", { url: `${VIEWS}/${PAGE}`, path: ACME }],
])("%s is asked only for entities that have a name there", (source, request) => {
  expect(requestsOf(source)).toEqual([{ ...request, optional: true }]);
});

const read = (source: string, path: string, body: unknown) => {
  const { facts, rejected } = collectFromTexts(getCollector(source), { [path]: body });
  return { tables: facts.mindshare ?? [], rejected };
};

const NO_COUNTS = { hn_mentions: null, wiki_views: null, github_stars: null };
const EMPTY = { ...NO_COUNTS, github_commits: null, github_prs: null };
const views = (timestamp: string, count: number) => ({ timestamp, views: count });
test.each<[string, string, object, object[]]>([
  ["hacker-news", CODER, { hits: [], nbHits: 0 }, [{ hn_mentions: 0 }]],
  ["github-stars", CODER, { stargazers_count: 1234 }, [{ github_stars: 1234 }]],
  [
    "wikimedia",
    ACME,
    { items: [views("2026022700", 812), views("2026022800", 0)] },
    [{ day: "2026-02-27", wiki_views: 812 }, { wiki_views: 0 }],
  ],
])(
  "an answer of %s for %s becomes rows of the entity and of its day",
  (source, path, body, counts) => {
    const [day = "", file = "", name = ""] = path.split("/");
    const row = { ...EMPTY, day, slug: name.replace(".json", ""), source };
    const rows = counts.map((count) => ({ ...row, ...count }));
    expect(read(source, path, body).tables).toEqual([{ file, rows }]);
  },
);

test.each<[string, string, string, unknown]>([
  ["a missing count", "hacker-news", CODER, {}],
  ["a count as text", "hacker-news", CODER, { nbHits: "12" }],
  ["a page of HTML", "hacker-news", CODER, "<html>busy</html>"],
  ["views of no day", "wikimedia", ACME, { items: [views("2026023000", 5)] }],
  ["an unknown entity", "hacker-news", "2026-02-28/model/renamed.json", { nbHits: 3 }],
])("%s is rejected, not taken for zero", (_what, source, path, body) => {
  const { tables, rejected } = read(source, path, body);
  expect(tables.flatMap(({ rows }) => rows)).toEqual([]);
  expect(rejected).toMatchObject([{ place: expect.stringContaining(path) }]);
});

test("commits and pull requests of an agent's day become one row; other agents are rejected", () => {
  const lines = [
    "day,agent,metric,count,total,share",
    "2025-04-01,claude,commits,7,100,0.07",
    "2025-04-01,claude,prs,0,50,0.0",
    "2025-03-10,claude,prs,2,50,0.04",
    "2025-04-01,junie,commits,999999,100,9.9",
    "2025-04-01,newcomer,prs,1,50,0.02",
  ];
  const files = { "agents_daily.csv": lines.join("\n") };
  const { facts, reasons } = collectFromTexts(codingAgentActivityCollector, files);
  const row = { ...NO_COUNTS, slug: "claude-code" };
  expect(facts.mindshare?.[0]?.rows).toMatchObject([
    { ...row, day: "2025-04-01", github_commits: 7, github_prs: 0 },
    { ...row, day: "2025-03-10", github_commits: null, github_prs: 2 },
  ]);
  const expected = ["wrong count", "unknown agent"].map((why) => expect.stringContaining(why));
  expect(reasons).toEqual(expected);
});
