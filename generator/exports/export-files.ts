/** Every dataset in every format, and the package that describes them. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { newest, toDataHeaders, toEnvelope } from "../http/envelope.ts";
import { JSON_TYPE, type StaticFile } from "../http/static-file.ts";
import { DATA_PACKAGE_PATH, type ExportFile, toDataPackage } from "./data-package.ts";
import { DATASETS } from "./datasets.ts";
import { type ExportRow, rowsOf, toCsv } from "./export-csv.ts";
import { exportParquet } from "./export-parquet.ts";
import { createExportTable } from "./export-table.ts";
import { CSV, CSV_ENDING, exportPath, fileName, PARQUET } from "./formats.ts";

const OWNER = "exports";

/** @throws BuildError when a value is not of its column's type. */
export async function exportFiles(catalog: Catalog, db: DuckDBConnection): Promise<StaticFile[]> {
  const files: ExportFile[] = [];
  for (const dataset of DATASETS) {
    await createExportTable(dataset, catalog, db);
    const rows = await rowsOf(dataset, catalog, db);
    const asOf = newestDay(rows, dataset.dated);
    files.push({ dataset, asOf, format: CSV, bytes: Buffer.from(toCsv(dataset, rows)) });
  }
  for (const { dataset, asOf } of files.slice())
    files.push({
      ...{ dataset, asOf, format: PARQUET },
      bytes: await exportParquet(dataset, db),
    });
  return [
    ...files.map((file) => toStaticFile(file, catalog)),
    {
      path: DATA_PACKAGE_PATH,
      body: JSON.stringify(toDataPackage(catalog, files)),
      contentType: JSON_TYPE,
      owner: OWNER,
    },
  ];
}

const newestDay = (rows: readonly ExportRow[], dated: string): string | null =>
  newest(rows.map((row) => row[dated] as string | null));

function toStaticFile({ dataset, format, bytes, asOf }: ExportFile, catalog: Catalog): StaticFile {
  const path = exportPath(dataset, format);
  return {
    path,
    body: bytes,
    contentType: format.contentType,
    headers: toHeaders({ dataset, format, asOf }, catalog),
    ...(format === CSV && { alsoAt: `${path}${CSV_ENDING}` }),
    owner: OWNER,
  };
}

/** What a JSON answer says in its envelope, and the name under which a browser saves the file. */
function toHeaders(
  { dataset, format, asOf }: Omit<ExportFile, "bytes">,
  { service }: Catalog,
): Record<string, string> {
  const url = `${service.base_url}${exportPath(dataset, format)}`;
  return {
    "Content-Disposition": `attachment; filename="${fileName(dataset, format)}"`,
    ...toDataHeaders(service, toEnvelope(service, { url, asOf, title: dataset.title })),
  };
}
