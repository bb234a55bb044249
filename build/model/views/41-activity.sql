-- Public attention per day.

-- Each signal counts as a share of that signal's total over the trailing 7 days. An entity's share is the mean over the
-- signals with any count for its type that day. Without a count, its share of a signal is 0.
CREATE TABLE mindshare_days AS
-- Each source counts its own signal; a day of an entity is one row that names them all.
WITH counted AS (
  SELECT day, entity_type, slug, max(hn_mentions) AS hn_mentions, max(wiki_views) AS wiki_views,
    max(github_stars) AS github_stars, max(github_commits) AS github_commits, max(github_prs) AS github_prs,
    array_to_string(list_sort(list(source)), ';') AS source
  FROM mindshare GROUP BY day, entity_type, slug
),
signals AS (
  UNPIVOT (SELECT day, entity_type, slug, hn_mentions, wiki_views, github_commits, github_prs FROM counted)
  ON hn_mentions, wiki_views, github_commits, github_prs INTO NAME signal VALUE amount
),
recent AS (
  SELECT day, entity_type, slug, signal,
    sum(amount) OVER (
      PARTITION BY entity_type, slug, signal
      ORDER BY day::DATE - DATE '1970-01-01' RANGE BETWEEN 6 PRECEDING AND CURRENT ROW
    ) AS amount
  FROM signals
),
percents AS (
  SELECT *, 100 * amount / nullif(sum(amount) OVER (PARTITION BY entity_type, signal, day), 0) AS percent FROM recent
),
shares AS (
  -- Decimals add up to the same sum in any order, unlike doubles.
  SELECT p.day, p.entity_type, p.slug, sum(p.percent::DECIMAL(18, 12))::DOUBLE / n.signals AS share
  FROM percents p
  JOIN (
    SELECT day, entity_type, count(DISTINCT signal) AS signals FROM percents WHERE percent IS NOT NULL GROUP BY ALL
  ) n USING (day, entity_type)
  GROUP BY p.day, p.entity_type, p.slug, n.signals
)
SELECT m.day, m.entity_type, m.slug, m.hn_mentions, m.wiki_views, m.github_stars,
  round(s.share, 4) AS share,
  round(100 * s.share / nullif(max(s.share) OVER (PARTITION BY m.day, m.entity_type), 0), 2) AS index,
  m.github_commits, m.github_prs, m.source
FROM counted m LEFT JOIN shares s USING (day, entity_type, slug);
