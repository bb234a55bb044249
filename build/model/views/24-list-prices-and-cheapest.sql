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

-- Why an offer is not the cheapest of its model; null for those among which price decides. A disputed price decides where
-- nobody's is verified, if two sources state it or the most careful one of the host does.
CREATE TABLE passed_offers AS
WITH of_models AS (
  SELECT h.offer, h.model, h.host, h.host_kind, h.blended, h.is_free, h.trust, h.doubt, h.is_well_stated, own.position AS own_position,
    CASE WHEN h.billing = 'plan' OR h.host_kind = 'plan' THEN 'sold by subscription'
      WHEN h.blended IS NULL THEN 'no price per token is known'
      WHEN h.is_free THEN 'free of charge'
      WHEN h.service_tier <> 'standard' THEN 'another service tier: ' || h.service_tier
      WHEN h.status = 'deprecated' THEN 'the host withdraws it' END AS sold_otherwise
  FROM host_offers h
  JOIN models m ON m.slug = h.model
  LEFT JOIN own_hosts own ON own.lab = m.lab AND own.host = h.host
),
sellers AS (
  SELECT model, bool_or(sold_otherwise IS NULL AND host_kind <> 'router') AS has_direct,
    bool_or(sold_otherwise IS NULL AND host_kind <> 'router' AND trust = 'verified') AS has_direct_verified,
    bool_or(sold_otherwise IS NULL AND trust = 'verified') AS has_verified
  FROM of_models GROUP BY model
)
SELECT o.* EXCLUDE (is_free, doubt, is_well_stated, sold_otherwise), CASE
    WHEN o.is_free AND o.trust = 'unverified' THEN 'unverified: ' || o.doubt
    WHEN o.sold_otherwise IS NOT NULL THEN o.sold_otherwise
    WHEN o.host_kind = 'router' AND s.has_direct THEN 'a router, and another host sells it itself'
    WHEN o.trust = 'unverified' THEN 'unverified: ' || o.doubt
    WHEN o.trust = 'disputed' AND (
      NOT coalesce(o.is_well_stated, false) OR CASE WHEN s.has_direct THEN s.has_direct_verified ELSE s.has_verified END
    ) THEN o.doubt
  END AS passed_over
FROM of_models o JOIN sellers s USING (model);

-- The cheapest by blended price; a tie goes to the lab's own hosts in their order, then to clouds.
CREATE TABLE cheapest_offers AS
WITH first AS (
  SELECT arg_min(offer, (blended, coalesce(own_position, 1000), host_kind <> 'cloud', host)) AS offer
  FROM passed_offers WHERE passed_over IS NULL GROUP BY model
)
SELECT h.* FROM host_offers h JOIN first USING (offer);
