/** Dataset → CSV: RFC 4180, LF, a header row, empty for null, formulas escaped. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Catalog } from "../../build/catalog/catalog.ts";
import { readRows } from "../../build/catalog/read-catalog.ts";
import { byText } from "../../build/schema/order.ts";
import { changeDetails, changeTitle } from "../resources/change.ts";
import type { Dataset } from "./datasets.ts";
import { worldMapRows } from "./world-map.ts";

type ExportRow = Record<string, unknown>;

export async function exportCsv(
  dataset: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
): Promise<string> {
  return toCsv(dataset, await exportRows(dataset, catalog, db));
}

async function exportRows(
  dataset: Dataset,
  catalog: Catalog,
  db: DuckDBConnection,
): Promise<ExportRow[]> {
  if (dataset.rows === "price-changes") return priceChanges(catalog);
  if (dataset.rows === "world-map") return worldMapRows(catalog);
  return readRows(db, dataset.rows.table, z.record(z.string(), z.unknown()));
}

function toCsv(dataset: Dataset, rows: readonly ExportRow[]): string {
  const names = dataset.columns.map(({ name }) => name);
  const records = rows.map((row) => names.map((name) => row[name]));
  return stringify([names, ...records], { escape_formulas: true, cast: { boolean: String } });
}

function priceChanges(catalog: Catalog): ExportRow[] {
  const rows = catalog.changes.map((row) => ({
    date: row.date,
    type: row.type,
    model: row.model,
    provider: row.host ?? row.company ?? catalog.model(row.model ?? "")?.lab ?? null,
    title: changeTitle(row, catalog),
    details: JSON.stringify(changeDetails(row)),
    source: row.source,
  }));
  return rows.sort(
    (a, b) =>
      byText(a.date, b.date) || byText(a.type, b.type) || byText(a.model ?? "", b.model ?? ""),
  );
}
