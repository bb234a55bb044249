/** What breaks an invariant of a snapshot, as queries over its tables and views. */

/** People write ahead of the last night, and sources announce a release; a day far ahead is a slip. */
const NEWEST_DAY = "(SELECT max(recorded_on)::DATE FROM sources)";
const DAYS_AHEAD = 31;
const RELEASE_DAYS_AHEAD = 366;
/** What hosts cut down, or count differently, stays within what the others name. */
const LIMIT_TIMES = 2;
/** USD per 1M tokens. The dearest model ever asked 150 and 600. */
const MAX_INPUT = 1000;
const MAX_OUTPUT = 4000;
/** The rent of a chip never moved so far from one day to the next. */
const RENT_TIMES = 5;

/** Last rows of the published series, one for each model and host, and one for each id: made once for all rules. */
export const LAST_ROWS = `last_rows AS MATERIALIZED (
    SELECT r.* FROM catalog_price_rows r
    JOIN (SELECT arg_max(rowid, date) AS row FROM catalog_price_rows GROUP BY model, host) l ON l.row = r.rowid
  ),
  last_of_ids AS MATERIALIZED (
    SELECT r.* FROM series_rows r
    JOIN (SELECT arg_max(rowid, day) AS row FROM series_rows GROUP BY offer) l ON l.row = r.rowid
  )`;
const IS_OPEN = "r.change <> 'removed'";
const DIFFERS = `(r.input IS DISTINCT FROM o.input OR r.output IS DISTINCT FROM o.output
       OR r.cache_read IS DISTINCT FROM o.cache_read OR r.cache_write IS DISTINCT FROM o.cache_write)`;

/** Name → what breaks it, and the rows that do. */
export const RULES: Readonly<Record<string, readonly [says: string, sql: string]>> = {
  series_without_offer: [
    "series that are open, without an offer",
    `SELECT concat_ws(' ', r.model, r.host) AS example, r.host, n.model_id
     FROM last_rows r JOIN model_series n USING (model, host)
     ANTI JOIN catalog_offers o USING (model, host) WHERE ${IS_OPEN}
     UNION ALL SELECT concat_ws(' ', n.model, n.host, n.model_id), n.host, n.model_id
     FROM last_of_ids r JOIN offer_numbers n USING (offer)
     ANTI JOIN offer_ids o USING (offer) WHERE ${IS_OPEN}`,
  ],
  offer_without_series: [
    "offers without an open series",
    `SELECT concat_ws(' ', o.model, o.host, o.model_id) AS example, o.host, o.model_id FROM catalog_offers o
     ANTI JOIN (FROM last_rows r WHERE ${IS_OPEN}) r USING (model, host)
     UNION ALL SELECT concat_ws(' ', o.model, o.host, o.model_id), o.host, o.model_id FROM offer_ids o
     ANTI JOIN (FROM last_of_ids r WHERE ${IS_OPEN}) r USING (offer)`,
  ],
  differing_prices: [
    "offers whose price is not the last one of their series",
    `SELECT concat_ws(' ', o.model, o.host, o.model_id) AS example, o.host, o.model_id FROM catalog_offers o
     JOIN last_rows r USING (model, host) WHERE ${DIFFERS}
     UNION ALL SELECT concat_ws(' ', o.model, o.host, o.model_id), o.host, o.model_id FROM offer_ids o
     JOIN last_of_ids r USING (offer) WHERE ${DIFFERS}`,
  ],
  list_price_off_history: [
    "list prices that are not the last row of the model's default series",
    `SELECT concat_ws(' ', m.slug, m.list_host) AS example, o.host, o.model_id
     FROM catalog_models m
     JOIN catalog_offers o ON o.model = m.slug AND o.host = m.list_host
     WHERE m.list_host IS DISTINCT FROM m.default_host OR NOT m.default_is_list_price`,
  ],
  resold_list_prices: [
    "list prices and rows of list histories that only a reseller states",
    `SELECT DISTINCT concat_ws(' ', p.model, p.host, p.date) AS example, p.host, p.model_id, p.date FROM price_rows p
     JOIN catalog_price_rows c USING (model, host, date)
     WHERE c.is_list_price AND p.input IS NOT NULL AND p.offer IN (SELECT offer FROM resold_prices) AND NOT EXISTS (
       SELECT 1 FROM sound_statements s ANTI JOIN resold_prices r USING (offer, source, price)
       WHERE s.offer = p.offer AND s.price = p.price)
     UNION ALL SELECT concat_ws(' ', l.model, l.host), l.host, l.model_id, NULL FROM list_offers l WHERE l.is_resold`,
  ],
  list_prices_of_another_kind: [
    "list prices of another tier than the standard one, or of a subscription",
    `SELECT concat_ws(' ', model, host, model_id) AS example, host AS offer_of, model_id FROM list_offers
     WHERE service_tier <> 'standard' OR billing = 'plan' OR host_kind = 'plan'`,
  ],
  moves_across_sources: [
    "price moves whose two prices no one source stated",
    `SELECT concat_ws(' ', m.model, m.host, m.date) AS example, m.host, m.model_id, m.source, m.date FROM price_moves m
     WHERE m.source <> 'operator' AND NOT EXISTS (
       SELECT 1 FROM statements a JOIN statements b ON b.voice = a.voice AND b.day > a.day
       WHERE a.offer = m.offer AND a.source = m.source AND a.price = m.price_before AND b.price = m.price)`,
  ],
  moves_of_another_tier: [
    "price moves of another tier than the standard one",
    `SELECT concat_ws(' ', model, host, date) AS example, host, model_id, source, date
     FROM price_moves WHERE service_tier <> 'standard'`,
  ],
  bulk_moves: [
    "price moves of a day on which their source moves 24 prices or more",
    `SELECT concat_ws(' ', model, host, date) AS example, host, model_id, source, date
     FROM price_moves WHERE source <> 'operator'
     QUALIFY count(*) OVER (PARTITION BY source, date) >= 24`,
  ],
  plans_among_free: [
    "subscriptions shown as free, or as paid by the token",
    `SELECT concat_ws(' ', model, host, model_id) AS example, host AS offer_of, model_id FROM offer_ids
     WHERE (is_free AND billing = 'plan') OR (host_kind = 'plan' AND (is_free OR billing <> 'plan'))`,
  ],
  unsure_cheapest: [
    "cheapest providers that are unverified, a subscription, another tier, or a router beside a direct host",
    `SELECT concat_ws(' ', c.model, c.host, c.model_id) AS example, c.host, c.model_id FROM cheapest_offers c
     WHERE c.trust = 'unverified' OR c.billing <> 'tokens' OR c.service_tier <> 'standard' OR c.host_kind = 'plan'
       OR (c.host_kind = 'router' AND EXISTS (
         SELECT 1 FROM host_offers d WHERE d.model = c.model AND d.host_kind IN ('lab', 'cloud', 'inference')
           AND d.service_tier = 'standard' AND d.billing = 'tokens' AND d.is_paid AND d.status <> 'deprecated'))`,
  ],
  unsure_findings: [
    "price findings of offers that are doubted",
    `SELECT concat_ws(' ', f.kind, f.date, f.model, f.host) AS example, h.host, h.model_id FROM finding_facts f
     JOIN host_offers h ON h.model = f.model AND h.host = f.host
     WHERE f.kind IN ('new_cheapest', 'spread', 'price_drop', 'price_rise') AND h.trust = 'unverified' AND NOT h.is_unconfirmed_move`,
  ],
  names_without_anything: [
    "listed models without an offer or a past price, a score and a release day",
    `SELECT slug AS example, slug AS model FROM models m
     WHERE release_date IS NULL AND slug NOT IN (SELECT model FROM scores)
       AND slug NOT IN (SELECT n.model FROM offer_numbers n JOIN sound_statements s USING (offer))`,
  ],
  prices_far_from_usual: [
    "prices outside a fifth to five times the median of the model's hosts that are not unverified",
    `SELECT concat_ws(' ', o.model, o.host, o.model_id) AS example, o.host, o.model_id, o.source
     FROM (SELECT *, median(blended) OVER model AS usual, count(*) OVER model AS hosts FROM catalog_offers
       WHERE is_paid AND service_tier = 'standard' AND billing = 'tokens' WINDOW model AS (PARTITION BY model)) o
     WHERE o.hosts >= 3 AND o.trust <> 'unverified' AND NOT o.blended BETWEEN o.usual / 5 AND 5 * o.usual`,
  ],
  discounts_above_price: [
    "prices of cached input or of batches above those they are a discount on",
    `SELECT concat_ws(' ', model, host, model_id) AS example, host, model_id, source FROM offer_ids
     WHERE trust <> 'unverified' AND (cache_read > input OR batch_input > input OR batch_output > output)`,
  ],
  output_above_context: [
    "ids whose maximum output is above the context window",
    `SELECT concat_ws(' ', model, host, model_id) AS example, host AS offer_of, model_id FROM offer_ids
     WHERE max_output_tokens > context_window
     UNION ALL BY NAME SELECT slug AS example, slug AS model FROM catalog_models WHERE max_output_tokens > context_window`,
  ],
  sold_before_release: [
    "models sold before their release, without a mark",
    `SELECT concat_ws(' ', m.slug, m.release_date, p.date) AS example, m.slug AS model FROM catalog_models m
     JOIN (SELECT model, min(date) AS date FROM catalog_price_rows GROUP BY model) p ON p.model = m.slug
     WHERE p.date < m.release_date AND m.release_date_basis <> 'after_first_price'`,
  ],
  scores_out_of_range: [
    "scores above the maximum of their benchmark, below 0 where it has one, or below half of what chance gives",
    `SELECT concat_ws(' ', s.model, s.benchmark, s.score) AS example, s.benchmark, s.rowid AS score FROM scores s
     JOIN benchmarks b ON b.slug = s.benchmark
     WHERE s.score > b.max_score OR (b.max_score IS NOT NULL AND (s.score < 0 OR s.score < b.floor / 2))`,
  ],
  scales_out_of_range: [
    "percentages whose maximum is not 100, and benchmarks where chance reaches the maximum",
    `SELECT concat_ws(' ', slug, max_score) AS example, slug AS benchmark FROM benchmarks
     WHERE (unit = '%' AND max_score IS DISTINCT FROM 100) OR floor >= max_score`,
  ],
  days_to_come: [
    "facts recorded a month or more after the newest day of any source, and releases a year or more after it",
    `SELECT concat_ws(' ', host, model_id, recorded) AS example, host, model_id, source, recorded AS date
     FROM prices WHERE recorded::DATE > ${NEWEST_DAY} + ${DAYS_AHEAD}
     UNION ALL BY NAME SELECT concat_ws(' ', host, model_id, as_of) AS example, host AS offer_of, model_id
     FROM offers WHERE as_of::DATE > ${NEWEST_DAY} + ${DAYS_AHEAD}
     UNION ALL BY NAME SELECT concat_ws(' ', model, benchmark, as_of) AS example, benchmark, rowid AS score
     FROM scores WHERE as_of::DATE > ${NEWEST_DAY} + ${DAYS_AHEAD}
     UNION ALL BY NAME SELECT concat_ws(' ', slug, as_of, release_date) AS example, slug AS model
     FROM models WHERE as_of::DATE > ${NEWEST_DAY} + ${DAYS_AHEAD} OR release_date::DATE > ${NEWEST_DAY} + ${RELEASE_DAYS_AHEAD}`,
  ],
  limits_off_hosts: [
    "models of which a limit is twice off all of the three hosts or more that name one",
    `SELECT concat_ws(' ', m.slug, m.field, m.tokens) AS example, m.slug AS model
     FROM (UNPIVOT (SELECT slug, context_window, max_output_tokens FROM models)
       ON context_window, max_output_tokens INTO NAME field VALUE tokens) m
     JOIN (SELECT model, field, min(tokens) AS least, max(tokens) AS most
       FROM (UNPIVOT (SELECT host, model, context_window, max_output_tokens FROM offers)
         ON context_window, max_output_tokens INTO NAME field VALUE tokens)
       GROUP BY model, field HAVING count(DISTINCT host) >= 3) o ON o.model = m.slug AND o.field = m.field
     WHERE m.tokens >= ${LIMIT_TIMES} * o.most OR ${LIMIT_TIMES} * m.tokens <= o.least`,
  ],
  prices_out_of_bounds: [
    "prices above any that was ever asked",
    `SELECT concat_ws(' ', host, model_id, coalesce(effective, recorded)) AS example, host, model_id, source,
       coalesce(effective, recorded) AS date
     FROM prices WHERE (input > ${MAX_INPUT} OR output > ${MAX_OUTPUT}) AND NOT coalesce(starts_with(note, 'suspect:'), false)`,
  ],
  told_after_reading: [
    "statements recorded after their source was last read",
    `SELECT concat_ws(' ', p.host, p.model_id, p.recorded) AS example, p.host, p.model_id, p.source, p.recorded AS date
     FROM prices p JOIN sources s ON s.id = p.source
     WHERE p.source <> 'operator' AND p.event = 'stated' AND p.recorded > s.recorded_on`,
  ],
  retired_before_release: [
    "models retired on the day of their release or before it",
    `SELECT concat_ws(' ', slug, release_date, retirement_date) AS example, slug AS model FROM models
     WHERE retirement_date <= release_date`,
  ],
  rents_off_neighbours: [
    "rents of a chip five times off both the day before and the day after",
    `SELECT concat_ws(' ', source, chip_slug, day) AS example, source AS rent_of, day AS date, chip_slug AS rent FROM (
       SELECT *, lag(min_usd_h) OVER days AS before, lead(min_usd_h) OVER days AS after
       FROM gpu_rental WINDOW days AS (PARTITION BY source, chip_slug ORDER BY day))
     WHERE min_usd_h NOT BETWEEN least(before, after) / ${RENT_TIMES} AND ${RENT_TIMES} * greatest(before, after)
       AND before IS NOT NULL AND after IS NOT NULL`,
  ],
};
