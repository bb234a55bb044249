-- What changed and when: new models, price moves, company figures.

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
