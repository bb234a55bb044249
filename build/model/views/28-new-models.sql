-- Since when models are known.

-- The first day on which any source listed a model at any host.
CREATE TABLE first_seen AS
SELECT n.model, min(greatest(s.recorded, n.first_day::VARCHAR)) AS day
FROM sound_statements s JOIN offer_numbers n USING (offer) GROUP BY n.model;

-- Since when each source has listed ids of a host, and of any host.
CREATE TABLE followed_hosts AS
SELECT source, host, min(recorded) AS since, min(min(recorded)) OVER (PARTITION BY source) AS source_since
FROM prices GROUP BY source, host;

-- A model is new on the day on which it was first seen, if a source that had already followed some host for two weeks
-- lists it within two weeks of that day. It is also news (`is_news`) if it was first seen between 30 days before and 45
-- days after its release date. Without a release date it is news only if a source that had followed this host for two
-- weeks listed it on the first day, and did not add many models that day that no source had listed before.
CREATE TABLE new_models AS
WITH catch_ups AS (
  SELECT s.source, f.day
  FROM sound_statements s JOIN offer_numbers n USING (offer) JOIN first_seen f ON f.model = n.model AND f.day = s.recorded
  GROUP BY s.source, f.day HAVING count(DISTINCT f.model) >= bulk_rows()
)
SELECT f.model, m.release_date, f.day AS date, arg_min(p.source, (p.recorded, coalesce(own.position, 99), p.source)) AS source, list(DISTINCT p.source ORDER BY p.source) AS sources,
  -- The first listing, at the lab itself if there is one that day.
  unnest(arg_min({'host': p.host, 'model_id': p.model_id, 'listed_on': p.recorded, 'input': p.input, 'output': p.output, 'note': p.note},
    (p.recorded, coalesce(own.position, 99), p.source, p.host, p.model_id))),
  CASE WHEN m.release_date IS NULL THEN bool_or(p.recorded = f.day AND f.day::DATE - w.since::DATE >= 14 AND u.day IS NULL)
    ELSE f.day::DATE - m.release_date::DATE BETWEEN -30 AND 45 END AS is_news
FROM first_seen f
JOIN models m ON m.slug = f.model
JOIN offers o ON o.model = f.model
JOIN prices p ON p.host = o.host AND p.model_id = o.model_id AND p.event = 'stated'
  AND p.recorded::DATE BETWEEN f.day::DATE AND f.day::DATE + 14
LEFT JOIN own_models own ON own.model = f.model AND own.host = p.host
JOIN followed_hosts w ON w.source = p.source AND w.host = p.host
LEFT JOIN catch_ups u ON u.source = p.source AND u.day = p.recorded
WHERE p.recorded::DATE - w.source_since::DATE >= 14
GROUP BY f.model, m.release_date, f.day;
