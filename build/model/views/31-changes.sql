-- What changed and when: new models, prices, offers, limits, retirements, names, company figures.

-- Writes a number without trailing zeros (`75`, `0.5`), so that equal doubles give the same text.
CREATE MACRO plain_number(n) AS regexp_replace(n::DECIMAL(24, 4)::VARCHAR, '\.?0+$', '');

-- The newest report of each figure is the current one.
CREATE TABLE company_facts AS
SELECT c.*,
  row_number() OVER figure_newest_first = 1 AS current,
  lag(c.value) OVER (PARTITION BY c.company, c.metric, c.scope ORDER BY c.as_of, c.effective_date NULLS FIRST, c.value) AS previous
FROM companies c
WINDOW figure_newest_first AS (
  PARTITION BY c.company, c.metric, c.scope ORDER BY c.as_of DESC, c.effective_date DESC NULLS LAST, c.value DESC
);

-- Recorded changes (data/changes.csv) that no later row withdraws, each under the present slug of its model.
CREATE TABLE counted_changes AS
SELECT c.* REPLACE (coalesce(m.slug, a.model, c.model) AS model)
FROM recorded_changes c
LEFT JOIN models m ON m.slug = c.model
LEFT JOIN model_aliases a ON a.alias = c.model
ANTI JOIN (SELECT key::BIGINT AS id FROM recorded_changes WHERE type = 'correction' AND key IS NOT NULL) w ON w.id = c.id;

-- Offers that a model gained or lost at a host for more than a week. The source must have followed the host for two
-- weeks and changed few of its offers that day; else it caught up, or the id scheme changed. Routers, which
-- resell others' offers, and plans are left out.
CREATE TABLE offer_changes AS
WITH ends AS (
  SELECT *,
    coalesce(lead(day) OVER series, (SELECT day FROM ledger_day)) - day AS days_after,
    day - lag(day) OVER series AS days_before
  FROM price_rows WHERE change IN ('added', 'removed')
  WINDOW series AS (PARTITION BY listing ORDER BY day)
)
SELECT e.*
FROM ends e
JOIN providers h ON h.slug = e.host AND h.host_kind NOT IN ('router', 'plan')
JOIN followed_hosts f ON f.source = e.source AND f.host = e.host AND e.day - f.since::DATE >= 14
WHERE CASE change WHEN 'removed' THEN days_after > 7 ELSE coalesce(days_before > 7, true) END
QUALIFY count(*) OVER (PARTITION BY e.host, e.source, e.day, e.change) < bulk_rows();

-- Page that states what a person recorded. For a price, the note contains the address.
CREATE MACRO page_of(source, address) AS CASE WHEN is_read_by_person(source) THEN address END;

-- `host` sells the model, or `company` reports the figure; `key` as in data/changes.csv.
CREATE TABLE changes AS
SELECT date, 'new_model' AS type, model, release_date, page_of(source, note) AS source_url, source
FROM new_models
UNION ALL BY NAME
SELECT date, CASE WHEN pct_blended < 0 THEN 'price_drop' ELSE 'price_increase' END AS type, model, host,
  input_before AS old_input, input AS new_input, output_before AS old_output, output AS new_output,
  pct_input, pct_output, page_of(source, note) AS source_url, source
FROM price_moves SEMI JOIN (SELECT offer, date FROM price_rows WHERE change = 'changed') USING (offer, date)
UNION ALL BY NAME
SELECT date, 'correction' AS type, model, host,
  input_before AS old_input, input AS new_input, output_before AS old_output, output AS new_output, page_of(source, note) AS source_url, source
FROM price_rows SEMI JOIN (SELECT slug AS host FROM providers WHERE host_kind NOT IN ('router', 'plan')) USING (host)
WHERE change = 'correction'
UNION ALL BY NAME
SELECT date, CASE change WHEN 'added' THEN 'offer_added' ELSE 'offer_removed' END AS type, model, host,
  input_before AS old_input, input AS new_input, output_before AS old_output, output AS new_output, page_of(source, note) AS source_url, source
FROM offer_changes
UNION ALL BY NAME
SELECT coalesce(c.date, least(m.retirement_date, m.as_of)) AS date, 'retirement' AS type, m.slug AS model, m.retirement_date AS key,
  coalesce(m.sources ->> 'retirement_date', m.source) AS source,
  -- The lab's notice about the replacement also states the retirement date.
  coalesce(page_of(coalesce(m.sources ->> 'retirement_date', m.source), k.source_url), m.replacement.source_url, k.source_url) AS source_url
FROM models m
LEFT JOIN counted_changes c ON c.type = 'retirement' AND c.model = m.slug AND c.key = m.retirement_date
LEFT JOIN corrections k ON k.kind = 'model' AND k.key = m.slug AND k.field = 'retirement_date'
WHERE m.retirement_date IS NOT NULL
UNION ALL BY NAME
-- For these types the facts hold only the current value, so the rows come from the recorded changes.
SELECT c.date, c.type, c.model, c.key,
  coalesce(CASE c.type WHEN 'context_changed' THEN m.sources ->> 'context_window' END, m.source) AS source,
  CASE c.type WHEN 'context_changed' THEN split_part(c.key, ' ', 1)::DOUBLE END AS previous,
  CASE c.type WHEN 'context_changed' THEN split_part(c.key, ' ', 2)::DOUBLE END AS value
FROM counted_changes c JOIN models m ON m.slug = c.model
WHERE c.type IN ('context_changed', 'renamed')
UNION ALL BY NAME
SELECT c.date, c.type, c.model, c.provider AS host, c.key, c.key::INTEGER AS withdraws,
  wrong.type AS withdrawn_type, wrong.date AS withdrawn_date, 'operator' AS source
FROM counted_changes c LEFT JOIN recorded_changes wrong ON wrong.id = c.key::BIGINT
WHERE c.type = 'correction' AND c.key IS NOT NULL
UNION ALL BY NAME
SELECT as_of AS date, 'company_update' AS type, company, concat_ws('|', metric, coalesce(scope, ''), coalesce(effective_date, ''), plain_number(value)) AS key,
  metric, scope, value, previous, source_url, source
FROM company_facts
QUALIFY row_number() OVER (PARTITION BY company, as_of, key ORDER BY source_url) = 1;
