/**
 * Public attention to labs, models and agents, day by day: stories on Hacker News, views of Wikipedia articles, stars
 * on GitHub. One request per entity, one row per entity and day.
 */
import { z } from "zod";
import type { MindshareDay } from "../schema/activity.ts";
import type { Attention } from "../schema/editorial.ts";
import { IsoDate } from "../schema/values.ts";
import { type Collected, type Collector, licensed } from "./listing.ts";
import { fetchDaily, type LiveRequest, type UpstreamFiles } from "./live.ts";
import { datedPath, daysBefore, readDatedPath, UpstreamReader } from "./parse/rows.ts";

type Counts = Partial<Omit<MindshareDay, "day" | "slug" | "source">>;

export const emptyDay = (day: string, slug: string, source: string): MindshareDay => ({
  day,
  slug,
  hn_mentions: null,
  wiki_views: null,
  github_stars: null,
  github_commits: null,
  github_prs: null,
  source,
});

interface AttentionSource<T> {
  source: Omit<Collector["source"], "provides">;
  /** What names the entity at this source; entities without it are not requested. */
  field: "hn_query" | "wikipedia_article" | "github_repo";
  /** @param day The day before the reading. */
  toUrl(name: string, day: string): string;
  keyFrom?: string;
  answer: z.ZodType<T>;
  /** What an answer counts; `day` is the one that was requested. */
  toDays(answer: T, day: string): (Counts & { day: string })[];
}

/**
 * The answer about an entity is kept under `<day>/<type>/<slug>.json`, of the day before the reading.
 * @param attention All entities, as data/aliases/attention.csv has them.
 */
function toCollector<T>(given: AttentionSource<T>, attention: readonly Attention[]): Collector {
  const { source, field, toUrl, keyFrom } = given;
  const entities = attention.filter((entity) => entity[field] !== null);
  const toRequest = (entity: Attention, day: string): LiveRequest => ({
    url: toUrl(entity[field] ?? "", day),
    path: datedPath(day, entity.entity_type, entity.slug),
    optional: true,
    ...(keyFrom !== undefined && { keyFrom }),
  });
  return {
    source: { ...source, provides: ["mindshare"] },
    live: fetchDaily((day) => entities.map((entity) => toRequest(entity, daysBefore(day, 1))), {
      megabytes: 1,
      seconds: 600,
    }),
    // One entity that was renamed does not stop the others.
    minRows: Math.ceil(0.8 * entities.length),
    translate: (files) => translate(files, given, attention),
  };
}

function translate<T>(
  files: UpstreamFiles,
  { source: { id }, answer: schema, toDays }: AttentionSource<T>,
  attention: readonly Attention[],
): Collected {
  const reader = new UpstreamReader(id, files);
  const tables = new Map<string, MindshareDay[]>();
  const known = new Set(attention.map((entity) => `${entity.entity_type} ${entity.slug}`));
  for (const file of files.keys()) {
    const { day, parts } = readDatedPath(file);
    const [type = "", slug] = parts;
    if (!["agent", "model", "provider"].includes(type) || slug === undefined) continue;
    if (!known.has(`${type} ${slug}`)) {
      reader.reject(file, `${type} ${slug}`, "not counted: see data/aliases/attention.csv");
      continue;
    }
    const answer = reader.json(file, schema);
    const days = answer === undefined ? [] : toDays(answer, day);
    const rows = days.map((counted) => ({ ...emptyDay(counted.day, slug, id), ...counted }));
    tables.set(type, [...(tables.get(type) ?? []), ...rows]);
  }
  const mindshare = [...tables].map(([file, rows]) => ({ file, rows }));
  return { facts: { mindshare }, rejected: reader.rejected };
}

const STORIES = "https://hn.algolia.com/api/v1/search_by_date";
const HnAnswer = z.looseObject({ nbHits: z.int().nonnegative() });

/** How many Hacker News stories of a day name an entity: Algolia's search of Hacker News. */
const hackerNews: AttentionSource<z.infer<typeof HnAnswer>> = {
  source: {
    id: "hacker-news",
    name: "Hacker News Search",
    url: "https://hn.algolia.com",
    data_url: STORIES,
    ...licensed("LicenseRef-Hacker-News-Search", "https://hn.algolia.com/api"),
    credit: "Counts of Hacker News stories: Hacker News Search by Algolia",
  },
  field: "hn_query",
  /** One whole day (UTC), and only the number of its stories. */
  toUrl(phrase, day) {
    const [start, end] = [day, daysBefore(day, -1)].map((one) => Date.parse(one) / 1000);
    const query = new URLSearchParams({
      query: `"${phrase}"`,
      tags: "story",
      numericFilters: `created_at_i>=${start},created_at_i<${end}`,
      hitsPerPage: "0",
      // Quotes mean a phrase, and OpenAI is not OpenAPI.
      advancedSyntax: "true",
      typoTolerance: "false",
    });
    return `${STORIES}?${query}`;
  },
  answer: HnAnswer,
  toDays: ({ nbHits }, day) => [{ day, hn_mentions: nbHits }],
};

const VIEWS = "https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article";
/** Views may come a day late, so each reading covers the last three days. */
const DAYS_OF_VIEWS = 3;

/** `2026082000` (a day and the hour 0) → `2026-08-20`. */
const toDay = (timestamp: string): string =>
  timestamp.replace(/^(\d{4})(\d{2})(\d{2})(\d{2})?$/, "$1-$2-$3");

const View = z.looseObject({
  timestamp: z.string().transform(toDay).pipe(IsoDate),
  views: z.int().nonnegative(),
});
const WikimediaAnswer = z.looseObject({ items: z.array(View) });

/** How often people read the English Wikipedia's article about an entity. */
const wikimedia: AttentionSource<z.infer<typeof WikimediaAnswer>> = {
  source: {
    id: "wikimedia",
    name: "Wikimedia page views",
    url: "https://doc.wikimedia.org/generated-data-platform/aqs/analytics-api/",
    data_url: VIEWS,
    ...licensed("CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    credit: "Views of Wikipedia articles: Wikimedia Analytics API, CC0 1.0",
  },
  field: "wikipedia_article",
  /** `user` leaves out crawlers. */
  toUrl(article, day) {
    const [start, end] = [DAYS_OF_VIEWS - 1, 0].map((n) => daysBefore(day, n).replaceAll("-", ""));
    const page = `en.wikipedia/all-access/user/${encodeURIComponent(article)}`;
    return `${VIEWS}/${page}/daily/${start}/${end}`;
  },
  answer: WikimediaAnswer,
  toDays: ({ items }) =>
    items.map(({ timestamp, views }) => ({ day: timestamp, wiki_views: views })),
};

const REPOSITORIES = "https://api.github.com/repos";
const TERMS = "https://docs.github.com/en/site-policy/github-terms/github-terms-of-service";
const GithubAnswer = z.looseObject({ stargazers_count: z.int().nonnegative() });

/** Stars are a stock, read in the night after a day: the row is the day's end. */
const githubStars: AttentionSource<z.infer<typeof GithubAnswer>> = {
  source: {
    id: "github-stars",
    name: "GitHub, stars of repositories",
    url: "https://docs.github.com/en/rest/repos/repos",
    data_url: REPOSITORIES,
    ...licensed("LicenseRef-GitHub-Terms-of-Service", TERMS),
    credit: "Numbers of stars: GitHub REST API",
  },
  field: "github_repo",
  toUrl: (repository) => `${REPOSITORIES}/${repository}`,
  keyFrom: "GITHUB_TOKEN",
  answer: GithubAnswer,
  toDays: ({ stargazers_count }, day) => [{ day, github_stars: stargazers_count }],
};

export const createAttentionCollectors = (attention: readonly Attention[]): Collector[] => [
  toCollector(hackerNews, attention),
  toCollector(wikimedia, attention),
  toCollector(githubStars, attention),
];
