/** What the collectors of public attention share: one request per entity, one row per entity and day. */
import type { z } from "zod";
import type { MindshareDay } from "../schema/activity.ts";
import type { Attention } from "../schema/editorial.ts";
import type { Collected, Collector } from "./listing.ts";
import type { LiveRequest, UpstreamFiles } from "./live.ts";
import {
  createRejects,
  datedPath,
  daysBefore,
  parseJsonValue,
  readDatedPath,
} from "./parse/rows.ts";

type EntityType = Attention["entity_type"];
type Signal = "hn_mentions" | "wiki_views" | "github_stars" | "github_commits" | "github_prs";

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
  source: Collector["source"];
  /** All entities, as data/aliases/attention.csv has them. */
  attention: readonly Attention[];
  /** What names the entity at this source; entities without it are not requested. */
  field: "hn_query" | "wikipedia_article" | "github_repo";
  /** @param day The day before the reading. */
  toUrl(name: string, day: string): string;
  keyFrom?: string;
  answer: z.ZodType<T>;
  /** What an answer counts; `day` is the one that was requested. */
  toDays(answer: T, day: string): { day: string; counts: Partial<Record<Signal, number>> }[];
}

/** The answer about an entity is kept under `<day>/<type>/<slug>.json`, of the day before the reading. */
export function createAttentionCollector<T>(given: AttentionSource<T>): Collector {
  const { source, attention, field, toUrl, keyFrom } = given;
  const entities = attention.filter((entity) => entity[field] !== null);
  const toRequest = (entity: Attention, day: string): LiveRequest => ({
    url: toUrl(entity[field] ?? "", day),
    path: datedPath(day, entity.entity_type, entity.slug),
    optional: true,
    ...(keyFrom !== undefined && { keyFrom }),
  });
  return {
    source,
    live: {
      requests: (day) => entities.map((entity) => toRequest(entity, daysBefore(day, 1))),
      everyDays: 1,
      maxBytes: 1_000_000,
      limitMs: 600_000,
    },
    // One entity that was renamed does not stop the others.
    minRows: Math.ceil(0.8 * entities.length),
    translate: (files) => translate(files, given),
  };
}

function translate<T>(
  files: UpstreamFiles,
  { source: { id }, attention, answer: schema, toDays }: AttentionSource<T>,
): Collected {
  const tables = new Map<EntityType, MindshareDay[]>();
  const { rejected, reject } = createRejects(id);
  const known = new Set(attention.map((entity) => `${entity.entity_type} ${entity.slug}`));
  for (const file of files.keys()) {
    const { day, parts } = readDatedPath(file) ?? { day: "", parts: [] };
    const [type, slug] = parts;
    if (!isEntityType(type) || slug === undefined) continue;
    if (!known.has(`${type} ${slug}`)) {
      reject(file, `${type} ${slug}`, "not counted: see data/aliases/attention.csv");
      continue;
    }
    const answer = parseJsonValue(files, { source: id, file }, schema);
    rejected.push(...answer.rejected);
    const rows = answer.rows
      .flatMap((one) => toDays(one, day))
      .map((counted) => ({ ...emptyDay(counted.day, slug, id), ...counted.counts }));
    tables.set(type, [...(tables.get(type) ?? []), ...rows]);
  }
  return { facts: { mindshare: [...tables].map(([file, rows]) => ({ file, rows })) }, rejected };
}

const isEntityType = (text: string | undefined): text is EntityType =>
  text === "agent" || text === "model" || text === "provider";
