/** Invariants of every snapshot. The build, the ingest and the nightly run stop when one is broken. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { type FactFault, FactsError } from "../facts/fault.ts";

/** Facts may be dated a little ahead of the last run; a date far ahead is a typing error. */
const LAST_DAY = "(SELECT max(recorded_on)::DATE + 31 FROM sources)";
const LAST_RELEASE_DAY = "(SELECT max(recorded_on)::DATE + 366 FROM sources)";

/** The last row of each published series, per model and host and per id. Materialized once for all rules. */
const LAST_ROWS = `last_rows AS MATERIALIZED (
    SELECT r.* FROM catalog_price_rows r
    JOIN (SELECT arg_max(rowid, date) AS row FROM catalog_price_rows GROUP BY model, host) l ON l.row = r.rowid
  ),
  last_of_ids AS MATERIALIZED (
    SELECT r.* FROM series_rows r
    JOIN (SELECT arg_max(rowid, day) AS row FROM series_rows GROUP BY offer) l ON l.row = r.rowid
  )`;
const IS_OPEN = "r.change <> 'removed'";
/** The published price history of a retired offer has ended, while its source may go on listing the id. */
const SOLD_OFFERS = "(FROM catalog_offers WHERE status <> 'retired')";
const DIFFERS = `(r.input IS DISTINCT FROM o.input OR r.output IS DISTINCT FROM o.output
       OR r.cache_read IS DISTINCT FROM o.cache_read OR r.cache_write IS DISTINCT FROM o.cache_write)`;

/** Name of the invariant → description of the rows that break it, and a query that finds them. */
const RULES: Readonly<Record<string, readonly [says: string, sql: string]>> = {
  series_without_offer: [
    "price histories that have not ended although the host no longer offers the model",
    `SELECT concat_ws(' ', r.model, r.host) AS example, r.host, n.model_id
     FROM last_rows r JOIN model_series n USING (model, host)
     ANTI JOIN ${SOLD_OFFERS} o USING (model, host) WHERE ${IS_OPEN}
     UNION ALL SELECT concat_ws(' ', n.model, n.host, n.model_id), n.host, n.model_id
     FROM last_of_ids r JOIN offer_numbers n USING (offer)
     ANTI JOIN offer_ids o USING (offer) WHERE ${IS_OPEN}`,
  ],
  offer_without_series: [
    "offers whose price history is missing or has ended",
    `SELECT concat_ws(' ', o.model, o.host, o.model_id) AS example, o.host, o.model_id FROM ${SOLD_OFFERS} o
     ANTI JOIN (FROM last_rows r WHERE ${IS_OPEN}) r USING (model, host)
     UNION ALL SELECT concat_ws(' ', o.model, o.host, o.model_id), o.host, o.model_id FROM offer_ids o
     ANTI JOIN (FROM last_of_ids r WHERE ${IS_OPEN}) r USING (offer)`,
  ],
  differing_prices: [
    "offers whose price differs from the last price of their price history",
    `SELECT concat_ws(' ', o.model, o.host, o.model_id) AS example, o.host, o.model_id FROM ${SOLD_OFFERS} o
     JOIN last_rows r USING (model, host) WHERE ${DIFFERS}
     UNION ALL SELECT concat_ws(' ', o.model, o.host, o.model_id), o.host, o.model_id FROM offer_ids o
     JOIN last_of_ids r USING (offer) WHERE ${DIFFERS}`,
  ],
  list_price_off_history: [
    "list prices that differ from the last row of the model's default price history",
    `SELECT concat_ws(' ', m.slug, m.list_host) AS example, o.host, o.model_id
     FROM catalog_models m
     JOIN catalog_offers o ON o.model = m.slug AND o.host = m.list_host
     WHERE m.list_host IS DISTINCT FROM m.default_host OR NOT m.default_is_list_price`,
  ],
  resold_list_prices: [
    "list prices, now or in the past, that only a reseller states",
    `SELECT DISTINCT concat_ws(' ', p.model, p.host, p.date) AS example, p.host, p.model_id, p.date FROM price_rows p
     JOIN catalog_price_rows c USING (model, host, date)
     WHERE c.is_list_price AND p.input IS NOT NULL AND p.offer IN (SELECT offer FROM resold_prices) AND NOT EXISTS (
       SELECT 1 FROM sound_statements s ANTI JOIN resold_prices r USING (offer, source, price)
       WHERE s.offer = p.offer AND s.price = p.price)
     UNION ALL SELECT concat_ws(' ', l.model, l.host), l.host, l.model_id, NULL FROM list_offers l WHERE l.is_resold`,
  ],
  moves_across_sources: [
    "price moves whose old and new price were not stated by the same source",
    `SELECT concat_ws(' ', m.model, m.host, m.date) AS example, m.host, m.model_id, m.source, m.date FROM price_moves m
     WHERE NOT is_read_by_person(m.source) AND NOT EXISTS (
       SELECT 1 FROM statements a JOIN statements b ON b.series = a.series AND b.day > a.day
       WHERE a.offer = m.offer AND a.source = m.source AND a.price = m.price_before AND b.price = m.price)`,
  ],
  plans_among_free: [
    "subscriptions shown as free or as paid per token",
    `SELECT concat_ws(' ', model, host, model_id) AS example, host AS offer_of, model_id FROM offer_ids
     WHERE (is_free AND billing = 'plan') OR (host_kind = 'plan' AND (is_free OR billing <> 'plan'))`,
  ],
  names_without_anything: [
    "listed models that have no offer, past price, score or release day",
    `SELECT slug AS example, slug AS model FROM models m
     WHERE release_date IS NULL AND slug NOT IN (SELECT model FROM scores)
       AND slug NOT IN (SELECT n.model FROM offer_numbers n JOIN sound_statements s USING (offer))`,
  ],
  scores_out_of_range: [
    "scores above the benchmark's maximum, scores below 0 on benchmarks with a maximum, and scores below half the score of random guessing",
    `SELECT concat_ws(' ', s.model, s.benchmark, s.score) AS example, s.benchmark, s.rowid AS score FROM scores s
     JOIN benchmarks b ON b.slug = s.benchmark
     WHERE s.score > b.max_score OR (b.max_score IS NOT NULL AND (s.score < 0 OR s.score < b.floor / 2))`,
  ],
  scales_out_of_range: [
    "benchmarks in percent whose maximum is not 100, and benchmarks where random guessing reaches the maximum",
    `SELECT concat_ws(' ', slug, max_score) AS example, slug AS benchmark FROM benchmarks
     WHERE (unit = '%' AND max_score IS DISTINCT FROM 100) OR floor >= max_score`,
  ],
  days_to_come: [
    "facts dated a month or more, and release days a year or more, after the last day on which any source was read",
    `SELECT concat_ws(' ', host, model_id, recorded) AS example, host, model_id, source, recorded AS date
     FROM prices WHERE recorded::DATE > ${LAST_DAY}
     UNION ALL BY NAME SELECT concat_ws(' ', host, model_id, as_of) AS example, host AS offer_of, model_id
     FROM offers WHERE as_of::DATE > ${LAST_DAY}
     UNION ALL BY NAME SELECT concat_ws(' ', model, benchmark, as_of) AS example, benchmark, rowid AS score
     FROM scores WHERE as_of::DATE > ${LAST_DAY}
     UNION ALL BY NAME SELECT concat_ws(' ', slug, as_of, release_date) AS example, slug AS model
     FROM models WHERE as_of::DATE > ${LAST_DAY} OR release_date::DATE > ${LAST_RELEASE_DAY}`,
  ],
  recorded_after_reading: [
    "prices recorded after the last day on which their source was read",
    `SELECT concat_ws(' ', p.host, p.model_id, p.recorded) AS example, p.host, p.model_id, p.source, p.recorded AS date
     FROM prices p JOIN sources s ON s.id = p.source
     WHERE NOT is_read_by_person(p.source) AND p.event = 'stated' AND p.recorded > s.recorded_on`,
  ],
  retired_before_release: [
    "models retired on the day of their release or before it",
    `SELECT concat_ws(' ', slug, release_date, retirement_date) AS example, slug AS model FROM models
     WHERE retirement_date <= release_date`,
  ],
};

interface Case {
  /** `model host id`, or other values that identify the row. */
  example: string;
  /** File of the fact to fix, below `data/`. */
  file: string;
  line: number;
}

/** Columns of a rule's query: they name a statement, an id's offer, a model, a benchmark or a row of `scores`. */
const NAMED = `SELECT NULL::VARCHAR AS example, NULL::VARCHAR AS host, NULL::VARCHAR AS model_id,
  NULL::VARCHAR AS source, NULL::VARCHAR AS date, NULL::VARCHAR AS offer_of, NULL::VARCHAR AS model,
  NULL::VARCHAR AS benchmark, NULL::BIGINT AS score
  WHERE false`;

/**
 * @param db Connection to a snapshot whose views are all built.
 * @returns For each rule, in the order of `RULES`, a case for each row that breaks it.
 */
export async function checkInvariants(db: DuckDBConnection) {
  const counts = Object.entries(RULES).map(
    ([name, [, sql]]) => `SELECT '${name}' AS name, count(*)::INTEGER AS cases FROM (${sql})`,
  );
  const reader = await db.runAndReadAll(`WITH ${LAST_ROWS} ${counts.join(" UNION ALL ")}`);
  const broken = new Set(reader.getRowsJS().flatMap(([name, cases]) => (cases ? [name] : [])));
  const invariants = [];
  for (const [name, [says, sql]] of Object.entries(RULES))
    invariants.push({ name, says, cases: broken.has(name) ? await readCases(db, sql) : [] });
  return invariants;
}

/** File and line of each case; for a statement, of the last one in force. Tables and files have the same order. */
async function readCases(db: DuckDBConnection, sql: string): Promise<Case[]> {
  const reader = await db.runAndReadAll(`
    WITH ${LAST_ROWS},
    cases AS (${NAMED} UNION ALL BY NAME FROM (${sql})),
    lines AS (
      SELECT *, rowid - min(rowid) OVER (PARTITION BY host) + 2 AS line FROM prices
    ),
    offer_lines AS (SELECT *, rowid - min(rowid) OVER (PARTITION BY host) + 2 AS line FROM offers),
    score_lines AS (SELECT rowid AS score, rowid - min(rowid) OVER (PARTITION BY benchmark) + 2 AS line FROM scores)
    SELECT c.example,
      CASE WHEN c.model IS NOT NULL THEN concat('models/', any_value(m.lab), '/', c.model, '.json')
        WHEN c.offer_of IS NOT NULL THEN concat('offers/', c.offer_of, '.csv')
        WHEN c.score IS NOT NULL THEN concat('scores/', c.benchmark, '.csv')
        WHEN c.benchmark IS NOT NULL THEN concat('benchmarks/', c.benchmark, '.json')
        ELSE concat('prices/', c.host, '.csv') END AS file,
      coalesce(max(l.line), max(o.line), max(s.line), 1)::INTEGER AS line
    FROM cases c
    LEFT JOIN lines l ON l.host = c.host AND l.model_id = c.model_id AND (c.source IS NULL OR l.source = c.source)
      AND (c.date IS NULL OR coalesce(l.effective, l.recorded) <= c.date) AND NOT coalesce(starts_with(l.note, 'suspect:'), false)
    LEFT JOIN offer_lines o ON o.host = c.offer_of AND o.model_id = c.model_id
    LEFT JOIN score_lines s ON s.score = c.score
    LEFT JOIN models m ON m.slug = c.model
    GROUP BY c.example, c.host, c.model_id, c.offer_of, c.model, c.date, c.benchmark, c.score
    ORDER BY c.example, c.date`);
  return reader.getRowObjectsJS() as unknown as Case[];
}

/** @throws FactsError when an invariant is broken. It names the file and line of each row that breaks one. */
export async function requireNoBrokenInvariant(db: DuckDBConnection): Promise<void> {
  const faults = (await checkInvariants(db)).flatMap(({ says, cases }) =>
    cases.map(
      ({ example, file, line }): FactFault => ({
        file,
        line,
        field: "",
        message: `${example} must not be published: it is one of the ${says}. Fix this row, or append a row that corrects it`,
      }),
    ),
  );
  if (faults.length > 0) throw new FactsError(faults);
}
