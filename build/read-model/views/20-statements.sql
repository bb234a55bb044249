-- What each source said of each id (`statements`), and what it announced for days to come.

CREATE TABLE ledger_day AS SELECT max(recorded)::DATE AS day FROM prices;

-- An id at a host, by number.
CREATE TABLE offer_numbers AS
SELECT rowid::INTEGER AS offer, host, model_id, model, service_tier, billing FROM offers;

-- Sound rows of the ledger with the day from which they hold and how much their source is believed at that host.
-- `price` and `said` stand for [input, output] and for all prices: equal numbers are equal prices. Sources write an
-- output that costs nothing as 0 or leave it out. A price is null where the source names none.
CREATE TABLE sound_statements AS
SELECT n.offer, n.offer * 64 + s.rowid AS voice, p.source, coalesce(p.effective, p.recorded)::DATE AS day,
  CASE WHEN p.source = 'operator' THEN -1 WHEN p.source = p.host THEN 0 ELSE coalesce(r.rank, 9) END AS rank,
  p.recorded, p.effective IS NOT NULL AS is_dated, p.event = 'stated' AS is_stated,
  CASE WHEN p.input IS NOT NULL OR p.output IS NOT NULL THEN hash(p.input, coalesce(p.output, 0)) END AS price,
  hash(p.event, p.input, p.output, p.cache_read, p.cache_write, p.reasoning, p.batch_input, p.batch_output, p.tiers) AS said,
  p.input, p.output,
  -- A cache read that costs more than fresh input is an error of the upstream.
  CASE WHEN p.cache_read <= p.input THEN p.cache_read END AS cache_read, p.cache_write,
  p.reasoning, p.batch_input, p.batch_output, p.tiers, p.note, p.event
FROM prices p
JOIN offer_numbers n USING (host, model_id)
JOIN providers h ON h.slug = p.host
JOIN sources s ON s.id = p.source
LEFT JOIN precedence r ON r.host_kind = h.host_kind AND r.source = p.source
WHERE p.note IS NULL OR NOT starts_with(p.note, 'suspect:');

-- Prices with a date to come, each from the source that is believed first.
CREATE TABLE announced_prices AS
SELECT offer, day::VARCHAR AS effective, input, output, source
FROM sound_statements
WHERE is_stated AND price IS NOT NULL AND day > (SELECT day FROM ledger_day)
QUALIFY row_number() OVER (PARTITION BY offer, day ORDER BY rank, recorded DESC, source) = 1;

-- One source's statements of one id, in the order of the days from which they hold; of one day the last row counts. A
-- price 500 times off the one that the source named last is of another unit, and goes.
-- What a source took back within 7 days is noise: it goes, and so does the return to what stood before. A statement
-- holds until the same source's next one. `previous` is the source's own
-- statement before, `moved_from` its price; the first of a listing has none to go by.
CREATE TABLE statements AS
WITH days AS (
  SELECT rowid AS statement, offer, voice, source, day, rank, is_dated, is_stated, price, said,
    last_value(nullif(input, 0) IGNORE NULLS) OVER (told ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS last_input
  FROM sound_statements
  WHERE day <= (SELECT day FROM ledger_day)
  WINDOW told AS (PARTITION BY voice ORDER BY day, recorded, event)
  QUALIFY day IS DISTINCT FROM lead(day) OVER told
    AND NOT coalesce(input > 500 * last_input OR last_input > 500 * input AND input > 0, false)
),
kept AS (
  SELECT * EXCLUDE (last_input) FROM days
  WINDOW told AS (PARTITION BY voice ORDER BY day)
  QUALIFY NOT coalesce(
    hash(is_stated, price) <> lag(hash(is_stated, price)) OVER told
      AND lag(hash(is_stated, price)) OVER told = lead(hash(is_stated, price)) OVER told
      AND lead(day) OVER told - day <= 7, false)
),
news AS (
  SELECT * FROM kept
  QUALIFY said IS DISTINCT FROM lag(said) OVER (PARTITION BY voice ORDER BY day)
)
SELECT *, NOT coalesce(lag(is_stated) OVER told, false) AS is_first, lag(statement) OVER told AS previous, lag(price) OVER told AS moved_from,
  lead(day) OVER told AS until
FROM news
WINDOW told AS (PARTITION BY voice ORDER BY day);
