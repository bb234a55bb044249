-- Rows of the read model (catalog/rows.ts): models, offers, prices, disputes, providers.

-- Other addresses of a model: names declared for all hosts; else host-side ids, where they mean one model only.
CREATE TABLE catalog_aliases AS
WITH names AS (
  SELECT alias AS name, model, NOT contains(alias, '/') AS is_declared FROM model_aliases
  UNION SELECT model_id, model, false FROM offers
),
slugs AS (
  SELECT DISTINCT trim(regexp_replace(lower(split_part(name, '/', -1)), '[^a-z0-9]+', '-', 'g'), '-') AS alias, model, is_declared
  FROM names
),
first AS (SELECT * FROM slugs QUALIFY is_declared = bool_or(is_declared) OVER (PARTITION BY alias))
SELECT alias, any_value(model) AS model
FROM first
WHERE alias <> '' AND alias NOT IN (SELECT slug FROM models)
GROUP BY alias HAVING count(DISTINCT model) = 1
ORDER BY alias;

-- A model that knows what came after its release is another one under the same name: which one, nobody says. Months
-- are compared, or years where the cutoff is one. One that was sold before its release keeps its date, with a mark.
CREATE TABLE catalog_models AS
SELECT m.* EXCLUDE (as_of, source, knowledge_cutoff) REPLACE (
    CASE WHEN m.max_output_tokens > m.context_window THEN NULL ELSE m.max_output_tokens END AS max_output_tokens),
  CASE WHEN left(m.knowledge_cutoff, 7) > left(m.release_date, length(m.knowledge_cutoff)) THEN NULL
    ELSE m.knowledge_cutoff END AS knowledge_cutoff,
  -- What the day of a model is: stated, stated but later than its first price, or the day it was seen as news.
  CASE WHEN m.release_date > least(f.day, sold.date) THEN 'after_first_price'
    WHEN m.release_date IS NOT NULL THEN 'stated'
    WHEN n.is_news THEN 'first_seen' END AS release_date_basis,
  f.day AS first_seen,
  coalesce(o.offers, 0)::INTEGER AS offers,
  coalesce(r.is_sold_by_lab, false) AS is_sold_by_lab,
  l.host AS list_host,
  c.host AS cheapest_host,
  d.host AS default_host,
  coalesce(d.is_list_price, false) AS default_is_list_price,
  coalesce(p.moves, 0)::INTEGER AS price_changes,
  coalesce(a.aliases, []) AS aliases,
  greatest(m.as_of, o.as_of, s2.as_of) AS as_of
FROM models m
LEFT JOIN (SELECT model, max(as_of) AS as_of FROM scores GROUP BY model) s2 ON s2.model = m.slug
LEFT JOIN (SELECT model, count(*) AS offers, max(as_of) AS as_of FROM host_offers GROUP BY model) o ON o.model = m.slug
LEFT JOIN (SELECT model, bool_or(own_position IS NOT NULL) AS is_sold_by_lab FROM passed_offers GROUP BY model) r ON r.model = m.slug
LEFT JOIN first_seen f ON f.model = m.slug
LEFT JOIN (
  SELECT model, min(date) AS date FROM price_rows WHERE change = 'added' GROUP BY model
) sold ON sold.model = m.slug
LEFT JOIN new_models n ON n.model = m.slug
LEFT JOIN list_offers l ON l.model = m.slug
LEFT JOIN cheapest_offers c ON c.model = m.slug
LEFT JOIN default_series d ON d.model = m.slug
LEFT JOIN (SELECT model, host, count(*) AS moves FROM price_rows WHERE change = 'changed' GROUP BY ALL) p
  ON p.model = d.model AND p.host = d.host
LEFT JOIN (SELECT model, list(alias ORDER BY alias) AS aliases FROM catalog_aliases GROUP BY model) a ON a.model = m.slug
ORDER BY m.slug;

-- `passed_over` says why an offer is not the cheapest of its model; null for the one that is.
CREATE TABLE catalog_offers AS
SELECT h.model, h.host, h.model_id, h.input, h.output, h.cache_read, h.cache_write,
  rate_of(h.rates, 'reasoning') AS reasoning, coalesce(h.cards, []) AS cards, h.context_window, h.max_output_tokens, h.quantization, h.status, h.retirement_date,
  h.is_free, h.is_paid, l.host IS NOT NULL AS is_list_price, h.billing, h.service_tier, h.host_kind, h.trust, h.doubt,
  CASE WHEN c.host = h.host THEN NULL
    WHEN p.passed_over IS NULL AND p.unit_price = u.unit_price THEN 'the same price: a tie goes to the lab, to clouds, then by name'
    WHEN p.passed_over IS NULL THEN 'costs more'
    ELSE p.passed_over END AS passed_over,
  h.blended, p.unit_price, p.unit, h.variants, coalesce(a.announced, []) AS announced, h.source, h.source_url, h.as_of, h.last_confirmed
FROM host_offers h
JOIN passed_offers p ON p.offer = h.offer
LEFT JOIN list_offers l ON l.model = h.model AND l.host = h.host
LEFT JOIN cheapest_offers c ON c.model = h.model
LEFT JOIN unit_prices u ON u.offer = c.offer
LEFT JOIN (
  SELECT offer, list({'effective': effective, 'input': input, 'output': output} ORDER BY effective) AS announced
  FROM announced_prices GROUP BY offer
) a ON a.offer = h.offer
ORDER BY h.model, NOT h.is_paid, h.blended NULLS LAST, h.host;

CREATE TABLE catalog_price_rows AS
SELECT p.model, p.host, p.date, p.input, p.output, p.cache_read, p.cache_write, p.change,
  p.is_at_lab AND d.host IS NOT NULL AS is_list_price, p.source
FROM price_rows p
LEFT JOIN default_series d ON d.model = p.model AND d.host = p.host AND d.is_list_price
ORDER BY p.model, p.host, p.date;

CREATE TABLE catalog_disputes AS
SELECT * FROM disputed_statements ORDER BY model, host, model_id, NOT is_published, source, recorded;

CREATE TABLE catalog_providers AS
SELECT p.*, greatest(p.as_of, o.as_of, m.as_of) AS newest,
  coalesce(m.models, 0)::INTEGER AS models, coalesce(o.offers, 0)::INTEGER AS offers
FROM providers p
LEFT JOIN (SELECT host, count(*) AS offers, max(as_of) AS as_of FROM host_offers GROUP BY host) o ON o.host = p.slug
LEFT JOIN (SELECT lab, count(*) AS models, max(as_of) AS as_of FROM models GROUP BY lab) m ON m.lab = p.slug
ORDER BY p.slug;
