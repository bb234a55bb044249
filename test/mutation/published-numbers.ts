/** The numbers and days that the catalogue publishes, each by its name, to compare two trees of facts. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { z } from "zod";

const Published = z.object({
  /** `price gpt-4o azure input`, `score gpt-4o mmlu`: what it is. */
  name: z.string(),
  /** Days as their number since 1970, so that a moved day is another number. */
  value: z.number(),
  /** Shown as unverified or disputed. */
  is_marked: z.boolean(),
});
export type Published = z.infer<typeof Published>;

const EPOCH_DAY = (column: string) => `epoch(${column}::TIMESTAMP) / 86400`;
const dated = (columns: readonly string[]) =>
  columns.map((column) => `'${column}', ${EPOCH_DAY(column)}`).join(", ");
const numbered = (columns: readonly string[]) =>
  columns.map((column) => `'${column}', ${column}::DOUBLE`).join(", ");

/** Rows of (what, fields as a map, mark) → one row a field that is known. */
const NUMBERS = `
  WITH groups AS (
    SELECT concat_ws(' ', 'offer', model, host) AS what, trust <> 'verified' AS is_marked,
      MAP {${mapOf(numbered(["input", "output", "cache_read", "cache_write", "batch_input", "batch_output", "context_window", "max_output_tokens"]))}} AS fields
    FROM catalog_offers
    UNION ALL SELECT concat_ws(' ', 'list price', model), trust <> 'verified', MAP {${mapOf(numbered(["input", "output"]))}}
    FROM catalog_offers WHERE is_list_price
    UNION ALL SELECT concat_ws(' ', 'model', slug), false,
      MAP {${mapOf(numbered(["context_window", "max_output_tokens"]))}, ${mapOf(dated(["release_date", "retirement_date"]))}}
    FROM catalog_models
    UNION ALL SELECT concat_ws(' ', 'history', model, host, date), false, MAP {${mapOf(numbered(["input", "output"]))}}
    FROM catalog_price_rows
    UNION ALL SELECT concat_ws(' ', 'score', model, benchmark), false, MAP {'score': score::DOUBLE}
    FROM catalog_scores WHERE is_default
    UNION ALL SELECT concat_ws(' ', 'benchmark', slug), false, MAP {${mapOf(numbered(["max_score", "floor"]))}}
    FROM catalog_benchmarks
    UNION ALL SELECT concat_ws(' ', company, metric, scope, as_of, effective_date, source_url), false, MAP {${mapOf(numbered(["value"]))}}
    FROM companies
    UNION ALL SELECT concat_ws(' ', 'attention', entity_type, slug, day), false, MAP {${mapOf(numbered(["github_commits"]))}}
    FROM mindshare_days
    UNION ALL SELECT concat_ws(' ', 'rent', chip_slug, day), false, MAP {${mapOf(numbered(["min_usd_h"]))}}
    FROM gpu_rental
  ),
  entries AS (SELECT what, is_marked, unnest(map_entries(fields)) AS entry FROM groups)
  SELECT what || ' ' || entry.key AS name, entry.value AS value, is_marked FROM entries WHERE entry.value IS NOT NULL`;

function mapOf(pairs: string): string {
  return pairs.replace(/('\w+'), /g, "$1: ");
}

/** @param db Of a snapshot whose views are all made. */
export async function readPublished(db: DuckDBConnection): Promise<Map<string, Published>> {
  const reader = await db.runAndReadAll(NUMBERS);
  const rows = z.array(Published).parse(reader.getRowObjectsJS());
  return new Map(rows.map((row) => [row.name, row]));
}

/** More than this is another number. */
const TOLERATED = 0.01;

/** What differs: told otherwise, told no more, or told first. */
export function differences(
  before: ReadonlyMap<string, Published>,
  after: ReadonlyMap<string, Published>,
): Published[] {
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const others = [...after.values()].filter(({ name, value }) =>
    isOther(name, before.get(name)?.value, value),
  );
  return [...gone.map((one) => ({ ...one, is_marked: false })), ...others];
}

/** A day has no percent: any other day is another one. */
const isOther = (name: string, before: number | undefined, after: number): boolean =>
  before === undefined ||
  (name.endsWith("_date")
    ? before !== after
    : Math.abs(after - before) > TOLERATED * Math.abs(before));
