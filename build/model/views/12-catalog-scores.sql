-- Rows of the read model (catalog/rows.ts): benchmarks, scores, and tables that are copied from the facts unchanged.

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
