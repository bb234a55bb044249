-- One score per model and benchmark, normalised scores, leaderboards.

-- Every score, the one that stands for the model on the benchmark first: the benchmark's default configuration before
-- others (each of its parts is one of the run's), then whoever is not the model's maker, then the best; never a mean.
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

-- What the fit sees: 0 is chance, 100 the best possible score. Elo and time have no best possible score and do not
-- count. Nor does a section, which counts within its whole: one test would else count as six. Averages are taken over
-- the common ones: percentages that 15 models or more have taken.
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

-- All scores of a benchmark, the best first, whoever reported them.
CREATE TABLE benchmark_tops AS
SELECT d.benchmark, d.model, d.score, d.self_reported, d.source, d.source_url, d.as_of,
  row_number() OVER (
    PARTITION BY d.benchmark
    ORDER BY CASE WHEN b.higher_is_better THEN -d.score ELSE d.score END, d.model
  )::INTEGER AS position,
  count(*) OVER (PARTITION BY d.benchmark)::INTEGER AS models_tested
FROM default_scores d
JOIN benchmarks b ON b.slug = d.benchmark;
