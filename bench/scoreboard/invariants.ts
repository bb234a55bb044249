/** What must never be published, each counted by one query over the snapshot. A row of the answer is one case. */

/** Name → query whose rows are the cases; their first column says which. */
export const INVARIANTS: Readonly<Record<string, string>> = {
  "open series without an offer": `
    SELECT s.host || ' ' || s.model_id AS what
    FROM (FROM series_rows QUALIFY row_number() OVER (PARTITION BY offer ORDER BY day DESC) = 1) s
    ANTI JOIN offer_ids o USING (offer)
    WHERE s.change <> 'removed'`,
  "offers without an open series": `
    SELECT o.host || ' ' || o.model_id AS what
    FROM offer_ids o
    ANTI JOIN (
      FROM (FROM series_rows QUALIFY row_number() OVER (PARTITION BY offer ORDER BY day DESC) = 1) WHERE change <> 'removed'
    ) s USING (offer)
    WHERE o.input IS NOT NULL`,
  "offers whose series ends at another price": `
    SELECT o.host || ' ' || o.model_id AS what
    FROM offer_ids o
    JOIN (FROM series_rows QUALIFY row_number() OVER (PARTITION BY offer ORDER BY day DESC) = 1) s USING (offer)
    WHERE s.change <> 'removed' AND (o.input IS DISTINCT FROM s.input OR o.output IS DISTINCT FROM s.output)`,
  "list prices that only a reseller states": `
    SELECT model || ' at ' || host AS what FROM list_offers WHERE is_resold`,
  "list-history rows that only a reseller states": `
    SELECT model || ' at ' || host || ' on ' || date AS what FROM price_rows WHERE is_at_lab AND is_resold`,
  "list prices of another tier or of a plan": `
    SELECT model || ' at ' || host AS what
    FROM list_offers WHERE service_tier <> 'standard' OR billing = 'plan'`,
  "moves whose source did not see the price before": `
    SELECT m.host || ' ' || m.model_id || ' on ' || m.date AS what
    FROM price_moves m
    WHERE NOT EXISTS (
      SELECT 1 FROM statements s
      WHERE s.offer = m.offer AND s.source = m.source AND s.day < m.day AND s.price = m.price_before
    )`,
  "moves of another tier than the standard one": `
    SELECT host || ' ' || model_id AS what FROM price_moves WHERE service_tier <> 'standard'`,
  "plans among the free": `
    SELECT host || ' ' || model_id AS what
    FROM offer_ids WHERE host_kind = 'plan' AND (is_free OR billing <> 'plan')`,
  "cheapest offers that are unverified, plans or of another tier": `
    SELECT model || ' at ' || host AS what
    FROM cheapest_offers
    WHERE trust = 'unverified' OR billing <> 'tokens' OR host_kind = 'plan' OR service_tier <> 'standard'`,
  "cheapest offers of routers beside a direct host": `
    SELECT c.model || ' at ' || c.host AS what
    FROM cheapest_offers c
    WHERE c.host_kind = 'router' AND EXISTS (
      SELECT 1 FROM host_offers h
      WHERE h.model = c.model AND h.host_kind IN ('lab', 'cloud', 'inference') AND h.service_tier = 'standard'
        AND h.billing = 'tokens' AND h.is_paid AND h.trust = 'verified' AND h.status <> 'deprecated'
    )`,
};
