import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { expect, test } from "vitest";
import { collect } from "../../test/builders/collect.ts";
import { getDefined } from "../../test/builders/get.ts";
import { FACT_KINDS } from "../facts/kinds.ts";
import { parseFile } from "../facts/parse-file.ts";
import type { Attention } from "../schema/editorial.ts";
import { createAttentionCollectors } from "./attention.ts";
import { FILERS } from "./sec-edgar.ts";

const DATA = join(import.meta.dirname, "../../data");
const PATH = FACT_KINDS.attention.pattern;
const NAMES = ["hn_query", "wikipedia_article", "github_repo"] as const;

test("entities whose attention is counted are ours, counted somewhere, and share no name", () => {
  const text = readFileSync(join(DATA, PATH), "utf8");
  const entities = parseFile(FACT_KINDS.attention, PATH, text).rows as Attention[];
  const isKnown = ({ entity_type, slug }: Attention): boolean =>
    entity_type === "model"
      ? glob.sync(`models/*/${slug}.json`, { cwd: DATA }).length === 1
      : existsSync(join(DATA, `${entity_type}s`, `${slug}.json`));
  expect(entities.length).toBeGreaterThanOrEqual(60);
  expect(entities.filter((entity) => !isKnown(entity))).toEqual([]);
  expect(entities.filter((entity) => NAMES.every((name) => entity[name] === null))).toEqual([]);
  for (const name of NAMES) {
    const values = entities.flatMap((entity) => entity[name] ?? []);
    expect(new Set(values).size).toBe(values.length);
  }
});

test("companies whose filings are read are providers of ours", () => {
  const missing = FILERS.filter(({ slug }) => !existsSync(join(DATA, "providers", `${slug}.json`)));
  expect(missing).toEqual([]);
});

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

test("stories are requested for each entity, about the whole day before", () => {
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
test.each<[SourceName, object]>([
  [
    "githubStars",
    {
      url: "https://api.github.com/repos/acme/coder.js",
      path: CODER,
      optional: true,
      keyFrom: "GITHUB_TOKEN",
    },
  ],
  [
    "wikimedia",
    {
      url: `${VIEWS}/en.wikipedia/all-access/user/ACME_(company)/daily/20260226/20260228`,
      path: ACME,
      optional: true,
    },
  ],
])("%s are requested for entities with a name there", (name, request) => {
  expect(sourceOf(name).live?.requests("2026-03-01")).toEqual([request]);
});

const read = (name: SourceName, path: string, body: unknown) => {
  const { facts, rejected } = collect(sourceOf(name), { [path]: body });
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

test("views have a row for each of their days", () => {
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
  ["a negative count", "hackerNews", CODER, { nbHits: -1 }],
  ["null", "hackerNews", CODER, null],
  ["a page of HTML", "hackerNews", CODER, "<html>busy</html>"],
  ["half a star", "githubStars", CODER, { stargazers_count: 1.5 }],
  ["no list of views", "wikimedia", ACME, { type: "not_found" }],
  ["views of no day", "wikimedia", ACME, { items: [{ timestamp: "2026023000", views: 5 }] }],
  ["null views", "wikimedia", ACME, { items: [{ timestamp: "2026022800", views: null }] }],
  ["an unknown entity", "hackerNews", "2026-02-28/model/renamed.json", { nbHits: 3 }],
])("%s is rejected, not taken for zero", (_what, name, path, body) => {
  const { tables, rejected } = read(name, path, body);
  expect(tables.flatMap(({ rows }) => rows)).toEqual([]);
  expect(rejected).toMatchObject([{ place: expect.stringContaining(path) }]);
});
