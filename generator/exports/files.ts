/** Every dataset in every format, and the package that describes them. */
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Catalog } from "../../build/catalog/catalog.ts";
import { JSON_TYPE, type StaticFile } from "../static-set.ts";
import { DATA_PACKAGE_PATH, type ExportFile, toDataPackage } from "./data-package.ts";
import { DATASETS } from "./datasets.ts";
import { exportCsv } from "./export-csv.ts";
import { exportParquet } from "./export-parquet.ts";
import { CSV, exportPath, PARQUET } from "./formats.ts";

const OWNER = "exports";

export async function* exportFiles(
  catalog: Catalog,
  db: DuckDBConnection,
): AsyncGenerator<StaticFile> {
  // DuckDB writes the Parquet in a thread of its own while the CSV is made here.
  const writing = exportParquet(catalog, db);
  // Looked at below; until then it must not count as unhandled.
  writing.catch(() => {});
  const files: ExportFile[] = [];
  for (const dataset of DATASETS) {
    const file = {
      dataset,
      format: CSV,
      bytes: Buffer.from(await exportCsv(dataset, catalog, db)),
    };
    files.push(file);
    yield toStaticFile(file);
  }
  const parquet = await writing;
  for (const dataset of DATASETS) {
    const file = { dataset, format: PARQUET, bytes: parquet.get(dataset.name)! };
    files.push(file);
    yield toStaticFile(file);
  }
  yield {
    path: DATA_PACKAGE_PATH,
    body: JSON.stringify(toDataPackage(catalog, files)),
    contentType: JSON_TYPE,
    owner: OWNER,
  };
}

const toStaticFile = ({ dataset, format, bytes }: ExportFile): StaticFile => ({
  path: exportPath(dataset, format),
  body: bytes,
  contentType: format.contentType,
  owner: OWNER,
});
