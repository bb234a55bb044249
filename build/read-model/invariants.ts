/** What holds of every snapshot by construction, counted: the gates, the scoreboard and the tests want each at 0. */
import type { DuckDBConnection } from "@duckdb/node-api";

export interface Invariant {
  name: string;
  /** What the rows are that break it, in words. */
  says: string;
  /** Rows that break it. */
  count: number;
  /** The first of them, as `model host id`. */
  examples: string[];
}

const MOST_EXAMPLES = 5;

/** Last rows of the published series, one for each model and host. */
const LAST_ROWS = `(SELECT model, host, arg_max(change, date) AS change,
  arg_max([input, output, cache_read, cache_write], date) AS prices FROM catalog_price_rows GROUP BY model, host)`;

/** Name → what breaks it, and the rows that do, each with one column `example`. */
const RULES: Readonly<Record<string, readonly [says: string, sql: string]>> = {
  series_without_offer: [
    "series that are open, without an offer",
    `SELECT concat_ws(' ', r.model, r.host) AS example FROM ${LAST_ROWS} r
     ANTI JOIN catalog_offers o USING (model, host) WHERE r.change <> 'removed'`,
  ],
  offer_without_series: [
    "offers without an open series",
    `SELECT concat_ws(' ', o.model, o.host, o.model_id) AS example FROM catalog_offers o
     ANTI JOIN (SELECT * FROM ${LAST_ROWS} WHERE change <> 'removed') r USING (model, host)`,
  ],
  differing_prices: [
    "offers whose price is not the last one of their series",
    `SELECT concat_ws(' ', o.model, o.host, o.model_id) AS example FROM catalog_offers o
     JOIN ${LAST_ROWS} r USING (model, host)
     WHERE r.prices IS DISTINCT FROM [o.input, o.output, o.cache_read, o.cache_write]`,
  ],
  list_price_off_history: [
    "list prices that are not the last row of the model's default series",
    `SELECT concat_ws(' ', m.slug, m.list_host) AS example FROM catalog_models m
     LEFT JOIN catalog_price_rows p ON p.model = m.slug AND p.host = m.default_host
     JOIN catalog_offers o ON o.model = m.slug AND o.host = m.list_host
     WHERE m.list_host IS DISTINCT FROM m.default_host
       OR NOT m.default_is_list_price
     GROUP BY ALL`,
  ],
  resold_list_prices: [
    "list prices and rows of list histories that only a reseller states",
    `SELECT DISTINCT concat_ws(' ', p.model, p.host, p.date) AS example FROM price_rows p
     JOIN catalog_price_rows c USING (model, host, date)
     WHERE c.is_list_price AND p.input IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM sound_statements s WHERE s.offer = p.offer AND s.price = p.price
         AND NOT coalesce(starts_with(s.note, 'reseller:'), false)
         AND NOT EXISTS (SELECT 1 FROM resold_prices r WHERE r.offer = s.offer AND r.source = s.source AND r.price = s.price))`,
  ],
  moves_across_sources: [
    "price moves whose two prices no one source stated",
    `SELECT concat_ws(' ', m.model, m.host, m.date) AS example FROM price_moves m
     WHERE m.source <> 'operator' AND NOT EXISTS (
       SELECT 1 FROM statements a JOIN statements b ON b.voice = a.voice AND b.day > a.day
       WHERE a.offer = m.offer AND a.source = m.source AND a.price = m.price_before AND b.price = m.price)`,
  ],
  plans_among_free: [
    "subscriptions shown as free",
    `SELECT concat_ws(' ', model, host, model_id) AS example FROM offer_ids
     WHERE is_free AND (billing = 'plan' OR host_kind = 'plan')`,
  ],
  unsure_cheapest: [
    "cheapest providers that are unverified, a subscription, another tier, or a router beside a direct host",
    `SELECT concat_ws(' ', c.model, c.host, c.model_id) AS example FROM cheapest_offers c
     WHERE c.trust = 'unverified' OR c.billing <> 'tokens' OR c.service_tier <> 'standard' OR c.host_kind = 'plan'
       OR (c.host_kind = 'router' AND EXISTS (
         SELECT 1 FROM host_offers d WHERE d.model = c.model AND d.host_kind IN ('lab', 'cloud', 'inference')
           AND d.service_tier = 'standard' AND d.billing = 'tokens' AND d.is_paid AND d.status <> 'deprecated'))`,
  ],
  unsure_findings: [
    "price findings of offers that are doubted",
    `SELECT concat_ws(' ', f.kind, f.date, f.model, f.host) AS example FROM finding_facts f
     JOIN host_offers h ON h.model = f.model AND h.host = f.host
     WHERE f.kind IN ('new_cheapest', 'spread', 'price_drop', 'price_rise') AND h.trust = 'unverified' AND NOT h.is_unconfirmed_move`,
  ],
  names_without_anything: [
    "listed models without an offer or a past price, a score and a release day",
    `SELECT slug AS example FROM models m
     WHERE release_date IS NULL AND slug NOT IN (SELECT model FROM scores)
       AND slug NOT IN (SELECT n.model FROM offer_numbers n JOIN sound_statements s USING (offer))`,
  ],
  lost_statements: [
    "statements of ids that data/offers does not know",
    `SELECT DISTINCT concat_ws(' ', p.host, p.model_id) AS example FROM prices p ANTI JOIN offers o USING (host, model_id)`,
  ],
};

/** @param db Of a snapshot whose views are all made. In the order in which they are listed here. */
export async function readInvariants(db: DuckDBConnection): Promise<Invariant[]> {
  const invariants: Invariant[] = [];
  for (const [name, [says, sql]] of Object.entries(RULES)) {
    const reader = await db.runAndReadAll(
      `SELECT count(*)::INTEGER, list(example ORDER BY example)[1:${MOST_EXAMPLES}] FROM (${sql})`,
    );
    const [[count, examples] = []] = reader.getRowsJson();
    invariants.push({ name, says, count: Number(count), examples: (examples ?? []) as string[] });
  }
  return invariants;
}
