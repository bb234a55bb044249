-- What each source states about each id over time (`source_statements`), and the prices it announces for future days.

-- The price of one rate of a card (build/cost/rates.ts), per 1M tokens: `rate_of(rates, 'input@batch')`.
CREATE MACRO rate_of(rates, name) AS nullif(regexp_extract(rates, '(^|; )' || name || '=([0-9.]+)(;|$)', 2), '')::DOUBLE;

-- As `isOutputCharged` and `toFilterablePrices` (model-filters.ts).
CREATE MACRO is_output_charged(model_type) AS coalesce(model_type NOT IN ('embedding', 'rerank'), true);
CREATE MACRO blended_price(input, output, model_type) AS
  CASE WHEN is_output_charged(model_type) THEN round((3 * input + output) / 4, 6) ELSE input END;

-- Prices that differ by a factor of more than 500 are in different units.
CREATE MACRO is_other_unit(one, other) AS coalesce(greatest(one, other) > 500 * nullif(least(one, other), 0), false);

CREATE MACRO is_announced(statement) AS coalesce(statement.effective > statement.recorded, false);

-- The number of what one source, by its row, states about one id.
CREATE MACRO series_of(offer, source_row) AS offer * 64 + source_row;

-- A source that changes or adds this many rows in one day may have corrected its records or caught up.
CREATE MACRO bulk_rows() AS 24;

CREATE TABLE ledger_day AS SELECT max(recorded)::DATE AS day FROM prices;

-- Numbers for the ids at hosts; `id` is the row in `offers`. A moving name gets one number for each model that it
-- meant, from `first_day` to the day before `end_day`. At the lab's own API, in every region, an id ends on its
-- retirement date, or else on its model's, even if a source goes on listing it; a cloud of the lab has its own dates.
-- An id first stated after its model's retirement ends a day later, so that its price is known. A date before the id's
-- first statement must belong to something else. `listing`: the number of a model at a host, which is its first id's.
CREATE TABLE offer_numbers AS
WITH retired AS (
  SELECT o.rowid AS id, greatest(coalesce(o.retirement_date, m.retirement_date)::DATE, stated.day::DATE + 1) AS day
  FROM offers o
  JOIN models m ON m.slug = o.model
  JOIN providers p ON p.slug = m.lab AND list_contains(p.own_hosts, o.host)
  JOIN providers h ON h.slug = o.host AND (h.host_kind = 'lab' OR h.slug = p.own_hosts[1])
  JOIN (SELECT host, model_id, min(coalesce(effective, recorded)) AS day FROM prices GROUP BY ALL) stated USING (host, model_id)
  WHERE coalesce(o.retirement_date, m.retirement_date)::DATE <= (SELECT day FROM ledger_day)
    AND (o.retirement_date IS NULL OR o.retirement_date > stated.day)
),
meanings AS (
  SELECT host, model_id, model, keeps_price,
    CASE WHEN lag(model) OVER name IS NOT NULL THEN since::DATE END AS first_day, lead(since::DATE) OVER name AS end_day
  FROM moving_names
  WINDOW name AS (PARTITION BY host, model_id ORDER BY since NULLS FIRST)
),
numbered AS (
  SELECT (row_number() OVER (ORDER BY o.rowid, m.first_day NULLS FIRST) - 1)::INTEGER AS offer, o.rowid::INTEGER AS id, o.host, o.model_id,
    coalesce(m.model, o.model) AS model, o.service_tier, o.billing, m.model IS NOT NULL AS is_moving, m.first_day,
    coalesce(m.end_day, CASE WHEN r.day > m.first_day OR m.first_day IS NULL THEN r.day END) AS end_day,
    coalesce(m.keeps_price, true) AS keeps_price
  FROM offers o
  LEFT JOIN meanings m ON m.host = o.host AND m.model_id = o.model_id
  LEFT JOIN retired r ON r.id = o.rowid
)
SELECT n.*, l.listing
FROM numbered n JOIN (SELECT host, model, min(offer) AS listing FROM numbered GROUP BY ALL) l USING (host, model)
ORDER BY n.offer;

CREATE TABLE retracted_prices AS
SELECT p.rowid AS row, p.* FROM prices p
SEMI JOIN prices w ON w.event = 'was_wrong' AND w.host = p.host AND w.model_id = p.model_id AND w.source = p.source AND w.effective = p.recorded;

-- The rows of the price ledger, each with the number that its id had on the day from which the row holds. When a name
-- moves and keeps its price, the price continues under the new number. Under the old number it ends with a note, because
-- no source withdrew it.
CREATE TABLE dated_prices AS
WITH named AS (
  SELECT n.offer, n.id, n.first_day, n.end_day, n.keeps_price, p.*, coalesce(p.effective, p.recorded)::DATE AS day
  FROM prices p JOIN offer_numbers n USING (host, model_id)
  ANTI JOIN retracted_prices r ON r.row = p.rowid
  WHERE p.event <> 'was_wrong'
),
held AS (
  SELECT * FROM named
  WHERE keeps_price AND day < first_day
  QUALIFY row_number() OVER (PARTITION BY offer, source ORDER BY day DESC, recorded DESC, event DESC) = 1
),
placed AS (
  SELECT * FROM named WHERE (first_day IS NULL OR day >= first_day) AND (end_day IS NULL OR day < end_day)
  UNION ALL SELECT * REPLACE (first_day AS day) FROM held WHERE event = 'stated'
)
SELECT * FROM placed
UNION ALL
SELECT * REPLACE (end_day AS day, 'withdrawn' AS event, NULL AS input, NULL AS output, NULL AS cache_read, NULL AS cache_write,
  NULL AS rates, 'rule: the name moved, or its model has ended' AS note)
FROM placed
WHERE end_day IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY offer, source ORDER BY day DESC, recorded DESC) = 1;

-- The ledger with the rank of each source at the host (1 comes first). `price` hashes [input, output], `card` all
-- prices; an output that costs nothing is 0 or left out, and without a price `price` is null. What a person's
-- correction does not state is copied from the last statement before it, or else from the next one with the same price,
-- and for a future day only from that day; a cache price that an earlier correction left out, from the source that stated
-- it with the same price. A statement with another input and another output price is not copied from, because its cache
-- prices and rates belong to that price. To an announced price, only what is stated with that price is copied, if need be
-- from a third party. `rates_source` stated the copied rates. Left out are prices per minute, page or image that a source
-- gives per token (`not_tokens`), and a first price of 0 that the source replaces before the rule `zero` would settle it:
-- it was unknown.
CREATE TABLE sound_statements AS
WITH not_of_tokens AS (
  SELECT n.offer, m.slug LIKE '%whisper%' OR regexp_matches(lower(n.model_id), '\b(minute|page)s?\b|\bper[-_ ](image|character)') AS is_any,
    CASE WHEN list_has_any(m.output_modalities, ['image', 'video']) AND NOT list_contains(m.output_modalities, 'text') THEN r.threshold
      WHEN m.input_modalities = ['audio'] THEN r.threshold / 10
      WHEN m.model_type = 'audio' OR list_contains(m.input_modalities, 'audio') THEN r.threshold / 50 END AS highest
  FROM offer_numbers n JOIN models m ON m.slug = n.model JOIN rules r ON r.id = 'not_tokens'
),
nearest AS (
  SELECT c.offer, c.day, any_value(c.input) AS input, any_value(c.output) AS output,
    arg_max(o, (o.day <= c.day, -abs(o.day - c.day), o.source <> 'operator', o.recorded)) AS base,
    arg_max(o, (o.day <= c.day, -abs(o.day - c.day), o.recorded)) FILTER (o.source <> 'operator' AND o.input = c.input AND o.output = c.output) AS stated
  FROM dated_prices c
  JOIN dated_prices o ON o.offer = c.offer AND o.event = 'stated' AND (o.source <> 'operator' OR o.day < c.day)
    AND ((o.day <= c.day AND NOT is_announced(c)) OR (o.input = c.input AND o.output = c.output))
    AND (o.day = c.day OR c.day <= (SELECT day FROM ledger_day))
    AND (NOT is_third_party(o.source) OR (is_announced(c) AND c.day <= (SELECT day FROM ledger_day)))
  WHERE c.source = 'operator' AND c.event = 'stated'
  GROUP BY c.offer, c.day
),
-- With the source and event of its rows, because DuckDB compares every pair of rows when a condition names one side.
completed AS (
  SELECT offer, day, 'operator' AS source, 'stated' AS event, stated, CASE WHEN NOT coalesce(input <> base.input AND output <> base.output, false) THEN base END AS base
  FROM nearest
),
filled AS (
  SELECT p.* REPLACE (
    CASE WHEN NOT unit.is_other THEN coalesce(p.input, c.base.input) END AS input,
    CASE WHEN NOT unit.is_other THEN coalesce(p.output, c.base.output) END AS output,
    coalesce(p.cache_read, c.base.cache_read, CASE WHEN coalesce(c.base.source, 'operator') = 'operator' THEN c.stated.cache_read END) AS cache_read,
    CASE WHEN NOT unit.is_other THEN coalesce(p.cache_write, c.base.cache_write, CASE WHEN coalesce(c.base.source, 'operator') = 'operator' THEN c.stated.cache_write END) END AS cache_write,
    coalesce(p.rates, c.base.rates) AS rates),
    p.cache_read IS NULL AND coalesce(is_third_party(c.base.source), false) AS is_cache_of_third_party,
    CASE WHEN p.rates IS NULL THEN c.base.source END AS rates_source, CASE WHEN p.rates IS NULL THEN c.base.recorded::DATE END AS rates_recorded
  FROM dated_prices p
  JOIN (
    SELECT t.row, t.source <> 'operator' AND coalesce(is_unknown OR price > 0 AND (u.is_any OR lowest <= u.highest
      AND (price <= u.highest OR is_other_unit(price, lowest))), false) AS is_other
    FROM (
      SELECT rowid AS row, offer, source, greatest(input, output) AS price, min(nullif(price, 0)) OVER (PARTITION BY offer, source) AS lowest,
        price = 0 AND lag(day) OVER own IS NULL AND lead(greatest(input, output)) OVER own > 0
          AND lead(day) OVER own - day < (SELECT readings FROM rules WHERE id = 'zero') AS is_unknown
      FROM dated_prices
      WINDOW own AS (PARTITION BY offer, source ORDER BY day, recorded)
    ) t
    JOIN not_of_tokens u USING (offer)
  ) unit ON unit.row = p.rowid
  LEFT JOIN completed c ON c.offer = p.offer AND c.day = p.day AND c.source = p.source AND c.event = p.event
)
SELECT p.offer, p.id, series_of(p.offer, s.rowid) AS series, p.source, p.day,
  r.rank, p.recorded, p.effective IS NOT NULL AS is_dated, p.event = 'stated' AS is_stated,
  CASE WHEN p.input IS NOT NULL OR p.output IS NOT NULL THEN hash(p.input, coalesce(p.output, 0)) END AS price,
  -- The price, or the first rate of an id that is not sold by the token.
  CASE WHEN coalesce(p.input, p.output) IS NOT NULL THEN hash(p.input, coalesce(p.output, 0))
    WHEN regexp_matches(p.rates, '=[0-9.]+/') THEN hash(regexp_extract(p.rates, '(?:^|; )([a-z_]+=[0-9.]+/[^;]+)', 1)) END AS any_price,
  hash(p.event, p.input, p.output, p.cache_read, p.cache_write) AS plain,
  hash(p.event, p.input, p.output, p.cache_read, p.cache_write, p.rates) AS card,
  p.input, p.output,
  -- A cache-read price above the input price or close to zero (`cache_far`) is an upstream error, and so is a
  -- cache-write price many times higher or lower than the input price (`rate_off`). A cache-read price of 0 means that it
  -- is unknown if the source has others for most ids of the host.
  CASE WHEN p.cache_read <= p.input AND CASE WHEN p.cache_read = 0 THEN p.input = 0 OR h.host IS NULL ELSE p.input <= c.far * p.cache_read END THEN p.cache_read END AS cache_read,
  CASE WHEN p.input IS NULL OR p.cache_write = 0 OR p.cache_write / nullif(p.input, 0) > 1 / c.off AND p.cache_write < c.off * p.input THEN p.cache_write END AS cache_write,
  p.is_cache_of_third_party, p.rates, p.rates_source, p.rates_recorded, p.note, p.event
FROM filled p
JOIN sources s ON s.id = p.source
JOIN precedence r ON r.host = p.host AND r.source = p.source
LEFT JOIN (
  SELECT host, source FROM dated_prices WHERE input > 0 AND cache_read IS NOT NULL AND NOT is_read_by_person(source)
  GROUP BY ALL HAVING count_if(cache_read > 0) > count(*) / 2
) h ON h.host = p.host AND h.source = p.source
CROSS JOIN (SELECT max(threshold) FILTER (WHERE id = 'cache_far') AS far, max(threshold) FILTER (WHERE id = 'rate_off') AS off FROM rules) c
WHERE p.note IS NULL OR NOT starts_with(p.note, 'suspect:');

-- Announced prices for future days, each from the source with the highest precedence. Prices that the announcement does
-- not state are null, because today's rates belong to another price.
CREATE TABLE announced_prices AS
SELECT offer, day::VARCHAR AS effective, input, output, cache_read, cache_write, rates, source,
  CASE WHEN is_read_by_person(source) THEN note END AS source_url, recorded::DATE::VARCHAR AS as_of
FROM sound_statements
WHERE is_stated AND price IS NOT NULL AND day > (SELECT day FROM ledger_day)
QUALIFY row_number() OVER (PARTITION BY offer, day ORDER BY rank, recorded DESC, source) = 1;

-- The statements of one source about one id; for each day, the last row counts. Left out are earlier prices in another
-- unit than the last price that held for 60 days, or else than the one that held longest, and changes that the source
-- reverts within 7 days. The rules judge the last price.
CREATE TABLE source_statements AS
WITH days AS (
  SELECT s.rowid AS statement, offer, id, series, source, day, f.recorded, rank, is_dated, is_stated, price, plain, card, input,
    coalesce(lead(day) OVER own, (SELECT day FROM ledger_day)) - day AS held_days, lead(day) OVER own IS NULL AS is_last
  FROM sound_statements s
  JOIN (SELECT series, day, plain, min(recorded)::DATE AS recorded FROM sound_statements GROUP BY ALL) f USING (series, day, plain)
  WHERE day <= (SELECT day FROM ledger_day)
  WINDOW own AS (PARTITION BY series ORDER BY day, s.recorded, event)
  QUALIFY day IS DISTINCT FROM lead(day) OVER own
),
settled AS (
  SELECT series, coalesce(arg_max(input, day) FILTER (WHERE held_days >= 60), arg_min(input, (-held_days, day))) AS input
  FROM days WHERE input > 0 GROUP BY series
),
kept AS (
  SELECT d.* EXCLUDE (input, held_days, is_last) FROM days d LEFT JOIN settled s USING (series)
  WHERE is_last OR NOT is_other_unit(d.input, s.input)
  WINDOW own AS (PARTITION BY series ORDER BY day)
  QUALIFY NOT coalesce(
    hash(is_stated, price) <> lag(hash(is_stated, price)) OVER own
      AND lag(hash(is_stated, price)) OVER own = lead(hash(is_stated, price)) OVER own
      AND lead(day) OVER own - day <= 7, false)
)
SELECT * EXCLUDE (card) FROM kept
QUALIFY card IS DISTINCT FROM lag(card) OVER (PARTITION BY series ORDER BY day);
