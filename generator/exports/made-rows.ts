/** Rows of the datasets that no table of the snapshot holds. */

import { GRID_DEGREES, WORLD_MAP } from "../../build/experiments/own-tests.ts";
import type { Catalog } from "../../build/model/catalog/catalog.ts";
import { byText } from "../../build/schema/collections.ts";
import { changeDetails, changeTitle, providerOf } from "../endpoints/changes/changes.ts";
import { type NamedRun, runsOf, worldMapKey } from "../experiments/runs.ts";

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

/** No model has an empty id, so that the key is the first by model id too. */
const toKeyRow = (key: string) => ({
  run_date: null,
  model_id: null,
  model_name: "Key: Natural Earth 1:110m land",
  grid_deg: GRID_DEGREES,
  points: key.length,
  valid: key.length,
  accuracy: 1,
  land_recall: 1,
  water_recall: 1,
  cost_usd: null,
  complete: true,
  answers: key,
  model: null,
});

export const worldMapRows = (catalog: Catalog): Record<string, unknown>[] => [
  toKeyRow(worldMapKey(catalog) ?? ""),
  ...runsOf(WORLD_MAP, catalog)
    .sort((a, b) => byText(a.model_id, b.model_id) || byText(a.run_date, b.run_date))
    .map(toRow),
];

function toRow({ run_date, model_id, model, name, cost_usd, ...run }: NamedRun) {
  const { metrics } = run;
  return {
    run_date,
    model_id,
    model_name: name,
    grid_deg: GRID_DEGREES,
    points: metrics.points,
    valid: metrics.valid,
    accuracy: metrics.accuracy,
    land_recall: metrics.landRecall,
    water_recall: metrics.waterRecall,
    cost_usd,
    complete: metrics.complete,
    answers: metrics.answers,
    model,
  };
}
