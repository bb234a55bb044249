/** Daily attention to labs, models and agents: Hacker News, Wikipedia, GitHub stars, and commits by agents. */
import * as z from "zod";
import { PublicAttentionOfDay } from "../schema/activity.ts";
import type { PublicAttentionQueries } from "../schema/editorial.ts";
import type { SourceDescription } from "../schema/source.ts";
import { createNullFields, IsoDate, subtractDays } from "../schema/values.ts";
import { type Collector, parseDatedSourceFilePath, toDatedSourceFilePath } from "./collector.ts";

const Count = z.int().nonnegative();
type Counts = Partial<Omit<PublicAttentionOfDay, "day" | "slug" | "source">>;

const emptyDay = (day: string, slug: string, source: string): PublicAttentionOfDay => ({
  ...createNullFields(PublicAttentionOfDay),
  day,
  slug,
  source,
});

interface AttentionSource {
  id: string;
  description: Omit<SourceDescription, "provides">;
  /** What names the entity at this source; entities without it are not requested. */
  field: "hn_query" | "wikipedia_article" | "github_repo";
  /** @param day The day before the reading. */
  toUrl(name: string, day: string): string;
  keyFrom?: string;
  /** What an answer counts; `day` where it is not the one that was requested. */
  counts: z.ZodType<(Counts & { day?: string })[]>;
}

/** Each answer is stored under `<day>/<type>/<slug>.json`, where the day is the one before the reading. */
function toCollector(
  given: AttentionSource,
  attention: readonly PublicAttentionQueries[],
): Collector {
  const { id, description, field, toUrl, keyFrom, counts } = given;
  const entities = attention.filter((entity) => entity[field] !== null);
  const known = new Set(attention.map((entity) => `${entity.entity_type} ${entity.slug}`));
  const requests = (today: string) => {
    const day = subtractDays(today, 1);
    return entities.map((entity) => ({
      url: toUrl(entity[field] ?? "", day),
      path: toDatedSourceFilePath(day, entity.entity_type, entity.slug),
      optional: true,
      ...(keyFrom !== undefined && { keyFrom }),
    }));
  };
  return {
    id,
    description: { ...description, provides: ["mindshare"] },
    live: { requests, megabytes: 1, seconds: 600 },
    // Lower than the number of entities, so that one renamed entity does not stop the others.
    minRows: Math.ceil(0.8 * entities.length),
    translate(reader) {
      const tables = new Map<string, PublicAttentionOfDay[]>();
      for (const file of reader.files.keys()) {
        const { day, parts } = parseDatedSourceFilePath(file);
        const [type = "", slug] = parts;
        if (!["agent", "model", "provider"].includes(type) || slug === undefined) continue;
        if (!known.has(`${type} ${slug}`)) {
          reader.reject(file, `${type} ${slug}`, "not counted: see data/aliases/attention.csv");
          continue;
        }
        const empty = emptyDay(day, slug, reader.source);
        const rows = (reader.json(file, counts) ?? []).map((one) => ({ ...empty, ...one }));
        tables.set(type, [...(tables.get(type) ?? []), ...rows]);
      }
      return { facts: { mindshare: [...tables].map(([file, rows]) => ({ file, rows })) } };
    },
  };
}

const STORIES = "https://hn.algolia.com/api/v1/search_by_date";

/** How many Hacker News stories of a day name an entity: Algolia's search of Hacker News. */
const hackerNews: AttentionSource = {
  id: "hacker-news",
  description: {
    name: "Hacker News Search",
    url: "https://hn.algolia.com",
    data_url: STORIES,
    license: "LicenseRef-Hacker-News-Search",
    license_url: "https://hn.algolia.com/api",
    credit: "Counts of Hacker News stories: Hacker News Search by Algolia",
  },
  field: "hn_query",
  /** One whole day (UTC), and only the number of its stories. */
  toUrl(phrase, day) {
    const [start, end] = [day, subtractDays(day, -1)].map((one) => Date.parse(one) / 1000);
    const query = new URLSearchParams({
      query: `"${phrase}"`,
      tags: "story",
      numericFilters: `created_at_i>=${start},created_at_i<${end}`,
      hitsPerPage: "0",
      // Enables phrases in quotes. Without typo tolerance, OpenAI does not match OpenAPI.
      advancedSyntax: "true",
      typoTolerance: "false",
    });
    return `${STORIES}?${query}`;
  },
  counts: z.looseObject({ nbHits: Count }).transform(({ nbHits }) => [{ hn_mentions: nbHits }]),
};

const VIEWS = "https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article";
/** Views may come a day late, so each reading covers the last three days. */
const DAYS_OF_VIEWS = 3;

/** `2026082000` (a day and the hour 0) → `2026-08-20`. */
const toDay = (timestamp: string): string =>
  timestamp.replace(/^(\d{4})(\d{2})(\d{2})(\d{2})?$/, "$1-$2-$3");

const View = z.looseObject({
  timestamp: z.string().transform(toDay).pipe(IsoDate),
  views: Count,
});

/** Page views of an entity's article in the English Wikipedia. */
const wikimedia: AttentionSource = {
  id: "wikimedia",
  description: {
    name: "Wikimedia page views",
    url: "https://doc.wikimedia.org/generated-data-platform/aqs/analytics-api/",
    data_url: VIEWS,
    license: "CC0-1.0",
    license_url: "https://creativecommons.org/publicdomain/zero/1.0/",
    credit: "Views of Wikipedia articles: Wikimedia Analytics API, CC0 1.0",
  },
  field: "wikipedia_article",
  /** The agent type `user` excludes crawlers. */
  toUrl(article, day) {
    const [start, end] = [DAYS_OF_VIEWS - 1, 0].map((n) =>
      subtractDays(day, n).replaceAll("-", ""),
    );
    const page = `en.wikipedia/all-access/user/${encodeURIComponent(article)}`;
    return `${VIEWS}/${page}/daily/${start}/${end}`;
  },
  counts: z
    .looseObject({ items: z.array(View) })
    .transform(({ items }) =>
      items.map(({ timestamp: day, views: wiki_views }) => ({ day, wiki_views })),
    ),
};

const REPOSITORIES = "https://api.github.com/repos";
const TERMS = "https://docs.github.com/en/site-policy/github-terms/github-terms-of-service";

/** The number of stars is read after the day has ended: the row has the count at its end. */
const githubStars: AttentionSource = {
  id: "github-stars",
  description: {
    name: "GitHub, stars of repositories",
    url: "https://docs.github.com/en/rest/repos/repos",
    data_url: REPOSITORIES,
    license: "LicenseRef-GitHub-Terms-of-Service",
    license_url: TERMS,
    credit: "Numbers of stars: GitHub REST API",
  },
  field: "github_repo",
  toUrl: (repository) => `${REPOSITORIES}/${repository}`,
  keyFrom: "GITHUB_TOKEN",
  counts: z
    .looseObject({ stargazers_count: Count })
    .transform(({ stargazers_count }) => [{ github_stars: stargazers_count }]),
};

export const createAttentionCollectors = (
  attention: readonly PublicAttentionQueries[],
): Collector[] =>
  [hackerNews, wikimedia, githubStars].map((source) => toCollector(source, attention));

const AGENTS_FILE = "agents_daily.csv";

/** Upstream's key → our slug. Cursor's three are overlapping searches, so they are not added up. */
const AGENTS: ReadonlyMap<string, string> = new Map([
  ...["aider", "amp", "codex", "cursor", "devin", "jules", "opencode", "windsurf"].map(
    (name) => [name, name] as const,
  ),
  ["amazonq", "amazon-q-developer"],
  ["claude", "claude-code"],
  ["copilot", "github-copilot"],
  ["cursor_bg", "cursor-background-agent"],
  ["cursor_editor", "cursor-editor"],
]);

/** The upstream counts more commits for this agent than there are on all of GitHub. */
const BROKEN_AGENT = "junie";

const AgentDay = z.object({
  day: IsoDate,
  agent: z.string().min(1),
  metric: z.enum(["commits", "prs"]),
  count: z.string().regex(/^\d+$/, "not a count").transform(Number),
});

/** Daily commits and pull requests on public GitHub that are signed by a coding agent. */
export const codingAgentActivityCollector: Collector = {
  id: "coding-agents",
  minRows: 5000,
  /** One row per day and agent. What the upstream lacks on a day (commits of March 2025) is null. */
  translate(reader) {
    const rows = new Map<string, PublicAttentionOfDay>();
    for (const { day, agent, metric, count } of reader.csv(AGENTS_FILE, AgentDay)) {
      const slug = AGENTS.get(agent);
      if (slug === undefined) {
        const reason =
          agent === BROKEN_AGENT
            ? "wrong count: more commits than GitHub has in total"
            : "unknown agent; add it to AGENTS and to data/agents";
        reader.reject(`${AGENTS_FILE}, ${day}`, `${agent} ${metric}`, reason);
        continue;
      }
      const row = rows.get(`${day} ${slug}`) ?? emptyDay(day, slug, reader.source);
      row[metric === "commits" ? "github_commits" : "github_prs"] = count;
      rows.set(`${day} ${slug}`, row);
    }
    return { facts: { mindshare: [{ file: "agent", rows: [...rows.values()] }] } };
  },
};
