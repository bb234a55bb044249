-- Rows of the read model (catalog/rows.ts) that need no prices: benchmarks, scores, own tests, and names of providers.

CREATE TABLE catalog_benchmarks AS
SELECT b.*, coalesce(t.models_tested, 0)::INTEGER AS models_tested, a.as_of
FROM benchmarks b
LEFT JOIN (SELECT benchmark, any_value(models_tested) AS models_tested FROM benchmark_tops GROUP BY benchmark) t ON t.benchmark = b.slug
LEFT JOIN (SELECT benchmark, max(as_of) AS as_of FROM scores GROUP BY benchmark) a ON a.benchmark = b.slug
ORDER BY b.category, b.slug;

CREATE TABLE catalog_scores AS
SELECT s.*
FROM ranked_scores s
JOIN benchmarks b ON b.slug = s.benchmark
ORDER BY s.model, b.category, s.benchmark, s.configuration NULLS FIRST, s.source, s.source_url;

CREATE TABLE catalog_agents AS SELECT slug, name, summary, maker, url, as_of FROM agents ORDER BY slug;
CREATE TABLE catalog_glossary AS SELECT * FROM glossary ORDER BY slug;

-- One row per tokenizer and language, the counts of its sentences in their order.
CREATE TABLE catalog_token_counts AS
SELECT tokenizer, language, passage_version, run_date, package, package_version,
  list(tokens ORDER BY sentence) AS tokens, list(characters ORDER BY sentence) AS characters
FROM token_counts
GROUP BY ALL
ORDER BY tokenizer, language, run_date, passage_version;

CREATE TABLE catalog_model_tokenizers AS SELECT * FROM model_tokenizers ORDER BY model;

-- What models were asked and answered, with the scores that build/experiments gave.
CREATE TABLE catalog_own_test_runs AS
SELECT * EXCLUDE (source) FROM own_test_runs ORDER BY run_date, id;

-- What upstreams and people call a provider or a benchmark.
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
WHERE (kind, replace(lower(name), ' ', '-')) NOT IN (SELECT ('provider', slug) FROM providers UNION ALL SELECT ('benchmark', slug) FROM benchmarks)
GROUP BY kind, lower(name) HAVING count(DISTINCT slug) = 1
ORDER BY kind, name;

-- Ids that have stood for several models at their host, with the day from which each meaning holds.
CREATE TABLE catalog_moving_ids AS
SELECT host, lower(model_id) AS name, model, since::VARCHAR AS since
FROM moving_names
QUALIFY count(*) OVER (PARTITION BY host, model_id) > 1
ORDER BY host, name, since NULLS FIRST;
