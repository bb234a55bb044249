-- One offer per model and host, the list price, and the cheapest.

CREATE TABLE host_offers AS
SELECT main.* EXCLUDE (position), coalesce(others.variants, []) AS variants
FROM offer_ids main
LEFT JOIN (
  SELECT model, host,
    list({'model_id': model_id, 'service_tier': service_tier, 'input': input, 'output': output} ORDER BY model_id) AS variants
  FROM offer_ids WHERE position > 1 GROUP BY ALL
) others USING (model, host)
WHERE main.position = 1;

-- The list price: the first of the lab's own hosts that sells the standard tier by the token. What a gate doubts needs a
-- second source, or waits for it under its mark.
CREATE TABLE list_offers AS
SELECT h.*
FROM host_offers h
JOIN models m ON m.slug = h.model
JOIN own_hosts own ON own.lab = m.lab AND own.host = h.host
WHERE h.service_tier = 'standard' AND h.billing <> 'plan' AND h.input IS NOT NULL AND NOT h.is_resold
  AND (h.trust <> 'unverified' OR h.witnesses >= 2 OR h.is_unconfirmed_move)
QUALIFY row_number() OVER (PARTITION BY h.model ORDER BY own.position) = 1;

-- Why an offer is not the cheapest of its model; null for those among which price decides.
CREATE TABLE passed_offers AS
WITH offers_of_model AS (
  SELECT h.*, own.position AS own_position,
    CASE WHEN h.billing = 'plan' OR h.host_kind = 'plan' THEN 'sold by subscription'
      WHEN h.input IS NULL OR h.output IS NULL THEN 'no price per token is known'
      WHEN h.is_free THEN 'free of charge'
      WHEN h.service_tier <> 'standard' THEN 'another service tier: ' || h.service_tier
      WHEN h.status = 'deprecated' THEN 'the host withdraws it'
      END AS other_sale,
    CASE WHEN h.trust = 'unverified' THEN 'unverified: ' || h.doubt END AS unverified
  FROM host_offers h
  JOIN models m ON m.slug = h.model
  LEFT JOIN own_hosts own ON own.lab = m.lab AND own.host = h.host
),
judged AS (
  SELECT *, coalesce(other_sale,
    CASE WHEN host_kind = 'router' AND bool_or(other_sale IS NULL AND host_kind <> 'router') OVER (PARTITION BY model)
      THEN 'a router, and another host sells it itself' END,
    unverified) AS reason
  FROM offers_of_model
)
SELECT *, coalesce(reason,
  CASE WHEN trust = 'disputed' AND bool_or(reason IS NULL AND trust = 'verified') OVER (PARTITION BY model)
    THEN 'sources differ by more than 5 %' END) AS passed_over
FROM judged;

-- The cheapest by blended price; a tie goes to the lab's own hosts in their order, then to clouds.
CREATE TABLE cheapest_offers AS
SELECT * EXCLUDE (other_sale, unverified, reason)
FROM passed_offers WHERE passed_over IS NULL
QUALIFY row_number() OVER (
  PARTITION BY model ORDER BY blended, own_position NULLS LAST, host_kind <> 'cloud', host
) = 1;
