-- Rows of the read model (catalog/rows.ts): changes, findings, sources and counts.

-- Changes, with the id that a run gave them when it recorded them; null until then.
CREATE TABLE catalog_changes AS
SELECT c.*, r.id::INTEGER AS id, f.day AS first_seen
FROM changes c
LEFT JOIN (
  SELECT min(id) AS id, type, date, model, provider, key FROM counted_changes GROUP BY ALL
) r ON r.type = c.type AND r.date = c.date AND r.model IS NOT DISTINCT FROM c.model
  AND r.provider IS NOT DISTINCT FROM coalesce(c.host, c.company) AND r.key IS NOT DISTINCT FROM c.key
LEFT JOIN first_seen f ON f.model = c.model
ORDER BY c.date, c.type, c.model NULLS LAST, c.host, c.company, c.metric, c.scope, c.value, c.key;

CREATE TABLE catalog_finding_facts AS
SELECT * FROM finding_facts ORDER BY date DESC, size DESC, kind, model, host, benchmark;

-- How many rows each dataset has of each source and day, for the freshness of sources and datasets.
CREATE TABLE dated_rows AS
SELECT dataset, source, date, count(*) AS rows
FROM (
  SELECT 'models' AS dataset, source, as_of AS date FROM models
  UNION ALL SELECT 'offers', source, as_of FROM offer_ids
  UNION ALL SELECT 'price-history', source, date FROM price_rows
  UNION ALL SELECT 'price-statements', source, recorded FROM prices
  UNION ALL SELECT 'scores', source, as_of FROM scores
  UNION ALL SELECT 'company-facts', source, as_of FROM companies
  UNION ALL SELECT 'mindshare', source, day FROM mindshare
  UNION ALL SELECT 'gpu-rental', source, day FROM gpu_rental
  UNION ALL SELECT 'agents', source, as_of FROM agents
  UNION ALL SELECT 'glossary', 'operator', as_of FROM glossary
  UNION ALL SELECT 'own-tests', source, run_date FROM token_counts
  UNION ALL SELECT 'mcp-servers', r.source, s.recorded_on FROM mcp_servers r JOIN sources s ON s.id = r.source
  UNION ALL SELECT 'skills', r.source, s.recorded_on FROM skills r JOIN sources s ON s.id = r.source
)
GROUP BY ALL;

-- The same rows by source, plus retirement dates, whose source may state nothing else. Others may edit a model, or
-- withdraw a price, after the source's last answer. A score has the day that its source gives.
CREATE TABLE source_rows AS
SELECT r.dataset, r.source, CASE WHEN r.dataset = 'scores' THEN r.date ELSE least(r.date, s.recorded_on) END AS date, r.rows
FROM (FROM dated_rows UNION ALL SELECT 'models', source, date, 1 FROM changes WHERE type = 'retirement') r
JOIN sources s ON s.id = r.source;

-- Nine of ten gaps between days with facts are at most this long. Price history has the days from which prices hold.
CREATE TABLE source_rhythms AS
WITH days AS (SELECT DISTINCT source, date::DATE AS day FROM source_rows WHERE dataset <> 'price-history'),
gaps AS (SELECT source, day - lag(day) OVER (PARTITION BY source ORDER BY day) AS gap FROM days)
SELECT source, ceil(quantile_cont(gap, 0.9))::INTEGER AS usual_gap_days
FROM gaps GROUP BY source HAVING count(gap) >= 5;

CREATE TABLE catalog_sources AS
SELECT s.*, (SELECT max(day) FROM readings WHERE source = s.id) AS last_read, coalesce(h.host_names, []) AS host_names, coalesce(r.rows, 0)::INTEGER AS rows, r.newest_fact, g.usual_gap_days, coalesce(r.datasets, []) AS datasets
FROM sources s
LEFT JOIN (
  SELECT source, list({'host': host, 'name': name} ORDER BY host) AS host_names
  FROM (SELECT source, host, min(name) AS name FROM host_aliases GROUP BY ALL) WHERE name <> host GROUP BY source
) h ON h.source = s.id AND contains(s.entry_url, '{host}')
LEFT JOIN source_rhythms g ON g.source = s.id
LEFT JOIN (
  SELECT source, sum(rows) AS rows, max(date) AS newest_fact, list(DISTINCT dataset ORDER BY dataset) AS datasets
  FROM source_rows GROUP BY source
) r ON r.source = s.id
ORDER BY s.id;

-- What waits for a second source, more readings or a person: changes that a rule holds back, and doubted prices.
CREATE TABLE catalog_held AS
WITH waiting AS (
  SELECT kind, rule, source, since, last_seen,
    CASE WHEN kind = 'offer' THEN nullif(split_part(key, ' ', 1), 'none') WHEN kind = 'host' THEN key END AS host
  FROM held
  UNION ALL
  SELECT 'price', w.rule, w.source, w.recorded::VARCHAR, l.day::VARCHAR, n.host
  FROM waiting_statements w JOIN offer_numbers n USING (offer) JOIN last_readings l USING (source)
)
SELECT w.kind, w.rule, any_value(reason_of(w.rule)) AS reason, w.source, w.host, count(*)::INTEGER AS changes,
  min(w.since) AS since, max(w.last_seen) AS last_seen, (max(w.last_seen)::DATE - min(w.since)::DATE + 1)::INTEGER AS days
FROM waiting w
GROUP BY w.kind, w.rule, w.source, w.host
ORDER BY since, w.rule, w.source, w.host NULLS FIRST, w.kind;

CREATE TABLE catalog_datasets AS
SELECT dataset, sum(rows)::INTEGER AS rows, max(date) AS as_of FROM dated_rows GROUP BY dataset ORDER BY dataset;

CREATE TABLE catalog_counts AS
SELECT
  (SELECT count(*) FROM catalog_models)::INTEGER AS models,
  (SELECT count(*) FROM catalog_models WHERE offers > 0)::INTEGER AS models_with_offer,
  (SELECT count(DISTINCT host) FROM offer_ids)::INTEGER AS hosts,
  (SELECT count(DISTINCT lab) FROM models)::INTEGER AS labs,
  (SELECT count(*) FROM offer_ids)::INTEGER AS offers,
  (SELECT count(*) FROM offer_ids WHERE trust = 'verified')::INTEGER AS offers_verified,
  (SELECT count(*) FROM offer_ids WHERE trust = 'one_source')::INTEGER AS offers_one_source,
  (SELECT count(*) FROM offer_ids WHERE trust = 'stale')::INTEGER AS offers_stale,
  (SELECT count(*) FROM offer_ids WHERE trust = 'unverified')::INTEGER AS offers_unverified,
  (SELECT count(*) FROM offer_ids WHERE trust = 'disputed')::INTEGER AS offers_disputed,
  (SELECT count(*) FROM list_offers)::INTEGER AS list_prices,
  (SELECT count(DISTINCT model) FROM scores)::INTEGER AS models_with_score,
  (SELECT count(*) FROM scores)::INTEGER AS scores,
  (SELECT count(*) FROM benchmarks)::INTEGER AS benchmarks,
  (SELECT count(*) FROM catalog_benchmarks WHERE models_tested >= 15)::INTEGER AS benchmarks_with_15_models,
  (SELECT count(DISTINCT model) FROM price_rows)::INTEGER AS models_with_price_history,
  (SELECT count(*) FROM price_rows)::INTEGER AS price_history_rows,
  (SELECT count(*) FROM changes WHERE type IN ('price_drop', 'price_increase'))::INTEGER AS price_moves,
  (SELECT count(*) FROM prices)::INTEGER AS price_statements,
  (SELECT count(*) FROM mcp_servers)::INTEGER AS mcp_servers,
  (SELECT count(*) FROM skills)::INTEGER AS skills,
  (SELECT count(*) FROM agents)::INTEGER AS agents,
  (SELECT count(*) FROM glossary)::INTEGER AS glossary_terms;
