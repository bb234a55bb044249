-- Whether an id names a snapshot, a moving pointer or a free variant.
CREATE MACRO is_dated_id(id) AS regexp_matches(id, '(20\d{6}|20\d{2}-\d{2}-\d{2}|[-@]\d{4}$|-\d{2}-\d{2,4}$|latest|:free)');

-- The input of the price rules (build/rules/prices.sql): each source's current statement about an id, with the price
-- that the source stated before, what other sources state, and what the model usually costs.

-- A source that is generated from others is a witness only where none of them states the id itself. What a third party
-- says may come from any of the sources.
CREATE TABLE source_origins AS
SELECT id AS source, unnest(generated_from) AS origin FROM sources
UNION ALL SELECT t.id, o.id FROM sources t JOIN sources o ON o.id <> t.id WHERE is_third_party(t.id);

-- Hosts through which a lab sells its own models, the preferred one first, by lab and by model.
CREATE TABLE own_hosts AS
SELECT slug AS lab, unnest(own_hosts) AS host, generate_subscripts(own_hosts, 1) AS position FROM providers;
CREATE TABLE own_models AS SELECT m.slug AS model, o.host, o.position FROM own_hosts o JOIN models m USING (lab);

-- Prices that are really a reseller's: the note says so, or genai-prices wrote them for a lab on a day on which it
-- copied lab prices from OpenRouter: five or more equal those it wrote for OpenRouter that day (one or two are
-- launches). On such a day, each lab price that OpenRouter had charged for the model by then counts as copied.
CREATE TABLE resold_prices AS
WITH at_router AS (
  SELECT DISTINCT n.model, s.price, s.recorded, s.source FROM sound_statements s JOIN offer_numbers n ON n.offer = s.offer
  WHERE n.host = 'openrouter' AND s.price IS NOT NULL
),
at_lab AS (
  SELECT s.offer, s.source, s.price, s.recorded, n.model
  FROM sound_statements s JOIN offer_numbers n USING (offer) JOIN models m ON m.slug = n.model
  JOIN providers h ON h.slug = n.host AND h.slug <> 'openrouter' AND (h.host_kind = 'lab' OR (m.lab, h.slug) IN (SELECT (lab, host) FROM own_hosts))
  WHERE s.source = 'genai-prices'
),
imports AS (
  SELECT l.recorded FROM at_lab l JOIN at_router r ON r.model = l.model AND r.recorded = l.recorded AND r.price = l.price AND r.source = l.source
  GROUP BY l.recorded HAVING count(DISTINCT l.offer) >= 5
),
resold AS (
  SELECT offer, source, price, true AS is_admitted FROM sound_statements WHERE starts_with(note, 'reseller:')
  UNION ALL
  SELECT l.offer, l.source, l.price, false
  FROM at_lab l SEMI JOIN imports USING (recorded) JOIN at_router r ON r.model = l.model AND r.recorded <= l.recorded AND r.price = l.price
)
SELECT offer, source, price, bool_or(is_admitted) AS is_admitted FROM resold GROUP BY offer, source, price;

-- Those of these prices that no other source ever stated for the id.
CREATE TABLE resold_only AS
SELECT s.offer, s.price
FROM source_statements s
LEFT JOIN resold_prices r ON r.offer = s.offer AND r.source = s.source AND r.price = s.price
WHERE s.offer IN (SELECT offer FROM resold_prices) AND s.is_stated
GROUP BY s.offer, s.price HAVING bool_and(r.price IS NOT NULL);

-- The last day on which each source was read.
CREATE TABLE last_readings AS SELECT source, max(day)::DATE AS day FROM readings GROUP BY source;

-- Each statement with `earlier`, the source's last statement before it that held for three days or more, or else its
-- first. `held_days` counts the days until the source's next statement; null for the last. `settled_day` is the day of
-- the last earlier statement that held for a week.
CREATE TABLE followed_statements AS
SELECT s.statement, s.offer, s.source, s.series, s.day, s.rank, s.is_dated, s.is_stated, s.price, s.recorded, held_days,
  coalesce(
    last_value(CASE WHEN s.is_stated AND held_days >= 3 THEN s.statement END IGNORE NULLS) OVER earlier,
    first_value(CASE WHEN s.is_stated THEN s.statement END IGNORE NULLS) OVER earlier
  ) AS earlier,
  last_value(CASE WHEN s.is_stated AND held_days >= 7 THEN s.day END IGNORE NULLS) OVER earlier AS settled_day
FROM (SELECT *, lead(day) OVER (PARTITION BY series ORDER BY day) - day AS held_days FROM source_statements) s
WINDOW earlier AS (PARTITION BY s.series ORDER BY s.day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);

-- Each source's last statement about each id. `readings` counts how often the source was read since then, and `days` the
-- days from the statement to the source's last reading.
CREATE TABLE last_statements AS
WITH counted AS (
  SELECT s.source, s.recorded, count(r.day) AS readings, coalesce(max(r.day)::DATE - s.recorded, 0) AS days
  FROM (SELECT DISTINCT source, recorded FROM followed_statements) s
  LEFT JOIN readings r ON r.source = s.source AND r.day::DATE >= s.recorded
  GROUP BY s.source, s.recorded
)
SELECT s.* EXCLUDE (held_days), c.readings, c.days
FROM followed_statements s JOIN counted c USING (source, recorded)
WHERE s.held_days IS NULL;

-- Each source's last statement, compared with those of other sources. `witnesses` counts the independent sources that
-- state the same price now, including this one. `is_opposed`: another source has stated a different price since.
-- `is_contradicted`: a source with higher precedence than the witness of lowest precedence states a different price.
CREATE TABLE witnessed_statements AS
WITH present AS (
  SELECT l.*, c.price IS NOT NULL AS is_copy
  FROM last_statements l
  LEFT JOIN (
    SELECT DISTINCT l.offer, l.source, l.price FROM last_statements l
    JOIN source_origins g ON g.source = l.source
    JOIN last_statements o ON o.offer = l.offer AND o.source = g.origin AND o.is_stated
  ) c ON c.offer = l.offer AND c.source = l.source
),
compared AS (
  SELECT p.statement, count(DISTINCT o.source) FILTER (WHERE o.price = p.price AND NOT o.is_copy AND o.source <> p.source) AS others,
    coalesce(bool_or(o.price <> p.price AND o.recorded > p.recorded AND NOT o.is_copy), false) AS is_opposed,
    min(o.rank) FILTER (WHERE o.price <> p.price AND NOT o.is_copy) < max(o.rank) FILTER (WHERE o.price = p.price AND NOT o.is_copy) AS is_contradicted
  FROM present p JOIN present o ON o.offer = p.offer AND o.is_stated AND p.is_stated
  GROUP BY p.statement
)
SELECT p.*, CASE WHEN p.is_copy THEN 0 ELSE 1 END + coalesce(c.others, 0) AS witnesses, coalesce(c.is_opposed, false) AS is_opposed,
  coalesce(c.is_contradicted, false) AS is_contradicted
FROM present p LEFT JOIN compared c USING (statement);

-- Moves that are confirmed: two independent sources state the new price and no source of higher precedence another; or
-- the lab's own price moved by the same factor (within 2 %) within 60 days, by two sources.
CREATE TABLE confirmed_moves AS
WITH moves AS (
  SELECT w.statement, w.recorded, w.witnesses >= 2 AND NOT w.is_contradicted AS is_witnessed, n.model, own.host IS NOT NULL AS is_at_lab,
    s.input / nullif(b.input, 0) AS input_factor, s.output / nullif(b.output, 0) AS output_factor
  FROM witnessed_statements w
  JOIN offer_numbers n USING (offer)
  LEFT JOIN own_models own USING (model, host)
  JOIN sound_statements s ON s.rowid = w.statement
  JOIN sound_statements b ON b.rowid = w.earlier
  WHERE w.is_stated AND s.price <> b.price
)
SELECT statement FROM moves WHERE is_witnessed
UNION
SELECT m.statement
FROM moves m
JOIN moves l ON l.model = m.model AND l.is_at_lab AND l.is_witnessed AND abs(m.recorded - l.recorded) <= 60
WHERE m.input_factor / l.input_factor BETWEEN 0.98 AND 1.02 AND coalesce(m.output_factor / l.output_factor, 1) BETWEEN 0.98 AND 1.02;

-- Statements from a day on which one source moved prices by the same factor (within 5 %), while at least two other
-- sources that were read since then state the old price for at least eight of these ids and for half of those they list.
-- Such a move, or a copy of it, is never accepted just because time passes.
CREATE TABLE opposed_moves AS
WITH moves AS (
  SELECT w.statement, w.offer, w.source, w.recorded, round(ln(s.input / b.input), 1) AS factor, b.price AS price_before
  FROM witnessed_statements w
  JOIN sound_statements s ON s.rowid = w.statement
  JOIN sound_statements b ON b.rowid = w.earlier
  WHERE w.is_stated AND w.witnesses < 2 AND s.price <> b.price AND s.input > 0 AND b.input > 0
),
known AS (
  SELECT m.source, m.recorded, m.factor, m.offer, o.source AS other, o.price = m.price_before AS is_old
  FROM moves m
  JOIN witnessed_statements o ON o.offer = m.offer AND o.source <> m.source AND o.is_stated AND NOT o.is_copy
  JOIN last_readings r ON r.source = o.source AND r.day >= m.recorded
),
lists AS (
  SELECT source, recorded, factor FROM known GROUP BY ALL
  HAVING count(DISTINCT other) FILTER (WHERE is_old) >= 2 AND count(DISTINCT offer) FILTER (WHERE is_old) >= greatest(8, count(DISTINCT offer) / 2)
),
opposed AS (FROM moves SEMI JOIN lists USING (source, recorded, factor))
SELECT statement FROM opposed
UNION
SELECT c.statement
FROM opposed JOIN witnessed_statements w USING (statement)
JOIN source_origins g ON g.origin = w.source
JOIN witnessed_statements c ON c.offer = w.offer AND c.source = g.source AND c.price = w.price;

-- What a model costs at its lab and at hosts of its standard tier. A new price counts once it has been read seven times
-- (not for `opposed_moves`), its move is confirmed, or its source dates it. `usual` is the median; with fewer than
-- three hosts the lab's price, which cannot judge its own host (`usual_host`).
CREATE TABLE reference_prices AS
WITH settled AS (
  SELECT l.offer, l.witnesses, n.model, n.host, n.id, n.model_id, s.input, s.output, blended_price(s.input, s.output, m.model_type) AS blended
  -- A separate query, because DuckDB compares every pair of rows when the condition is part of the join.
  FROM (
    SELECT *, CASE WHEN (readings >= 7 AND statement NOT IN (FROM opposed_moves)) OR is_dated OR earlier IS NULL
      OR statement IN (FROM confirmed_moves) THEN statement ELSE earlier END AS settled
    FROM witnessed_statements
  ) l
  JOIN sound_statements s ON s.rowid = l.settled
  JOIN offer_numbers n ON n.offer = l.offer
  JOIN models m ON m.slug = n.model
  ANTI JOIN resold_prices r ON r.offer = l.offer AND r.source = l.source AND r.price = l.price
  WHERE l.is_stated AND blended > 0 AND n.service_tier = 'standard' AND n.billing <> 'plan'
  QUALIFY row_number() OVER (PARTITION BY l.offer ORDER BY l.rank, l.day DESC, l.source) = 1
),
mains AS (
  SELECT p.*, own.position
  FROM settled p
  JOIN offers o ON o.rowid = p.id
  LEFT JOIN own_models own ON own.model = p.model AND own.host = p.host
  QUALIFY row_number() OVER (
    PARTITION BY p.model, p.host ORDER BY o.status = 'deprecated', is_dated_id(p.model_id), p.witnesses < 2, length(p.model_id), p.model_id
  ) = 1
)
SELECT model, median(blended) AS median_blended, count(*) AS hosts,
  arg_min(input, position) AS list_input, arg_min(output, position) AS list_output, arg_min(blended, position) AS list_blended,
  min(blended) AS lowest, max(blended) AS highest,
  CASE WHEN count(*) >= 3 THEN median(blended) ELSE arg_min(blended, position) END AS usual,
  CASE WHEN count(*) < 3 THEN arg_min(host, position) END AS usual_host
FROM mains GROUP BY model;

-- The current statements, and the source's own earlier ones that may stay published instead (back to the last that held
-- for a week), with what they are compared with. `input_before` and similar columns come from `earlier`.
CREATE TABLE judged_statements AS
WITH rows AS (
  SELECT statement, statement AS judged, earlier, true AS is_present, is_stated, day, NULL AS held_days FROM witnessed_statements
  UNION ALL
  SELECT w.statement, s.statement, s.earlier, false, true, s.day, s.held_days
  FROM witnessed_statements w
  JOIN followed_statements s ON s.series = w.series AND s.is_stated AND s.day < w.day AND s.day >= coalesce(w.settled_day, s.day)
  WHERE w.is_stated
)
SELECT j.statement, j.is_present, j.is_stated, j.judged, j.earlier, j.day, j.held_days, p.offer, p.source, p.recorded, p.is_dated, p.readings, p.days,
  p.witnesses, p.is_opposed OR p.statement IN (FROM opposed_moves) AS is_opposed, p.is_contradicted, p.settled_day,
  p.statement IN (FROM confirmed_moves) AS is_confirmed,
  n.host, n.model, n.model_id, n.billing, n.service_tier, h.host_kind,
  s.price, s.input, s.output, s.note, b.input AS input_before, b.output AS output_before, b.price AS price_before,
  blended_price(s.input, s.output, m.model_type) AS blended, coalesce(s.input + s.output > 0, false) AND n.billing <> 'plan' AS is_paid,
  r.usual, r.usual_host, r.hosts, r.lowest, r.highest, r.list_input, r.list_output, r.list_blended, r.median_blended,
  m.is_open_source, m.model_type, own.host IS NOT NULL AS is_at_lab,
  own.host IS NOT NULL AND h.host_kind = 'lab' AND p.rank <= last_rank_checked_at_labs() AS is_careful_at_lab
FROM rows j
JOIN witnessed_statements p USING (statement)
JOIN offer_numbers n ON n.offer = p.offer
JOIN providers h ON h.slug = n.host
JOIN models m ON m.slug = n.model
LEFT JOIN own_models own ON own.model = n.model AND own.host = n.host
JOIN sound_statements s ON s.rowid = j.judged
LEFT JOIN sound_statements b ON b.rowid = j.earlier
LEFT JOIN reference_prices r ON r.model = n.model
WHERE p.source <> 'operator';
