/** What the collectors of public attention share: one request per entity, one row per entity and day. */
import type { z } from "zod";
import type { MindshareDay } from "../schema/activity.ts";
import type { Attention } from "../schema/editorial.ts";
import type { Collected, PlainFacts, Rejected, UpstreamFiles } from "./listing.ts";
import type { LiveRequest } from "./live.ts";
import { datedPath, readDatedPath } from "./parse/dated-paths.ts";
import { parseJsonValue } from "./parse/upstream-rows.ts";

type EntityType = Attention["entity_type"];
type Signal = "hn_mentions" | "wiki_views" | "github_stars" | "github_commits" | "github_prs";

/** What an answer says of one day. */
export interface CountedDay {
  day: string;
  counts: Partial<Record<Signal, number>>;
}

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

/** So many rows come at least when four of five entities answered: one that was renamed stops nobody. */
export const fourFifthsOf = (entities: readonly unknown[]): number =>
  Math.ceil(0.8 * entities.length);

/** The answer about an entity stands under `<day>/<type>/<slug>.json`. */
export const requestFor = (
  { entity_type, slug }: Attention,
  day: string,
  url: string,
): LiveRequest => ({ url, path: datedPath(day, entity_type, slug), optional: true });

/**
 * Answers → mindshare rows by entity type. A copy of another day may count what has another name by now.
 * @param asked What is counted, and under which slug; answers about anything else are rejected.
 * @param toDays What an answer counts; `day` is the one that was asked for.
 */
export function translateAnswers<T>(
  files: UpstreamFiles,
  source: string,
  asked: readonly Attention[],
  schema: z.ZodType<T>,
  toDays: (answer: T, day: string) => CountedDay[],
): Collected {
  const tables = new Map<EntityType, MindshareDay[]>();
  const rejected: Rejected[] = [];
  const known = new Set(asked.map((entity) => `${entity.entity_type} ${entity.slug}`));
  for (const file of files.keys()) {
    const { day, parts } = readDatedPath(file) ?? { day: "", parts: [] };
    const [type, slug] = parts;
    if (!isEntityType(type) || slug === undefined) continue;
    if (!known.has(`${type} ${slug}`)) {
      const reason = "nobody of this name is counted: see data/aliases/attention.csv";
      rejected.push({ source, place: file, value: `${type} ${slug}`, reason });
      continue;
    }
    const answer = parseJsonValue(files, { source, file }, schema);
    rejected.push(...answer.rejected);
    const rows = answer.rows
      .flatMap((one) => toDays(one, day))
      .map((counted) => ({ ...emptyDay(counted.day, slug, source), ...counted.counts }));
    tables.set(type, [...(tables.get(type) ?? []), ...rows]);
  }
  return { facts: { mindshare: toTables(tables) }, rejected };
}

const isEntityType = (text: string | undefined): text is EntityType =>
  text === "agent" || text === "model" || text === "provider";

const toTables = (
  tables: ReadonlyMap<EntityType, MindshareDay[]>,
): NonNullable<PlainFacts["mindshare"]> => [...tables].map(([file, rows]) => ({ file, rows }));
