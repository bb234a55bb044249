-- Price moves: changes of a published price (`changed`, view 23) by a host, not in what was known of it.

-- New prices that were charged before they were recorded, so that the one before was wrong or meant something else. At
-- a lab's own host: two other hosts charged it no later than 14 days after the old one was published, which no second
-- source ever stated. At any host: another source has stated it for a month, or the host has charged it in a region for
-- as long: the source had given the id the price of another endpoint.
CREATE TABLE late_prices AS
WITH list_steps AS (
  SELECT s.offer, s.host, s.model, s.source, s.day, s.input, s.output, s.price_before, lag(s.day) OVER series AS day_before
  FROM series_rows s JOIN own_models USING (model, host)
  WHERE s.price IS DISTINCT FROM s.price_before
  WINDOW series AS (PARTITION BY s.offer ORDER BY s.day)
)
SELECT l.offer, l.day
FROM list_steps l
JOIN price_rows o ON o.model = l.model AND o.input = l.input AND o.output = l.output
  AND o.day < l.day AND o.day <= l.day_before + 14
ANTI JOIN own_models own ON own.model = l.model AND own.host = o.host
ANTI JOIN statements w ON w.offer = l.offer AND w.price = l.price_before AND w.source <> l.source
GROUP BY l.offer, l.day HAVING count(DISTINCT o.host) >= 2
UNION
SELECT s.offer, s.day
FROM series_rows s
JOIN statements o ON o.offer = s.offer AND o.price = s.price AND o.source <> s.source
  AND o.day <= s.day - 30 AND (o.until IS NULL OR o.until >= s.day)
UNION
SELECT s.offer, s.day
FROM series_rows s
JOIN series_rows o ON o.host = s.host AND o.model = s.model AND o.price = s.price
  AND o.service_tier = 'regional' AND s.service_tier = 'standard' AND o.day <= s.day - 30;

-- Days on which a source changed many prices at a host: it may have corrected its records.
CREATE TABLE bulk_days AS
SELECT s.source, n.host, s.day FROM statements s JOIN offer_numbers n USING (offer)
WHERE s.price <> s.moved_from GROUP BY ALL HAVING count(*) >= bulk_rows();

-- Prices of an id with the independent sources that have stated them: a copy of another source's table is no witness.
CREATE TABLE price_witnesses AS
SELECT offer, price, list(DISTINCT source ORDER BY source) AS sources
FROM statements
WHERE price IS NOT NULL AND source NOT IN (SELECT source FROM source_origins)
GROUP BY offer, price;

-- A price move needs one source that saw the price before and after. Either a second source confirms the new price (for
-- one that a third party announced, any other source), or the source stated it for 7 days and moved few ids of the host
-- that day. Left out are: corrections within the first 7 days of an offer; moves that are reverted within 90 days, and
-- the moves that revert them; names that were pointed at another model; larger jumps, which correct a unit; prices that
-- others charged all along, which correct an error; routers, whose price follows their cheapest endpoint; subscription
-- plans; prices doubted now; changes below 0.05 %.
CREATE TABLE price_moves AS
WITH steps AS (
  SELECT *,
    max(day) FILTER (WHERE change = 'added') OVER (series ROWS UNBOUNDED PRECEDING) AS added_on,
    lag(price_before) OVER series AS price_before_that, lag(day) OVER series AS day_before,
    lead(price) OVER series AS next_price, lead(day) OVER series AS next_day
  FROM series_rows
  SEMI JOIN (SELECT DISTINCT offer FROM series_rows WHERE change = 'changed' AND service_tier = 'standard') USING (offer)
  WHERE price IS DISTINCT FROM price_before
  WINDOW series AS (PARTITION BY offer ORDER BY day)
),
moves AS (
  SELECT s.*,
    round(100 * (input / input_before - 1), 2) AS pct_input,
    round(100 * (output / nullif(output_before, 0) - 1), 2) AS pct_output,
    round(100 * ((3 * input + coalesce(output, 0)) / (3 * input_before + coalesce(output_before, 0)) - 1), 2) AS pct_blended
  FROM steps s
  WHERE change = 'changed' AND input > 0 AND input_before > 0 AND (output > 0) IS NOT DISTINCT FROM (output_before > 0)
    AND day - added_on > 7 AND greatest(abs(input / input_before - 1), abs(output / nullif(output_before, 0) - 1)) >= 0.0005
    AND NOT coalesce(next_price = price_before AND next_day - day <= 90, false)
    AND NOT coalesce(price_before_that = price AND day - day_before <= 90, false)
    AND NOT regexp_matches(model_id, '[-:]latest$') AND NOT regexp_matches(model, '-latest$')
    AND NOT coalesce(starts_with(note, 'repointed:'), false)
)
SELECT m.*
FROM moves m
JOIN providers h ON h.slug = m.host AND h.host_kind NOT IN ('router', 'plan')
LEFT JOIN price_witnesses w ON w.offer = m.offer AND w.price = m.price
LEFT JOIN last_readings r ON r.source = m.source
LEFT JOIN bulk_days b ON b.source = m.source AND b.host = m.host AND b.day = m.day
ANTI JOIN late_prices l ON l.offer = m.offer AND l.day = m.day
ANTI JOIN offer_doubts q ON q.offer = m.offer AND NOT q.is_ending
WHERE pct_blended > -90 AND pct_blended < 900 AND NOT is_resold
  AND (m.source = 'operator' OR len(list_filter(w.sources, lambda s: s <> m.source)) > 0
    OR is_third_party(m.source) AND (m.offer, m.price) IN (SELECT (offer, price) FROM statements WHERE NOT is_third_party(source))
    OR b.day IS NULL AND coalesce(next_day, r.day) - m.day >= 7);

-- Contradictions: ids whose current statements differ by more than 5 %, or for which a statement that waits because of a
-- rule (`reason`) differs as much from another. Shown are the last statement of each source with its day, and which one
-- is published. A waiting price contradicts nothing where no price is published.
CREATE TABLE disputed_statements AS
WITH waiting AS (FROM waiting_statements WHERE input IS NOT NULL OR output IS NOT NULL),
present AS (
  SELECT p.offer, p.source, p.recorded, p.input, p.output
  FROM present_statements p
  JOIN open_ids i USING (offer)
  LEFT JOIN waiting w ON w.offer = p.offer AND w.source = p.source
  WHERE p.price IS NOT NULL AND (w.offer IS NULL OR p.statement = i.statement)
),
disputed AS (
  SELECT offer FROM witnessed_prices WHERE is_disputed
  UNION
  SELECT offer FROM waiting w JOIN present p USING (offer)
  WHERE differs(w.input, p.input) OR differs(w.output, p.output)
),
statements AS (
  SELECT *, NULL AS reason FROM present
  UNION ALL SELECT offer, source, recorded::VARCHAR, input, output, reason_of(rule) FROM waiting
)
SELECT i.model, i.host, i.model_id, i.service_tier, s.source, s.recorded, s.input, s.output,
  s.source = i.source AND s.reason IS NULL AS is_published, s.reason
FROM statements s SEMI JOIN disputed USING (offer) JOIN offer_ids i USING (offer);
