-- The rows of the read model (catalog/rows.ts), one table each, named `catalog_*`.

-- Other addresses of a model: declared names and its host-side ids, where they mean one model only.
CREATE TABLE catalog_aliases AS
WITH names AS (
  SELECT alias AS name, model FROM model_aliases
  UNION SELECT model_id, model FROM offers
  UNION SELECT model_id, model FROM price_history
),
slugs AS (
  SELECT DISTINCT trim(regexp_replace(lower(split_part(name, '/', -1)), '[^a-z0-9]+', '-', 'g'), '-') AS alias, model FROM names
)
SELECT alias, any_value(model) AS model
FROM slugs
WHERE alias <> '' AND alias NOT IN (SELECT slug FROM models)
GROUP BY alias HAVING count(DISTINCT model) = 1
ORDER BY alias;

CREATE TABLE catalog_models AS
SELECT m.* EXCLUDE (as_of, source),
  s.avg_score,
  coalesce(o.offers, 0)::INTEGER AS offers,
  l.host AS list_host,
  c.host AS cheapest_host,
  d.host AS default_host,
  coalesce(d.is_list_price, false) AS default_is_list_price,
  coalesce(p.moves, 0)::INTEGER AS price_changes,
  coalesce(a.aliases, []) AS aliases,
  greatest(m.as_of, o.as_of, s2.as_of) AS as_of
FROM models m
LEFT JOIN model_scores s ON s.model = m.slug
LEFT JOIN (SELECT model, max(as_of) AS as_of FROM scores GROUP BY model) s2 ON s2.model = m.slug
LEFT JOIN (SELECT model, count(*) AS offers, max(as_of) AS as_of FROM host_offers GROUP BY model) o ON o.model = m.slug
LEFT JOIN list_offers l ON l.model = m.slug
LEFT JOIN cheapest_offers c ON c.model = m.slug
LEFT JOIN default_series d ON d.model = m.slug
LEFT JOIN (SELECT model, host, count(*) AS moves FROM price_rows WHERE change = 'changed' GROUP BY ALL) p
  ON p.model = d.model AND p.host = d.host
LEFT JOIN (SELECT model, list(alias ORDER BY alias) AS aliases FROM catalog_aliases GROUP BY model) a ON a.model = m.slug
ORDER BY m.slug;

CREATE TABLE catalog_offers AS
SELECT h.model, h.host, h.model_id, h.input, h.output, h.cache_read, h.cache_write, h.reasoning,
  h.batch_input, h.batch_output, h.tiers, h.context_window, h.max_output_tokens, h.quantization, h.status,
  h.is_free, h.is_paid, l.host IS NOT NULL AS is_list_price, h.blended, h.variants, h.source, h.as_of
FROM host_offers h
LEFT JOIN list_offers l ON l.model = h.model AND l.host = h.host
ORDER BY h.model, NOT h.is_paid, h.blended NULLS LAST, h.host;

CREATE TABLE catalog_price_rows AS
SELECT p.model, p.host, p.date, p.input, p.output, p.cache_read, p.cache_write, p.change,
  own.host IS NOT NULL AND d.host = p.host AS is_list_price, p.source
FROM price_rows p
JOIN models m ON m.slug = p.model
LEFT JOIN own_hosts own ON own.lab = m.lab AND own.host = p.host
LEFT JOIN default_series d ON d.model = p.model
ORDER BY p.model, p.host, p.date, p.source;

CREATE TABLE catalog_benchmarks AS
SELECT b.* EXCLUDE (default_configuration), coalesce(t.models_tested, 0)::INTEGER AS models_tested, a.as_of
FROM benchmarks b
LEFT JOIN (SELECT benchmark, any_value(models_tested) AS models_tested FROM benchmark_tops GROUP BY benchmark) t ON t.benchmark = b.slug
LEFT JOIN (SELECT benchmark, max(as_of) AS as_of FROM scores GROUP BY benchmark) a ON a.benchmark = b.slug
ORDER BY b.category, b.slug;

CREATE TABLE catalog_scores AS
SELECT s.model, s.benchmark, s.score, s.configuration, s.self_reported,
  d.model IS NOT NULL AS is_default, s.source, s.source_url, s.as_of
FROM scores s
JOIN benchmarks b ON b.slug = s.benchmark
LEFT JOIN default_scores d ON d.model = s.model AND d.benchmark = s.benchmark AND d.score = s.score
  AND d.configuration IS NOT DISTINCT FROM s.configuration AND d.source = s.source
  AND d.source_url = s.source_url AND d.as_of = s.as_of
QUALIFY row_number() OVER (
  PARTITION BY s.model, s.benchmark, s.configuration, s.source, s.source_url ORDER BY s.score
) = 1
ORDER BY s.model, b.category, s.benchmark, s.configuration NULLS FIRST, s.source, s.source_url;

CREATE TABLE catalog_providers AS
SELECT p.*, greatest(p.as_of, o.as_of, m.as_of) AS newest,
  coalesce(m.models, 0)::INTEGER AS models, coalesce(o.offers, 0)::INTEGER AS offers
FROM providers p
LEFT JOIN (SELECT host, count(*) AS offers, max(as_of) AS as_of FROM host_offers GROUP BY host) o ON o.host = p.slug
LEFT JOIN (SELECT lab, count(*) AS models, max(as_of) AS as_of FROM models GROUP BY lab) m ON m.lab = p.slug
ORDER BY p.slug;

CREATE TABLE catalog_agents AS SELECT slug, name, summary, maker, url, as_of FROM agents ORDER BY slug;
CREATE TABLE catalog_glossary AS SELECT * FROM glossary ORDER BY slug;

CREATE TABLE catalog_changes AS
SELECT * FROM changes ORDER BY date, type, model NULLS LAST, host, company, metric, scope, value;

CREATE TABLE catalog_finding_facts AS
SELECT * FROM finding_facts ORDER BY date DESC, size DESC, kind, model, host, benchmark;

-- Every dated row of every dataset, for the freshness of sources and datasets.
CREATE TABLE dated_rows AS
SELECT 'models' AS dataset, source, as_of AS date FROM models
UNION ALL SELECT 'offers', source, as_of FROM offers
UNION ALL SELECT 'price-history', source, date FROM price_history WHERE suspect IS NULL
UNION ALL SELECT 'scores', source, as_of FROM scores
UNION ALL SELECT 'company-facts', source, as_of FROM companies
UNION ALL SELECT 'mindshare', source, day FROM mindshare
UNION ALL SELECT 'gpu-rental', source, day FROM gpu_rental
UNION ALL SELECT 'agents', source, as_of FROM agents
UNION ALL SELECT 'glossary', 'operator', as_of FROM glossary
UNION ALL SELECT 'own-tests', source, run_date FROM token_counts
UNION ALL SELECT 'mcp-servers', r.source, s.recorded_on FROM mcp_servers r JOIN sources s ON s.id = r.source
UNION ALL SELECT 'skills', r.source, s.recorded_on FROM skills r JOIN sources s ON s.id = r.source;

CREATE TABLE catalog_sources AS
SELECT s.*, coalesce(r.rows, 0)::INTEGER AS rows, r.newest_fact, coalesce(r.datasets, []) AS datasets
FROM sources s
LEFT JOIN (
  SELECT source, count(*) AS rows, max(date) AS newest_fact, list(DISTINCT dataset ORDER BY dataset) AS datasets
  FROM dated_rows GROUP BY source
) r ON r.source = s.id
ORDER BY s.id;

CREATE TABLE catalog_datasets AS
SELECT dataset, count(*)::INTEGER AS rows, max(date) AS as_of FROM dated_rows GROUP BY dataset ORDER BY dataset;

CREATE TABLE catalog_counts AS
SELECT
  (SELECT count(*) FROM catalog_models)::INTEGER AS models,
  (SELECT count(*) FROM catalog_models WHERE offers > 0)::INTEGER AS models_with_offer,
  (SELECT count(DISTINCT host) FROM offers)::INTEGER AS hosts,
  (SELECT count(DISTINCT lab) FROM models)::INTEGER AS labs,
  (SELECT count(*) FROM offers)::INTEGER AS offers,
  (SELECT count(DISTINCT model) FROM scores)::INTEGER AS models_with_score,
  (SELECT count(*) FROM scores)::INTEGER AS scores,
  (SELECT count(*) FROM benchmarks)::INTEGER AS benchmarks,
  (SELECT count(*) FROM catalog_benchmarks WHERE models_tested >= 15)::INTEGER AS benchmarks_with_15_models,
  (SELECT count(DISTINCT model) FROM price_rows)::INTEGER AS models_with_price_history,
  (SELECT count(*) FROM price_rows)::INTEGER AS price_history_rows,
  (SELECT count(*) FROM price_moves)::INTEGER AS price_moves,
  (SELECT count(*) FROM mcp_servers)::INTEGER AS mcp_servers,
  (SELECT count(*) FROM skills)::INTEGER AS skills,
  (SELECT count(*) FROM agents)::INTEGER AS agents,
  (SELECT count(*) FROM glossary)::INTEGER AS glossary_terms;
