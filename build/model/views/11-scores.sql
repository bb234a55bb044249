-- The score that represents each model on each benchmark, normalised scores, and leaderboards.

-- Every score; they are never averaged. `is_default` marks the one that represents the model on the benchmark: first in
-- the default configuration (the run has each of its parts), then not by the model's maker, then the best.
CREATE TABLE ranked_scores AS
SELECT s.model, s.benchmark, round(s.score, 2) AS score, s.configuration, s.self_reported, s.source, s.source_url, s.as_of,
  row_number() OVER (
    PARTITION BY s.model, s.benchmark
    ORDER BY NOT coalesce(list_has_all(string_split(s.configuration, ', '), string_split(b.default_configuration, ', ')), false),
      CASE s.self_reported WHEN false THEN 0 WHEN true THEN 2 ELSE 1 END,
      CASE WHEN b.higher_is_better THEN -s.score ELSE s.score END,
      s.as_of DESC, s.source, s.configuration NULLS FIRST, s.source_url
  ) = 1 AS is_default
FROM scores s
JOIN benchmarks b ON b.slug = s.benchmark;

CREATE TABLE default_scores AS
SELECT * EXCLUDE (is_default), self_reported IS DISTINCT FROM true AS is_independent FROM ranked_scores WHERE is_default;

-- The input of the fit: 0 is chance, 100 the best possible score, which Elo ratings and times do not have. Parts of a
-- benchmark would count the same test several times. Averages are taken over the common benchmarks.
CREATE TABLE ability_scores AS
SELECT d.model, d.benchmark,
  least(100, greatest(0, CASE WHEN b.higher_is_better
    THEN 100 * (d.score - b.floor) / (b.max_score - b.floor)
    ELSE 100 * (b.max_score - d.score) / (b.max_score - b.floor) END)) AS normalised,
  d.is_independent,
  b.unit = '%' AND count(*) OVER (PARTITION BY d.benchmark) >= 15 AS is_common
FROM default_scores d
JOIN benchmarks b ON b.slug = d.benchmark
WHERE b.max_score IS NOT NULL AND b.part_of IS NULL;

-- The default score of each model on a benchmark, the best first, no matter who reported it.
CREATE TABLE benchmark_tops AS
SELECT d.benchmark, d.model, d.score, d.self_reported, d.source, d.source_url, d.as_of,
  row_number() OVER (
    PARTITION BY d.benchmark
    ORDER BY CASE WHEN b.higher_is_better THEN -d.score ELSE d.score END, d.model
  )::INTEGER AS position,
  count(*) OVER (PARTITION BY d.benchmark)::INTEGER AS models_tested
FROM default_scores d
JOIN benchmarks b ON b.slug = d.benchmark;
