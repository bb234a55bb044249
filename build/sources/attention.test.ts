import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { describe, expect, test } from "vitest";
import { FACT_KINDS } from "../facts/kinds.ts";
import { parseFile } from "../facts/parse-file.ts";
import type { Attention } from "../schema/editorial.ts";
import { createGithubStars } from "./github-stars.ts";
import { createHackerNews } from "./hacker-news.ts";
import type { Collector } from "./listing.ts";
import { FILERS } from "./sec-edgar.ts";
import { createWikimedia } from "./wikimedia.ts";

const DATA = join(import.meta.dirname, "../../data");
const PATH = FACT_KINDS.attention.pattern;
const text = readFileSync(join(DATA, PATH), "utf8");
const entities = parseFile(FACT_KINDS.attention, PATH, text).rows as Attention[];

/** Entity type → slugs that `data/` holds. */
const isKnown = ({ entity_type, slug }: Attention): boolean =>
  entity_type === "model"
    ? glob.sync(`models/*/${slug}.json`, { cwd: DATA }).length === 1
    : existsSync(join(DATA, `${entity_type}s`, `${slug}.json`));

describe("the entities whose attention is counted", () => {
  test("are agents, models and providers of ours, each counted somewhere", () => {
    expect(entities.length).toBeGreaterThanOrEqual(60);
    expect(entities.filter((entity) => !isKnown(entity))).toEqual([]);
    expect(
      entities.filter(({ hn_query, wikipedia_article, github_repo }) => {
        return hn_query === null && wikipedia_article === null && github_repo === null;
      }),
    ).toEqual([]);
  });
});

test("companies whose filings are read are providers of ours", () => {
  const missing = FILERS.filter(({ slug }) => !existsSync(join(DATA, "providers", `${slug}.json`)));
  expect(missing).toEqual([]);
});

const ENTITIES: Attention[] = [
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
];
const hackerNews = createHackerNews(ENTITIES);
const githubStars = createGithubStars(ENTITIES);
const wikimedia = createWikimedia(ENTITIES);

/** What the collector makes of one answer, in the documented format; the figures are samples. */
function translate(collector: Collector, path: string, body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { facts, rejected } = collector.translate(new Map([[path, text]]), "2026-03-01");
  return { tables: facts?.mindshare ?? [], rejected };
}

describe("requests", () => {
  test("are one for each entity with a name there, about the day before", () => {
    const requests = hackerNews.live?.requests("2026-03-01") ?? [];
    expect(requests.map(({ path }) => path)).toEqual([
      "2026-02-28/agent/coder.json",
      "2026-02-28/provider/acme.json",
    ]);
    const { searchParams } = new URL(requests[0]?.url ?? "");
    expect(searchParams.get("query")).toBe('"Coder & Sons"');
    expect(searchParams.get("numericFilters")).toBe(
      "created_at_i>=1772236800,created_at_i<1772323200",
    );
    expect(hackerNews.minRows).toBe(2);
  });
});

const CODER = "2026-02-28/agent/coder.json";
const ACME = "2026-02-28/provider/acme.json";

describe("answers", () => {
  test("become rows of the entity's type and of the day that was requested", () => {
    expect(translate(hackerNews, CODER, { hits: [], nbHits: 0 }).tables).toEqual([
      {
        file: "agent",
        rows: [
          {
            day: "2026-02-28",
            slug: "coder",
            hn_mentions: 0,
            wiki_views: null,
            github_stars: null,
            github_commits: null,
            github_prs: null,
            source: "hacker-news",
          },
        ],
      },
    ]);
    expect(translate(githubStars, CODER, { stargazers_count: 1234 }).tables).toMatchObject([
      { file: "agent", rows: [{ day: "2026-02-28", github_stars: 1234 }] },
    ]);
  });

  test.each<[string, Collector, string, unknown]>([
    ["a missing count", hackerNews, CODER, {}],
    ["a count as text", hackerNews, CODER, { nbHits: "12" }],
    ["a negative count", hackerNews, CODER, { nbHits: -1 }],
    ["null", hackerNews, CODER, null],
    ["a page of HTML", hackerNews, CODER, "<html>busy</html>"],
    ["half a star", githubStars, CODER, { stargazers_count: 1.5 }],
    ["no list of views", wikimedia, ACME, { type: "not_found" }],
    ["views of no day", wikimedia, ACME, { items: [{ timestamp: "2026023000", views: 5 }] }],
    ["null views", wikimedia, ACME, { items: [{ timestamp: "2026022800", views: null }] }],
    ["an entity that is not listed", hackerNews, "2026-02-28/model/renamed.json", { nbHits: 3 }],
  ])("with %s are rejected, not taken for zero", (_name, collector, path, body) => {
    const { tables, rejected } = translate(collector, path, body);
    expect(tables.flatMap(({ rows }) => rows)).toEqual([]);
    expect(rejected).toMatchObject([{ place: expect.stringContaining(path) }]);
  });
});
