/**
 * What holds of every snapshot, counted: each of these is at 0 before anything is published. The build, the ingest and
 * the night stop at one that is not; the scoreboard and the tests show the counts.
 */
import type { DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";
import { FactsError, type Fault } from "../facts/fault.ts";
import { LAST_ROWS, RULES } from "./invariant-rules.ts";

const Case = z.object({
  /** `model host id`, or what else says which. */
  example: z.string(),
  /** Where the fact stands that is to blame, below `data/`. */
  file: z.string(),
  line: z.int(),
});

export interface Invariant {
  name: string;
  /** What the rows are that break it, in words. */
  says: string;
  /** One for each row that breaks it, in the order of their examples. */
  cases: readonly z.infer<typeof Case>[];
}

/**
 * What a rule's query may name beside `example`: the statement to blame, the id's offer, the model, the benchmark, a
 * row of `scores`, or the day of a chip's rent.
 */
const NAMED = `SELECT NULL::VARCHAR AS example, NULL::VARCHAR AS host, NULL::VARCHAR AS model_id,
  NULL::VARCHAR AS source, NULL::VARCHAR AS date, NULL::VARCHAR AS offer_of, NULL::VARCHAR AS model,
  NULL::VARCHAR AS benchmark, NULL::BIGINT AS score, NULL::VARCHAR AS rent_of, NULL::VARCHAR AS rent WHERE false`;

/** @param db Of a snapshot whose views are all made. In the order in which they are listed here. */
export async function readInvariants(db: DuckDBConnection): Promise<Invariant[]> {
  const counts = Object.entries(RULES).map(
    ([name, [, sql]]) => `SELECT '${name}' AS name, count(*)::INTEGER AS cases FROM (${sql})`,
  );
  const reader = await db.runAndReadAll(`WITH ${LAST_ROWS} ${counts.join(" UNION ALL ")}`);
  const broken = new Set(reader.getRowsJS().flatMap(([name, cases]) => (cases ? [name] : [])));
  const invariants: Invariant[] = [];
  for (const [name, [says, sql]] of Object.entries(RULES))
    invariants.push({ name, says, cases: broken.has(name) ? await readCases(db, sql) : [] });
  return invariants;
}

/** Of a statement the last one that was in force; rows stand in the tables as in the files. */
async function readCases(db: DuckDBConnection, sql: string): Promise<Invariant["cases"]> {
  const reader = await db.runAndReadAll(`
    WITH ${LAST_ROWS},
    cases AS (${NAMED} UNION ALL BY NAME FROM (${sql})),
    lines AS (
      SELECT *, rowid - min(rowid) OVER (PARTITION BY host) + 2 AS line FROM prices
    ),
    offer_lines AS (SELECT *, rowid - min(rowid) OVER (PARTITION BY host) + 2 AS line FROM offers),
    rent_lines AS (SELECT *, rowid - min(rowid) OVER (PARTITION BY source) + 2 AS line FROM gpu_rental),
    score_lines AS (SELECT rowid AS score, rowid - min(rowid) OVER (PARTITION BY benchmark) + 2 AS line FROM scores)
    SELECT c.example,
      CASE WHEN c.model IS NOT NULL THEN concat('models/', any_value(m.lab), '/', c.model, '.json')
        WHEN c.rent IS NOT NULL THEN concat('gpu-rental/', c.rent_of, '.csv')
        WHEN c.offer_of IS NOT NULL THEN concat('offers/', c.offer_of, '.csv')
        WHEN c.score IS NOT NULL THEN concat('scores/', c.benchmark, '.csv')
        WHEN c.benchmark IS NOT NULL THEN concat('benchmarks/', c.benchmark, '.json')
        ELSE concat('prices/', c.host, '.csv') END AS file,
      coalesce(max(l.line), max(o.line), max(s.line), max(r.line), 1)::INTEGER AS line
    FROM cases c
    LEFT JOIN lines l ON l.host = c.host AND l.model_id = c.model_id AND (c.source IS NULL OR l.source = c.source)
      AND (c.date IS NULL OR coalesce(l.effective, l.recorded) <= c.date) AND NOT coalesce(starts_with(l.note, 'suspect:'), false)
    LEFT JOIN offer_lines o ON o.host = c.offer_of AND o.model_id = c.model_id
    LEFT JOIN score_lines s ON s.score = c.score
    LEFT JOIN rent_lines r ON r.source = c.rent_of AND r.chip_slug = c.rent AND r.day = c.date
    LEFT JOIN models m ON m.slug = c.model
    GROUP BY c.example, c.host, c.model_id, c.offer_of, c.model, c.date, c.benchmark, c.score, c.rent_of, c.rent
    ORDER BY c.example, c.date`);
  return z.array(Case).parse(reader.getRowObjectsJS());
}

/** @throws FactsError that names the file and line of what breaks an invariant, when one is broken. */
export async function requireInvariants(db: DuckDBConnection): Promise<void> {
  const faults = (await readInvariants(db)).flatMap(({ says, cases }) =>
    cases.map(
      ({ example, file, line }): Fault => ({
        ...{ file, line, field: "" },
        message: `${example} is among what must not be published: ${says}; mend this row, or append one that corrects it`,
      }),
    ),
  );
  if (faults.length > 0) throw new FactsError(faults);
}
