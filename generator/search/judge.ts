/** How good the search is, by queries whose right first answers people have written down (judged.csv). */
import { z } from "zod";
import type { ModelRow } from "../../build/read-model/catalog/rows.ts";
import { SEARCH_TYPES } from "./documents.ts";
import type { Search } from "./search.ts";

/** `tune` may be looked at while the ranking is changed; `held` only says whether that worked elsewhere too. */
export const HALVES = ["tune", "held"] as const;
type Half = (typeof HALVES)[number];

export const JudgedQuery = z.strictObject({
  query: z.string().min(1),
  type: z.preprocess((text) => (text === "" ? undefined : text), z.enum(SEARCH_TYPES).optional()),
  expected: z
    .string()
    .min(1)
    .transform((text) => text.split(" "))
    .describe("`type:slug` of every answer that is right as the first"),
  kind: z.string().min(1),
  half: z.enum(HALVES),
});
export type JudgedQuery = z.infer<typeof JudgedQuery>;

interface Verdict extends JudgedQuery {
  /** Of the first right answer, from 1; null when there is none among the first ten. */
  rank: number | null;
  /** What came first instead of a right answer. */
  first: string | null;
}

/** Nobody looks further down; a right answer there counts as none. */
const LOOKED_AT = 10;
export const GOAL = 0.95;

export function judge(queries: readonly JudgedQuery[], search: Search): Verdict[] {
  return queries.map((judged) => {
    const { hits } = search.find(judged.query, { type: judged.type, limit: LOOKED_AT });
    const found = hits.map(({ type, slug }) => `${type}:${slug}`);
    const at = found.findIndex((answer) => judged.expected.includes(answer));
    return { ...judged, rank: at < 0 ? null : at + 1, first: found[0] ?? null };
  });
}

/** Mean reciprocal rank: 1 when every first answer is right, a half when every second is. */
export const meanReciprocalRank = (verdicts: readonly Pick<Verdict, "rank">[]): number =>
  verdicts.reduce((sum, { rank }) => sum + (rank === null ? 0 : 1 / rank), 0) / verdicts.length;

/** Slugs and names of models that do not lead to themselves. Models of one name share the first place. */
export function misnamed(models: readonly ModelRow[], search: Search): string[] {
  const first = (query: string) => search.find(query, { type: "model", limit: 1 }).hits[0];
  return models.flatMap(({ slug, name }) => [
    ...(first(slug)?.slug === slug ? [] : [slug]),
    ...(first(name)?.name.toLowerCase() === name.toLowerCase() ? [] : [name]),
  ]);
}

/** The report's table: a line for each kind, with both halves. */
export function toTable(verdicts: readonly Verdict[]): string {
  const kinds = [...new Set(verdicts.map(({ kind }) => kind)), "all"];
  const cell = (kind: string, half: Half) => {
    const chosen = verdicts.filter((one) => one.half === half && [one.kind, "all"].includes(kind));
    return `${meanReciprocalRank(chosen).toFixed(3)} of ${String(chosen.length).padStart(3)}`;
  };
  const lines = kinds.map((kind) =>
    [kind.padEnd(12), ...HALVES.map((half) => cell(kind, half))].join("  "),
  );
  return [["kind".padEnd(12), ...HALVES.map((half) => half.padEnd(12))].join("  "), ...lines].join(
    "\n",
  );
}

export const toMiss = ({ half, kind, query, type, rank, first, expected }: Verdict): string =>
  `${half} ${kind}: ${query}${type ? ` (${type})` : ""} → ${first ?? "nothing"}, right at ${rank ?? "none"}: ${expected.slice(0, 3).join(" ")}`;
