/** Every recorded change, a row each, by date, type and model. */
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { byText } from "../../build/schema/collections.ts";
import { changeDetails, changeTitle, providerOf } from "../endpoints/changes/change.ts";

export function priceChangeRows(catalog: Catalog): Record<string, unknown>[] {
  const rows = catalog.changes.map((row) => ({
    date: row.date,
    type: row.type,
    model: row.model,
    provider: providerOf(row, catalog),
    title: changeTitle(row, catalog),
    details: JSON.stringify(changeDetails(row)),
    source: row.source,
    first_seen: row.first_seen,
    old_input_usd_per_m: row.old_input,
    new_input_usd_per_m: row.new_input,
    old_output_usd_per_m: row.old_output,
    new_output_usd_per_m: row.new_output,
    pct_change_input: row.pct_input,
    pct_change_output: row.pct_output,
  }));
  return rows.sort(
    (a, b) =>
      byText(a.date, b.date) || byText(a.type, b.type) || byText(a.model ?? "", b.model ?? ""),
  );
}
