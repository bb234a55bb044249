-- Rows of the read model (catalog/rows.ts): benchmarks, scores, and what is taken from the facts as it is.

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

CREATE TABLE catalog_agents AS SELECT slug, name, summary, maker, url, as_of FROM agents ORDER BY slug;
CREATE TABLE catalog_glossary AS SELECT * FROM glossary ORDER BY slug;
