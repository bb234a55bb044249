-- What a right answer to each kind of task says, computed from the published exports alone. A view for each kind: what
-- the question names, then `expected`, the facts in the tools' own values, and `said`, what the text has to say of them.
-- The models that most hosts sell come first, so the tasks are of models that people ask for, whatever they are called.

-- Tables `models`, `providers`, `benchmarks`, `offers`, `prices`, `changes` are the CSV exports; `scores`, `token_counts`,
-- `model_tokenizers` and `glossary` are lists of dump.json, since no export holds them.

-- Models whose name is theirs alone, and means the same one each day.
CREATE VIEW named_models AS
SELECT * FROM models WHERE name IN (SELECT name FROM models GROUP BY name HAVING count(*) = 1) AND slug NOT LIKE '%-latest'
ORDER BY hosts DESC, slug;

CREATE VIEW host_offers AS
SELECT o.*, p.name AS host_name, (3 * input_usd_per_m + output_usd_per_m) / 4 AS blended
FROM offers o JOIN providers p ON p.slug = o.provider;

CREATE VIEW list_prices AS
SELECT slug AS model, input_usd_per_m AS input, output_usd_per_m AS output,
  (3 * input_usd_per_m + output_usd_per_m) / 4 AS blended
FROM models WHERE price_basis = 'list' AND input_usd_per_m > 0 AND output_usd_per_m > 0;

CREATE MACRO usd(n) AS CASE WHEN n = floor(n) THEN CAST(CAST(n AS BIGINT) AS VARCHAR) ELSE CAST(n AS VARCHAR) END;
CREATE MACRO priced(input, output) AS '$' || usd(input) || ' in / $' || usd(output) || ' out';
CREATE MACRO grouped(n) AS format('{:,}', CAST(n AS BIGINT));

-- Of what is paid by the token, verified, on the standard tier, at who does not resell.
CREATE VIEW cheapest_host AS
WITH direct AS (
  SELECT *, min(blended) OVER (PARTITION BY model) AS least FROM host_offers
  WHERE billing = 'tokens' AND service_tier = 'standard' AND trust = 'verified' AND status <> 'deprecated'
    AND host_kind IN ('lab', 'cloud', 'inference') AND blended IS NOT NULL
)
SELECT m.name AS model, [any_value(d.provider)] AS expected, [any_value(d.host_name)] AS said
FROM named_models m JOIN direct d ON d.model = m.slug AND d.blended = d.least
GROUP BY m.name, m.hosts, m.slug HAVING count(DISTINCT d.provider) = 1
ORDER BY m.hosts DESC, m.slug;

-- A month through which one list price held.
CREATE VIEW price_in_month AS
WITH history AS (
  SELECT model, date, input_usd_per_m AS input, output_usd_per_m AS output,
    lead(date, 1, DATE '9999-01-01') OVER (PARTITION BY model ORDER BY date) AS until,
    count(*) OVER (PARTITION BY model) AS rows, change
  FROM prices WHERE is_list_price
    AND model IN (SELECT model FROM prices WHERE is_list_price GROUP BY model HAVING count(DISTINCT provider) = 1)
),
months AS (
  SELECT *, date_trunc('month', date) + INTERVAL 1 MONTH AS month FROM history
  WHERE rows >= 3 AND change <> 'removed' AND input IS NOT NULL AND output IS NOT NULL
)
SELECT m.name AS model, strftime(h.month, '%B %Y') AS month,
  [usd(h.input), usd(h.output)] AS expected, [priced(h.input, h.output)] AS said
FROM months h JOIN named_models m ON m.slug = h.model AND m.price_basis = 'list'
WHERE h.until > h.month + INTERVAL 1 MONTH AND h.until < DATE '9999-01-01'
ORDER BY m.hosts DESC, m.slug, h.month;

-- By the benchmark of the category that most models of the last year took: what others measured first.
CREATE VIEW best_at AS
WITH taken AS (
  SELECT b.category, b.slug, b.higher_is_better, b.models_tested,
    count(*) FILTER (WHERE m.release_date >= (SELECT max(as_of) FROM everything) - INTERVAL 1 YEAR) AS recent
  FROM scores s JOIN benchmarks b ON b.slug = s.benchmark JOIN models m ON m.slug = s.model
  WHERE s.is_default GROUP BY ALL
),
usual AS (
  SELECT * FROM taken
  QUALIFY row_number() OVER (PARTITION BY category ORDER BY recent DESC, models_tested DESC, slug) = 1
),
wishes AS (SELECT * FROM (VALUES (128000, '128k'), (200000, '200k'), (1000000, '1M')) w (least, context))
SELECT u.category AS skill, w.context,
  [arg_min(m.slug, (coalesce(s.self_reported, false), s.score * CASE WHEN u.higher_is_better THEN -1 ELSE 1 END, m.slug))] AS expected,
  [u.slug] AS said
FROM usual u JOIN scores s ON s.benchmark = u.slug AND s.is_default JOIN models m ON m.slug = s.model, wishes w
WHERE m.is_open_source AND m.context_window >= w.least AND u.category IN ('coding', 'math', 'reasoning', 'knowledge')
GROUP BY u.category, u.slug, w.context, w.least
ORDER BY u.category, w.least;

CREATE VIEW cheapest_with_context AS
SELECT 1 AS one, '1M' AS context, [arg_min(slug, (input_usd_per_m, -hosts, slug))] AS expected, [] AS said
FROM models WHERE is_open_source AND context_window >= 1000000 AND input_usd_per_m IS NOT NULL
UNION ALL
SELECT 2, '200k', [arg_min(slug, (input_usd_per_m, -hosts, slug))], []
FROM models WHERE is_open_source AND context_window >= 200000 AND input_usd_per_m IS NOT NULL
ORDER BY one;

CREATE VIEW retired AS
SELECT name AS model, [CAST(retirement_date AS VARCHAR)] AS expected,
  [CASE WHEN retirement_date <= (SELECT max(as_of) FROM everything) THEN 'retired' ELSE 'until then' END] AS said
FROM named_models WHERE retirement_date IS NOT NULL
ORDER BY retirement_date > (SELECT max(as_of) FROM everything), hosts DESC, slug;

CREATE VIEW cheaper_output AS
WITH ranked AS (
  SELECT m.name, m.slug, p.output, row_number() OVER (ORDER BY m.hosts DESC, m.slug) AS place
  FROM named_models m JOIN list_prices p ON p.model = m.slug
)
SELECT a.name AS a, b.name AS b, [CASE WHEN a.output < b.output THEN a.slug ELSE b.slug END] AS expected,
  ['$' || usd(a.output) || ' out', '$' || usd(b.output) || ' out'] AS said
FROM ranked a JOIN ranked b ON b.place = a.place + 1 WHERE a.output <> b.output
ORDER BY a.place;

-- Where all that a host sells of the model costs more, or none of it does.
CREATE VIEW above_list AS
WITH hosts AS (
  SELECT o.model, o.provider, any_value(o.host_name) AS host_name, bool_and(o.blended > l.blended) AS is_above,
    bool_or(o.blended > l.blended) AS is_partly
  FROM host_offers o JOIN list_prices l ON l.model = o.model
  WHERE o.billing = 'tokens' AND o.blended IS NOT NULL GROUP BY o.model, o.provider
)
SELECT m.name AS model, list_sort(list(h.provider) FILTER (WHERE h.is_above)) AS expected,
  list(h.host_name) FILTER (WHERE h.is_above) AS said
FROM hosts h JOIN named_models m ON m.slug = h.model
GROUP BY m.name, m.hosts, m.slug HAVING bool_or(is_above) AND NOT bool_or(is_partly AND NOT is_above)
ORDER BY m.hosts DESC, m.slug;

-- At a host of the lab itself, which a list price tells; a day with one drop only.
CREATE VIEW latest_price_drop AS
WITH own_hosts AS (
  SELECT DISTINCT m.lab, p.provider FROM prices p JOIN models m ON m.slug = p.model WHERE p.is_list_price
),
drops AS (
  SELECT c.*, o.lab AS of_lab FROM changes c JOIN own_hosts o ON o.provider = c.provider WHERE c.type = 'price_drop'
)
SELECT l.name AS lab, [any_value(d.model), CAST(d.date AS VARCHAR)] AS expected,
  [priced(any_value(d.new_input_usd_per_m), any_value(d.new_output_usd_per_m))] AS said
FROM drops d JOIN providers l ON l.slug = d.of_lab
WHERE d.date = (SELECT max(date) FROM drops n WHERE n.of_lab = d.of_lab)
GROUP BY l.name, l.slug, l.models, d.date
HAVING count(*) = 1 AND any_value(d.new_input_usd_per_m) > 0 AND any_value(d.new_output_usd_per_m) > 0
ORDER BY l.models DESC, l.slug;

CREATE VIEW tokens_in_language AS
WITH sums AS (SELECT tokenizer, language, list_sum(tokens) AS tokens FROM token_counts),
ratios AS (
  SELECT s.tokenizer, s.language, printf('%.2f', s.tokens / e.tokens) AS ratio
  FROM sums s JOIN sums e ON e.tokenizer = s.tokenizer AND e.language = 'en'
)
SELECT m.name AS model, n.language, [usd(CAST(r.ratio AS DOUBLE))] AS expected,
  [r.language || ' ' || usd(CAST(r.ratio AS DOUBLE))] AS said
FROM model_tokenizers t JOIN ratios r ON r.tokenizer = t.tokenizer
JOIN (VALUES ('hi', 'Hindi'), ('ja', 'Japanese'), ('ar', 'Arabic')) n (code, language) ON n.code = r.language
JOIN named_models m ON m.slug = t.model
ORDER BY m.hosts DESC, m.slug, n.code;

CREATE VIEW context_window AS
SELECT name AS model, [CAST(context_window AS VARCHAR)] AS expected, [grouped(context_window) || ' tokens'] AS said
FROM named_models WHERE context_window IS NOT NULL ORDER BY hosts DESC, slug;

CREATE VIEW max_output AS
SELECT name AS model, [CAST(max_output_tokens AS VARCHAR)] AS expected, [grouped(max_output_tokens) || ' tokens'] AS said
FROM named_models WHERE max_output_tokens IS NOT NULL ORDER BY hosts DESC, slug;

CREATE VIEW benchmark AS
SELECT b.name AS benchmark, [b.category,
  arg_min(s.model, (coalesce(s.self_reported, false), s.score * CASE WHEN b.higher_is_better THEN -1 ELSE 1 END, s.model))] AS expected,
  [b.category || ' benchmark', b.models_tested || ' models tested'] AS said
FROM benchmarks b JOIN scores s ON s.benchmark = b.slug AND s.is_default
GROUP BY b.slug, b.name, b.category, b.models_tested, b.higher_is_better ORDER BY b.models_tested DESC, b.slug;

CREATE VIEW score_leader AS
WITH pairs AS (
  SELECT b.name AS benchmark, b.models_tested, b.higher_is_better, s.score, m.name, m.slug, m.hosts,
    row_number() OVER (PARTITION BY b.slug ORDER BY m.hosts DESC, m.slug) AS place
  FROM benchmarks b JOIN scores s ON s.benchmark = b.slug AND s.is_default JOIN named_models m ON m.slug = s.model
)
SELECT a.benchmark, a.name AS a, b.name AS b,
  [CASE WHEN (a.score > b.score) = a.higher_is_better THEN a.slug ELSE b.slug END] AS expected, [] AS said
FROM pairs a JOIN pairs b ON b.benchmark = a.benchmark AND a.place = 1 AND b.place = 2
WHERE a.score <> b.score ORDER BY a.models_tested DESC, a.benchmark;

CREATE VIEW free_hosts AS
SELECT m.name AS model, list_sort(list(DISTINCT o.provider)) AS expected, list(DISTINCT o.host_name) AS said
FROM host_offers o JOIN named_models m ON m.slug = o.model
WHERE o.provider NOT IN (SELECT provider FROM offers x WHERE x.model = o.model AND x.billing <> 'free')
  AND o.billing = 'free'
  AND NOT EXISTS (SELECT 1 FROM offers x JOIN offers y USING (model, provider) WHERE x.model = o.model AND x.billing = 'free' AND y.billing <> 'free')
GROUP BY m.name, m.hosts, m.slug ORDER BY m.hosts DESC, m.slug;

CREATE VIEW subscriptions AS
SELECT m.name AS model, list_sort(list(DISTINCT o.provider)) AS expected,
  list(DISTINCT o.host_name) || ['subscription, not per token'] AS said
FROM host_offers o JOIN named_models m ON m.slug = o.model
WHERE o.billing = 'plan'
  AND NOT EXISTS (SELECT 1 FROM offers x JOIN offers y USING (model, provider) WHERE x.model = o.model AND x.billing = 'plan' AND y.billing <> 'plan')
GROUP BY m.name, m.hosts, m.slug ORDER BY m.hosts, m.slug;

CREATE VIEW list_price AS
SELECT m.name AS model, [usd(p.input), usd(p.output)] AS expected, [priced(p.input, p.output)] AS said
FROM named_models m JOIN list_prices p ON p.model = m.slug ORDER BY m.hosts DESC, m.slug;

CREATE VIEW cached_input AS
SELECT m.name AS model, [usd(any_value(o.cache_read_usd_per_m))] AS expected,
  ['cached input $' || usd(any_value(o.cache_read_usd_per_m))] AS said
FROM named_models m JOIN list_prices p ON p.model = m.slug
JOIN offers o ON o.model = m.slug AND o.provider = m.lab
WHERE o.cache_read_usd_per_m > 0 AND o.input_usd_per_m = p.input AND o.output_usd_per_m = p.output
GROUP BY m.name, m.hosts, m.slug
HAVING count(*) = 1 ORDER BY m.hosts DESC, m.slug;

-- One row, so there is no doubt which of a host's ids is meant; few hosts, so no row is cut.
CREATE VIEW price_at_host AS
SELECT m.name AS model, any_value(o.host_name) AS host,
  [usd(any_value(o.input_usd_per_m)), usd(any_value(o.output_usd_per_m)), any_value(o.host_kind), any_value(o.trust)] AS expected,
  [any_value(CASE o.host_kind WHEN 'router' THEN 'sold by a reseller' ELSE o.trust END)] AS said, any_value(o.trust) AS trust
FROM named_models m JOIN host_offers o ON o.model = m.slug
WHERE o.billing = 'tokens' AND m.hosts BETWEEN 4 AND 9 AND o.input_usd_per_m > 0 AND o.output_usd_per_m > 0
GROUP BY m.slug, m.name, m.hosts, o.provider HAVING count(*) = 1
ORDER BY m.hosts DESC, m.slug, o.provider;

CREATE VIEW reseller_price AS SELECT * FROM price_at_host WHERE expected[3] = 'router';
CREATE VIEW doubted_price AS SELECT * FROM price_at_host WHERE trust = 'unverified';

CREATE VIEW weights_licence AS
SELECT name AS model, [weights_license] AS expected, [weights_license] AS said
FROM named_models WHERE weights_license IS NOT NULL AND is_open_source ORDER BY hosts DESC, slug;

CREATE VIEW newest_model AS
SELECT p.name AS lab, [arg_min(m.slug, (-epoch(coalesce(m.release_date, m.first_seen)), -m.hosts, m.slug))] AS expected, [] AS said
FROM models m JOIN providers p ON p.slug = m.lab
WHERE m.release_date_basis IS NOT NULL AND p.name NOT IN ('Other')
GROUP BY p.name, p.models, p.slug ORDER BY p.models DESC, p.slug;

CREATE VIEW maker AS
SELECT m.name AS model, [m.lab] AS expected, [p.name] AS said
FROM named_models m JOIN providers p ON p.slug = m.lab ORDER BY m.hosts DESC, m.slug;

CREATE VIEW knowledge_cutoff AS
SELECT name AS model, [CAST(knowledge_cutoff AS VARCHAR)] AS expected, ['knowledge to ' || knowledge_cutoff] AS said
FROM named_models WHERE knowledge_cutoff IS NOT NULL ORDER BY hosts DESC, slug;

CREATE VIEW host_count AS
SELECT name AS model, [CAST(hosts AS VARCHAR)] AS expected, [] AS said FROM named_models ORDER BY hosts DESC, slug;

CREATE VIEW score AS
SELECT m.name AS model, b.name AS benchmark, [usd(any_value(s.score))] AS expected, [b.name || ': ' || usd(any_value(s.score))] AS said
FROM named_models m JOIN scores s ON s.model = m.slug JOIN benchmarks b ON b.slug = s.benchmark
WHERE m.slug IN (SELECT model FROM scores GROUP BY model HAVING count(*) <= 12)
GROUP BY m.slug, m.name, m.hosts, b.slug, b.name HAVING count(*) = 1
ORDER BY m.hosts DESC, m.slug, b.slug;

CREATE VIEW term AS
SELECT name AS term, ['glossary:' || slug] AS expected, [] AS said
FROM glossary WHERE slug NOT IN (FROM (SELECT slug FROM benchmarks)) ORDER BY length(name) DESC, slug;
