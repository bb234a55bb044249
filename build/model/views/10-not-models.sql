-- No answer contains routers, classes of models and search products (data/aliases/not-models.csv), which stay recorded.
-- A model that is also sold under another id, or has a score, stays.

CREATE TABLE other_offers AS
SELECT DISTINCT o.host, o.model_id, o.model
FROM (SELECT *, lower(model_id) AS id FROM offers) o
JOIN not_models n ON o.host = coalesce(n.host, o.host) AND o.id GLOB n.model_id;

DELETE FROM offers WHERE (host, model_id) IN (SELECT host, model_id FROM other_offers);

DELETE FROM models WHERE slug IN (SELECT model FROM other_offers)
  AND slug NOT IN (SELECT model FROM offers) AND slug NOT IN (SELECT model FROM scores);
