-- Rows of the read model (catalog/rows.ts): what upstreams and people call a provider or a benchmark.

CREATE TABLE catalog_other_names AS
WITH names AS (
  SELECT 'provider' AS kind, name, host AS slug FROM host_aliases
  -- The part of an id before the slash, which names a lab: `x-ai` in `x-ai/grok-4`.
  UNION SELECT 'provider', rtrim(prefix, '/'), lab FROM lab_prefixes WHERE suffix(prefix, '/')
  UNION SELECT 'provider', name, provider FROM popular_names WHERE provider IS NOT NULL
  UNION SELECT 'benchmark', name, benchmark FROM benchmark_aliases
  UNION SELECT 'benchmark', name, benchmark FROM popular_names WHERE benchmark IS NOT NULL
)
SELECT kind, lower(name) AS name, any_value(slug) AS slug
FROM names
WHERE (kind, lower(name)) NOT IN (SELECT ('provider', slug) FROM providers UNION ALL SELECT ('benchmark', slug) FROM benchmarks)
GROUP BY kind, lower(name) HAVING count(DISTINCT slug) = 1
ORDER BY kind, name;

-- Ids that have stood for several models at their host, with the day from which each meaning holds.
CREATE TABLE catalog_moving_ids AS
SELECT host, lower(model_id) AS name, model, since::VARCHAR AS since
FROM moving_names
QUALIFY count(*) OVER (PARTITION BY host, model_id) > 1
ORDER BY host, name, since NULLS FIRST;
