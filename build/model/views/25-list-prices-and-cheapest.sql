-- One offer per model and host, the list price, and the cheapest.

CREATE TABLE host_offers AS
SELECT main.* EXCLUDE (position), coalesce(others.variants, []) AS variants,
  -- `as_of` is the day of the input and output prices; other rates and announced prices may have been recorded later.
  greatest(main.as_of, main.cache_days.cache_read, main.cache_days.cache_write, list_max([card.valid_from FOR card IN main.cards]), (SELECT max(as_of) FROM announced_prices WHERE offer = main.offer)) AS newest
FROM offer_ids main
LEFT JOIN (
  SELECT model, host,
    list_sort(list({'model_id': model_id, 'service_tier': service_tier, 'input': input, 'output': output, 'status': status,
      'retirement_date': retirement_date, 'context_window': context_window, 'max_output_tokens': max_output_tokens})) AS variants
  FROM offer_ids WHERE position > 1 GROUP BY ALL
) others USING (model, host)
WHERE main.position = 1;

-- The list price: at the first of the lab's own hosts that sells the standard tier, not by subscription, at a known
-- price that no rule doubts, and has not retired the model; from the retirement date on, not at a stale price.
CREATE TABLE list_offers AS
SELECT h.*
FROM host_offers h
JOIN models m ON m.slug = h.model
JOIN own_models own ON own.model = h.model AND own.host = h.host
WHERE h.service_tier = 'standard' AND h.billing <> 'plan' AND coalesce(h.input::VARCHAR, h.rates) IS NOT NULL AND h.trust <> 'unverified' AND h.status <> 'retired'
  AND (h.trust <> 'stale' OR m.retirement_date IS NULL OR m.retirement_date::DATE > (SELECT day FROM ledger_day))
QUALIFY row_number() OVER (PARTITION BY h.model ORDER BY own.position) = 1;

-- The price of an offer in the unit in which it is sold. First choice is the blended price per 1M tokens; then the price
-- per 1M input tokens, where output is free, has no price or does not exist (embeddings, rerank); then the first rate
-- without conditions (`output_image=0.04/image`); then the lowest rate for a resolution or quality. In the last two
-- cases `unit` is the notation of the rate without its price. Hosts are compared only within one unit.
CREATE TABLE unit_prices AS
WITH entries AS (
  SELECT offer, unnest(string_split(rates, '; ')) AS entry, generate_subscripts(string_split(rates, '; '), 1) AS position
  FROM host_offers WHERE input IS NULL
),
unit_rates AS (
  SELECT offer, replace(entry, '=' || rate.price, '') AS rate_unit, rate.price::DOUBLE AS price
  FROM (
    SELECT *, regexp_extract(entry, '^([a-z_]+)(@variant:[^@=]+)?=([0-9.]+)(/.+)?$', ['meter', 'variant', 'price', 'unit']) AS rate FROM entries
  )
  WHERE rate.unit <> '' OR regexp_matches(rate.meter, '^(input|output)_')
  QUALIFY row_number() OVER (PARTITION BY offer ORDER BY rate.variant <> '', if(rate.variant = '', 0, try_cast(rate.price AS DOUBLE)), position) = 1
)
SELECT h.offer,
  CASE WHEN h.output > 0 AND is_output_charged(m.model_type) THEN 'tokens' WHEN h.input IS NOT NULL THEN 'input tokens' ELSE r.rate_unit END AS unit,
  CASE WHEN unit = 'tokens' THEN h.blended ELSE coalesce(h.input, r.price) END AS unit_price
FROM host_offers h JOIN models m ON m.slug = h.model
LEFT JOIN unit_rates r USING (offer);

-- Why an offer cannot be the cheapest of its model; null for offers that compete by price. A doubted, disputed or stale
-- offer does not compete and does not influence the unit in which the model is compared. A router competes only where no
-- other kind of host can, or where `reseller_rule` allows it.
CREATE TABLE passed_offers AS
WITH single AS (
  SELECT h.offer, h.model, h.host, h.host_kind, h.blended, h.trust, u.unit_price, u.unit, own.position AS own_position,
    CASE WHEN h.billing = 'plan' OR h.host_kind = 'plan' THEN 'this offer is a subscription'
      WHEN h.is_free AND h.trust = 'unverified' THEN 'the price is doubtful (' || h.doubt || ')'
      WHEN u.unit_price IS NULL THEN 'no price is known'
      WHEN h.is_free THEN 'free offers are not compared'
      WHEN h.service_tier <> 'standard' THEN 'the price is for another service tier (' || h.service_tier || ')'
      WHEN h.status = 'retired' THEN 'the host has withdrawn the model'
      WHEN h.status = 'deprecated' THEN 'the host is withdrawing the model'
      WHEN h.trust IN ('unverified', 'stale', 'disputed') THEN 'the price is ' || replace(h.trust, 'unverified', 'doubtful') || ' (' || h.doubt || ')'
      WHEN h.context_window < m.context_window / 2 THEN 'the host offers less than half of the model''s context window'
    END AS reason
  FROM host_offers h
  JOIN unit_prices u USING (offer)
  JOIN models m ON m.slug = h.model
  LEFT JOIN own_models own ON own.model = h.model AND own.host = h.host
),
-- The model's unit is that of most hosts; of two with as many, that of the lab's own host, else tokens.
units AS (
  SELECT model, arg_min(unit, (-hosts, position, unit <> 'tokens', unit)) AS unit
  FROM (
    SELECT model, unit, count(*) AS hosts, coalesce(min(own_position), 1000) AS position
    FROM single WHERE reason IS NULL AND unit_price > 0 GROUP BY model, unit
  )
  GROUP BY model
),
of_models AS (
  SELECT s.* REPLACE (coalesce(s.reason, CASE WHEN s.unit <> u.unit THEN 'the price is in another unit' END) AS reason)
  FROM single s LEFT JOIN units u USING (model)
),
direct AS (
  SELECT model, min(unit_price) FILTER (WHERE reason IS NULL AND host_kind <> 'router') AS lowest FROM of_models GROUP BY model
),
routers AS (
  SELECT o.model FROM of_models o JOIN direct d USING (model)
  WHERE o.reason IS NULL AND o.host_kind = 'router' AND (d.lowest IS NULL OR o.unit_price <= reseller_rule().share * d.lowest)
  GROUP BY o.model, d.lowest HAVING d.lowest IS NULL OR count(*) >= reseller_rule().least
)
SELECT o.* EXCLUDE (reason), coalesce(o.reason,
    CASE WHEN o.host_kind = 'router' AND r.model IS NULL THEN 'the host is a reseller, and another host runs the model' END) AS passed_over
FROM of_models o LEFT JOIN routers r USING (model);

-- The cheapest offer. Ties go to the lab's own hosts in their order, then to clouds, then by host slug.
CREATE TABLE cheapest_offers AS
WITH first AS (
  SELECT arg_min(offer, (unit_price, coalesce(own_position, 1000), host_kind <> 'cloud', host)) AS offer
  FROM passed_offers WHERE passed_over IS NULL GROUP BY model
)
SELECT h.* FROM host_offers h JOIN first USING (offer);
