-- Facts worth a headline, by rule. Sentences are written from the numbers in catalog/finding-text.ts.

-- List-price moves of 5 % or more (flip-backs within 7 days are already gone).
CREATE TABLE finding_moves AS
SELECT CASE WHEN pct_blended < 0 THEN 'price_drop' ELSE 'price_rise' END AS kind, p.date, p.model, p.host,
  input_before AS old_input, input AS new_input, output_before AS old_output, output AS new_output,
  pct_blended, abs(pct_blended) AS size, p.source
FROM price_moves p
JOIN model_series USING (host, model, model_id)
JOIN default_series d ON d.model = p.model AND d.host = p.host AND d.is_list_price
WHERE abs(pct_blended) >= 5;

-- New models that their own lab sells, or three hosts or more.
CREATE TABLE finding_new_models AS
SELECT 'new_model' AS kind, n.date, n.model, n.release_date,
  l.host, l.input, l.output, m.context_window, coalesce(sellers.hosts, 0)::INTEGER AS hosts,
  coalesce(sellers.hosts, 0)::DOUBLE AS size
FROM new_models n
JOIN models m ON m.slug = n.model
LEFT JOIN list_offers l ON l.model = n.model
LEFT JOIN (SELECT model, count(*) AS hosts FROM host_offers GROUP BY model) sellers ON sellers.model = n.model
WHERE l.host IS NOT NULL OR sellers.hosts >= 3;

-- A host that undercuts, by 10 % or more, every other host of a model sold by three or more.
CREATE TABLE finding_new_cheapest AS
WITH spans AS (
  SELECT model, host, date, change, round((3 * input + output) / 4, 6) AS blended,
    lag(round((3 * input + output) / 4, 6)) OVER w AS own_before,
    lead(date) OVER w AS until
  FROM price_rows
  WINDOW w AS (PARTITION BY model, host ORDER BY date)
),
host_age AS (SELECT host, min(date) AS since FROM price_rows GROUP BY host),
rivals AS (
  SELECT e.model, e.host, e.date, e.blended, e.own_before,
    min(o.blended) AS best_before, arg_min(o.host, (o.blended, o.host)) AS best_host, count(*)::INTEGER AS others
  FROM spans e
  JOIN host_age h ON h.host = e.host AND h.since::DATE <= e.date::DATE - 14
  JOIN spans o ON o.model = e.model AND o.host <> e.host
    AND o.date < e.date AND (o.until IS NULL OR o.until >= e.date) AND o.blended > 0
  WHERE e.blended > 0
  GROUP BY ALL
)
SELECT 'new_cheapest' AS kind, date, model, host, blended, best_before, best_host, others,
  round(100 * (1 - blended / best_before), 1) AS pct_below, round(100 * (1 - blended / best_before), 1) AS size
FROM rivals
WHERE others >= 2 AND blended <= 0.9 * best_before AND coalesce(own_before, best_before) >= best_before;

-- The best published score of a benchmark that tested 15 models or more.
CREATE TABLE finding_top_scores AS
SELECT 'top_score' AS kind, t.as_of AS date, t.model, t.benchmark, t.score, second.score AS runner_up_score,
  second.model AS runner_up, t.models_tested, t.models_tested::DOUBLE AS size
FROM benchmark_tops t
JOIN benchmark_tops second ON second.benchmark = t.benchmark AND second.position = 2
WHERE t.position = 1 AND t.models_tested >= 15 AND t.score <> second.score;

-- One model whose dearest host asks three times the cheapest or more.
-- Beyond a hundredfold it is a unit error of a host, not a price.
CREATE TABLE finding_spreads AS
SELECT 'spread' AS kind, greatest(arg_min(as_of, (blended, host)), arg_max(as_of, (blended, host))) AS date, model, count(*)::INTEGER AS hosts,
  min(blended) AS lowest, arg_min(host, (blended, host)) AS cheapest_host,
  max(blended) AS highest, arg_max(host, (blended, host)) AS dearest_host,
  round(max(blended) / min(blended), 2) AS size
FROM host_offers
WHERE is_paid AND status <> 'deprecated'
GROUP BY model
HAVING count(*) >= 3 AND max(blended) BETWEEN 3 * min(blended) AND 100 * min(blended);

-- A busy day shows the largest of each kind, not a wall of them.
CREATE TABLE finding_facts AS
WITH every AS (
SELECT * FROM finding_moves
UNION ALL BY NAME SELECT * FROM finding_new_models
UNION ALL BY NAME SELECT * FROM finding_new_cheapest
UNION ALL BY NAME SELECT * FROM finding_top_scores
UNION ALL BY NAME SELECT * FROM finding_spreads
)
SELECT * FROM every
QUALIFY row_number() OVER (PARTITION BY date, kind ORDER BY size DESC, model, host, benchmark) <= 5;
