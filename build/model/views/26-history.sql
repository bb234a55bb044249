-- Price history as it is published.

-- The day from which a host no longer sells an id, although a source still lists it: its retirement date. An id first
-- stated after it has its price on that day (view 20).
CREATE TABLE ended_ids AS
SELECT s.offer, greatest(any_value(o.retirement_date)::DATE, min(s.day) + 1) AS day
FROM series_rows s JOIN offer_numbers n USING (offer) JOIN offers o ON o.rowid = n.id
WHERE o.retirement_date::DATE <= (SELECT day FROM ledger_day)
GROUP BY s.offer;

-- Which id represents a model at a host, on each day on which any of its ids changed; null when none was for sale. Among
-- the ids sold that day, the standard tier comes first, then prices not stated only by a reseller, then the id that
-- represents the model now, then undated ids, then the earliest and longest record. Once the host's own price is known,
-- ids that are no longer for sale and were priced only by a reseller are ignored.
CREATE TABLE standing_ids AS
WITH ids AS (
  SELECT s.listing, s.offer, any_value(s.model_id) AS model_id, any_value(s.service_tier) AS service_tier,
    any_value(r.position) AS position, min(s.day) AS first_day, count(*) AS changes,
    min(min(s.day) FILTER (NOT s.is_resold AND s.price IS NOT NULL)) OVER (PARTITION BY s.listing) AS own_since
  FROM series_rows s LEFT JOIN ranked_ids r USING (offer)
  GROUP BY s.listing, s.offer
),
days AS (
  SELECT listing, day FROM series_rows
  UNION SELECT n.listing, e.day FROM ended_ids e JOIN offer_numbers n USING (offer)
),
known AS (SELECT rowid AS row, offer AS known, day AS known_on, change, is_resold FROM series_rows),
sold AS (
  SELECT d.listing, d.day, d.offer, s.row
  FROM (FROM days JOIN ids USING (listing)) d
  ASOF JOIN known s ON s.known = d.offer AND s.known_on <= d.day
  LEFT JOIN ended_ids e ON e.offer = d.offer
  WHERE s.change <> 'removed' AND (e.day IS NULL OR d.day < e.day) AND NOT (s.is_resold AND d.position IS NULL AND d.day >= coalesce(d.own_since, 'infinity'))
  QUALIFY row_number() OVER (
    PARTITION BY d.listing, d.day
    ORDER BY d.service_tier <> 'standard', s.is_resold, d.position NULLS LAST, is_dated_id(d.model_id), d.first_day, d.changes DESC, length(d.model_id), d.model_id
  ) = 1
)
FROM days LEFT JOIN sold USING (listing, day);

-- One price series per model and host. When another id with another price takes over, this is not a price move
-- (`witness`). Rows at the lab's own hosts are list prices, unless only a reseller states them or they belong to another
-- tier; a preview counts while the lab sells nothing else.
CREATE TABLE price_rows AS
WITH states AS (
  SELECT t.*, s.input, s.output, s.price, CASE WHEN t.row IS NOT NULL THEN hash(s.input, s.output, s.cache_read, s.cache_write) END AS state
  FROM standing_ids t LEFT JOIN series_rows s ON s.rowid = t.row
),
changes AS (
  SELECT listing, day, row, offer, lag(state) OVER series AS before, lag(offer) OVER series AS offer_before, lag(row) OVER series AS row_before,
    lag(input) OVER series AS input_before, lag(output) OVER series AS output_before, lag(price) OVER series AS price_before
  FROM states
  WINDOW series AS (PARTITION BY listing ORDER BY day)
  QUALIFY state IS DISTINCT FROM lag(state) OVER series
)
SELECT s.* REPLACE (c.day AS day, c.day::VARCHAR AS date, c.input_before AS input_before, c.output_before AS output_before, c.price_before AS price_before,
    p.input AS input, p.output AS output, p.cache_read AS cache_read, p.cache_write AS cache_write, p.price AS price,
    CASE WHEN c.row IS NULL THEN 'removed'
      WHEN c.before IS NULL THEN 'added'
      WHEN c.offer = c.offer_before AND s.day = c.day THEN s.change
      ELSE 'witness' END AS change),
  s.service_tier IN ('standard', 'preview') AND NOT s.is_resold AND own.host IS NOT NULL AS is_at_lab
FROM changes c
LEFT JOIN series_rows g ON g.offer = c.offer_before AND g.day = c.day
JOIN series_rows s ON s.rowid = coalesce(c.row, g.rowid, c.row_before)
LEFT JOIN series_rows p ON p.rowid = c.row
LEFT JOIN own_models own ON own.model = s.model AND own.host = s.host;

-- `model_id`: the id that stood for the model last, whichever id the last row was of: another one may have taken over at its price.
CREATE TABLE model_series AS
SELECT host, model, any_value(last.model_id) AS model_id, min(date) AS first_date, count(*) AS changes
FROM price_rows
JOIN (SELECT s.listing, arg_max(n.model_id, s.day) AS model_id FROM standing_ids s JOIN offer_numbers n USING (offer) GROUP BY s.listing) last USING (listing)
GROUP BY host, model;

-- The default price series: of today's list-price host, else of a former one, else the longest record.
CREATE TABLE default_series AS
SELECT s.model, s.host, l.host IS NOT NULL OR p.host IS NOT NULL AS is_list_price
FROM model_series s
LEFT JOIN list_offers l USING (model, host)
LEFT JOIN (SELECT DISTINCT model, host FROM price_rows WHERE is_at_lab AND NOT is_doubted AND input IS NOT NULL) p USING (model, host)
LEFT JOIN own_models own USING (model, host)
QUALIFY row_number() OVER (
  PARTITION BY s.model
  ORDER BY l.host IS NULL, p.host IS NULL, CASE WHEN p.host IS NOT NULL THEN own.position END NULLS LAST,
    s.first_date, s.changes DESC, s.host
) = 1;
