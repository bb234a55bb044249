-- Which statement is published for an id on each day on which any source made a statement about it.

-- The statements that count: without waiting ones, and those between one and the statement it would replace. A
-- statement holds until the source's next one (`until`). `moved_from` is the price of `previous`, the source's own one
-- before. `since`: first day of the same plain prices, even if the source has stated further rates since.
CREATE TABLE statements AS
WITH counted AS (
  SELECT s.* FROM source_statements s
  ANTI JOIN waiting_statements w ON w.offer = s.offer AND w.source = s.source AND s.day > w.since
),
runs AS (
  SELECT *, count_if(is_new) OVER (PARTITION BY series ORDER BY day) AS run
  FROM (SELECT *, plain IS DISTINCT FROM lag(plain) OVER (PARTITION BY series ORDER BY day) AS is_new FROM counted)
)
SELECT * EXCLUDE (is_new, run), min(recorded) OVER (PARTITION BY series, run) AS since, NOT coalesce(lag(is_stated) OVER own, false) AS is_first, lag(statement) OVER own AS previous, lag(price) OVER own AS moved_from,
  lead(day) OVER own AS until
FROM runs
WINDOW own AS (PARTITION BY series ORDER BY day);

CREATE TABLE moments AS SELECT DISTINCT offer, day FROM statements;
CREATE TABLE last_moments AS SELECT offer, max(day) AS moment FROM moments GROUP BY offer;

-- Statements that a third party's announcement replaces from its day on: their source was not read since that day. What
-- a person reads is read on the day on which it is recorded.
CREATE TABLE replaced_statements AS
SELECT s.statement, a.day, a.until
FROM statements a
JOIN statements s ON s.offer = a.offer AND s.is_stated AND s.day < a.day AND (s.until IS NULL OR s.until > a.day) AND s.price <> a.price
LEFT JOIN readings r ON r.source = s.source AND NOT is_read_by_person(s.source) AND (s.until IS NULL OR r.day::DATE < s.until)
WHERE is_third_party(a.source) AND NOT is_third_party(s.source) AND a.is_stated AND a.is_dated AND a.recorded < a.day
GROUP BY s.statement, s.recorded, a.day, a.until HAVING greatest(s.recorded, max(r.day)::DATE) < a.day;

-- Ids that a copy dropped, or whose price it changed, after the last reading of its origin: the copy saw what followed.
-- What a person has read on a page since goes on. A third party's statements replace others as above.
CREATE TABLE later_copies AS
SELECT c.offer, g.origin, c.is_stated, c.price, max(c.day) AS day
FROM statements c
JOIN source_origins g ON g.source = c.source
JOIN statements o ON o.offer = c.offer AND o.source = g.origin AND o.is_stated AND o.until IS NULL
JOIN last_readings r ON r.source = g.origin AND r.day < c.day
ANTI JOIN statements p ON p.offer = c.offer AND p.source = 'operator' AND p.day > c.day
WHERE c.until IS NULL AND NOT c.is_first AND NOT is_third_party(c.source)
GROUP BY ALL;

-- For each of these days, the statement of every source that lists the id. `witnesses` counts those of the same price; a
-- source that copies another source's table is none.
CREATE TABLE candidates AS
WITH listed AS (
  SELECT m.day AS moment, s.*, coalesce(r.is_admitted, false) AS is_lent, coalesce(s.source IN (SELECT source FROM source_origins), false) AS is_derived
  FROM moments m
  JOIN statements s ON s.offer = m.offer AND s.day <= m.day AND (s.until IS NULL OR s.until > m.day)
  LEFT JOIN resold_prices r ON r.offer = s.offer AND r.source = s.source AND r.price = s.price
  ANTI JOIN later_copies d ON d.offer = s.offer AND d.day <= m.day AND d.day > s.day AND s.source <> 'operator' AND (NOT d.is_stated OR (s.source = d.origin AND s.price <> d.price))
  ANTI JOIN replaced_statements w ON w.statement = s.statement AND w.day <= m.day AND (w.until IS NULL OR w.until > m.day)
  WHERE s.is_stated
)
SELECT *, count(*) FILTER (WHERE NOT is_derived) OVER (PARTITION BY offer, moment, price) AS witnesses FROM listed;

-- The rank that a source needs to be believed alone at a host: that of the best-ranked source that lists anything there.
-- At a lab, every source that is checked by hand on the lab's own page qualifies. A person corrects only single ids and
-- is not counted.
CREATE TABLE careful_sources AS
SELECT n.host, any_value(h.host_kind) AS host_kind,
  CASE WHEN any_value(h.host_kind) = 'lab' THEN greatest(min(s.rank), last_rank_checked_at_labs()) ELSE min(s.rank) END AS rank
FROM statements s JOIN offer_numbers n ON n.offer = s.offer JOIN providers h ON h.slug = n.host
WHERE s.is_stated AND s.until IS NULL AND NOT is_read_by_person(s.source)
GROUP BY n.host;

-- Days on which a source changed many prices, which means that it corrected its records.
CREATE TABLE correction_days AS
SELECT source, day FROM statements WHERE price <> moved_from GROUP BY source, day HAVING count(*) >= bulk_rows();

-- Candidates that may be outdated. `lags`: another source has left the same price, either after the candidate adopted
-- it, or before, if it has higher precedence or the candidate did not list the id until then. `is_ageless`: since when
-- the price holds is unknown, because it contradicts a source of higher precedence in its first statement or on a day
-- of corrections; or the candidate's rank is too low, nobody else states it, and a sufficient source contradicts it. A
-- source that itself once stated and left the other price (`p`) is up to date: it has seen a change that the other has
-- not.
CREATE TABLE late_candidates AS
SELECT c.offer, c.moment, c.source,
  bool_or(d.until IS NOT NULL AND (d.until > c.day OR (o.rank < c.rank AND p.day IS NULL) OR (c.is_first AND NOT c.is_dated))) AS lags,
  bool_or(NOT c.is_dated AND o.rank < c.rank AND (
    (c.rank > h.rank AND o.rank <= h.rank AND c.witnesses < 2) OR ((c.is_first OR (m.day IS NOT NULL AND p.day IS NULL)) AND o.day <= c.day)
  )) AS is_ageless
FROM candidates c
JOIN candidates o ON o.offer = c.offer AND o.moment = c.moment AND o.source <> c.source AND o.price <> c.price AND NOT is_third_party(o.source)
JOIN offer_numbers n ON n.offer = c.offer
LEFT JOIN careful_sources h ON h.host = n.host
LEFT JOIN correction_days m ON m.source = c.source AND m.day = c.day
LEFT JOIN statements d ON d.id = c.id AND d.source = o.source AND d.price = c.price AND d.until <= c.moment
LEFT JOIN statements p ON p.series = c.series AND p.price = o.price AND p.until BETWEEN o.day AND c.day
GROUP BY ALL;

-- A person's correction holds until, after its day, the host's own list states something, or two independent sources
-- move to one price.
CREATE TABLE replaced_corrections AS
SELECT c.offer, c.moment
FROM candidates c
JOIN candidates o ON o.offer = c.offer AND o.moment = c.moment AND o.source <> 'operator' AND o.day > c.day AND NOT o.is_derived
JOIN offer_numbers n ON n.offer = c.offer
WHERE c.source = 'operator'
GROUP BY c.offer, c.moment
HAVING bool_or(o.source = n.host) OR count(*) FILTER (WHERE o.price <> o.moved_from)
  > count(DISTINCT o.price) FILTER (WHERE o.price <> o.moved_from);

-- The believed price on each day. A person's correction that still holds comes first, one that was replaced last. Then
-- count: having a price, not being a reseller's, not being outdated. A third party's price comes after all others that
-- are known. Among the best, prices within 30 days of the newest come first, then those of two independent sources, then
-- precedence, which also selects the source that is published.
CREATE TABLE winners AS
WITH classed AS (
  SELECT c.*,
    CASE WHEN c.source = 'operator' THEN CASE WHEN k.offer IS NULL THEN 0 ELSE 17 END
      WHEN is_third_party(c.source) THEN 8
      ELSE 1 + 8 * (c.price IS NULL)::INTEGER + 4 * c.is_lent::INTEGER
        + 2 * coalesce(l.lags, false)::INTEGER + coalesce(l.is_ageless, false)::INTEGER END AS class
  FROM candidates c
  LEFT JOIN late_candidates l USING (offer, moment, source)
  LEFT JOIN replaced_corrections k USING (offer, moment)
),
best AS (
  SELECT *, max(day) OVER (PARTITION BY offer, moment) AS newest
  FROM (SELECT * FROM classed QUALIFY class = min(class) OVER (PARTITION BY offer, moment))
),
believed AS (
  SELECT *, first_value(price) OVER (
    PARTITION BY offer, moment ORDER BY newest - day > 30, witnesses >= 2 DESC, rank, day DESC, source
  ) AS believed
  FROM best
),
-- Cache prices that another source with the same price had as well and has left since, or that its copy has changed since
-- it was read last; and those that two independent sources state otherwise, one of them later.
cached AS (SELECT b.*, s.cache_read FROM believed b JOIN sound_statements s ON s.rowid = b.statement),
overtaken AS (
  SELECT b.statement, b.moment
  FROM cached b
  JOIN cached o ON o.offer = b.offer AND o.moment = b.moment AND o.price = b.price AND o.plain <> b.plain AND o.cache_read > 0
  LEFT JOIN statements p ON p.series = o.series AND p.plain = b.plain AND p.until > b.day AND p.until <= o.day
  LEFT JOIN source_origins g ON g.source = o.source AND g.origin = b.source
  LEFT JOIN last_readings r ON r.source = b.source AND NOT is_read_by_person(b.source) AND r.day < o.day
  WHERE (p.series IS NOT NULL AND o.day > b.day) OR (g.origin IS NOT NULL AND r.source IS NOT NULL AND NOT is_third_party(o.source) AND factor_of(o.cache_read, b.cache_read) > dispute_factor())
  UNION
  SELECT b.statement, b.moment
  FROM cached b
  JOIN cached o ON o.offer = b.offer AND o.moment = b.moment AND o.price = b.price AND o.cache_read <> b.cache_read AND NOT o.is_derived
  WHERE NOT is_read_by_person(b.source)
  GROUP BY b.statement, b.moment, b.day, o.cache_read HAVING count(*) >= 2 AND max(o.day) > b.day
),
chosen AS (
  SELECT * FROM believed ANTI JOIN overtaken USING (statement, moment)
  WHERE price IS NOT DISTINCT FROM believed
  QUALIFY row_number() OVER (PARTITION BY offer, moment ORDER BY rank, day DESC, source) = 1
)
SELECT offer, moment, statement, previous, source, day, rank, price, moved_from, is_dated FROM chosen;

-- Multiplied or divided by 10, 100, 1,000 and so on, within 2 %: a corrected unit or decimal point. False when a price
-- is null.
CREATE MACRO is_tenfold(before, after) AS coalesce(
  round(log10(after / before)) <> 0 AND abs(log10(after / before) - round(log10(after / before))) < log10(1.02), false
);

-- The published price of an id over time: one row for each change. `changed`: the source of the new price stated the old
-- price before, or a person recorded the day of the change. `correction`: the source stated the old price too, but the
-- change corrects a unit. `witness`: another source with another price took precedence, and no source saw a price move.
CREATE TABLE series_rows AS
WITH states AS (
  SELECT m.offer, m.day, w.* EXCLUDE (offer, moment, day), w.day AS stated_on,
    CASE WHEN w.source IS NOT NULL THEN hash(w.price, s.cache_read, s.cache_write) END AS state
  FROM moments m
  LEFT JOIN winners w ON w.offer = m.offer AND w.moment = m.day
  LEFT JOIN sound_statements s ON s.rowid = w.statement
),
changes AS (
  SELECT *, lag(state) OVER series AS before, lag(statement) OVER series AS statement_before
  FROM states
  WINDOW series AS (PARTITION BY offer ORDER BY day)
  QUALIFY state IS DISTINCT FROM lag(state) OVER series
)
SELECT c.offer, n.listing, n.host, n.model, n.model_id, n.service_tier, c.day, c.day::VARCHAR AS date,
  CASE WHEN c.state IS NULL THEN 'removed'
    WHEN c.before IS NULL THEN 'added'
    WHEN c.source = b.source OR (c.moved_from = b.price AND c.price <> b.price AND c.day - c.stated_on <= 30)
      OR (is_read_by_person(c.source) AND c.is_dated) THEN CASE
        WHEN c.source <> 'operator' AND (
          is_tenfold(nullif(b.input, 0), nullif(s.input, 0)) OR is_tenfold(nullif(b.output, 0), nullif(s.output, 0))
        ) THEN 'correction'
        ELSE 'changed' END
    ELSE 'witness' END AS change,
  s.input, s.output, s.cache_read, s.cache_write, b.input AS input_before, b.output AS output_before,
  c.price, b.price AS price_before, s.note, r.price IS NOT NULL AS is_resold,
  -- On every day, because these rules look at no other price.
  r.price IS NOT NULL OR coalesce(c.statement, c.statement_before) IN (SELECT judged FROM price_doubts WHERE rule IN ('zero', 'output_below_input', 'output_far_above_input', 'out_of_bounds')) AS is_doubted,
  coalesce(c.source, g.source) AS source
FROM changes c
JOIN offer_numbers n ON n.offer = c.offer
LEFT JOIN sound_statements s ON s.rowid = c.statement
LEFT JOIN sound_statements b ON b.rowid = c.statement_before
LEFT JOIN resold_only r ON r.offer = c.offer AND r.price = coalesce(c.price, b.price)
LEFT JOIN (
  SELECT offer, day, arg_min(source, (rank, source)) AS source FROM statements WHERE NOT is_stated GROUP BY offer, day
) g ON g.offer = c.offer AND g.day = c.day
WHERE c.state IS NOT NULL OR c.before IS NOT NULL;
