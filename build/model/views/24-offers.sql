-- What is for sale now: ids, their prices, how far these are trusted, and the id that stands for a model at a host.

-- A price is stale unless it was confirmed from this day on, counted from the newest price that an upstream states. What
-- a person or a rule recorded (a price on a page, a withdrawal, a retraction) says nothing about when others were confirmed.
CREATE TABLE confirmation_day AS
SELECT max(recorded)::DATE - threshold_of('stale')::INTEGER AS earliest FROM prices WHERE NOT is_read_by_person(source) AND event = 'stated';

-- The current statement of each source that lists the id. `confirmed` is the source's last reading; if a later
-- statement waits or was retracted, the last reading before that one, which stated another price; and if the ingest
-- keeps a price that the source has left out since (`unstated`), the last reading that stated it.
CREATE TABLE present_statements AS
WITH unstated AS (
  SELECT series_of(n.offer, s.rowid) AS series, h.since::DATE AS day, h.since::DATE AS recorded
  FROM held h
  JOIN sources s ON s.id = h.source
  JOIN offer_numbers n ON (h.rule = 'field_lost' AND h.field IN ('input', 'output') AND h.key IN (h.source, h.source || ' ' || n.host))
    OR (h.rule IN ('price_lost', 'unreadable') AND h.key = n.host || ' ' || n.model_id)
),
retracted AS (
  SELECT series_of(n.offer, s.rowid) AS series, coalesce(p.effective, p.recorded)::DATE AS day, p.recorded::DATE AS recorded
  FROM retracted_prices p
  JOIN offer_numbers n USING (host, model_id)
  JOIN sources s ON s.id = p.source
  ANTI JOIN dated_prices d ON d.offer = n.offer AND d.source = p.source AND d.recorded > p.recorded
  WHERE p.event = 'stated'
),
left_behind AS (
  SELECT t.statement, max(r.day)::DATE AS day
  FROM (
    SELECT t.statement, t.source, min(x.recorded) AS left_on
    FROM statements t
    JOIN (SELECT series, day, recorded FROM source_statements UNION ALL FROM retracted UNION ALL FROM unstated) x ON x.series = t.series AND x.day > t.day
    WHERE t.until IS NULL GROUP BY ALL
  ) t
  LEFT JOIN readings r ON r.source = t.source AND r.day::DATE < t.left_on
  GROUP BY t.statement
)
SELECT c.offer, c.statement, c.source, c.rank, c.price, c.is_lent, s.input, s.output, s.any_price, s.recorded, c.source = n.host OR c.source = 'operator' AS is_own,
  c.source NOT IN (SELECT g.source FROM source_origins g JOIN candidates x ON x.source = g.origin AND x.offer = c.offer AND x.moment = c.moment) AS is_witness,
  CASE WHEN c.source = 'operator' THEN s.recorded::DATE
    ELSE coalesce(CASE WHEN l.statement IS NULL THEN r.day ELSE l.day END, s.recorded::DATE) END AS confirmed
FROM candidates c
JOIN offer_numbers n ON n.offer = c.offer
LEFT JOIN last_readings r ON r.source = c.source
LEFT JOIN left_behind l ON l.statement = c.statement
JOIN statements t ON t.statement = c.statement AND t.until IS NULL
JOIN last_moments last ON last.offer = c.offer AND last.moment = c.moment
JOIN sound_statements s ON s.rowid = c.statement;

-- The further rates of each day's price. Each kind (batch, sizes, a meter) comes from the best source with that price
-- that states it, so that sizes of two sources are never mixed. Left out are: token rates far from the plain price
-- (`rate_off`, `cache_far`), and all prices for longer prompts where they are unevenly far from it; prices for longer
-- prompts far below it, and batch prices above it or above the published cache price (`tier_below`); one price for all
-- sizes where another source's depend on the size; and rates that a person no longer reads on a later page. A kind that a
-- source states later under the same plain price counts from its beginning: sources often list them late. `nth` orders
-- rates of different statements that have one position.
CREATE TABLE rate_cards AS
WITH numbered AS (SELECT statement, series, source, recorded, row_number() OVER (PARTITION BY series ORDER BY day) AS nth FROM statements),
listed AS (
  SELECT n.* REPLACE (coalesce(s.rates_source, n.source) AS source, coalesce(s.rates_recorded, n.recorded) AS recorded), unnest(string_split(s.rates, '; ')) AS entry, generate_subscripts(string_split(s.rates, '; '), 1) AS position
  FROM numbered n JOIN sound_statements s ON s.rowid = n.statement
),
-- Since when the source has stated the rate in each of its statements. A person's row may only have kept it.
lasting AS (
  SELECT statement, source, entry, position, if(source = 'operator', recorded, min(recorded) OVER (PARTITION BY series, entry, run)) AS stated_since
  FROM (SELECT *, nth - row_number() OVER (PARTITION BY series, entry ORDER BY nth) AS run FROM listed)
),
split AS (
  SELECT c.offer, c.moment, c.rank, l.source, s.day, s.input, s.output, p.cache_read, p.cache_write, l.entry, l.position, l.stated_since
  FROM candidates c
  JOIN winners w ON w.offer = c.offer AND w.moment = c.moment AND w.price IS NOT DISTINCT FROM c.price
  JOIN sound_statements s ON s.rowid = c.statement
  JOIN sound_statements p ON p.rowid = w.statement
  JOIN lasting l ON l.statement = c.statement
),
entries AS (
  SELECT *, try_cast(split_part(entry, '=', -1) AS DOUBLE) AS usd, regexp_extract(entry, '=([0-9.]+)/', 1) AS unit_price,
    CASE WHEN entry LIKE 'output%' OR entry LIKE 'reasoning%' THEN output WHEN entry LIKE 'input%' OR entry LIKE 'cache_write%' THEN input END AS plain
  FROM split
),
kinds AS (
  SELECT *, CASE WHEN contains(entry, '>') THEN 'sizes' WHEN contains(entry, '@batch') THEN 'batch' ELSE regexp_replace(split_part(entry, '=', 1), '(@hours:[0-9:-]+) [A-Za-z-]+', '\1') END AS kind
  FROM entries
  WHERE NOT coalesce(factor_of(plain, usd) >= threshold_of('rate_off') AND NOT regexp_matches(entry, '^(input|output)_'), false)
    AND NOT coalesce(entry LIKE 'cache_read%' AND (usd > threshold_of('rate_off') * input OR input > threshold_of('cache_far') * usd), false)
    AND NOT coalesce(regexp_matches(entry, '^(input|output)@') AND
      (usd < threshold_of('tier_below') * plain AND regexp_matches(entry, '^[^=]*>') AND NOT contains(entry, '@batch') OR usd > plain AND regexp_matches(entry, '@batch=')), false)
    AND NOT coalesce(usd > CASE split_part(entry, '=', 1) WHEN 'cache_read@batch' THEN cache_read WHEN 'cache_write@batch' THEN cache_write END, false)
),
-- Sources that changed the plain prices and not those for longer prompts: an input price five times as high, and one of
-- cached input a hundred times.
uneven AS (
  SELECT offer, moment, source
  FROM (SELECT *, usd / nullif(CASE WHEN entry LIKE 'cache_read%' THEN cache_read ELSE plain END, 0) AS factor FROM entries)
  WHERE regexp_matches(entry, '^(input|output|cache_read)@>[0-9]+=')
  GROUP BY ALL HAVING max(factor) >= threshold_of('rate_off') * min(factor)
),
sized AS (
  SELECT offer, moment, source, split_part(entry, '@', 1) AS meter FROM kinds
  WHERE regexp_matches(entry, '^[a-z_]+@variant:') GROUP BY ALL HAVING count(DISTINCT unit_price) > 1
),
read AS (SELECT DISTINCT offer, day, kind FROM kinds WHERE source = 'operator'),
ended AS (
  SELECT DISTINCT r.offer, c.day, r.kind
  FROM read r JOIN (SELECT DISTINCT offer, day FROM read) c ON c.offer = r.offer AND c.day > r.day
  ANTI JOIN read n ON n.offer = r.offer AND n.day = c.day AND n.kind = r.kind
),
current AS (
  SELECT k.* FROM kinds k
  LEFT JOIN (SELECT DISTINCT offer, moment, day FROM kinds WHERE source = 'operator') o USING (offer, moment)
  ANTI JOIN ended e ON e.offer = k.offer AND e.day = o.day AND e.kind = k.kind
  ANTI JOIN sized s ON s.offer = k.offer AND s.moment = k.moment AND s.meter = k.kind AND s.source <> k.source AND k.unit_price <> ''
  ANTI JOIN uneven u ON u.offer = k.offer AND u.moment = k.moment AND u.source = k.source AND k.kind = 'sizes'
),
first AS (SELECT * FROM current QUALIFY rank() OVER (PARTITION BY offer, moment, kind ORDER BY rank, source) = 1),
runs AS (
  SELECT offer, moment, count_if(is_new) OVER (PARTITION BY offer ORDER BY moment) AS run
  FROM (SELECT offer, moment, price IS DISTINCT FROM lag(price) OVER (PARTITION BY offer ORDER BY moment) AS is_new FROM winners)
),
since AS (SELECT offer, run, kind, min(moment) AS moment FROM first JOIN runs USING (offer, moment) GROUP BY ALL),
held AS (
  SELECT offer, moment, rank, source, stated_since, entry, position FROM first
  UNION ALL
  SELECT r.offer, r.moment, f.rank, f.source, f.stated_since, f.entry, f.position
  FROM since s
  JOIN runs r ON r.offer = s.offer AND r.run = s.run AND r.moment < s.moment
  JOIN first f ON f.offer = s.offer AND f.moment = s.moment AND f.kind = s.kind
)
SELECT offer, moment, [{'source': card.source, 'valid_from': card.stated_since::VARCHAR, 'rates': card.rates} FOR card IN list_sort(list(source_card))] AS cards,
  array_to_string([card.rates FOR card IN cards], '; ') AS rates
FROM (
  SELECT offer, moment, {'rank': rank, 'source': source, 'place': min(position), 'nth': min(nth), 'stated_since': stated_since,
    'rates': array_to_string([rate.entry FOR rate IN list_sort(list({'position': position, 'nth': nth, 'entry': entry}))], '; ')} AS source_card
  FROM (SELECT *, row_number() OVER () AS nth FROM held) GROUP BY offer, moment, rank, source, stated_since
)
GROUP BY offer, moment;

-- The parts of a statement's price that have a day of their own; null is what it does not state.
CREATE MACRO dated_parts(statement, any_price, cache_read, cache_write) AS {
  'price': CASE WHEN statement IS NOT NULL THEN hash(any_price) END,
  'cache_read': CASE WHEN cache_read IS NOT NULL THEN hash(cache_read) END,
  'cache_write': CASE WHEN cache_write IS NOT NULL THEN hash(cache_write) END
};

-- For each day with a price, the day on which that price was first recorded, and that of its cache prices where these
-- differ. Since then some source has always stated them.
CREATE TABLE price_days AS
WITH states AS (
  SELECT m.offer, m.day, t.since, unnest(dated_parts(w.statement, s.any_price, s.cache_read, s.cache_write))
  FROM moments m
  LEFT JOIN winners w ON w.offer = m.offer AND w.moment = m.day
  LEFT JOIN statements t ON t.statement = w.statement
  LEFT JOIN sound_statements s ON s.rowid = w.statement
),
changes AS (
  SELECT *, CASE WHEN price IS DISTINCT FROM lag(price) OVER own THEN day END AS new_price,
    CASE WHEN cache_read IS DISTINCT FROM lag(cache_read) OVER own THEN day END AS new_cache_read,
    CASE WHEN cache_write IS DISTINCT FROM lag(cache_write) OVER own THEN day END AS new_cache_write
  FROM states
  WINDOW own AS (PARTITION BY offer ORDER BY day)
),
-- `start`: the day from which the part has been as it is.
runs AS (
  SELECT offer, day, since, unnest([
    {'part': 'price', 'state': price, 'start': max(new_price) OVER own},
    {'part': 'cache_read', 'state': cache_read, 'start': max(new_cache_read) OVER own},
    {'part': 'cache_write', 'state': cache_write, 'start': max(new_cache_write) OVER own}
  ], recursive := true)
  FROM changes
  WINDOW own AS (PARTITION BY offer ORDER BY day)
),
stated AS (FROM runs WHERE state IS NOT NULL),
reported AS (
  UNPIVOT (
    SELECT c.offer, c.moment AS day, c.since AS reported_on, unnest(dated_parts(c.statement, s.any_price, s.cache_read, s.cache_write))
    FROM candidates c JOIN sound_statements s ON s.rowid = c.statement
  ) ON price, cache_read, cache_write INTO NAME part VALUE state
),
first_days AS (
  SELECT offer, part, start, least(min(since), min(reported_on) FILTER (WHERE reported_on >= start))::VARCHAR AS since
  FROM stated LEFT JOIN reported USING (offer, day, part, state)
  GROUP BY offer, part, start
)
SELECT offer, moment, price AS as_of, nullif(
  {'cache_read': nullif(cache_read, price), 'cache_write': nullif(cache_write, price)}, {'cache_read': NULL, 'cache_write': NULL}
) AS cache_days
FROM (
  PIVOT (SELECT offer, day AS moment, part, f.since FROM stated JOIN first_days f USING (offer, part, start))
  ON part IN ('price', 'cache_read', 'cache_write') USING any_value(since)
);

-- Null for embeddings, rerankers, videos and images, where sources write dimensions or the context window, and for an
-- upstream's error above the context window.
CREATE MACRO output_limit(stated, context_window, model_type, outputs) AS
  CASE WHEN model_type IN ('embedding', 'rerank', 'video') OR (model_type = 'image' AND NOT list_contains(outputs, 'text'))
    OR stated > context_window THEN NULL ELSE stated END;

-- The ids for sale, with the last price of their series. `since`: the day on which the source first stated it.
-- `cache_days`: days of the cache prices that differ from `as_of`; null for an id without such a price.
CREATE TABLE open_ids AS
SELECT w.offer, n.host, n.model, n.model_id, n.service_tier, h.host_kind,
  row.input, row.output, row.cache_read, row.cache_write,
  card.rates, card.cards,
  o.context_window, output_limit(o.max_output_tokens, o.context_window, m.model_type, m.output_modalities) AS max_output_tokens, o.quantization, o.retirement_date,
  CASE WHEN o.retirement_date IS NOT NULL THEN {'source': o.source, 'as_of': least(o.retirement_date, o.as_of)} END AS retirement_stated,
  -- Sources keep retired ids listed as active for years.
  CASE WHEN o.retirement_date::DATE <= (SELECT day FROM ledger_day) THEN 'retired' ELSE o.status END AS status,
  w.source, CASE WHEN is_read_by_person(w.source) THEN s.note END AS source_url, d.as_of, d.cache_days, t.since, w.statement, w.rank, w.price, s.any_price, row.is_resold,
  n.billing = 'plan' AS is_plan,
  coalesce(row.input = 0 AND row.output = 0, false) AS is_zero,
  coalesce(greatest(row.input, row.output) > 0, false) AS is_paid,
  blended_price(row.input, row.output, m.model_type) AS blended,
  n.is_moving, is_dated_id(n.model_id) OR n.is_moving AS is_dated
FROM winners w
JOIN last_moments last ON last.offer = w.offer AND last.moment = w.moment
JOIN offer_numbers n ON n.offer = w.offer
JOIN offers o ON o.rowid = n.id
JOIN models m ON m.slug = n.model
JOIN providers h ON h.slug = n.host
JOIN sound_statements s ON s.rowid = w.statement
JOIN statements t ON t.statement = w.statement
JOIN price_days d ON d.offer = w.offer AND d.moment = w.moment
LEFT JOIN rate_cards card ON card.offer = w.offer AND card.moment = w.moment
JOIN (SELECT offer, arg_max(rowid, day) AS row FROM series_rows GROUP BY offer) newest ON newest.offer = w.offer
JOIN series_rows row ON row.rowid = newest.row;

-- Prices are disputed if the higher one is more than this factor above the lower one, or only one of them is 0.
CREATE MACRO differs(one, other) AS greatest(one, other) > dispute_factor() * least(one, other);

-- Which sources state the published price or some of its rates. Prices marked as a reseller's count only when the
-- published price is one too. `is_agreed`: two independent sources read within `stale` days of the newest price, the
-- host's own list or a person state it. A source that was not read since the price began cannot contradict it, and a third
-- party never does. A copy is no witness, but keeps the price from being stale, and a person's price is never stale.
CREATE TABLE witnessed_prices AS
SELECT offer,
  count_if(is_same AND is_witness AND is_fresh) >= 2
    OR coalesce(bool_or(is_same AND is_own AND (is_fresh OR source = 'operator')), false) AS is_agreed,
  NOT coalesce(bool_or((is_same OR has_rates) AND is_fresh OR is_same AND source = 'operator'), false) AS is_stale,
  coalesce(bool_or(is_far) FILTER (WHERE is_fresh AND confirmed >= since), false) AS is_disputed,
  max(confirmed) FILTER (WHERE is_same OR has_rates)::VARCHAR AS last_confirmed
FROM (
  SELECT p.*, i.since, confirmed >= (SELECT earliest FROM confirmation_day) AS is_fresh,
    coalesce(p.any_price = i.any_price, false) AS is_same, list_contains([card.source FOR card IN i.cards], p.source) AND p.price IS NOT DISTINCT FROM i.price AS has_rates,
    NOT i.is_plan AND NOT is_third_party(p.source) AND (differs(i.input, p.input) OR differs(i.output, p.output) AND is_output_charged(m.model_type)) AS is_far
  FROM present_statements p
  JOIN open_ids i USING (offer)
  JOIN models m ON m.slug = i.model
  WHERE i.is_resold OR NOT p.is_lent OR p.statement = i.statement
)
WHERE any_price IS NOT NULL OR has_rates
GROUP BY offer;

-- Why the published price is doubted: the first rule that doubts its statement and that nothing has settled. If every
-- source that states the price has dropped the id, the rule because of which these ends wait (`is_ending`).
CREATE TABLE offer_doubts AS
SELECT offer, arg_min(reason_of(rule), (is_ending, about <> 'price', rule IN ('far_from_hosts', 'below_list'), rule)) AS doubt, bool_and(is_ending) AS is_ending
FROM (
  SELECT i.offer, d.rule, false AS is_ending
  FROM open_ids i JOIN price_doubts d ON d.judged = i.statement AND (d.is_mark OR NOT d.is_settled)
  UNION ALL
  SELECT p.offer, min(w.rule), true
  FROM present_statements p LEFT JOIN waiting_statements w ON w.offer = p.offer AND w.source = p.source AND NOT w.is_stated
  WHERE p.is_witness
  GROUP BY p.offer HAVING bool_and(w.rule IS NOT NULL)
)
JOIN rules ON id = rule
GROUP BY offer;

-- The ids of a model at a host, the one that represents it first. Retired ids come last, stale prices after fresh paid
-- ones (a source that lags knows no deprecation), then deprecated names, then names that move. A deprecated name is not
-- withdrawn while its dated snapshots are for sale. Of like ids, those with a doubted price come last, and before them
-- those that one source alone states, because a new one could take the place of an agreed price; then the id that is the
-- model's slug comes first, because hosts sell further products under ids of their own. A price that one source states
-- counts as stale if the same source states it for another id too, where a verified price differs.
CREATE TABLE ranked_ids AS
WITH outdated AS (
  SELECT i.offer
  FROM open_ids i
  JOIN witnessed_prices w ON w.offer = i.offer AND NOT w.is_agreed
  JOIN open_ids o ON o.model = i.model AND o.host = i.host AND o.service_tier = i.service_tier AND o.any_price <> i.any_price
  JOIN witnessed_prices v ON v.offer = o.offer AND v.is_agreed
  JOIN present_statements p ON p.offer = o.offer AND p.source = i.source AND p.any_price = i.any_price
)
SELECT offer, host, model, row_number() OVER (
    PARTITION BY model, host
    ORDER BY status = 'retired', service_tier <> 'standard', is_resold, input IS NULL, is_stale AND has_fresh, is_withdrawn,
      is_dated, NOT is_paid, is_moving, is_doubted, NOT is_agreed,
      regexp_replace(lower(model_id), '[^a-z0-9]+', '-', 'g') <> model, length(model_id), model_id
  ) AS position
FROM (
  SELECT *, bool_or(is_paid AND NOT is_stale) OVER (PARTITION BY model, host) AS has_fresh
  FROM (
    SELECT i.offer, i.host, i.model, i.model_id, i.service_tier, i.status, i.input, i.is_resold, i.is_dated, i.is_moving, i.is_paid,
      coalesce(w.is_stale, false) OR i.offer IN (FROM outdated) AS is_stale, coalesce(w.is_agreed, false) AS is_agreed,
      i.offer IN (SELECT offer FROM offer_doubts) AS is_doubted,
      i.status = 'deprecated' AND NOT EXISTS (
        FROM open_ids d WHERE d.model = i.model AND d.host = i.host AND d.is_dated AND starts_with(d.model_id, i.model_id || '-')
      ) AS is_withdrawn
    FROM open_ids i LEFT JOIN witnessed_prices w USING (offer)
  )
);

-- The name of a rate in ledger notation, with the unit when it is not tokens (`input@batch`, `input_audio/minute`).
CREATE MACRO rate_name(rate) AS regexp_replace(rate, '=[0-9.e-]+', '');

-- Rates, besides input and output, that are stated neither by a second independent source nor by the host's own list.
CREATE TABLE one_source_rates AS
WITH stated AS (
  SELECT p.offer, p.is_witness AND p.confirmed >= (SELECT earliest FROM confirmation_day) AS is_witness, p.is_own,
    unnest(string_split(concat_ws('; ', CASE WHEN NOT s.is_cache_of_third_party THEN 'cache_read=' || s.cache_read END, 'cache_write=' || s.cache_write, CASE WHEN s.rates_source IS NULL THEN s.rates END), '; ')) AS entry
  FROM present_statements p JOIN sound_statements s ON s.rowid = p.statement
),
published AS (
  SELECT offer, unnest(string_split(concat_ws('; ', 'cache_read=' || cache_read, 'cache_write=' || cache_write, rates), '; ')) AS entry
  FROM open_ids
)
SELECT offer, [rate_name(entry) FOR entry IN list_sort(list(entry))] AS names
FROM published
ANTI JOIN (SELECT offer, entry FROM stated GROUP BY ALL HAVING count_if(is_witness) >= 2 OR bool_or(is_own)) USING (offer, entry)
WHERE entry <> ''
GROUP BY offer;

-- The rates of cards (`entry`: a rate in ledger notation, build/cost/rates.ts). A rate was last confirmed when a source
-- that states this very rate was read, not only the price beside it. Those of a person are never stale.
CREATE TABLE card_rates AS
WITH stated AS (
  SELECT offer, entry, max(confirmed)::VARCHAR AS day
  FROM (
    SELECT p.offer, p.confirmed, unnest(string_split(s.rates, '; ')) AS entry
    FROM present_statements p JOIN sound_statements s ON s.rowid = p.statement
    WHERE s.rates_source IS NULL
  )
  GROUP BY ALL
)
SELECT c.*, coalesce(s.day, c.valid_from) AS last_confirmed,
  c.source <> 'operator' AND coalesce(s.day, c.valid_from)::DATE < (SELECT earliest FROM confirmation_day) AS is_stale
FROM (
  SELECT offer, card.source, card.valid_from, unnest(string_split(card.rates, '; ')) AS entry
  FROM (SELECT offer, unnest(cards) AS card FROM open_ids)
) c
LEFT JOIN stated s USING (offer, entry);

-- Ids of closed models at the lab's input and output prices, with a cache-read price that the lab has left since they
-- were last confirmed.
CREATE TABLE left_cache_prices AS
SELECT DISTINCT i.offer
FROM open_ids i
JOIN witnessed_prices w USING (offer)
JOIN models m ON m.slug = i.model AND m.is_open_source = false
JOIN own_models own ON own.model = i.model AND own.position = 1 AND own.host <> i.host
JOIN open_ids l ON l.model = i.model AND l.host = own.host AND l.service_tier = i.service_tier
  AND l.input = i.input AND l.output = i.output AND l.cache_read <> i.cache_read
JOIN (SELECT *, lead(day) OVER (PARTITION BY offer ORDER BY day) AS until FROM series_rows) f
  ON f.offer = l.offer AND f.input = i.input AND f.output = i.output AND f.cache_read = i.cache_read AND f.until > w.last_confirmed::DATE;

-- One row per id that is for sale. `rate_trust`: the rates whose trust is below that of the price.
CREATE TABLE offer_ids AS
SELECT i.* EXCLUDE (since, statement, rank, price, any_price, is_plan, is_zero, is_moving, is_dated)
    -- A source that lists the id without a price may be newer than the one whose rates are published.
    REPLACE (least(i.as_of, w.last_confirmed) AS as_of),
  CASE WHEN i.is_plan THEN 'plan' WHEN i.is_zero THEN 'free' ELSE 'tokens' END AS billing,
  w.last_confirmed, i.is_zero AND NOT i.is_plan AS is_free,
  CASE WHEN d.doubt IS NOT NULL THEN 'unverified'
    WHEN i.source = 'operator' THEN 'verified'
    WHEN coalesce(w.is_stale, p.is_stale) THEN 'stale'
    WHEN w.is_disputed THEN 'disputed'
    WHEN w.is_agreed THEN 'verified'
    ELSE 'one_source' END AS trust,
  CASE WHEN d.doubt IS NOT NULL THEN d.doubt
    WHEN i.source = 'operator' THEN NULL
    WHEN coalesce(w.is_stale, p.is_stale) THEN reason_of('stale')
    WHEN w.is_disputed THEN format('sources state prices that differ by more than {:.0f} %', 100 * dispute_factor() - 100) END AS doubt,
  r.position,
  CASE WHEN trust IN ('verified', 'one_source') THEN map_from_entries(nullif(list_concat(
    list_transform(late.names, lambda name: {'rate': name, 'trust': 'stale'}),
    CASE WHEN trust = 'verified' THEN list_transform(
      list_filter(one.names, lambda name: NOT coalesce(list_contains(late.names, name), false)),
      lambda name: {'rate': name, 'trust': 'one_source'}) END), [])) END AS rate_trust
FROM open_ids i
JOIN ranked_ids r USING (offer)
LEFT JOIN one_source_rates one USING (offer)
LEFT JOIN (
  SELECT offer, [rate_name(entry) FOR entry IN list_sort(list(entry))] AS names
  FROM (SELECT offer, entry FROM card_rates WHERE is_stale UNION ALL SELECT offer, 'cache_read' FROM left_cache_prices)
  GROUP BY offer
) late USING (offer)
LEFT JOIN witnessed_prices w USING (offer)
LEFT JOIN (SELECT offer, max(day) < (SELECT earliest FROM confirmation_day) AS is_stale FROM present_statements JOIN last_readings USING (source) GROUP BY offer) p USING (offer)
LEFT JOIN offer_doubts d USING (offer);
