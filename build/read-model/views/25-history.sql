-- Price history as it is published.

-- One series stands for a model at a host: that of its main id, else of its standard tier the longest record.
CREATE TABLE model_series AS
WITH series AS (SELECT offer, min(date) AS first_date, count(*) AS changes FROM series_rows GROUP BY offer)
SELECT n.offer, n.host, n.model, n.model_id, s.first_date, s.changes
FROM series s
JOIN offer_numbers n USING (offer)
LEFT JOIN ranked_ids r ON r.offer = s.offer
WHERE r.position IS NOT DISTINCT FROM 1 OR r.position IS NULL
QUALIFY row_number() OVER (
  PARTITION BY n.host, n.model
  ORDER BY r.position NULLS LAST, n.service_tier <> 'standard', s.first_date, s.changes DESC, length(n.model_id), n.model_id
) = 1;

-- A row of a lab's own host tells a list price, unless only a reseller says so or it is of another tier.
CREATE TABLE price_rows AS
SELECT s.*, s.service_tier = 'standard' AND NOT s.is_resold AND own.host IS NOT NULL AS is_at_lab
FROM series_rows s
SEMI JOIN model_series USING (offer)
JOIN models m ON m.slug = s.model
LEFT JOIN own_hosts own ON own.lab = m.lab AND own.host = s.host;

-- The host whose series is a model's default: its list price, or what that was; else the longest record.
CREATE TABLE default_series AS
SELECT s.model, s.host, l.host IS NOT NULL OR p.host IS NOT NULL AS is_list_price
FROM model_series s
JOIN models m ON m.slug = s.model
LEFT JOIN list_offers l ON l.model = s.model AND l.host = s.host
LEFT JOIN own_hosts own ON own.lab = m.lab AND own.host = s.host
LEFT JOIN (SELECT DISTINCT model, host FROM price_rows WHERE is_at_lab AND input IS NOT NULL) p
  ON p.model = s.model AND p.host = s.host
QUALIFY row_number() OVER (
  PARTITION BY s.model
  ORDER BY l.host IS NULL, p.host IS NULL, CASE WHEN p.host IS NOT NULL THEN own.position END NULLS LAST,
    s.first_date, s.changes DESC, s.host
) = 1;
