/** How good the search is: the rank of the first right answer to each judged query. */
import type { ModelRow } from "../../../build/model/catalog/rows.ts";
import type { Search } from "../search.ts";
import { isPointer } from "../versions.ts";
import { HALVES, type Half, type JudgedQuery, QUESTION_KINDS } from "./judged-queries.ts";

interface EvaluatedQuery extends JudgedQuery {
  /** Of the first right answer, from 1; null when there is none among the first ten. */
  rank: number | null;
  /** What came first, right or not; null when nothing was found. */
  first: string | null;
}

/** Nobody looks further down; a right answer there counts as none. */
const LOOKED_AT = 10;
/** Mean reciprocal rank that the held half has to reach. */
export const GOAL = 0.95;

export function evaluate(queries: readonly JudgedQuery[], search: Search): EvaluatedQuery[] {
  return queries.map((judged) => {
    const { hits } = search.find(judged.query, { type: judged.type, limit: LOOKED_AT });
    const found = hits.map(({ type, slug }) => `${type}:${slug}`);
    const at = found.findIndex((answer) => isExpected(answer, judged.expected));
    return { ...judged, rank: at < 0 ? null : at + 1, first: found[0] ?? null };
  });
}

const isExpected = (answer: string, expected: readonly string[]): boolean =>
  expected.some((pattern) =>
    pattern.includes("*")
      ? new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(answer)
      : pattern === answer,
  );

/** Queries that ask something and are answered first by a thing of another type than every right answer: an MCP server to a price. */
export function answeredByOtherType(queries: readonly EvaluatedQuery[]): EvaluatedQuery[] {
  const typeOf = (answer: string | null) => answer?.split(":")[0];
  return queries.filter(
    ({ kind, first, expected }) =>
      (QUESTION_KINDS as readonly string[]).includes(kind) &&
      !expected.some((right) => typeOf(right) === typeOf(first)),
  );
}

/** 1 when every first answer is right, a half when every second is. */
export const meanReciprocalRank = (queries: readonly Pick<EvaluatedQuery, "rank">[]): number =>
  queries.reduce((sum, { rank }) => sum + (rank === null ? 0 : 1 / rank), 0) / queries.length;

/** Slugs and names of models that do not lead to themselves. Models of one name share the first place; a name for whatever is newest (`Kimi`) is not the pointer's own. */
export function misnamed(models: readonly ModelRow[], search: Search): string[] {
  const first = (query: string) => search.find(query, { type: "model", limit: 1 }).hits[0];
  return models.flatMap(({ slug, name }) => [
    ...(first(slug)?.slug === slug ? [] : [slug]),
    ...(isPointer(slug) || first(name)?.name.toLowerCase() === name.toLowerCase() ? [] : [name]),
  ]);
}

/** The report's table: a line for each kind, with both halves. */
export function toTable(queries: readonly EvaluatedQuery[]): string {
  const kinds = [...new Set(queries.map(({ kind }) => kind)), "all"];
  const cell = (kind: string, half: Half) => {
    const chosen = queries.filter((one) => one.half === half && [one.kind, "all"].includes(kind));
    return `${meanReciprocalRank(chosen).toFixed(3)} of ${String(chosen.length).padStart(3)}`;
  };
  const lines = kinds.map((kind) =>
    [kind.padEnd(12), ...HALVES.map((half) => cell(kind, half))].join("  "),
  );
  return [["kind".padEnd(12), ...HALVES.map((half) => half.padEnd(12))].join("  "), ...lines].join(
    "\n",
  );
}

/** A query whose first answer is not right, as a line of the report. */
export const toMissLine = (missed: EvaluatedQuery): string => {
  const { half, kind, query, type, rank, first, expected } = missed;
  return `${half} ${kind}: ${query}${type ? ` (${type})` : ""} → ${first ?? "nothing"}, right at ${rank ?? "none"}: ${expected.slice(0, 3).join(" ")}`;
};
