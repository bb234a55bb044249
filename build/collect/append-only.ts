/** History is never lost: rows of earlier collections stay, even when no upstream tells them again. */

import type { FiledFact } from "../facts/kinds.ts";
import type { Resolver } from "../ingest/resolve/resolution.ts";
import type { PriceEvent } from "../schema/price-event.ts";

const keyOf = ({ date, model_id, source }: PriceEvent): string => `${date} ${model_id} ${source}`;

/**
 * @param before Rows in `data/`, each with its host as `file`.
 * @param now Host → rows of this collection; a row with the same day, id and source replaces the old one.
 */
export function withEarlierHistory(
  before: readonly FiledFact<"priceHistory">[],
  now: ReadonlyMap<string, PriceEvent[]>,
  models: ReadonlySet<string>,
  resolver: Resolver,
): Map<string, PriceEvent[]> {
  const history = new Map<string, PriceEvent[]>([...now].map(([host, rows]) => [host, [...rows]]));
  const told = new Set(
    [...now].flatMap(([host, rows]) => rows.map((row) => `${host} ${keyOf(row)}`)),
  );
  for (const { file: host, ...row } of before) {
    if (told.has(`${host} ${keyOf(row)}`)) continue;
    const model = models.has(row.model)
      ? row.model
      : resolver.resolve({ name: row.model_id, displayName: null })?.model;
    const rows = history.get(host) ?? [];
    history.set(host, rows);
    if (model) rows.push({ ...row, model });
  }
  return history;
}
