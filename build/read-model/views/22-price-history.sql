-- Price history as it is published: suspect rows, flip-backs and repetitions are left out.

-- Sound rows of each host-side id. Prices that are all unknown say nothing, unless the offer was removed.
-- Output far below input is a unit error of the upstream (a price per character beside one per token), and so is an
-- input hundreds of times off the present one; the row that mends it looks suspect, and is not.
CREATE TABLE sound_events AS
SELECT
  e.host, e.model, e.model_id, e.date, e.change, e.source,
  e.input_usd_per_mtok AS input,
  e.output_usd_per_mtok AS output,
  CASE WHEN e.cache_read_usd_per_mtok <= e.input_usd_per_mtok THEN e.cache_read_usd_per_mtok END AS cache_read,
  e.cache_write_usd_per_mtok AS cache_write
FROM price_history e
LEFT JOIN offers o USING (host, model, model_id)
WHERE (e.suspect IS NULL OR (e.suspect = 'ratio>20x'
    AND e.input_usd_per_mtok = o.input_usd_per_mtok AND e.output_usd_per_mtok = o.output_usd_per_mtok))
  AND (e.change = 'removed' OR e.input_usd_per_mtok IS NOT NULL)
  AND NOT coalesce(e.output_usd_per_mtok > 0 AND e.output_usd_per_mtok < 0.5 * e.input_usd_per_mtok, false)
  AND NOT coalesce(o.input_usd_per_mtok > 0 AND e.input_usd_per_mtok > 0
    AND NOT e.input_usd_per_mtok / o.input_usd_per_mtok BETWEEN 0.002 AND 500, false);

-- A price (or a removal) that goes back to what it was within 7 days is noise of the upstream.
CREATE TABLE settled_events AS
WITH neighbours AS (
  SELECT *,
    [input, output] AS price,
    lag([input, output]) OVER series AS before,
    lead([input, output]) OVER series AS after,
    lead(date) OVER series AS next_date
  FROM sound_events
  WINDOW series AS (PARTITION BY host, model, model_id ORDER BY date, source)
)
SELECT * EXCLUDE (price, before, after, next_date)
FROM neighbours
WHERE NOT coalesce(
  price IS DISTINCT FROM before AND before IS NOT DISTINCT FROM after
    AND before IS NOT NULL AND next_date IS NOT NULL
    AND date_diff('day', date::DATE, next_date::DATE) <= 7, false);

-- Rows that repeat the row before are dropped; the first row of a series is an addition.
CREATE TABLE series_rows AS
WITH stated AS (
  SELECT *,
    struct_pack(input, output, cache_read, cache_write, gone := change = 'removed') AS state,
    lag(struct_pack(input, output, cache_read, cache_write, gone := change = 'removed')) OVER series AS before
  FROM settled_events
  WINDOW series AS (PARTITION BY host, model, model_id ORDER BY date, source)
)
SELECT * EXCLUDE (state, before, change),
  CASE WHEN state.gone THEN 'removed' WHEN before IS NULL OR before.gone THEN 'added' ELSE 'changed' END AS change,
  before.input AS input_before, before.output AS output_before
FROM stated
WHERE state IS DISTINCT FROM before AND NOT (state.gone AND before IS NULL);

-- One series stands for a model at a host: that of its main id, else the longest record.
CREATE TABLE model_series AS
SELECT s.host, s.model, s.model_id, min(s.date) AS first_date, count(*) AS changes
FROM series_rows s
LEFT JOIN host_offers h ON h.host = s.host AND h.model = s.model AND h.model_id = s.model_id
GROUP BY s.host, s.model, s.model_id, h.model_id
QUALIFY row_number() OVER (
  PARTITION BY s.host, s.model ORDER BY h.model_id IS NULL, min(s.date), count(*) DESC, length(s.model_id), s.model_id
) = 1;

CREATE TABLE price_rows AS
SELECT s.* FROM series_rows s JOIN model_series USING (host, model, model_id);

-- The host whose series is a model's default: its own lab's, else the longest record.
CREATE TABLE default_series AS
SELECT s.model, s.host, own.host IS NOT NULL AS is_list_price
FROM model_series s
JOIN models m ON m.slug = s.model
LEFT JOIN list_offers l ON l.model = s.model AND l.host = s.host
LEFT JOIN own_hosts own ON own.lab = m.lab AND own.host = s.host
QUALIFY row_number() OVER (
  PARTITION BY s.model ORDER BY l.host IS NULL, own.position NULLS LAST, s.first_date, s.changes DESC, s.host
) = 1;

-- A move is a change of input or output between two real prices. A tenfold jump is an upstream mending a unit
-- error, or giving an old name to another model: it stands in the history, but nobody cut a price.
CREATE TABLE price_moves AS
WITH moves AS (
  SELECT s.*,
    round(100 * (input / input_before - 1), 2) AS pct_input,
    round(100 * (output / nullif(output_before, 0) - 1), 2) AS pct_output,
    round(100 * ((3 * input + coalesce(output, 0)) / (3 * input_before + coalesce(output_before, 0)) - 1), 2) AS pct_blended
  FROM series_rows s
  WHERE change = 'changed'
    AND input > 0 AND input_before > 0
    AND (output > 0) IS NOT DISTINCT FROM (output_before > 0)
    AND (input <> input_before OR output IS DISTINCT FROM output_before)
)
SELECT * FROM moves WHERE pct_blended > -90 AND pct_blended < 900;
