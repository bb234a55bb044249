/** Every dataset in every format, and the package that describes them. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Catalog } from "../../build/read-model/catalog/catalog.ts";
import { JSON_TYPE, type StaticFile } from "../http/static-file.ts";
import { DATA_PACKAGE_PATH, type ExportFile, toDataPackage } from "./data-package.ts";
import { DATASETS } from "./datasets.ts";
import { rowsOf, toCsv } from "./export-csv.ts";
import { exportParquet } from "./export-parquet.ts";
import { createExportTable } from "./export-table.ts";
import { CSV, exportPath } from "./formats.ts";

const OWNER = "exports";

/** @throws BuildError when a value is not of its column's type. */
export async function exportFiles(catalog: Catalog, db: DuckDBConnection): Promise<StaticFile[]> {
  const files: ExportFile[] = [];
  for (const dataset of DATASETS) {
    await createExportTable(dataset, db);
    const text = toCsv(dataset, await rowsOf(dataset, catalog, db));
    files.push({ dataset, format: CSV, bytes: Buffer.from(text) });
  }
  for (const dataset of DATASETS) files.push(await exportParquet(dataset, catalog, db));
  return [
    ...files.map(toStaticFile),
    {
      path: DATA_PACKAGE_PATH,
      body: JSON.stringify(toDataPackage(catalog, files)),
      contentType: JSON_TYPE,
      owner: OWNER,
    },
  ];
}

const toStaticFile = ({ dataset, format, bytes }: ExportFile): StaticFile => ({
  path: exportPath(dataset, format),
  body: bytes,
  contentType: format.contentType,
  owner: OWNER,
});
