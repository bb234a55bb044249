-- Rows of the CSV exports, columns named and ordered as SPEC section 8 says.

CREATE TABLE export_price_history AS
SELECT p.date, p.model, p.input AS input_usd_per_m, p.output AS output_usd_per_m, p.cache_read AS cache_read_usd_per_m,
  p.cache_write AS cache_write_usd_per_m, p.host AS provider, p.change, p.source, p.model_id,
  p.is_at_lab AND d.host IS NOT NULL AS is_list_price
FROM price_rows p
LEFT JOIN default_series d ON d.model = p.model AND d.host = p.host AND d.is_list_price
ORDER BY p.date, p.model, p.host;

CREATE TABLE export_provider_offers AS
SELECT as_of AS date, model, model_id, host AS provider, quantization, context_window AS context, input AS input_usd_per_m,
  output AS output_usd_per_m, cache_read AS cache_read_usd_per_m, max_output_tokens AS max_output, is_free, source,
  cache_write AS cache_write_usd_per_m, service_tier, billing, host_kind, trust, doubt, status, retirement_date, seen
FROM offer_ids
ORDER BY model, input NULLS LAST, host, model_id;

CREATE TABLE export_company_facts AS
SELECT company, metric, value, as_of, source, source_url,
  CASE WHEN scope IS NULL THEN method ELSE method || ' (' || scope || ')' END AS method, current
FROM company_facts
ORDER BY company, metric, as_of, scope NULLS FIRST, value;

CREATE TABLE export_mindshare_daily AS
SELECT day, entity_type, slug, hn_mentions, wiki_views, github_stars, share, index, github_commits, github_prs, source
FROM mindshare_days
ORDER BY day, entity_type, slug;

CREATE TABLE export_gpu_rental_daily AS
SELECT day, chip_slug, source, offers, median_usd_h, p10_usd_h, min_usd_h
FROM gpu_rental
ORDER BY day, chip_slug, source;
