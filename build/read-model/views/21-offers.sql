-- Offers as they are published: checked prices, one main id per model and host, the list price.

-- One row per host-side id. A cache read that costs more than fresh input is an error of the upstream.
CREATE TABLE offer_ids AS
SELECT
  o.model, o.host, o.model_id,
  o.input_usd_per_mtok AS input,
  o.output_usd_per_mtok AS output,
  CASE WHEN o.cache_read_usd_per_mtok <= o.input_usd_per_mtok THEN o.cache_read_usd_per_mtok END AS cache_read,
  o.cache_write_usd_per_mtok AS cache_write,
  o.reasoning_usd_per_mtok AS reasoning,
  o.batch_input_usd_per_mtok AS batch_input,
  o.batch_output_usd_per_mtok AS batch_output,
  o.tiers, o.context_window, o.max_output_tokens, o.quantization, o.status, o.source, o.as_of,
  coalesce(o.input_usd_per_mtok = 0 AND o.output_usd_per_mtok = 0, false) AS is_free,
  coalesce(o.input_usd_per_mtok + o.output_usd_per_mtok > 0, false) AS is_paid,
  round((3 * o.input_usd_per_mtok + o.output_usd_per_mtok) / 4, 6) AS blended,
  regexp_matches(o.model_id, '(20\d{6}|20\d{2}-\d{2}-\d{2}|[-@]\d{4}$|-\d{2}-\d{2,4}$|latest|:free)') AS is_dated
FROM offers o;

-- The id that stands for the model at a host: not withdrawn, undated, paid, short.
CREATE TABLE host_offers AS
WITH ranked AS (
  SELECT *, row_number() OVER (
    PARTITION BY model, host
    ORDER BY status = 'deprecated', is_dated, NOT is_paid, input IS NULL, length(model_id), model_id
  ) AS position
  FROM offer_ids
)
SELECT
  main.* EXCLUDE (position, is_dated),
  coalesce(others.variants, []) AS variants,
  greatest(main.as_of, others.as_of) AS variants_as_of
FROM ranked main
LEFT JOIN (
  SELECT model, host, max(as_of) AS as_of,
    list({'model_id': model_id, 'input': input, 'output': output} ORDER BY model_id) AS variants
  FROM ranked WHERE position > 1 GROUP BY ALL
) others USING (model, host)
WHERE main.position = 1;

-- Hosts through which a lab sells its own models, the preferred one first.
CREATE TABLE own_hosts AS
SELECT slug AS lab, unnest(own_hosts) AS host, generate_subscripts(own_hosts, 1) AS position FROM providers;

-- The list price: the first of the lab's own hosts that names a price.
CREATE TABLE list_offers AS
SELECT h.*
FROM host_offers h
JOIN models m ON m.slug = h.model
JOIN own_hosts own ON own.lab = m.lab AND own.host = h.host
WHERE h.input IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY h.model ORDER BY own.position) = 1;

-- The cheapest paid offer, by blended price.
CREATE TABLE cheapest_offers AS
SELECT * FROM host_offers WHERE is_paid
QUALIFY row_number() OVER (PARTITION BY model ORDER BY blended, host) = 1;
