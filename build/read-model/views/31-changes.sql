-- What changed and when: new models, price moves, company figures.

-- A model is new on the day on which it was first seen, by a source that had followed some host for two weeks. It is
-- news too, unless its release was long before; where nobody says when that was, the source must have followed the very
-- host: else it came with the host. Nor is it news on a day on which the source first names two dozen ids: it caught up.
CREATE TABLE new_models AS
WITH followed AS (
  SELECT source, host, min(recorded) AS since, min(min(recorded)) OVER (PARTITION BY source) AS source_since
  FROM prices GROUP BY source, host
),
catch_ups AS (
  SELECT source, day FROM (SELECT source, min(recorded) AS day FROM prices GROUP BY source, host, model_id)
  GROUP BY source, day HAVING count(*) >= 24
)
SELECT f.model, m.release_date, f.day AS date, min(p.source) AS source,
  CASE WHEN m.release_date IS NULL THEN bool_or(f.day::DATE - w.since::DATE >= 14 AND u.day IS NULL)
    ELSE f.day::DATE - m.release_date::DATE BETWEEN -30 AND 45 END AS is_news
FROM first_seen f
JOIN models m ON m.slug = f.model
JOIN offers o ON o.model = f.model
JOIN prices p ON p.host = o.host AND p.model_id = o.model_id AND p.recorded = f.day
JOIN followed w ON w.source = p.source AND w.host = p.host
LEFT JOIN catch_ups u ON u.source = p.source AND u.day = p.recorded
WHERE f.day::DATE - w.source_since::DATE >= 14
GROUP BY f.model, m.release_date, f.day;

-- The newest report of each figure is the current one.
CREATE TABLE company_facts AS
SELECT c.*,
  row_number() OVER figure_newest_first = 1 AS current,
  lag(c.value) OVER (PARTITION BY c.company, c.metric, c.scope ORDER BY c.as_of, c.effective_date NULLS FIRST, c.value) AS previous
FROM companies c
WINDOW figure_newest_first AS (
  PARTITION BY c.company, c.metric, c.scope ORDER BY c.as_of DESC, c.effective_date DESC NULLS LAST, c.value DESC
);

CREATE TABLE changes AS
SELECT date, 'new_model' AS type, model, CAST(NULL AS VARCHAR) AS host, CAST(NULL AS VARCHAR) AS company,
  release_date, NULL::DOUBLE AS old_input, NULL::DOUBLE AS new_input, NULL::DOUBLE AS old_output, NULL::DOUBLE AS new_output,
  NULL::DOUBLE AS pct_input, NULL::DOUBLE AS pct_output, NULL::VARCHAR AS metric, NULL::DOUBLE AS value, NULL::DOUBLE AS previous,
  NULL::VARCHAR AS scope, NULL::VARCHAR AS source_url, source
FROM new_models
UNION ALL BY NAME
SELECT date, CASE WHEN pct_blended < 0 THEN 'price_drop' ELSE 'price_increase' END AS type, model, host,
  input_before AS old_input, input AS new_input, output_before AS old_output, output AS new_output,
  pct_input, pct_output, source
FROM price_moves SEMI JOIN (SELECT offer, date FROM price_rows WHERE change = 'changed') USING (offer, date)
UNION ALL BY NAME
SELECT as_of AS date, 'company_update' AS type, company, metric, scope, value, previous, source_url, source
FROM company_facts;
