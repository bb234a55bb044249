-- Rows of the read model (catalog/rows.ts): models, offers, prices, disputes, providers.

-- The last part of an id as a slug: `openai/GPT 4o` → `gpt-4o`.
CREATE MACRO slug_of_id(id) AS trim(regexp_replace(lower(split_part(id, '/', -1)), '[^a-z0-9]+', '-', 'g'), '-');

-- Other names in URLs for a model: aliases declared for all hosts, else ids at hosts that mean only one model. The last
-- part of `ambient/large` is any word: it must have a number or a dash, or be in the slug.
CREATE TABLE catalog_aliases AS
WITH names AS (
  SELECT alias AS name, model, NOT contains(alias, '/') AS is_declared FROM model_aliases
  UNION SELECT model_id, model, false FROM offers
),
slugs AS (
  SELECT DISTINCT slug_of_id(name) AS alias, model, is_declared FROM names
),
first AS (SELECT * FROM slugs QUALIFY is_declared = bool_or(is_declared) OVER (PARTITION BY alias))
SELECT alias, any_value(model) AS model
FROM first
WHERE alias <> '' AND alias NOT IN (SELECT slug FROM models)
  AND (is_declared OR alias SIMILAR TO '.*[-0-9].*' OR contains(model, alias))
GROUP BY alias HAVING count(DISTINCT model) = 1
ORDER BY alias;

-- Ids under which a host has sold a model and no longer does: `host/id`. Left out are ids with a number (without one, the
-- newest release of a family is meant) that are found without this: an id that is sold elsewhere has its meaning there,
-- and an alias finds an id without a folder.
CREATE TABLE past_ids AS
WITH sold AS (
  SELECT lower(model_id) AS id, any_value(model) AS model FROM offer_ids GROUP BY id HAVING count(DISTINCT model) = 1
)
SELECT o.model, list(o.host || '/' || o.model_id ORDER BY o.host, o.model_id) AS past_ids
FROM offers o
ANTI JOIN offer_ids i ON i.host = o.host AND i.model_id = o.model_id
LEFT JOIN sold s ON s.id = lower(o.model_id)
LEFT JOIN catalog_aliases a ON a.alias = slug_of_id(o.model_id)
WHERE NOT regexp_matches(o.model_id, '[0-9]')
  OR s.model IS DISTINCT FROM o.model AND (contains(o.model_id, '/') OR coalesce(a.model, slug_of_id(o.model_id)) <> o.model)
GROUP BY o.model;

-- Whether a model can be bought. A model that no host sells counts as retired only if a source states its retirement.
-- Open weights that the lab no longer sells stay available while other hosts sell them, as at least one sound price
-- shows: a reseller's row of 0 is no sale.
CREATE TABLE model_statuses AS
SELECT m.slug AS model,
  CASE WHEN m.retirement_date::DATE <= d.day AND (h.model IS NULL OR m.is_open_source IS NOT TRUE OR NOT h.is_sound) THEN 'retired'
    WHEN h.model IS NULL THEN NULL
    WHEN m.retirement_date::DATE > d.day THEN 'deprecated'
    ELSE coalesce(l.status, 'active') END AS status,
  l.model IS NOT NULL AS is_sold_by_lab
FROM models m CROSS JOIN ledger_day d
LEFT JOIN (
  SELECT model, bool_or(trust IS DISTINCT FROM 'unverified') AS is_sound
  FROM host_offers
  WHERE status <> 'retired'
  GROUP BY model
) h ON h.model = m.slug
LEFT JOIN (
  SELECT model, arg_min(h.status, own.position) AS status
  FROM host_offers h JOIN own_models own USING (model, host)
  WHERE h.status <> 'retired'
  GROUP BY model
) l ON l.model = m.slug;

-- The successor that a lab names, found as an id at its own host, else as a slug or alias; if it is retired too, its
-- own. A snapshot replaced by another of the same model does not retire the model. If the lab names none, the successor
-- is what it serves under the model's name from the day of the retirement on.
CREATE TABLE replacements AS
WITH RECURSIVE named AS (
  SELECT m.slug AS model, m.replacement.model_id AS name, m.replacement.source_url AS source_url,
    slug_of_id(m.replacement.model_id) AS slug
  FROM models m JOIN model_statuses s ON s.model = m.slug
  WHERE m.replacement IS NOT NULL AND (m.retirement_date IS NOT NULL OR s.status IN ('deprecated', 'retired'))
  UNION
  SELECT m.slug, n.model, n.source_url, n.model
  FROM moving_names n
  JOIN moving_names before ON before.host = n.host AND before.model_id = n.model_id AND before.model <> n.model AND coalesce(before.since, '') < n.since
  JOIN own_models own ON own.model = before.model AND own.host = n.host
  JOIN models m ON m.slug = before.model AND m.retirement_date = n.since
  WHERE m.replacement IS NULL AND n.source_url IS NOT NULL
),
found AS (
  SELECT n.*, coalesce(any_value(o.model), any_value(m.slug), any_value(a.model)) AS successor
  FROM named n
  LEFT JOIN own_models own USING (model)
  LEFT JOIN offers o ON o.host = own.host AND o.model_id = n.name
  LEFT JOIN models m ON m.slug = n.slug
  LEFT JOIN catalog_aliases a ON a.alias = n.slug
  GROUP BY ALL
  HAVING successor IS DISTINCT FROM n.model
),
followed AS (
  SELECT model, successor, name, source_url, [model] AS passed FROM found
  UNION ALL
  SELECT f.model, n.successor, n.name, n.source_url, list_append(f.passed, n.model)
  FROM followed f JOIN found n ON n.model = f.successor JOIN model_statuses s ON s.model = n.model
  WHERE s.status = 'retired' AND NOT coalesce(list_contains(f.passed, n.successor), false)
)
SELECT f.model,
  arg_max({'slug': f.successor, 'name': coalesce(m.name, f.name), 'source_url': f.source_url}, len(f.passed)) AS replacement
FROM followed f LEFT JOIN models m ON m.slug = f.successor
GROUP BY f.model;

-- A knowledge cutoff in or after the release month (`cutoff_after_release`) belongs to another model of the name:
-- checked again, because the recorded release may differ from the one that the ingest compared. A model sold before its
-- release keeps the date, with a mark in `release_date_basis`.
CREATE TABLE catalog_models AS
WITH completed AS (
SELECT m.* EXCLUDE (as_of, source, knowledge_cutoff, replacement, parameters) REPLACE (
    output_limit(m.max_output_tokens, m.context_window, m.model_type, m.output_modalities) AS max_output_tokens,
    -- Models without text output cannot call tools, although some sources state it for every model of a host.
    CASE WHEN len(m.output_modalities) > 0 AND NOT list_contains(m.output_modalities, 'text') THEN {
      'tools': false, 'reasoning': m.supports.reasoning,
      'structured_output': m.supports.structured_output, 'attachments': m.supports.attachments} ELSE m.supports END AS supports,
    {'lab': coalesce(m.links.lab, lab.url), 'announcement': m.links.announcement, 'weights': m.links.weights,
      'documentation': coalesce(m.links.documentation, api.documentation_url)} AS links),
  CASE WHEN left(m.knowledge_cutoff, 7) > left(m.release_date, length(m.knowledge_cutoff))
    OR length(m.knowledge_cutoff) > 4 AND left(m.knowledge_cutoff, 7) = left(m.release_date, 7) THEN NULL
    ELSE m.knowledge_cutoff END AS knowledge_cutoff,
  st.status, re.replacement,
  -- `Qwen3 235B A22B` contains its number of parameters. A count of experts (`8x7B`) does not count.
  coalesce(m.parameters, CASE WHEN regexp_matches(m.name, '(?i)\b[0-9.]+B\b') THEN {
    'total': regexp_extract(m.name, '(?i)\b([0-9]+(?:\.[0-9]+)?)B\b', 1)::DOUBLE,
    'active': try_cast(regexp_extract(m.name, '(?i)\bA([0-9]+(?:\.[0-9]+)?)B\b', 1) AS DOUBLE)} END) AS parameters,
  -- A statement, a statement later than the first price, or the day on which the model was seen as news.
  CASE WHEN m.release_date > least(f.day, sold.date) THEN 'after_first_price'
    WHEN m.release_date IS NOT NULL THEN 'stated'
    WHEN n.is_news THEN 'first_seen' END AS release_date_basis,
  f.day AS first_seen,
  coalesce(o.offers, 0)::INTEGER AS offers,
  st.is_sold_by_lab,
  l.host AS list_host,
  c.host AS cheapest_host,
  d.host AS default_host,
  coalesce(d.is_list_price, false) AS default_is_list_price,
  coalesce(p.moves, 0)::INTEGER AS price_changes,
  coalesce(a.aliases, []) AS aliases,
  e.past_ids,
  greatest(m.as_of, o.as_of, s2.as_of) AS as_of
FROM models m
LEFT JOIN (
  SELECT model, max(as_of) AS as_of FROM (SELECT model, as_of FROM scores UNION ALL SELECT model, run_date FROM own_test_runs
    UNION ALL SELECT model, run_date FROM model_tokenizers JOIN token_counts USING (tokenizer)) GROUP BY model
) s2 ON s2.model = m.slug
LEFT JOIN (SELECT model, count_if(status <> 'retired') AS offers, max(newest) AS as_of FROM host_offers GROUP BY model) o ON o.model = m.slug
LEFT JOIN providers lab ON lab.slug = m.lab
LEFT JOIN (
  SELECT o.lab, arg_min(p.documentation_url, o.position) AS documentation_url
  FROM own_hosts o JOIN providers p ON p.slug = o.host WHERE p.documentation_url IS NOT NULL GROUP BY o.lab
) api ON api.lab = m.lab
JOIN model_statuses st ON st.model = m.slug
LEFT JOIN replacements re ON re.model = m.slug
LEFT JOIN first_seen f ON f.model = m.slug
LEFT JOIN (
  SELECT model, min(date) AS date FROM price_rows WHERE change = 'added' GROUP BY model
) sold ON sold.model = m.slug
LEFT JOIN new_models n ON n.model = m.slug
LEFT JOIN list_offers l ON l.model = m.slug
LEFT JOIN cheapest_offers c ON c.model = m.slug
LEFT JOIN default_series d ON d.model = m.slug
LEFT JOIN (SELECT model, host, count(*) AS moves FROM price_rows WHERE change = 'changed' GROUP BY ALL) p
  ON p.model = d.model AND p.host = d.host
LEFT JOIN (SELECT model, list(alias ORDER BY alias) AS aliases FROM catalog_aliases GROUP BY model) a ON a.model = m.slug
LEFT JOIN past_ids e ON e.model = m.slug
)
-- A source is named only for a property that has a value.
SELECT m.* REPLACE (nullif(json_merge_patch(m.sources, '{' || array_to_string([
  '"' || key || '": null' for key in json_keys(m.sources) if json_type(whole, '$.' || key) = 'NULL'], ',') || '}'), '{}') AS sources)
FROM (SELECT m, to_json(m) AS whole FROM completed m)
ORDER BY m.slug;

-- `passed_over` says why an offer is not the cheapest of its model; null for the one that is.
CREATE TABLE catalog_offers AS
SELECT h.* EXCLUDE (newest) REPLACE (coalesce(h.cards, []) AS cards),
  rate_of(h.rates, 'reasoning') AS reasoning, l.host IS NOT NULL AS is_list_price, p.passed_over IS NULL AS is_eligible,
  CASE WHEN c.host = h.host THEN NULL
    WHEN p.passed_over IS NULL AND p.unit_price = u.unit_price THEN 'another host has the same price; ties go to the lab, then clouds, then hosts by name'
    WHEN p.passed_over IS NULL THEN 'another host costs less'
    ELSE p.passed_over END AS passed_over,
  p.unit_price, p.unit, coalesce(a.announced, []) AS announced
FROM host_offers h
JOIN passed_offers p ON p.offer = h.offer
LEFT JOIN list_offers l ON l.model = h.model AND l.host = h.host
LEFT JOIN cheapest_offers c ON c.model = h.model
LEFT JOIN unit_prices u ON u.offer = c.offer
LEFT JOIN (
  SELECT offer, list({'effective': effective, 'input': input, 'output': output, 'cache_read': cache_read, 'cache_write': cache_write,
    'cards': CASE WHEN rates IS NULL THEN [] ELSE [{'source': source, 'valid_from': as_of, 'rates': rates}] END,
    'source': source, 'source_url': source_url, 'as_of': as_of, 'cache_days': NULL} ORDER BY effective) AS announced
  FROM announced_prices GROUP BY offer
) a ON a.offer = h.offer
ORDER BY h.model, NOT h.is_paid, h.blended NULLS LAST, h.host;

CREATE TABLE catalog_price_rows AS
SELECT p.model, p.host, p.date, p.input, p.output, p.cache_read, p.cache_write, p.change,
  p.is_at_lab AND NOT p.is_doubted AND d.host IS NOT NULL AS is_list_price, p.source
FROM price_rows p
LEFT JOIN default_series d ON d.model = p.model AND d.host = p.host AND d.is_list_price
ORDER BY p.model, p.host, p.date;

CREATE TABLE catalog_disputes AS
SELECT * FROM disputed_statements ORDER BY model, host, model_id, NOT is_published, source, recorded;

-- `is_lab` and `is_host` of the facts are as of the last ingest: the models may have ended or moved to another lab since.
CREATE TABLE catalog_providers AS
SELECT p.* REPLACE (coalesce(m.models, 0) > 0 AS is_lab, coalesce(o.offers, 0) > 0 AS is_host),
  greatest(p.as_of, o.as_of, m.as_of) AS newest,
  coalesce(m.models, 0)::INTEGER AS models, coalesce(o.offers, 0)::INTEGER AS offers
FROM providers p
LEFT JOIN (SELECT host, count(*) FILTER (WHERE status <> 'retired') AS offers, max(newest) AS as_of FROM host_offers GROUP BY host) o ON o.host = p.slug
LEFT JOIN (SELECT lab, count(*) AS models, max(as_of) AS as_of FROM catalog_models GROUP BY lab) m ON m.lab = p.slug
ORDER BY p.slug;
