-- What is for sale now: every id that a source lists, its published price, and the id that stands for a model at a host.

-- Present statements: what each source that lists the id says of it.
CREATE TABLE present_statements AS
SELECT c.offer, c.statement, c.source, c.rank, c.price, c.is_lent, s.input, s.output, s.recorded
FROM candidates c
JOIN statements t ON t.statement = c.statement AND t.until IS NULL
JOIN (SELECT offer, max(day) AS moment FROM moments GROUP BY offer) last ON last.offer = c.offer AND last.moment = c.moment
JOIN sound_statements s ON s.rowid = c.statement;

-- What the published source leaves out of prices that no history shows, from another that states the same price.
CREATE TABLE further_prices AS
SELECT p.offer, p.price, arg_min(s.reasoning, p.rank) AS reasoning, arg_min(s.tiers, p.rank) AS tiers, arg_min(s.rates, p.rank) AS rates,
  arg_min({'input': s.batch_input, 'output': s.batch_output}, p.rank) FILTER (WHERE s.batch_input IS NOT NULL) AS batch
FROM present_statements p
JOIN sound_statements s ON s.rowid = p.statement
WHERE s.reasoning IS NOT NULL OR s.tiers IS NOT NULL OR s.batch_input IS NOT NULL
GROUP BY p.offer, p.price;

-- The price is that of the last row of the id's series. `seen`: the last day on which a source that lists it was recorded.
CREATE TABLE open_ids AS
SELECT w.offer, n.host, n.model, n.model_id, n.service_tier, h.host_kind,
  row.input, row.output, row.cache_read, row.cache_write,
  coalesce(s.reasoning, more.reasoning) AS reasoning,
  coalesce(s.batch_input, more.batch.input) AS batch_input, CASE WHEN s.batch_input IS NOT NULL THEN s.batch_output ELSE more.batch.output END AS batch_output,
  coalesce(s.tiers, more.tiers) AS tiers, coalesce(s.rates, more.rates) AS rates,
  o.context_window, o.max_output_tokens, o.quantization, o.status, o.retirement_date,
  w.source, CASE WHEN w.source = 'operator' THEN s.note END AS source_url, s.recorded AS as_of, seen.day AS seen, w.statement, w.previous, w.rank, w.price, row.is_resold,
  n.billing = 'plan' AS is_plan,
  coalesce(row.input = 0 AND row.output = 0, false) AS is_zero,
  coalesce(row.input + row.output > 0, false) AS is_paid,
  round((3 * row.input + row.output) / 4, 6) AS blended,
  regexp_matches(n.model_id, '(20\d{6}|20\d{2}-\d{2}-\d{2}|[-@]\d{4}$|-\d{2}-\d{2,4}$|latest|:free)') AS is_dated
FROM winners w
JOIN (
  SELECT p.offer, max(s.recorded_on) AS day FROM present_statements p JOIN sources s ON s.id = p.source GROUP BY p.offer
) seen ON seen.offer = w.offer
JOIN (SELECT offer, max(day) AS moment FROM moments GROUP BY offer) last ON last.offer = w.offer AND last.moment = w.moment
JOIN offer_numbers n ON n.offer = w.offer
JOIN offers o ON o.rowid = n.id
JOIN providers h ON h.slug = n.host
JOIN sound_statements s ON s.rowid = w.statement
LEFT JOIN further_prices more ON more.offer = w.offer AND more.price = w.price
JOIN (SELECT offer, max(day) AS day FROM series_rows GROUP BY offer) newest ON newest.offer = w.offer
JOIN series_rows row ON row.offer = newest.offer AND row.day = newest.day;

-- The id that stands for the model at a host comes first.
CREATE TABLE ranked_ids AS
SELECT offer, host, model, row_number() OVER (
    PARTITION BY model, host
    ORDER BY service_tier <> 'standard', is_resold, status = 'deprecated', input IS NULL, is_dated, NOT is_paid, length(model_id), model_id
  ) AS position
FROM open_ids;

-- Hosts through which a lab sells its own models, the preferred one first.
CREATE TABLE own_hosts AS
SELECT slug AS lab, unnest(own_hosts) AS host, generate_subscripts(own_hosts, 1) AS position FROM providers;
