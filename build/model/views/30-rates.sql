-- Every rate of every id that is for sale, one per row.
CREATE TABLE offer_rates AS
WITH entries AS (
  SELECT offer, source, valid_from, last_confirmed, entry FROM card_rates
  UNION ALL
  SELECT offer, source, coalesce(CASE meter WHEN 'cache_read' THEN cache_days.cache_read WHEN 'cache_write' THEN cache_days.cache_write END, as_of), last_confirmed, meter || '=' || price
  FROM (UNPIVOT (SELECT offer, source, as_of, last_confirmed, cache_days, input, output, cache_read, cache_write FROM offer_ids)
    ON input, output, cache_read, cache_write INTO NAME meter VALUE price)
),
parts AS (
  SELECT *, split_part(entry, '=', 1) || '@' AS name, rate_name(entry) AS key,
    regexp_extract(entry, '=([0-9.e-]+)(?:/(.+))?$', ['price', 'unit']) AS paid
  FROM entries
),
-- The conditions of a rate, once for each of the few names.
names AS (
  SELECT name, split_part(name, '@', 1) AS meter,
    nullif(regexp_extract(name, '@(standard|batch|flex|priority|fast|regional|confidential|preview)@', 1), '') AS service_tier,
    nullif(regexp_extract(name, '>([0-9]+)@', 1), '')::BIGINT AS above_input_tokens,
    CASE WHEN contains(name, '@excess>') THEN 'excess' WHEN contains(name, '@>') THEN 'request' END AS tier_mode,
    nullif(regexp_extract(name, '@([0-9]+[mhd])@', 1), '') AS cache_ttl,
    unnest(coalesce(string_split(nullif(regexp_extract(name, '@region:([^@]+)', 1), ''), '+'), [NULL])) AS region,
    nullif(regexp_extract(name, '@hours:([^@]+)', 1), '') AS hours_utc,
    nullif(regexp_extract(name, '@variant:([^@]+)', 1), '') AS variant
  FROM (SELECT DISTINCT name FROM parts)
)
SELECT o.model, o.host, o.model_id, n.meter, coalesce(nullif(p.paid.unit, ''), '1M tokens') AS unit,
  p.paid.price::DOUBLE AS price, coalesce(n.service_tier, o.service_tier) AS service_tier,
  n.above_input_tokens, n.tier_mode, n.cache_ttl, n.region, n.hours_utc, n.variant,
  p.valid_from, p.last_confirmed, coalesce(o.rate_trust[p.key], o.trust) AS trust,
  p.source, concat_ws('#', p.key, CASE WHEN contains(p.name, '+') THEN n.region END) AS rate
FROM parts p JOIN names n USING (name) JOIN offer_ids o USING (offer);

-- The rate card of an id on each day on which something in it changed, with the plain prices of its history; empty on
-- the days from which the id was not for sale.
CREATE TABLE card_days AS
SELECT w.offer, w.moment AS day, n.model_id, n.service_tier,
  CASE WHEN n.billing = 'plan' THEN 'plan' WHEN p.input = 0 AND p.output = 0 THEN 'free' ELSE 'tokens' END AS billing,
  p.input, p.output, p.cache_read, p.cache_write, coalesce(r.cards, []) AS cards, r.rates, w.source, d.as_of, d.cache_days, p.is_doubted
FROM winners w
JOIN offer_numbers n ON n.offer = w.offer
JOIN price_days d ON d.offer = w.offer AND d.moment = w.moment
ASOF JOIN series_rows p ON p.offer = w.offer AND p.day <= w.moment
LEFT JOIN rate_cards r ON r.offer = w.offer AND r.moment = w.moment
LEFT JOIN ended_ids e ON e.offer = w.offer
WHERE e.day IS NULL OR w.moment < e.day
UNION ALL BY NAME (FROM ended_ids UNION SELECT offer, day FROM series_rows WHERE change = 'removed');

-- The rate card of a model at a host over time, under the id that represented the model: one row whenever the card or
-- the id changes. Prices are null when the model was not for sale from that day on.
CREATE TABLE catalog_rate_cards AS
WITH stood AS (
  SELECT d.listing, d.day, s.offer
  FROM (SELECT DISTINCT n.listing, c.day FROM card_days c JOIN offer_numbers n USING (offer)) d
  ASOF JOIN standing_ids s ON s.listing = d.listing AND s.day <= d.day
),
cards AS (
  SELECT s.listing, s.day, c.row
  FROM stood s ASOF LEFT JOIN (
    SELECT rowid AS row, offer, day,
      CASE WHEN model_id IS NOT NULL THEN hash(offer, input, output, cache_read, cache_write, cards, source, is_doubted) END AS state
    FROM card_days
  ) c ON c.offer = s.offer AND c.day <= s.day
  QUALIFY c.state IS DISTINCT FROM lag(c.state) OVER (PARTITION BY s.listing ORDER BY s.day)
)
SELECT n.model, n.host, c.model_id, s.day::VARCHAR AS date, c.service_tier, coalesce(c.billing, 'tokens') AS billing,
  c.input, c.output, c.cache_read, c.cache_write, coalesce(c.cards, []) AS cards, c.source, c.as_of, c.cache_days, coalesce(c.is_doubted, false) AS is_doubted
FROM cards s
JOIN offer_numbers n ON n.offer = s.listing
LEFT JOIN card_days c ON c.rowid = s.row
ORDER BY n.model, n.host, s.day;

-- Rate cards of ids that differed in price or tier from the id that represented their model, or in a cache price that
-- both have, at each such change. `model_id` is null from each day on which they are the same, the first one too; the tier
-- too when the id was not for sale. So an id has no price before its first row.
CREATE TABLE catalog_id_cards AS
WITH own AS (
  SELECT c.rowid AS row, c.offer, c.day
  FROM card_days c SEMI JOIN (FROM offer_numbers QUALIFY count(*) OVER (PARTITION BY listing) > 1) n USING (offer)
),
standing AS (
  SELECT n.listing, r.date::DATE AS day, r.model_id, r.service_tier, r.input, r.output, r.cache_read, r.cache_write,
    array_to_string([card.rates FOR card IN r.cards], '; ') AS rates
  FROM catalog_rate_cards r JOIN (SELECT DISTINCT listing, host, model FROM offer_numbers) n USING (host, model)
),
days AS (
  SELECT offer, day FROM own
  UNION SELECT n.offer, s.day FROM (SELECT DISTINCT offer FROM own) JOIN offer_numbers n USING (offer) JOIN standing s USING (listing)
),
held AS (
  SELECT d.offer, n.listing, d.day, o.row
  FROM days d JOIN offer_numbers n USING (offer) ASOF JOIN own o ON o.offer = d.offer AND o.day <= d.day
),
cards AS (
  SELECT h.offer, h.day, h.row,
    coalesce(o.input::VARCHAR, o.rates) IS NOT NULL AND s.model_id IS DISTINCT FROM o.model_id AND (o.service_tier IS DISTINCT FROM s.service_tier OR o.input IS DISTINCT FROM s.input
      OR o.output IS DISTINCT FROM s.output OR coalesce(o.cache_read <> s.cache_read, false) OR coalesce(o.cache_write <> s.cache_write, false) OR o.input IS NULL AND o.rates IS DISTINCT FROM s.rates) AS is_own,
    CASE WHEN is_own THEN hash(o.input, o.output, o.cache_read, o.cache_write, o.rates) WHEN o.model_id IS NULL THEN 0 END AS state
  FROM held h
  ASOF JOIN standing s ON s.listing = h.listing AND s.day <= h.day
  JOIN card_days o ON o.rowid = h.row
),
changes AS (
  SELECT *, bool_or(is_own) OVER (PARTITION BY offer) AS has_own FROM cards
  WINDOW series AS (PARTITION BY offer ORDER BY day)
  QUALIFY row_number() OVER series = 1 OR state IS DISTINCT FROM lag(state) OVER series
)
SELECT n.model, n.host, n.model_id AS name, c.day::VARCHAR AS date, CASE WHEN c.is_own THEN o.model_id END AS model_id, o.service_tier, coalesce(o.billing, 'tokens') AS billing,
  o.input, o.output, o.cache_read, o.cache_write, coalesce(o.cards, []) AS cards, o.source, o.as_of, o.cache_days, coalesce(o.is_doubted, false) AS is_doubted
FROM changes c
JOIN offer_numbers n USING (offer)
JOIN card_days o ON o.rowid = c.row
WHERE c.has_own
ORDER BY n.model, n.host, n.model_id, c.day;
