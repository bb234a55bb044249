-- One score per model and benchmark, normalised means, benchmark summaries.

-- The benchmark's own default configuration, else the best result; never a mean.
CREATE TABLE default_scores AS
SELECT s.model, s.benchmark, s.score, s.configuration, s.as_of, s.source, s.source_url
FROM scores s
JOIN benchmarks b ON b.slug = s.benchmark
QUALIFY row_number() OVER (
  PARTITION BY s.model, s.benchmark
  ORDER BY coalesce(s.configuration = b.default_configuration, false) DESC,
    CASE WHEN b.higher_is_better THEN -s.score ELSE s.score END, s.as_of DESC, s.source, s.configuration NULLS FIRST, s.source_url
) = 1;

-- 0 is chance, 100 the best possible score. Elo and time have no best possible score and do not count.
CREATE TABLE normalised_scores AS
SELECT d.model, d.benchmark,
  least(100, greatest(0, CASE WHEN b.higher_is_better
    THEN 100 * (d.score - b.floor) / (b.max_score - b.floor)
    ELSE 100 * (b.max_score - d.score) / (b.max_score - b.floor) END)) AS normalised
FROM default_scores d
JOIN benchmarks b ON b.slug = d.benchmark
WHERE b.max_score IS NOT NULL;

-- What the service score is fitted to. A section counts within its whole: one test would else count as six.
CREATE TABLE ability_scores AS
SELECT n.* FROM normalised_scores n JOIN benchmarks b ON b.slug = n.benchmark WHERE b.part_of IS NULL;

-- Decimals add up to the same sum in any order; doubles do not, and threads take rows in any order.
CREATE TABLE model_scores AS
SELECT d.model,
  any_value(n.avg_score) AS avg_score,
  count(*)::INTEGER AS benchmarks
FROM default_scores d
LEFT JOIN (
  SELECT model, round(sum(normalised::DECIMAL(18, 9))::DOUBLE / count(*), 2) AS avg_score FROM normalised_scores GROUP BY model HAVING count(*) >= 3
) n ON n.model = d.model
GROUP BY d.model;

CREATE TABLE benchmark_tops AS
SELECT d.benchmark, d.model, d.score, d.as_of,
  row_number() OVER (
    PARTITION BY d.benchmark
    ORDER BY CASE WHEN b.higher_is_better THEN -d.score ELSE d.score END, d.model
  )::INTEGER AS position,
  count(*) OVER (PARTITION BY d.benchmark)::INTEGER AS models_tested
FROM default_scores d
JOIN benchmarks b ON b.slug = d.benchmark;
