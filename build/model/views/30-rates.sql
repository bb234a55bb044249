-- Every rate of every id that is for sale, one a row: `entry` is its text in the ledger (build/schema/rate.ts).
CREATE TABLE offer_rates AS
WITH entries AS (
  SELECT o.offer, card.source, card.valid_from, unnest(string_split(card.rates, '; ')) AS entry
  FROM (SELECT offer, unnest(cards) AS card FROM offer_ids) o
  UNION ALL
  SELECT offer, source, as_of, meter || '=' || price
  FROM (UNPIVOT (SELECT offer, source, as_of, input, output, cache_read, cache_write FROM offer_ids)
    ON input, output, cache_read, cache_write INTO NAME meter VALUE price)
),
parts AS (
  SELECT *, split_part(entry, '=', 1) || '@' AS name, regexp_extract(entry, '=([0-9.e-]+)(?:/(.+))?$', ['price', 'unit']) AS paid
  FROM entries
)
SELECT o.model, o.host, o.model_id, split_part(p.name, '@', 1) AS meter, coalesce(nullif(p.paid.unit, ''), '1M tokens') AS unit,
  p.paid.price::DOUBLE AS price,
  coalesce(nullif(regexp_extract(p.name, '@(standard|batch|flex|priority|fast|regional|confidential|preview)@', 1), ''), o.service_tier) AS service_tier,
  nullif(regexp_extract(p.name, '>([0-9]+)@', 1), '')::BIGINT AS above_input_tokens,
  CASE WHEN contains(p.name, '@excess>') THEN 'excess' WHEN contains(p.name, '@>') THEN 'request' END AS tier_mode,
  nullif(regexp_extract(p.name, '@([0-9]+[mhd])@', 1), '') AS cache_ttl,
  unnest(coalesce(string_split(nullif(regexp_extract(p.name, '@region:([^@]+)', 1), ''), '+'), [NULL])) AS region,
  nullif(regexp_extract(p.name, '@hours:([^@]+)', 1), '') AS hours_utc,
  nullif(regexp_extract(p.name, '@variant:([^@]+)', 1), '') AS variant,
  p.valid_from, o.last_confirmed,
  CASE WHEN o.trust = 'verified' AND list_contains(o.one_source_rates, regexp_replace(p.entry, '=[0-9.e-]+', '')) THEN 'one_source' ELSE o.trust END AS trust,
  p.source
FROM parts p JOIN offer_ids o USING (offer);
