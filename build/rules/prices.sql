-- The rules about prices: one predicate each, over `judged_statements`; ids, thresholds and sentences are in
-- data/rules.csv. What a rule doubts is marked, and never replaces a price that no rule doubts.

CREATE MACRO threshold_of(rule) AS (SELECT threshold FROM rules WHERE id = rule);
-- The sentence that readers see, with the threshold filled in.
CREATE MACRO number_text(number) AS (CASE WHEN number >= 1000 THEN format('{:,}', number::BIGINT) ELSE format('{:g}', number) END);
CREATE MACRO reason_of(rule) AS (
  SELECT replace(replace(sentence, '{threshold}', coalesce(number_text(threshold), '')), '{percent}', coalesce(format('{:g} %', 100 * threshold), ''))
  FROM rules WHERE id = rule
);

-- Factor between two prices, always 1 or more; null when either is unknown or 0.
CREATE MACRO factor_of(before, after) AS greatest(after / nullif(before, 0), before / nullif(after, 0));

-- Whether two prices differ by the factor in the threshold of `currency`, within 3 %.
CREATE MACRO is_times(before, after) AS factor_of(before, after) / threshold_of('currency') BETWEEN 0.97 AND 1.03;

-- Each statement with the size of the change it belongs to: how many ids, of the host and in total, the source moved by
-- the same factor or dropped that day, and how many it lists.
CREATE TABLE judged_lists AS
WITH ids AS (
  SELECT *, round(input / nullif(input_before, 0), 3) AS factor FROM judged_statements WHERE is_present AND (is_stated OR note IS NULL)
),
sizes AS (SELECT source, host, count_if(is_stated AND price IS NOT NULL) AS ids FROM ids GROUP BY ALL)
SELECT i.statement, i.judged, i.factor, d.alike, d.alike_of_source, d.of_day, s.ids, d.of_source_day, w.ids AS source_ids
FROM ids i
JOIN (
  SELECT source, host, recorded, is_stated, factor, count(*) AS alike,
    sum(count(*)) OVER (PARTITION BY source, recorded, is_stated, factor) AS alike_of_source,
    sum(count(*)) OVER (PARTITION BY source, host, recorded, is_stated) AS of_day,
    sum(count(*)) OVER (PARTITION BY source, recorded, is_stated) AS of_source_day
  FROM ids GROUP BY source, host, recorded, is_stated, factor
) d ON d.source = i.source AND d.host = i.host AND d.recorded = i.recorded AND d.is_stated = i.is_stated AND d.factor IS NOT DISTINCT FROM i.factor
JOIN sizes s ON s.source = i.source AND s.host = i.host
JOIN (SELECT source, sum(ids) AS ids FROM sizes GROUP BY source) w ON w.source = i.source;

-- Prices that a source states for several models of a host that differ by more than a factor of 3 elsewhere, and most of
-- which cost more than 1.5 times as much or as little elsewhere. (Many models cost $0.15/$0.60 everywhere.)
CREATE TABLE placeholder_prices AS
WITH compared AS (
  SELECT host, source, price, model, CASE WHEN hosts >= 2 THEN coalesce(list_blended, median_blended) END AS elsewhere,
    service_tier = 'standard' AND factor_of(elsewhere, blended) > 1.5 AS is_far
  FROM judged_statements
  WHERE is_present AND is_stated AND is_paid
)
SELECT host, source, price, count(DISTINCT model) AS models
FROM compared
GROUP BY ALL
HAVING max(elsewhere) > 3 * min(elsewhere)
  AND count(DISTINCT model) FILTER (WHERE is_far) > count(DISTINCT model) FILTER (WHERE elsewhere IS NOT NULL) / 2;

-- Prices that are the list price multiplied or divided by seven, and how many of the source's prices at the host are.
CREATE TABLE seven_times_prices AS
WITH ratios AS (
  SELECT statement, judged, host, source,
    coalesce(is_times(list_input, input) AND (list_output = 0 OR is_times(list_output, output)), false) AS is_seven
  FROM judged_statements
  WHERE is_paid AND list_input > 0
)
SELECT statement, judged, count_if(is_seven) OVER hosts AS alike, count(*) OVER hosts AS ids
FROM ratios WINDOW hosts AS (PARTITION BY host, source) QUALIFY is_seven;

-- Prices that another host also charges (within 5 %): of a closed model below the lab's price where that host is no
-- reseller, and of a lab's own host above the usual price.
CREATE TABLE shared_prices AS
SELECT DISTINCT j.statement, j.judged
FROM judged_statements j
JOIN judged_statements o ON o.model = j.model AND o.host <> j.host AND o.is_present AND o.is_paid AND factor_of(o.blended, j.blended) <= 1.05
WHERE (j.is_open_source = false AND j.blended < j.list_blended AND o.host_kind IN ('cloud', 'inference'))
  OR (j.is_careful_at_lab AND j.blended > j.usual AND NOT o.is_at_lab);

-- The days between which a lab charged each price that it has left, by the sources that are checked at labs.
CREATE TABLE former_list_prices AS
SELECT n.model, s.price, min(s.day) AS since, max(until) AS until
FROM (SELECT *, lead(day) OVER (PARTITION BY series ORDER BY day) AS until FROM source_statements) s
JOIN offer_numbers n USING (offer)
JOIN own_models own ON own.model = n.model AND own.host = n.host AND own.position = 1
WHERE s.is_stated AND s.rank <= last_rank_checked_at_labs() AND n.service_tier = 'standard' AND until IS NOT NULL
GROUP BY ALL;

-- Each rule about prices with the statements that it doubts: one branch a rule. A row of data/rules.csv without a branch
-- stops the build.
CREATE TABLE rule_hits AS
SELECT j.statement, j.judged, r.id AS rule
FROM judged_statements j
LEFT JOIN resold_only o USING (offer, price)
LEFT JOIN seven_times_prices s ON s.statement = j.statement AND s.judged = j.judged
LEFT JOIN placeholder_prices p USING (host, source, price)
LEFT JOIN shared_prices c ON c.statement = j.statement AND c.judged = j.judged
LEFT JOIN former_list_prices f ON f.model = j.model AND f.price = j.price
LEFT JOIN judged_lists l ON l.statement = j.statement AND l.judged = j.judged
LEFT JOIN (
  SELECT key, list(source) FILTER (rule = 'id_reused') AS reused_at, bool_or(rule = 'name_is_sentence') AS is_sentence
  FROM held WHERE kind = 'offer' GROUP BY key
) i ON i.key = j.host || ' ' || j.model_id
JOIN rules r ON (r.effect = 'doubt' AND r.about IN ('price', 'move', 'list', 'name')) OR r.id = 'id_reused'
WHERE CASE r.id
  WHEN 'resold' THEN o.offer IS NOT NULL
  WHEN 'currency' THEN s.alike >= 3 AND s.alike >= 0.3 * s.ids
  WHEN 'placeholder' THEN p.models >= r.threshold AND (is_at_lab OR (input, output) IS DISTINCT FROM (list_input, list_output))
    AND (is_at_lab OR blended IS DISTINCT FROM usual)
  -- The word `free` in an id justifies a price of 0 only after the first days.
  WHEN 'zero' THEN input = 0 AND output = 0 AND billing <> 'plan' AND witnesses < 2
    AND NOT (contains(lower(model_id), 'free') AND j.readings >= r.readings AND days >= r.readings)
  WHEN 'output_below_input' THEN output > 0 AND output < r.threshold * input
  WHEN 'output_far_above_input' THEN model_type = 'text' AND input > 0 AND output > r.threshold * input
  WHEN 'out_of_bounds' THEN input > r.threshold OR output > 4 * r.threshold
  -- Equal prices for input and output at a cloud, while the lab's are far apart, count characters instead of tokens.
  WHEN 'flat_price' THEN is_paid AND input = output AND host_kind = 'cloud' AND NOT is_at_lab AND witnesses < 2
    AND list_output >= r.threshold * list_input
  -- LiteLLM and Portkey list ids for years after a host stopped selling them.
  WHEN 'dormant' THEN j.source IN ('litellm', 'portkey') AND is_paid AND witnesses < 2
    AND (SELECT day FROM ledger_day) - j.recorded > r.threshold
  -- Nobody but the lab can serve a closed model. A host that sells it far below the lab's price makes a loss or is
  -- misquoted, unless another host has that price too. A reseller may give a discount.
  WHEN 'below_list' THEN is_paid AND is_open_source = false AND NOT is_at_lab AND host_kind IN ('cloud', 'inference')
    AND service_tier = 'standard' AND blended < r.threshold * list_blended AND witnesses < 2 AND c.statement IS NULL
  -- Hosts that sell a closed model at its lab's price follow the lab within weeks, or their list is not kept up to date.
  WHEN 'former_list' THEN is_paid AND is_open_source = false AND model_type = 'text' AND NOT is_at_lab AND witnesses < 2
    AND blended <> list_blended AND j.recorded BETWEEN f.since AND f.until
    AND (SELECT day FROM ledger_day) - f.until > r.threshold
  -- A text model's lab may charge far more than its resellers in a promotion, if another source or host has its price too,
  -- and others may charge the lab's price. (The output price of an image model may be that of images or of text.)
  -- Where two hosts alone sell the model, either may be wrong, unless two sources state it, or a careful one at the lab.
  WHEN 'far_from_hosts' THEN is_paid AND (
    (factor_of(usual, blended) > r.threshold AND j.host IS DISTINCT FROM usual_host AND NOT (blended > usual AND model_type = 'text'
      AND CASE WHEN is_at_lab THEN is_careful_at_lab AND (witnesses >= 2 OR c.statement IS NOT NULL)
        ELSE (input, output) = (list_input, list_output) END))
    OR (hosts = 2 AND highest > r.threshold * lowest AND witnesses < 2
      AND NOT (is_careful_at_lab AND j.host IS NOT DISTINCT FROM usual_host)))
  WHEN 'tenfold' THEN factor_of(input_before, input) >= r.threshold OR factor_of(output_before, output) >= r.threshold
  WHEN 'swapped' THEN input = output_before AND output = input_before AND input <> output
  WHEN 'same_factor' THEN is_stated AND factor <> 1 AND (l.alike >= 8 AND l.alike >= r.threshold * l.ids
    OR alike_of_source >= 8 AND alike_of_source >= r.threshold * source_ids)
  WHEN 'list_cut' THEN NOT is_stated AND NOT is_dated AND of_day >= 3 AND of_day >= r.threshold * (of_day + l.ids)
  WHEN 'source_cut' THEN NOT is_stated AND NOT is_dated
    AND of_source_day >= 10 AND of_source_day > r.threshold * (of_source_day + source_ids)
  WHEN 'wide_cut' THEN NOT is_stated AND NOT is_dated
    AND of_source_day >= 10 AND of_source_day > r.threshold * (of_source_day + source_ids) AND of_source_day > 2 * of_day
  -- Held by the ingest: until now the id belonged to another model, or its name is a sentence.
  WHEN 'id_reused' THEN is_present AND is_stated AND list_contains(i.reused_at, j.source)
  WHEN 'name_is_sentence' THEN is_present AND is_stated AND i.is_sentence
  -- Never true here: view 24 decides which prices are stale.
  WHEN 'stale' THEN false
  ELSE error('build/rules/prices.sql has no branch for the rule ' || r.id) END;

-- A doubt is settled when an independent source states the same price and no source of higher precedence states another,
-- or when the lab's own price moved by the same factor. It is also settled after the number of readings in its rule if
-- no source has stated otherwise and the price is not in another unit, or when a person accepts it. Then the price is
-- published. A doubt about the price itself (`is_mark`) stays as a mark. A doubt about a move is ignored when the earlier
-- price is itself doubted.
CREATE TABLE price_doubts AS
SELECT h.statement, h.judged, h.rule, j.is_present, r.about IN ('price', 'name') AS is_mark, r.about = 'list' AS is_of_list,
  CASE WHEN NOT j.is_present THEN coalesce(j.held_days >= r.readings, false) ELSE
    coalesce(j.readings >= r.readings AND j.days + 1 >= r.readings AND NOT j.is_opposed AND NOT is_other_unit(j.input_before, j.input), false)
      OR (j.witnesses >= 2 AND (r.about IN ('move', 'list') OR NOT j.is_contradicted))
      OR (j.is_confirmed AND r.about IN ('move', 'list'))
      OR EXISTS (
        SELECT 1 FROM accepted_rules a
        WHERE a.rule = h.rule AND a.source = j.source AND coalesce(a.host, j.host) = j.host AND a.date::DATE >= j.recorded
      ) END AS is_settled
FROM rule_hits h
JOIN judged_statements j ON j.statement = h.statement AND j.judged = h.judged
JOIN rules r ON r.id = h.rule
WHERE r.about IN ('price', 'name') OR NOT EXISTS (
  SELECT 1 FROM rule_hits e JOIN rules o ON o.id = e.rule AND o.about IN ('price', 'name') WHERE e.statement = h.statement AND e.judged = j.earlier
);

-- Statements that wait: they have an unsettled doubt, and an undoubted price can be published instead, of another
-- source or the last one before of their own. All statements of the source after `since` wait too; for a whole list,
-- `since` is before the day of the move. Of several rules, the reason is the distance to other hosts, else the first by
-- name.
CREATE TABLE waiting_statements AS
WITH waiting AS (
  SELECT statement, arg_min(rule, (rule <> 'far_from_hosts', rule)) AS rule, bool_or(is_of_list) AS is_of_list FROM price_doubts WHERE is_present AND NOT is_settled GROUP BY statement
),
undoubted AS (
  SELECT j.statement, max(j.day) AS day
  FROM judged_statements j
  JOIN waiting w USING (statement)
  JOIN witnessed_statements p USING (statement)
  LEFT JOIN judged_statements e ON e.statement = j.statement AND e.judged = p.earlier
  ANTI JOIN price_doubts d ON d.statement = j.statement AND d.judged = j.judged AND (d.is_mark OR NOT d.is_settled)
  WHERE NOT j.is_present AND (NOT w.is_of_list OR j.day <= e.day)
  GROUP BY j.statement
),
-- Statements for which another source, unless it has just left this price, states an undoubted price.
outdone AS (
  SELECT j.statement
  FROM waiting w
  JOIN judged_statements j ON j.statement = w.statement AND j.is_present
  JOIN judged_statements o ON o.offer = j.offer AND o.source <> j.source AND o.is_present AND o.is_stated AND o.price IS NOT NULL
    AND NOT coalesce(o.price_before = j.price AND o.recorded > j.recorded, false)
  ANTI JOIN price_doubts d ON d.statement = o.statement AND d.judged = o.judged
)
SELECT j.statement, j.offer, j.source, j.recorded, j.is_stated, j.input, j.output, w.rule,
  CASE WHEN j.is_stated THEN coalesce(u.day, j.settled_day, DATE '0001-01-01') ELSE j.day - 1 END AS since
FROM waiting w
JOIN judged_statements j ON j.statement = w.statement AND j.is_present
LEFT JOIN undoubted u ON u.statement = w.statement
WHERE u.day IS NOT NULL OR NOT j.is_stated OR j.statement IN (FROM outdone);
