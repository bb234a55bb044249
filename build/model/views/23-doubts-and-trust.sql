-- Which present prices are doubted, and how far each is to be trusted.

-- What a model costs: at its lab, and at most hosts that sell its standard tier. `usual` is their median, or the lab's
-- price where fewer than three sell it.
CREATE TABLE reference_prices AS
WITH mains AS (
  SELECT i.*, own.position AS own_position
  FROM open_ids i
  JOIN ranked_ids r ON r.offer = i.offer AND r.position = 1
  JOIN models m ON m.slug = i.model
  LEFT JOIN own_hosts own ON own.lab = m.lab AND own.host = i.host
  WHERE i.service_tier = 'standard' AND NOT i.is_plan AND i.is_paid AND NOT i.is_resold
)
SELECT model, median(blended) AS median_blended, count(*) AS hosts,
  arg_min(input, own_position) AS list_input, arg_min(output, own_position) AS list_output,
  arg_min(blended, own_position) AS list_blended, min(blended) AS lowest, max(blended) AS highest,
  CASE WHEN count(*) >= 3 THEN median(blended) ELSE arg_min(blended, own_position) END AS usual
FROM mains GROUP BY model;

-- Present prices of each id, apart from those that a resellers' list lends.
CREATE TABLE witnessed_prices AS
SELECT p.offer, count(*) AS sources,
  coalesce(max(p.input) > 1.05 * min(p.input) OR max(p.output) > 1.05 * min(p.output), false) AS is_disputed,
  count(*) FILTER (WHERE p.price = i.price) AS witnesses
FROM present_statements p
JOIN open_ids i USING (offer)
WHERE p.price IS NOT NULL AND (i.is_resold OR NOT p.is_lent)
GROUP BY p.offer;

-- Hosts that mix yuan and dollars: three of their prices or more, and three in ten, are the lab's list price times or
-- divided by seven.
CREATE TABLE currency_doubts AS
WITH ratios AS (
  SELECT i.offer, i.host, coalesce(
    (i.input / r.list_input BETWEEN 0.97 / 7 AND 1.03 / 7 OR i.input / r.list_input BETWEEN 0.97 * 7 AND 1.03 * 7)
    AND (r.list_output = 0 OR i.output / r.list_output BETWEEN 0.97 / 7 AND 1.03 / 7 OR i.output / r.list_output BETWEEN 0.97 * 7 AND 1.03 * 7),
    false) AS is_seven
  FROM open_ids i
  JOIN reference_prices r ON r.model = i.model AND r.list_input > 0
  WHERE i.is_paid AND NOT i.is_plan
)
SELECT offer FROM ratios
WINDOW hosts AS (PARTITION BY host)
QUALIFY is_seven AND count_if(is_seven) OVER hosts >= 3 AND count_if(is_seven) OVER hosts >= 0.3 * count(*) OVER hosts;

-- One price on eight models or more of a host that cost differently elsewhere is a placeholder.
CREATE TABLE placeholder_doubts AS
SELECT i.offer
FROM open_ids i
JOIN (
  SELECT i.host, i.price
  FROM open_ids i LEFT JOIN reference_prices r ON r.model = i.model AND r.hosts >= 2
  WHERE i.is_paid
  GROUP BY i.host, i.price
  HAVING count(DISTINCT i.model) >= 8
    AND max(coalesce(r.list_blended, r.median_blended)) > 3 * min(coalesce(r.list_blended, r.median_blended))
) p ON p.host = i.host AND p.price = i.price;

-- What a source said on one day alone, by a step of more than 40 % of the price before (MAX_BELIEVED_MOVE of the gates), waits for the source's next reading or for another
-- source. A first statement is no step.
CREATE TABLE unconfirmed_moves AS
SELECT i.offer
FROM open_ids i
JOIN sound_statements b ON b.rowid = i.previous AND b.price IS NOT NULL
JOIN witnessed_prices w ON w.offer = i.offer AND w.witnesses < 2
JOIN sources s ON s.id = i.source AND s.recorded_on <= i.as_of
WHERE i.source <> 'operator' AND greatest(
  abs(i.input - b.input) - 0.4 * b.input, abs(i.output - b.output) - 0.4 * b.output,
  abs(i.cache_read - b.cache_read) - 0.4 * b.cache_read, abs(i.cache_write - b.cache_write) - 0.4 * b.cache_write
) > 1e-9;

-- Steps of one source alone, three or more within 30 days of its newest reading, that come to more than 40 % together,
-- each small enough to be believed (the gate `drift`). A price that stays for 30 days is believed.
CREATE TABLE crept_prices AS
SELECT i.offer
FROM open_ids i
JOIN witnessed_prices w ON w.offer = i.offer AND w.witnesses < 2
JOIN sources s ON s.id = i.source
JOIN sound_statements t ON t.offer = i.offer AND t.source = i.source AND t.is_stated AND t.price IS NOT NULL
  AND t.day <= i.as_of::DATE AND t.day >= s.recorded_on::DATE - 30
WHERE i.source <> 'operator'
GROUP BY i.offer, i.input, i.output
HAVING count(DISTINCT t.price) > 3 AND greatest(
  abs(i.input - arg_min(t.input, t.day)) - 0.4 * arg_min(t.input, t.day),
  abs(i.output - arg_min(t.output, t.day)) - 0.4 * arg_min(t.output, t.day)
) > 1e-9;

-- Prices far from the usual one; where two hosts alone sell the model, either may be wrong unless two sources read it.
CREATE TABLE unusual_prices AS
SELECT i.offer, i.blended, r.usual
FROM open_ids i
JOIN reference_prices r ON r.model = i.model
LEFT JOIN witnessed_prices w ON w.offer = i.offer
WHERE i.is_paid AND (NOT i.blended BETWEEN r.usual / 5 AND 5 * r.usual
  OR (r.hosts = 2 AND r.highest > 5 * r.lowest AND coalesce(w.witnesses, 0) < 2));

-- Why a present price is doubted; the first reason counts.
CREATE TABLE offer_doubts AS
WITH doubts AS (
  SELECT offer, 1 AS position, 'only a reseller states it' AS doubt FROM open_ids WHERE is_resold
  UNION ALL SELECT offer, 2, 'the host mixes dollars and yuan' FROM currency_doubts
  UNION ALL SELECT offer, 3, 'the host names one price for models that cost differently' FROM placeholder_doubts
  UNION ALL SELECT offer, 4, 'a price of 0 at a host that does not call it free' FROM open_ids
    WHERE is_zero AND NOT is_plan AND NOT contains(lower(model_id), 'free')
  UNION ALL SELECT offer, 5, 'the price is not of tokens' FROM open_ids
    WHERE is_paid AND regexp_matches(lower(model_id), '\b(minute|page)s?\b|\bper[-_ ](image|character)')
  UNION ALL SELECT offer, 6, 'output costs less than half of input' FROM open_ids WHERE output > 0 AND output < 0.5 * input
  UNION ALL SELECT offer, 7, CASE WHEN blended < usual / 5 THEN 'less than a fifth of what most hosts ask'
    WHEN blended > 5 * usual THEN 'more than five times what most hosts ask' ELSE 'the two hosts differ more than fivefold' END
    FROM unusual_prices
  UNION ALL SELECT offer, 9, 'moved by more than 40 % and was seen once' FROM unconfirmed_moves
  UNION ALL SELECT offer, 10, 'crept by more than 40 % within 30 days, told by one source' FROM crept_prices
)
SELECT offer, arg_min(doubt, position) AS doubt, min(position) AS position FROM doubts GROUP BY offer;

-- One row per id that is for sale.
CREATE TABLE offer_ids AS
SELECT i.model, i.host, i.model_id, i.service_tier, i.host_kind,
  CASE WHEN i.is_plan THEN 'plan' WHEN i.is_zero THEN 'free' ELSE 'tokens' END AS billing,
  i.input, i.output, i.cache_read, i.cache_write, i.reasoning, i.batch_input, i.batch_output, i.tiers, i.rates,
  i.context_window, i.max_output_tokens, i.quantization, i.status, i.retirement_date,
  i.source, i.source_url, i.as_of, i.seen, i.is_zero AND NOT i.is_plan AS is_free, i.is_paid, i.blended,
  CASE WHEN d.doubt IS NOT NULL THEN 'unverified'
    WHEN w.is_disputed THEN 'disputed'
    WHEN w.sources >= 2 OR i.rank <= c.rank THEN 'verified'
    ELSE 'unverified' END AS trust,
  CASE WHEN d.doubt IS NOT NULL THEN d.doubt
    WHEN w.is_disputed THEN 'sources differ by more than 5 %'
    WHEN w.sources >= 2 OR i.rank <= c.rank THEN NULL
    ELSE 'one source that is not the host''s own' END AS doubt,
  -- What would be verified if no other source differed.
  w.witnesses >= 2 OR i.rank <= c.rank AS is_well_stated,
  i.is_resold, coalesce(w.witnesses, 0) AS witnesses, coalesce(d.position = 9, false) AS is_unconfirmed_move,
  i.offer, r.position
FROM open_ids i
JOIN ranked_ids r USING (offer)
JOIN careful_sources c ON c.host = i.host
LEFT JOIN witnessed_prices w USING (offer)
LEFT JOIN offer_doubts d USING (offer);
