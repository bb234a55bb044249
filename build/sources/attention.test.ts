import { expect, test } from "vitest";
import { collectFromTexts } from "../../test/builders/collect.ts";
import { getDefined } from "../../test/builders/get.ts";
import { codingAgentActivityCollector, createAttentionCollectors } from "./attention.ts";

const [hackerNews, wikimedia, githubStars] = createAttentionCollectors([
  {
    entity_type: "agent",
    slug: "coder",
    hn_query: "Coder & Sons",
    wikipedia_article: null,
    github_repo: "acme/coder.js",
  },
  {
    entity_type: "provider",
    slug: "acme",
    hn_query: "ACME",
    wikipedia_article: "ACME_(company)",
    github_repo: null,
  },
]).map((collector) => getDefined(collector, "collector"));
const SOURCES = { hackerNews, wikimedia, githubStars };
type SourceName = keyof typeof SOURCES;
const sourceOf = (name: SourceName) => getDefined(SOURCES[name], name);

const CODER = "2026-02-28/agent/coder.json";
const ACME = "2026-02-28/provider/acme.json";

test("Hacker News is asked for each entity's stories of the whole previous day", () => {
  const { live, minRows } = sourceOf("hackerNews");
  const requests = live?.requests("2026-03-01") ?? [];
  expect(requests.map(({ path }) => path)).toEqual([CODER, ACME]);
  const { searchParams } = new URL(requests[0]?.url ?? "");
  expect(searchParams.get("query")).toBe('"Coder & Sons"');
  const seconds = "created_at_i>=1772236800,created_at_i<1772323200";
  expect(searchParams.get("numericFilters")).toBe(seconds);
  expect(minRows).toBe(2);
});

const VIEWS = "https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article";
const PAGE = "en.wikipedia/all-access/user/ACME_(company)/daily/20260226/20260228";
const REPOSITORY = "https://api.github.com/repos/acme/coder.js";
test.each<[SourceName, object]>([
  ["githubStars", { url: REPOSITORY, path: CODER, keyFrom: "GITHUB_TOKEN" }],
  ["wikimedia", { url: `${VIEWS}/${PAGE}`, path: ACME }],
])("%s is asked only for entities that have a name there", (name, request) => {
  expect(sourceOf(name).live?.requests("2026-03-01")).toEqual([{ ...request, optional: true }]);
});

const read = (name: SourceName, path: string, body: unknown) => {
  const { facts, rejected } = collectFromTexts(sourceOf(name), { [path]: body });
  return { tables: facts.mindshare ?? [], rejected };
};

test("an answer becomes a row of the entity's type and of the day that was requested", () => {
  const row = {
    day: "2026-02-28",
    slug: "coder",
    hn_mentions: 0,
    wiki_views: null,
    github_stars: null,
    github_commits: null,
    github_prs: null,
    source: "hacker-news",
  };
  const { tables } = read("hackerNews", CODER, { hits: [], nbHits: 0 });
  expect(tables).toEqual([{ file: "agent", rows: [row] }]);
  const stars = read("githubStars", CODER, { stargazers_count: 1234 });
  expect(stars.tables).toMatchObject([{ rows: [{ day: "2026-02-28", github_stars: 1234 }] }]);
});

test("page views become one row per day", () => {
  const items = [
    { timestamp: "2026022700", views: 812 },
    { timestamp: "2026022800", views: 0 },
  ];
  const { tables } = read("wikimedia", ACME, { items });
  expect(tables[0]?.rows.map(({ day, wiki_views }) => [day, wiki_views])).toEqual([
    ["2026-02-27", 812],
    ["2026-02-28", 0],
  ]);
});

test.each<[string, SourceName, string, unknown]>([
  ["a missing count", "hackerNews", CODER, {}],
  ["a count as text", "hackerNews", CODER, { nbHits: "12" }],
  ["a page of HTML", "hackerNews", CODER, "<html>busy</html>"],
  ["views of no day", "wikimedia", ACME, { items: [{ timestamp: "2026023000", views: 5 }] }],
  ["an unknown entity", "hackerNews", "2026-02-28/model/renamed.json", { nbHits: 3 }],
])("%s is rejected, not taken for zero", (_what, name, path, body) => {
  const { tables, rejected } = read(name, path, body);
  expect(tables.flatMap(({ rows }) => rows)).toEqual([]);
  expect(rejected).toMatchObject([{ place: expect.stringContaining(path) }]);
});

const readAgents = (...lines: string[]) => {
  const text = ["day,agent,metric,count,total,share", ...lines, ""].join("\n");
  const { facts, reasons } = collectFromTexts(codingAgentActivityCollector, {
    "agents_daily.csv": text,
  });
  return { rows: facts.mindshare?.[0]?.rows ?? [], reasons };
};

test("commits and pull requests of a day become one row; what is not known is null", () => {
  const { rows } = readAgents(
    "2025-04-01,claude,commits,7,100,0.07",
    "2025-04-01,claude,prs,0,50,0.0",
    "2025-03-10,claude,prs,2,50,0.04",
  );
  expect(rows.map((row) => [row.day, row.slug, row.github_commits, row.github_prs])).toEqual([
    ["2025-04-01", "claude-code", 7, 0],
    ["2025-03-10", "claude-code", null, 2],
  ]);
  expect(rows[0]).toMatchObject({ hn_mentions: null, wiki_views: null, github_stars: null });
});

test("junie is rejected for its wrong count, and any agent that the collector does not know as unknown", () => {
  const { rows, reasons } = readAgents(
    "2025-04-01,junie,commits,999999,100,9.9",
    "2025-04-01,newcomer,prs,1,50,0.02",
  );
  const expected = ["wrong count", "unknown agent"].map((why) => expect.stringContaining(why));
  expect([rows, reasons]).toEqual([[], expected]);
});
