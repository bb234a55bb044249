-- Candidate findings, by rule. `size` is the size of the change alone, 0 to 100: percent between the lower and the
-- higher price, or a comparable measure. build/model/findings groups, ranks and words them, and keeps a few per day.

-- The statement a finding is based on, from which day (`date`), and the page on which a person read it. That of a score
-- has no host, id or price. `sources` count as having stated it; for some kinds only this one is listed.
CREATE MACRO finding_statement(of_model, at_host, of_id, on_day, from_source, page, all_sources, before, now) AS {
  'model': of_model, 'host': at_host, 'model_id': of_id, 'date': on_day, 'source': from_source, 'source_url': page, 'sources': all_sources,
  'input_before': before.input, 'output_before': before.output, 'input': now.input, 'output': now.output
};
CREATE MACRO price_pair(a, b) AS {'input': a::DOUBLE, 'output': b::DOUBLE};

-- List-price moves of at least `min_named_percent` (moves reverted within 90 days are already left out). Models of one host that move by
-- the same percentage within ten days of each other form one event, dated on its first day, because sources update a
-- family one by one.
CREATE TABLE finding_moves AS
WITH moves AS (
  SELECT CASE WHEN pct_blended < 0 THEN 'price_drop' ELSE 'price_rise' END AS kind, p.model, p.host, p.price, pct_blended, p.day, p.offer, p.model_id, p.source, p.note,
    input_before AS old_input, input AS new_input, output_before AS old_output, output AS new_output,
    -- A cut to a quarter and a rise to four times the price are as large as each other.
    CASE WHEN pct_blended < 0 THEN -pct_blended ELSE 100 * pct_blended / (100 + pct_blended) END AS size
  FROM price_moves p
  SEMI JOIN (SELECT offer, date FROM price_rows WHERE change = 'changed') USING (offer, date)
  ANTI JOIN host_offers h ON h.offer = p.offer AND h.trust = 'unverified'
  JOIN default_series d ON d.model = p.model AND d.host = p.host AND d.is_list_price
  WHERE abs(pct_blended) >= min_named_percent()
),
events AS (
  SELECT *, sum(is_first::INTEGER) OVER (PARTITION BY host, round(pct_blended) ORDER BY day, model) AS event
  FROM (SELECT *, coalesce(day - lag(day) OVER (PARTITION BY host, round(pct_blended) ORDER BY day, model) > 10, true) AS is_first FROM moves)
)
SELECT e.* EXCLUDE (day, offer, price, event, is_first, source, model_id, note), min(day) OVER (PARTITION BY host, round(pct_blended), event)::VARCHAR AS date,
  [finding_statement(e.model, e.host, e.model_id, e.day::VARCHAR, e.source, page_of(e.source, e.note), coalesce(w.sources, [e.source]),
    price_pair(old_input, old_output), price_pair(new_input, new_output))] AS statements
FROM events e LEFT JOIN price_witnesses w USING (offer, price);

-- Whether a name moves from model to model, such as `chatgpt-4o-latest`.
CREATE MACRO is_moving_name(model) AS model LIKE '%-latest';

-- How many hosts sell a model, and how many sell any model of its lab.
CREATE TABLE finding_models AS
SELECT m.slug AS model, m.lab, coalesce(sellers.hosts, 0)::INTEGER AS model_hosts, coalesce(labs.hosts, 0)::INTEGER AS lab_hosts
FROM models m
LEFT JOIN (SELECT model, count(*) AS hosts FROM host_offers GROUP BY model) sellers ON sellers.model = m.slug
LEFT JOIN (
  SELECT m.lab, count(DISTINCT h.host) AS hosts FROM host_offers h JOIN models m ON m.slug = h.model GROUP BY m.lab
) labs ON labs.lab = m.lab;

-- Models that a reseller composed of a lab's models and named after the lab: only routers sell them, and the price at
-- the lab's own host is stated only by a reseller.
CREATE TABLE finding_composites AS
SELECT model FROM offer_ids GROUP BY model
HAVING bool_and(host_kind = 'router' OR is_resold) AND bool_or(is_resold);

-- Variants of a model that others made: its name with a mode (`-pro`, `-contributor`) or a size appended, released
-- within a week of it, and not sold by the lab.
CREATE TABLE finding_variants AS
SELECT DISTINCT v.slug AS model
FROM models v
JOIN models m ON m.lab = v.lab AND starts_with(v.slug, m.slug || '-') AND length(v.release_date) = 10 AND length(m.release_date) = 10
  AND abs(v.release_date::DATE - m.release_date::DATE) <= 7
JOIN new_models n ON n.model = m.slug
ANTI JOIN (FROM host_offers JOIN own_models USING (model, host)) sold ON sold.model = v.slug;

-- Models that became known around their release date and that three hosts sell; or the lab itself, if five hosts sell
-- any of its models. A reseller's router, or a fine-tune that one small host made for itself, is not news, nor is what
-- only routers and plans list, unless eight do. Dated on the release, or the first listing if earlier, at the first
-- price at the list host within 45 days.
CREATE TABLE finding_new_models AS
WITH direct AS (SELECT DISTINCT model FROM host_offers WHERE host_kind IN ('lab', 'cloud', 'inference'))
SELECT 'new_model' AS kind, least(n.date, n.release_date) AS date, n.date AS first_seen, n.model, n.release_date,
  first.host, first.input, first.output, m.context_window, f.model_hosts AS hosts, 100.0::DOUBLE AS size,
  [finding_statement(n.model, n.host, n.model_id, n.listed_on, n.source, page_of(n.source, n.note), n.sources, price_pair(NULL, NULL), price_pair(n.input, n.output))] AS statements
FROM new_models n
JOIN models m ON m.slug = n.model AND n.is_news AND length(n.release_date) = 10
JOIN finding_models f ON f.model = n.model AND NOT is_moving_name(n.model)
ANTI JOIN finding_composites c ON c.model = n.model
ANTI JOIN finding_variants v ON v.model = n.model
LEFT JOIN direct d ON d.model = n.model
LEFT JOIN list_offers l ON l.model = n.model
LEFT JOIN (
  SELECT model, host, min(date) AS date, arg_min(input, date) AS input, arg_min(output, date) AS output
  FROM price_rows WHERE change <> 'removed' GROUP BY model, host
) first ON first.model = n.model AND first.host = l.host AND first.date::DATE <= n.date::DATE + 45
WHERE (f.model_hosts >= 3 OR (l.host IS NOT NULL AND f.lab_hosts >= 5)) AND (d.model IS NOT NULL OR f.model_hosts >= 8);

-- Days on which a source caught up with a host rather than recorded a change: its first, and days with many prices
-- of the host; for added prices also days with twice as many in total (a busy release day adds about 40).
CREATE TABLE finding_catch_ups AS
SELECT source, host, date,
  date = min(date) OVER (PARTITION BY source, host) OR count(*) >= bulk_rows() AS is_of_all,
  sum(count(*) FILTER (WHERE change = 'added')) OVER (PARTITION BY source, date) >= 2 * bulk_rows() AS is_of_added
FROM price_rows
GROUP BY source, host, date;

-- How long each host charged each standard-tier price that is neither doubted, corrected later, a subscription's nor only
-- a reseller's.
CREATE TABLE finding_prices AS
SELECT offer, model, host, host_kind, model_id, date, change, source, note, input, output, blended_price(input, output, model_type) AS blended,
  lag(blended_price(input, output, model_type)) OVER w AS own_before,
  lead(date) OVER w AS until, change = 'added' AND row_number() OVER w > 1 AS is_return
FROM price_rows
JOIN (SELECT slug AS model, model_type FROM models) USING (model)
JOIN (SELECT slug AS host, host_kind FROM providers WHERE host_kind <> 'plan') USING (host)
-- A price doubted or disputed today makes no finding on an earlier day.
ANTI JOIN (SELECT model, host FROM host_offers WHERE trust IN ('unverified', 'disputed') OR billing = 'plan') USING (model, host)
WHERE service_tier = 'standard' AND NOT is_resold
WINDOW w AS (PARTITION BY model, host ORDER BY date)
QUALIFY lead(change) OVER w IS DISTINCT FROM 'correction';

CREATE MACRO statement_of(span) AS finding_statement(span.model, span.host, span.model_id, span.date, span.source, page_of(span.source, span.note), [span.source],
  price_pair(NULL, NULL), price_pair(span.input, span.output));

-- Only hosts that run the models: a router charges another host's price plus its own share.
CREATE TABLE finding_spans AS
SELECT * EXCLUDE (host_kind) FROM finding_prices WHERE host_kind IN ('lab', 'cloud', 'inference');

-- Periods that begin with a price that the host set that day, as far as the sources show: an added offer or a price
-- move. An offer that comes back is left out, because usually the source had lost it.
CREATE TABLE finding_steps AS
WITH host_age AS (SELECT host, min(date) AS since FROM price_rows GROUP BY host)
SELECT e.*
FROM finding_spans e
JOIN host_age h ON h.host = e.host AND h.since::DATE <= e.date::DATE - 14
JOIN finding_catch_ups c ON c.source = e.source AND c.host = e.host AND c.date = e.date
  AND NOT c.is_of_all AND NOT (c.is_of_added AND e.change = 'added')
LEFT JOIN price_moves m ON m.offer = e.offer AND m.date = e.date
WHERE e.blended > 0 AND (e.change = 'added' OR (e.change = 'changed' AND m.offer IS NOT NULL)) AND NOT e.is_return AND NOT is_moving_name(e.model);

-- Prices at which a host undercuts every other host of the model by 10 % or more, where at least three sell it, and no
-- other host is within 5 % two weeks later. Routers are no rivals, because they pass prices on, but one that already
-- charged no more rules the finding out.
CREATE TABLE finding_new_cheapest AS
WITH rivals AS (
  SELECT e.model, e.host, e.date, e.blended, e.own_before, e.until,
    any_value(e) AS span, arg_min(o, (o.blended, o.host)) AS best,
    min(o.blended) AS best_before, arg_min(o.host, (o.blended, o.host)) AS best_host, count(*)::INTEGER AS rivals
  FROM finding_steps e
  JOIN finding_spans o ON o.model = e.model AND o.host <> e.host
    AND o.date < e.date AND (o.until IS NULL OR o.until >= e.date) AND o.blended > 0
  GROUP BY ALL
)
SELECT 'new_cheapest' AS kind, date, model, host, blended, own_before, best_before, best_host, rivals,
  round(100 * (1 - blended / best_before), 1) AS pct_below, round(100 * (1 - blended / best_before), 1) AS size,
  [statement_of(span), statement_of(best)] AS statements
FROM rivals
-- Of several hosts within two weeks only the cheapest counts, and none when two are within 5 %.
ANTI JOIN finding_spans s ON s.model = rivals.model AND s.host <> rivals.host AND s.date::DATE <= rivals.date::DATE + 14
  AND (s.until IS NULL OR s.until > rivals.date) AND s.blended > 0 AND s.blended <= 1.05 * rivals.blended
ANTI JOIN finding_prices r ON r.model = rivals.model AND r.host_kind = 'router' AND r.date < rivals.date
  AND (r.until IS NULL OR r.until >= rivals.date) AND r.blended > 0 AND r.blended <= rivals.blended
WHERE rivals >= 2 AND blended <= 0.9 * best_before AND coalesce(own_before, best_before) >= best_before
  AND coalesce(until::DATE, (SELECT day FROM ledger_day)) - date::DATE >= 14;

-- Models that take the lead on a benchmark of 15 models, ten of them measured earlier. Five other scores of the source
-- that day mean that it read a whole table, and models more than half a year old were measured late: nobody knows when
-- the lead changed. A score from before the release is dated on the release, and later scores are not counted.
CREATE TABLE finding_top_scores AS
SELECT 'top_score' AS kind, greatest(t.as_of, m.release_date) AS date, t.model, t.benchmark, t.score, t.self_reported,
  arg_min(o.score, o.position) AS runner_up_score, arg_min(o.model, o.position) AS runner_up, count(*)::INTEGER + 1 AS models_tested,
  round(100 * t.models_tested / (t.models_tested + 50), 1) AS size,
  [finding_statement(t.model, NULL::VARCHAR, NULL::VARCHAR, t.as_of, t.source, t.source_url, [t.source], price_pair(NULL, NULL), price_pair(NULL, NULL))] AS statements
FROM benchmark_tops t
JOIN models m ON m.slug = t.model
JOIN benchmark_tops o ON o.benchmark = t.benchmark AND o.model <> t.model
JOIN models r ON r.slug = o.model AND greatest(o.as_of, r.release_date) <= greatest(t.as_of, m.release_date)
ANTI JOIN benchmark_tops tie ON tie.benchmark = t.benchmark AND tie.model <> t.model AND tie.score = t.score
WHERE t.position = 1 AND t.models_tested >= 15
  AND NOT coalesce(t.as_of::DATE - m.release_date::DATE > 180, false)
GROUP BY ALL
HAVING count(*) FILTER (WHERE o.as_of < t.as_of) >= 10
  AND count(*) FILTER (WHERE o.as_of = t.as_of AND o.source = t.source) < 5;

-- Models whose most expensive host charges at least three times as much as the cheapest. On the day on which this
-- began, one of at least three hosts set one of the two prices; two weeks later they are still that far apart. One that
-- opens again within 90 days is not reported again, nor one where the most expensive host charges what the cheapest
-- charged until then: it has probably not followed yet.
CREATE TABLE finding_spreads AS
WITH states AS (
  SELECT d.model, d.date, count(*)::INTEGER AS hosts,
    min(s.blended) AS lowest, arg_min(s, (s.blended, s.host)) AS cheapest,
    max(s.blended) AS highest, arg_max(s, (s.blended, s.host)) AS most_expensive
  FROM (SELECT DISTINCT model, date FROM finding_spans) d
  JOIN finding_spans s ON s.model = d.model AND s.date <= d.date AND (s.until IS NULL OR s.until > d.date) AND s.blended > 0
  GROUP BY ALL
),
openings AS (
  SELECT *, lag(date) OVER (PARTITION BY model ORDER BY date) AS opened_before
  FROM (
    SELECT *, hosts >= 3 AND highest >= 3 * lowest AS is_open,
      lag(highest < 3 * lowest AND hosts >= 3) OVER own AS was_narrow,
      min(CASE WHEN hosts < 3 OR highest < 3 * lowest THEN date END) OVER (own ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS closed
    FROM states WINDOW own AS (PARTITION BY model ORDER BY date)
  )
  WHERE is_open AND was_narrow
)
SELECT 'spread' AS kind, o.date, o.model, hosts, lowest, cheapest.host AS cheapest_host, highest, most_expensive.host AS most_expensive_host,
  round(highest / lowest, 2) AS ratio, round(100 * (1 - lowest / highest), 1) AS size,
  [statement_of(cheapest), statement_of(most_expensive)] AS statements
FROM openings o
SEMI JOIN finding_steps e ON e.model = o.model AND e.date = o.date AND e.host IN (o.cheapest.host, o.most_expensive.host)
WHERE (opened_before IS NULL OR o.date::DATE - opened_before::DATE > 90)
  AND coalesce(closed::DATE, (SELECT day FROM ledger_day)) - o.date::DATE >= 14
  AND NOT coalesce(cheapest.date = o.date AND highest <= 1.05 * cheapest.own_before, false);

CREATE TABLE finding_facts AS
SELECT every.*, f.lab, f.model_hosts, f.lab_hosts
FROM (
  FROM finding_moves UNION ALL BY NAME FROM finding_new_models UNION ALL BY NAME FROM finding_new_cheapest
  UNION ALL BY NAME FROM finding_top_scores UNION ALL BY NAME FROM finding_spreads
) every JOIN finding_models f USING (model);
